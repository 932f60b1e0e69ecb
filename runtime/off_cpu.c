/* off_cpu.c: wall time less CPU time, and what of that was for want of a CPU. */
#include "runtime/off_cpu.h"

#include "runtime/clock.h"
#include "runtime/run_delay.h"

enum {
	/* Of less it is not asked what it was: that takes some microseconds. */
	LEAST_NS = 2000000,
	/* An answer is good for so long. */
	KNOWN_NS = 50000,
	/* What takes longer was interrupted. */
	ASKING_NS_MOST = 100000,
};

static double ticks_per_ns(void)
{
	return (double)__atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) / 1e9;
}

uint64_t lp_delay_ns(struct lp_thread_state *thread, uint64_t now)
{
	const uint64_t outside_ns = __atomic_load_n(&thread->outside.delay_ns, __ATOMIC_RELAXED);
	const double ns_per_tick = 1 / ticks_per_ns();
	uint64_t ns, took_ticks, took_ns;

	if ((double)lp_clock_since(now, thread->delay.ticks) * ns_per_tick < KNOWN_NS)
		return thread->delay.ns;
	ns = lp_clock_since(lp_run_delay_ns(thread->tid), outside_ns);
	took_ticks = lp_clock_since(lp_clock_ticks(), now);
	took_ns = (uint64_t)((double)took_ticks * ns_per_tick);
	/* The thread lost its processor here: that is not yet to be told. */
	if (took_ns > ASKING_NS_MOST)
		ns = lp_clock_since(ns, took_ns);
	else
		__atomic_fetch_add(&lp_run->overhead_ticks, took_ticks, __ATOMIC_RELAXED);
	thread->delay = (struct lp_known_delay){now, ns, thread->usage.preemptions};
	return ns;
}

struct lp_off_cpu lp_off_cpu_since(struct lp_thread_state *thread, uint64_t now, uint64_t elapsed)
{
	struct lp_known_cpu *const known = &thread->on_cpu;
	const struct lp_known_cpu last = *known;
	struct lp_off_cpu off = {0};
	uint64_t ran;

	known->ticks = now;
	known->cpu_ns = lp_threads_cpu_ns(thread);
	/* A sandbox may refuse to tell. */
	if (known->cpu_ns < last.cpu_ns || known->cpu_ns == 0)
		return off;
	ran = (uint64_t)((double)(known->cpu_ns - last.cpu_ns) * ticks_per_ns());
	off.ticks = lp_clock_since(lp_clock_since(now, last.ticks), ran);
	/* The rest is of events that came sooner. */
	if (off.ticks > elapsed)
		off.ticks = elapsed;
	if ((double)off.ticks < LEAST_NS * ticks_per_ns())
		return off;
	known->delay_ns = lp_delay_ns(thread, now);
	off.delay_ticks =
	    (uint64_t)((double)lp_clock_since(known->delay_ns, last.delay_ns) * ticks_per_ns());
	if (off.delay_ticks > off.ticks)
		off.delay_ticks = off.ticks;
	return off;
}
