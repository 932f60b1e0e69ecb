/* pause.c: stops and starts the measuring of the process. */
#include "runtime/pause.h"

#include "runtime/clock.h"
#include "runtime/exclusion.h"
#include "runtime/lifecycle.h"
#include "runtime/sampler.h"
#include "runtime/threads.h"

/* CPU time of the process before the profile began, by exec() also that of other programs, and in
 * pauses that are over. */
static uint64_t outside_ns;
static uint64_t stop_ns; /* its CPU time when this pause began */
/* The clock may stand where there is none any more, too. */
static bool is_paused;

void lp_pause_start(void)
{
	outside_ns = lp_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* Threads are asked for their CPU time first, and last, where the clock stands. */
bool lp_pause_begin(void)
{
	if (is_paused)
		return true;
	if (!lp_exclusion_reserve())
		return false;
	__atomic_store_n(&is_paused, true, __ATOMIC_RELAXED);
	stop_ns = lp_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	lp_threads_pause();
	lp_clock_stop();
	lp_exclusion_stop();
	__atomic_or_fetch(&lp_run->flags, LP_INFO_STOPPED, __ATOMIC_SEQ_CST);
	lp_sampler_pause();
	return true;
}

void lp_pause_end(void)
{
	if (!is_paused)
		return;
	__atomic_store_n(&is_paused, false, __ATOMIC_RELAXED);
	lp_exclusion_start();
	__atomic_and_fetch(&lp_run->flags, ~(uint32_t)LP_INFO_STOPPED, __ATOMIC_SEQ_CST);
	lp_threads_resume();
	outside_ns += lp_clock_since(lp_clock_ns(CLOCK_PROCESS_CPUTIME_ID), stop_ns);
	lp_clock_go_on();
	lp_sampler_resume();
}

uint64_t lp_pause_cpu_ns(void)
{
	if (__atomic_load_n(&is_paused, __ATOMIC_RELAXED))
		return lp_clock_since(stop_ns, outside_ns);
	return lp_clock_since(lp_clock_ns(CLOCK_PROCESS_CPUTIME_ID), outside_ns);
}

void lp_pause_fork_child(void)
{
	outside_ns = 0;
	stop_ns = 0;
}
