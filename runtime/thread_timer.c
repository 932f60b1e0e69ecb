/* thread_timer.c: a timer of one thread's CPU time. */
#include "runtime/thread_timer.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/system_calls.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

uint64_t lp_thread_timer_draw_ns(const struct lp_thread_state *thread, uint64_t most_ns)
{
	const uint64_t seed = lp_clock_ticks() ^ (uint64_t)thread->tid << 32;

	return 1 + (seed * UINT64_C(0x9e3779b97f4a7c15) >> 32) % most_ns;
}

/* System calls, as the C library's functions may allocate. */
static bool set_timer(const struct lp_thread_state *thread, const struct itimerspec *times)
{
	return !lp_system_call(SYS_timer_settime, thread->timer, 0, times, NULL);
}

/* The kernel looks at its next tick whether a period has ended: the first one ends so early that
 * with this tick it is no more than one. Work that short threads begin with would be seen too
 * seldom otherwise. */
static bool begin_periods(const struct lp_thread_state *thread, uint64_t interval_ns)
{
	struct itimerspec periods = {{0, (long)interval_ns}, {0, 1}};
	struct timespec tick;

	if (!clock_getres(CLOCK_MONOTONIC_COARSE, &tick) && (uint64_t)tick.tv_nsec < interval_ns)
		periods.it_value.tv_nsec =
		    (long)lp_thread_timer_draw_ns(thread, interval_ns - (uint64_t)tick.tv_nsec);

	return set_timer(thread, &periods);
}

void lp_thread_timer_start(struct lp_thread_state *thread, int signal_number, uint64_t interval_ns)
{
	struct sigevent event;

	memset(&event, 0, sizeof event);
	event.sigev_notify = SIGEV_THREAD_ID;
	event.sigev_signo = signal_number;
	event.sigev_notify_thread_id = thread->tid;
	thread->has_timer = !lp_system_call(SYS_timer_create, lp_clock_of_thread(thread->tid),
					    &event, &thread->timer);
	if (thread->has_timer && !lp_clock_is_stopped() && !begin_periods(thread, interval_ns))
		lp_thread_timer_stop(thread);
}

void lp_thread_timer_restart(const struct lp_thread_state *thread, uint64_t interval_ns)
{
	begin_periods(thread, interval_ns);
}

void lp_thread_timer_stop(struct lp_thread_state *thread)
{
	/* In a child that is no fork()'s, the number may be a timer of the program's. */
	if (thread->has_timer && lp_lifecycle_is_ours())
		lp_system_call(SYS_timer_delete, thread->timer);
	thread->has_timer = false;
}

void lp_thread_timer_pause(struct lp_thread_state *thread)
{
	const struct itimerspec never = {{0, 0}, {0, 0}};

	if (thread->has_timer)
		set_timer(thread, &never);
}

void lp_thread_timer_resume(struct lp_thread_state *thread, uint64_t interval_ns)
{
	if (thread->has_timer)
		begin_periods(thread, interval_ns);
}
