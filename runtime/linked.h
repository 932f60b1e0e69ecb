/*
 * linked.h: the libraries that a program was linked with, and those that they were: these are there
 * from the start to the end, whatever is opened and closed meanwhile.
 */
#ifndef LINEPROF_RUNTIME_LINKED_H
#define LINEPROF_RUNTIME_LINKED_H

#include <stdbool.h>

/*
 * Whether what is at `address` is the program, or such a library, as the names in their dynamic
 * sections say (System V ABI, chapter 5, DT_NEEDED and DT_SONAME). False where that is not certain.
 * Takes the linker's lock, which is to let in one thread at a time. Not in signal handlers.
 */
bool lp_linked_has(const void *address);

#endif
