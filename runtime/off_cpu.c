/* off_cpu.c: wall time less CPU time. */
#include "runtime/off_cpu.h"

#include "runtime/clock.h"

uint64_t lp_off_cpu_ticks(struct lp_thread_state *thread, uint64_t now, uint64_t elapsed)
{
	const double ticks_per_ns =
	    (double)__atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) / 1e9;
	const struct lp_known_cpu last = thread->on_cpu;
	uint64_t ran, off;

	thread->on_cpu = (struct lp_known_cpu){now, lp_threads_cpu_ns(thread)};
	/* A sandbox may refuse to tell. */
	if (thread->on_cpu.cpu_ns < last.cpu_ns || thread->on_cpu.cpu_ns == 0)
		return 0;
	ran = (uint64_t)((double)(thread->on_cpu.cpu_ns - last.cpu_ns) * ticks_per_ns);
	off = lp_clock_since(lp_clock_since(now, last.ticks), ran);
	/* The rest is of events that came sooner. */
	return off < elapsed ? off : elapsed;
}
