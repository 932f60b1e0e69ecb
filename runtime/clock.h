/*
 * clock.h: the clock of the profile. A "tick" is one of the time-stamp counter
 * where that is invariant, else a nanosecond of CLOCK_MONOTONIC.
 */
#ifndef LINEPROF_RUNTIME_CLOCK_H
#define LINEPROF_RUNTIME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "runtime/system_calls.h"

/* Set by lp_clock_start(), and no more once the program has taken the counter away. */
extern bool lp_clock_is_counter;

/* The moment at which it has; 0: it has not. */
extern uint64_t lp_clock_lost_ticks;

static inline uint64_t lp_clock_ns_of(const struct timespec *now)
{
	return (uint64_t)now->tv_sec * UINT64_C(1000000000) + (uint64_t)now->tv_nsec;
}

/* Of the kernel: the program may have a clock_gettime() of its own. 0 if there is no such clock. */
static inline uint64_t lp_clock_ns(clockid_t clock)
{
	struct timespec now = {0};

	lp_system_call(SYS_clock_gettime, clock, &now);
	return lp_clock_ns_of(&now);
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

/* 2 * the ticks of all pauses, while the profile's clock goes; 2 * its time +
 * 1, while it stands. */
extern uint64_t lp_clock_state;

/* Now, in ticks, pauses included. Any thread, signal handlers too. The C library knows the time
 * without asking the kernel: functions are clocked by this. */
static inline uint64_t lp_clock_wall_ticks(void)
{
	struct timespec now = {0};
	uint64_t lost;

	if (__builtin_expect(__atomic_load_n(&lp_clock_is_counter, __ATOMIC_RELAXED), 1))
		return lp_clock_counter();
	lost = __atomic_load_n(&lp_clock_lost_ticks, __ATOMIC_RELAXED);
	if (lost)
		return lost;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return lp_clock_ns_of(&now);
}

/* Whether the clock stands: the program is not measured now. */
static inline bool lp_clock_is_stopped(void)
{
	return __atomic_load_n(&lp_clock_state, __ATOMIC_ACQUIRE) & 1;
}

/*
 * The profile's time, in ticks: it stands still between stop and start. Where
 * another thread stops or starts it, a reading may come out less than one
 * before, by what the processor read ahead: subtract with lp_clock_since(). Any
 * thread, signal handlers too.
 */
static inline uint64_t lp_clock_ticks(void)
{
	uint64_t state = __atomic_load_n(&lp_clock_state, __ATOMIC_ACQUIRE);
	uint64_t seen, wall;

	do {
		seen = state;
		wall = lp_clock_wall_ticks();
		state = __atomic_load_n(&lp_clock_state, __ATOMIC_ACQUIRE);
	} while (__builtin_expect(state != seen, 0));
	return seen & 1 ? seen >> 1 : wall - (seen >> 1);
}

/* Ticks from `then` to `now`; 0 if they come out in the wrong order. */
static inline uint64_t lp_clock_since(uint64_t now, uint64_t then)
{
	return now > then ? now - then : 0;
}

/* Makes a moment before `now` later by `ticks` that are not to count since then; never later than
 * `now`. */
static inline void lp_clock_leave_out(uint64_t *then, uint64_t now, uint64_t ticks)
{
	const uint64_t since = lp_clock_since(now, *then);

	*then += ticks < since ? ticks : since;
}

/* `value` * `to` / `from`; 0 by none. No floating point, here as in all of the runtime: its flags
 * are the program's, which may look at them, or have them trap. */
static inline uint64_t lp_clock_scaled(uint64_t value, uint64_t to, uint64_t from)
{
	uint64_t product;

	if (!from)
		return 0;
	if (!__builtin_mul_overflow(value, to, &product))
		return product / from;
	return (uint64_t)((unsigned __int128)value * to / from);
}

static inline uint64_t lp_clock_ticks_of_ns(uint64_t ns, uint64_t ticks_per_second)
{
	return lp_clock_scaled(ns, ticks_per_second, UINT64_C(1000000000));
}

static inline uint64_t lp_clock_ns_of_ticks(uint64_t ticks, uint64_t ticks_per_second)
{
	return lp_clock_scaled(ticks, UINT64_C(1000000000), ticks_per_second);
}

/* The clock of a thread's CPU time, as the kernel numbers them. */
static inline clockid_t lp_clock_of_thread(pid_t tid)
{
	return (clockid_t)(~(uint32_t)tid << 3 | 6);
}

/* The clock stands from now on, and goes on again. Under the lock of lock.h. */
void lp_clock_stop(void);
void lp_clock_go_on(void);

/* Who reads the processor's counter is killed from now on (PR_SET_TSC, seccomp's strict mode), be
 * it in clock_gettime(): the clock stands, whoever has it go on, until lp_clock_find(). False: it
 * had been lost before. Under the lock. */
bool lp_clock_lose(void);
void lp_clock_find(void);

/* All pauses so far, in ticks. */
uint64_t lp_clock_paused_ticks(void);

/* Chooses the clock and begins its calibration. Once, before all else here. */
void lp_clock_start(void);

/* Ticks per second, from the start until now; the longer the run, the better. */
uint64_t lp_clock_calibrate(void);

/* What one lp_clock_ticks() costs, in ticks. */
uint64_t lp_clock_read_cost(void);

#endif
