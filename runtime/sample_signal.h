/* sample_signal.h: the signal by which threads learn that a sample is due. */
#ifndef LINEPROF_RUNTIME_SAMPLE_SIGNAL_H
#define LINEPROF_RUNTIME_SAMPLE_SIGNAL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Finds a signal that the program has no use for, and has `handler` serve it with all
 * other signals blocked. Returns its number; 0, with no handler set, if none is free.
 */
int lp_sample_signal_take(void (*handler)(int, siginfo_t *, void *));

/* Gives it back to the program. */
void lp_sample_signal_release(int signal_number);

/* What the calling thread has blocked, as the kernel's set of signals. */
uint64_t lp_sample_signal_blocked(void);

/*
 * Whether a thread that has blocked these has done so with this signal for a use of its own, such
 * as a signalfd, and not along with all others. PostgreSQL's processes wake each other by SIGURG
 * so.
 */
bool lp_sample_signal_is_wanted(int signal_number, uint64_t blocked);

/* SIGURG is the program's, even if it has no handler for it: another one is to be taken. */
void lp_sample_signal_leave_urgent(void);

/* In a handler: lets the signal through when it is over; `context` is what it was given. */
void lp_sample_signal_let_in_behind(int signal_number, void *context);

/* Whether the handler that was set last still serves the signal: the program may have set its own.
 */
bool lp_sample_signal_is_served(int signal_number);

/* Has it serve the signal again if the program has no use for it: has set the default, as those do
 * that reset all, or what signal() gave back. False: it has a handler of its own now. */
bool lp_sample_signal_take_back(int signal_number);

/* Whether thread `tid` of this process blocks it; also where the kernel does not tell, or asking
 * could be forbidden. Opens and closes a descriptor; keeps errno. proc(5), SigBlk of
 * /proc/PID/task/TID/status. */
bool lp_sample_signal_is_blocked_in(pid_t tid, int signal_number);

/* Lets the signal through to the calling thread, which may have inherited a mask. */
void lp_sample_signal_unblock(int signal_number);

#endif
