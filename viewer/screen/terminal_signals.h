/* terminal_signals.h: signals while the terminal is ours: told by events, and none leaves the
 * terminal as it was for us. */
#ifndef LINEPROF_VIEWER_SCREEN_TERMINAL_SIGNALS_H
#define LINEPROF_VIEWER_SCREEN_TERMINAL_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

enum lp_terminal_event {
	LP_TERMINAL_INPUT,     /* there is something to read, or the terminal is gone */
	LP_TERMINAL_TIMEOUT,   /* nothing for so long */
	LP_TERMINAL_RESIZED,   /* or many times */
	LP_TERMINAL_STOPPED,   /* somebody wants us to stop */
	LP_TERMINAL_CONTINUED, /* we were stopped and go on */
	LP_TERMINAL_ENDED      /* somebody wants us to end */
};

/*
 * Takes over the signals. When the program crashes, `restore` is written to standard output
 * and the terminal gets back the settings that it has now. `restore` is copied.
 * False with errno set if there is no pipe to be had.
 */
bool lp_terminal_signals_begin(void);
void lp_terminal_signals_on_crash(const char *restore, size_t size);

/* Gives them back. */
void lp_terminal_signals_end(void);

/* Waits for one of the events, at most so many ms; -1: as long as it takes. */
enum lp_terminal_event lp_terminal_wait(int timeout_ms);

/* Stops the program, as ^Z would have; returns when it goes on. */
void lp_terminal_stop(void);

/* The signal that wanted us to end; 0: none did. */
int lp_terminal_end_signal(void);

#endif
