/* sample_signal.h: the signal by which threads learn that a sample is due. */
#ifndef LINEPROF_RUNTIME_SAMPLE_SIGNAL_H
#define LINEPROF_RUNTIME_SAMPLE_SIGNAL_H

#include <signal.h>

/*
 * Finds a signal that the program has no use for, and has `handler` serve it with all
 * other signals blocked. Returns its number; 0, with no handler set, if none is free.
 */
int lp_sample_signal_take(void (*handler)(int, siginfo_t *, void *));

/* Gives it back to the program. */
void lp_sample_signal_release(int signal_number);

/* Lets the signal through to the calling thread, which may have inherited a mask. */
void lp_sample_signal_unblock(int signal_number);

#endif
