/*
 * sandbox.h: a sandbox that the program has shut itself into (seccomp), whose filter may end it for
 * a system call of ours. Inside, the runtime makes none that the filter does not let pass, and goes
 * on without its answer: counters and clocks need none.
 *
 * The plugin has the program say so just before (plugin/sandboxes.h). What an outer program has set
 * up is not known: perf is not asked for then, and for the rest our own start was let pass.
 */
#ifndef LINEPROF_RUNTIME_SANDBOX_H
#define LINEPROF_RUNTIME_SANDBOX_H

#include <stdbool.h>

/* The program may enter one, with `filter`, its struct sock_fprog, beside those of before. NULL, or
 * not to be read: nothing is known of what passes, so nothing does. Returns which one, for
 * lp_sandbox_leave(): it has not entered that, after all. One thread at a time. */
int lp_sandbox_enter(const void *filter);
void lp_sandbox_leave(int which);

/* These two in any thread, signal handlers too. Whether the system call `number` with these
 * arguments passes: true outside. */
bool lp_sandbox_passes(long number, const long arguments[6]);

/* Whether one has not passed. */
bool lp_sandbox_has_refused(void);

#endif
