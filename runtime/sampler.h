/*
 * sampler.h: where samples come from. One engine serves the process; each is a
 * table of functions in a file of its own.
 */
#ifndef LINEPROF_RUNTIME_SAMPLER_H
#define LINEPROF_RUNTIME_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "format/layout.h"
#include "runtime/threads.h"

struct lp_sampler {
	enum lp_engine engine;
	uint64_t period_ns; /* CPU time of a thread between two samples */
	/* Prepares the process. Returns NULL, or static text: why it cannot serve. */
	const char *(*start)(void);
	/* The calling thread begins, or goes on in a forked child. */
	void (*start_thread)(struct lp_thread_state *thread);
	/* The calling thread ends. */
	void (*stop_thread)(struct lp_thread_state *thread);
};

extern const struct lp_sampler lp_sampler_timer;

/* Picks the engine; returns a note for readers of the profile: static, may be empty. */
const char *lp_sampler_start(void);

void lp_sampler_start_thread(struct lp_thread_state *thread);
void lp_sampler_stop_thread(struct lp_thread_state *thread);

/*
 * What engines call, in a signal handler of the sampled thread: `context` is what
 * was interrupted, `weight` the periods that have passed.
 */
void lp_sampler_take(struct lp_thread_state *thread, const void *context, uint64_t weight);

#endif
