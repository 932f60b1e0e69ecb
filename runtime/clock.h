/*
 * clock.h: the clock of the profile. A "tick" is one of the time-stamp counter
 * where that is invariant, else a nanosecond of CLOCK_MONOTONIC.
 */
#ifndef LINEPROF_RUNTIME_CLOCK_H
#define LINEPROF_RUNTIME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Set once by lp_clock_start(). */
extern bool lp_clock_is_counter;

static inline uint64_t lp_clock_ns(clockid_t clock)
{
	struct timespec now = {0};

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline uint64_t lp_clock_counter(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return 0;
#endif
}

/* Now, in ticks. Any thread, signal handlers too. */
static inline uint64_t lp_clock_ticks(void)
{
	if (__builtin_expect(lp_clock_is_counter, 1))
		return lp_clock_counter();
	return lp_clock_ns(CLOCK_MONOTONIC);
}

/* Chooses the clock and begins its calibration. Once, before all else here. */
void lp_clock_start(void);

/* Ticks per second, from the start until now; the longer the run, the better. */
uint64_t lp_clock_calibrate(void);

/* What one lp_clock_ticks() costs, in ticks. */
uint64_t lp_clock_read_cost(void);

#endif
