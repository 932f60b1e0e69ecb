/*
 * sampler.h: where samples come from. One engine serves the process; each is a
 * table of functions in a file of its own.
 */
#ifndef LINEPROF_RUNTIME_SAMPLER_H
#define LINEPROF_RUNTIME_SAMPLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "format/layout.h"
#include "runtime/threads.h"

/* What an engine uses. */
struct lp_sampling {
	int signal_number;
	uint64_t period_ns; /* CPU time of a thread that a sample stands for */
};

struct lp_sampler {
	enum lp_engine engine;
	/* Prepares the process and fills in `sampling`. Returns NULL, or why it cannot
	 * serve: text that stays. Under the lock. */
	const char *(*start)(struct lp_sampling *sampling);
	/* The calling thread begins, or goes on in a forked child. Under the lock. */
	void (*start_thread)(struct lp_thread_state *thread);
	/* The calling thread ends. */
	void (*stop_thread)(struct lp_thread_state *thread);
	/* Of the signal, which may become another one: lp_sampler_signal(). */
	void (*handle)(int signal_number, siginfo_t *info, void *context);
	/* No samples of the thread, which may be any live one, and samples again. */
	void (*pause_thread)(struct lp_thread_state *thread);
	void (*resume_thread)(struct lp_thread_state *thread);
};

extern const struct lp_sampler lp_sampler_perf;
extern const struct lp_sampler lp_sampler_timer;

/* Picks the engine; returns a note for readers of the profile: text that stays, may be empty. */
const char *lp_sampler_start(void);

/* These seven under the lock of lock.h. */
void lp_sampler_start_thread(struct lp_thread_state *thread);
void lp_sampler_stop_thread(struct lp_thread_state *thread);

/* No thread is sampled, and all are again. */
void lp_sampler_pause(void);
void lp_sampler_resume(void);
/* The calling thread is sampled no more, nor are those to come, nor others if they can. False:
 * that is so already. */
bool lp_sampler_halt(void);
/* All are again. */
void lp_sampler_go_on(void);
/* Notes in the profile if the program has taken the samples' signal away. */
void lp_sampler_check(void);
/* Behind a call that may have changed the handler of the samples' signal: takes it back where the
 * program has no use for it, else samples come by another; false: none is free. Not under the lock.
 */
bool lp_sampler_keep_signal(void);
/* Lets samples through to the calling thread, which has blocked these signals (the kernel's set):
 * maybe all, or the samples' for a use of its own: then samples come by another. Not under the
 * lock, which restores the mask. */
void lp_sampler_let_in(uint64_t blocked);

/* For engines: the samples' signal. */
int lp_sampler_signal(void);

/* For engines, in a handler: whether `signal_number` is no longer the samples'. Then it has gone
 * over to the one that is. */
bool lp_sampler_has_moved(struct lp_thread_state *thread, int signal_number, void *context);

/*
 * What engines call, in a signal handler of the sampled thread: `context` is what
 * was interrupted, `weight` the periods that have passed.
 */
void lp_sampler_take(struct lp_thread_state *thread, const void *context, uint64_t weight);

/* The same for a sample at `address`. `context` is near it, with the same callers; NULL if the
 * thread is elsewhere by now: then its callers are not known. */
void lp_sampler_take_at(struct lp_thread_state *thread, const void *context, uintptr_t address,
			uint64_t weight);

enum lp_tick_place { LP_IN_USER_MODE, LP_IN_KERNEL, LP_IN_UNKNOWN };

/* Where the tick that has sent a signal to the calling thread found it: in the kernel if the
 * thread's time there has grown by more than half of one since the last call. */
enum lp_tick_place lp_sampler_tick_was_in(struct lp_thread_state *thread);

/* For ticks that stand for all that passed: a sample where the tick, of which the last function has
 * told `place`, found the thread. */
void lp_sampler_take_tick(struct lp_thread_state *thread, const void *context,
			  enum lp_tick_place place, uint64_t weight);

/* Adds to lineprof's own part of the time. Costs are measured as CPU time: on a busy
 * machine others run in the middle of what is measured. */
void lp_sampler_note_cost(uint64_t cpu_ns);

#endif
