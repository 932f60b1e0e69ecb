/*
 * linked.h: the libraries that a program was linked with, and those that they were: these are there
 * from the start to the end, whatever is opened and closed meanwhile.
 */
#ifndef LINEPROF_RUNTIME_LINKED_H
#define LINEPROF_RUNTIME_LINKED_H

#include <stdbool.h>

/*
 * Whether the object whose dynamic section is at `dynamic` is such a library, as the names in these
 * sections say (System V ABI, chapter 5, DT_NEEDED and DT_SONAME). False where that is not certain,
 * and for all that is loaded into a namespace of its own (dlmopen(3)). The first call takes the
 * linker's lock, and finds them out for good. One thread at a time; not in signal handlers.
 */
bool lp_linked_has(const void *dynamic);

#endif
