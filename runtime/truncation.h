/*
 * truncation.h: what happens when somebody truncates the profile while the program
 * runs: a count into a page that the file has lost raises SIGBUS. A handler puts
 * memory in its place, and the program goes on.
 *
 * It serves while the program has no handler of its own. So this one signal is
 * never blocked in the runtime: blocked, it would end the program.
 */
#ifndef LINEPROF_RUNTIME_TRUNCATION_H
#define LINEPROF_RUNTIME_TRUNCATION_H

#include <stdint.h>

/* Installs the handler, if the program has left SIGBUS alone. */
void lp_truncation_watch(void);

/* Lets the handler through to the calling thread, which has blocked these signals (the kernel's
 * set). Not under the lock, which restores the mask. */
void lp_truncation_let_in(uint64_t blocked);

#endif
