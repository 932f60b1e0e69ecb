/* governor.h: how often samples may be taken, so that they cost little. */
#ifndef LINEPROF_RUNTIME_GOVERNOR_H
#define LINEPROF_RUNTIME_GOVERNOR_H

#include <stdbool.h>
#include <stdint.h>

/* What samples may cost: one of so many parts of the CPU time. */
enum { LP_GOVERNOR_COST_PARTS = 50 };

/* The longest period, as a multiple. At four times, samples are no more than the kernel's ticks,
 * which cost next to nothing: only who asks for them gets them. */
enum { LP_GOVERNOR_MULTIPLE_MOST = 2, LP_GOVERNOR_MULTIPLE_ASKED_MOST = 4 };

/*
 * By how much the period `base_ns` is to be multiplied, a power of two and `most` at most, for
 * samples that cost `cost_ns` each to stay within the limit; 0: no such period is long enough.
 */
unsigned lp_governor_multiple(uint64_t cost_ns, uint64_t base_ns, unsigned most);

/* What a thread's samples have cost, in ns. Begins as zeros. */
struct lp_governor {
	uint64_t begin_cpu_ns; /* CPU time of the thread at the first of them */
	uint64_t cost_ns;
	uint32_t samples;
};

/*
 * Adds a sample. Every few dozen samples, true if they cost more than the limit since
 * the last time: then the period is to be doubled. Signal handlers.
 */
bool lp_governor_add(struct lp_governor *governor, uint64_t cost_ns, uint64_t cpu_ns);

#endif
