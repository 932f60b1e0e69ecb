/* valgrind.h: what Valgrind is asked and told, where the program runs in it; else nothing happens.
 */
#ifndef LINEPROF_RUNTIME_VALGRIND_H
#define LINEPROF_RUNTIME_VALGRIND_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the program runs in it. */
bool lp_valgrind_is_there(void);

/*
 * Tells Helgrind and DRD that threads may change this memory at once: the program's code does, of
 * counters and gates, where they cannot see what keeps its threads apart. Signal handlers too.
 */
void lp_valgrind_leave_alone(const void *memory, size_t bytes);

#endif
