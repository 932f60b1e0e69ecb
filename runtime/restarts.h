/*
 * restarts.h: system calls that are made again behind a sample's signal, though a signal of the
 * program's is to end them.
 *
 * Linux asks the first handler that runs whether a call begins anew (SA_RESTART). A sample that is
 * due where a signal wakes a thread comes before that signal: ours begins calls anew, and then
 * none is left for the program's to interrupt.
 *
 * Source: signal(7), "Interruption of system calls and library functions by signal handlers".
 */
#ifndef LINEPROF_RUNTIME_RESTARTS_H
#define LINEPROF_RUNTIME_RESTARTS_H

#include <ucontext.h>

/* At the end of the sample's handler, of which `context` is: a call that is to be made again
 * returns EINTR if a signal is pending whose handler has it do so. Keeps errno. */
void lp_restarts_leave_to_others(ucontext_t *context);

#endif
