/*
 * sampler_perf.c: samples by the kernel's perf events.
 *
 * Three sources for each thread, as the kernel shows an ordinary user nothing that
 * happens in system mode:
 * - a clock that strikes in user mode only, about once a millisecond, each few samples at another
 *   distance: see periods.h;
 * - page faults, some hundred a second. To one goes what the clock did not see since
 *   the last one: the thread's CPU time, less what samples stand for already;
 * - a CPU-time timer at the tick, for system calls: when it finds the thread at the
 *   end of one, that took the tick.
 * Each sends its signal to the thread itself; docs/decisions/0030 says why. A thread that gives its
 * processor away all the time is left to the timer alone.
 */
#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <ucontext.h>

#include "runtime/clock.h"
#include "runtime/interrupted.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/perf_cost.h"
#include "runtime/periods.h"
#include "runtime/sample_signal.h"
#include "runtime/sampler.h"
#include "runtime/settings.h"
#include "runtime/thread_timer.h"
#include "runtime/usage.h"

/* Near 1 ms, but with no whole ratio to it, nor nearly one. */
#define BASE_NS 913929

/* So many samples at one distance may be in step with the program; the next ones have another.
 * That takes about as long as a sample: it is only to be had with a new event. */
enum { SAMPLES_IN_STEP = 8 };

/* Samples whose signal came at once are this near to what was interrupted. */
#define NEAR_BYTES 64

/* One in so many page faults is sampled; in a thread that makes many, such that there
 * is a sample every other period or so. */
enum { FAULTS_LEAST = 64, FAULTS_MOST = 4096, FAULT_PERIODS_MOST = 8, CLOCKS_PER_FAULT = 4 };

enum { FORGIVEN_TICKS_MOST = 32 };

/* Whenever a thread gets a processor, or gives it away, the kernel starts or stops its events. That
 * takes about such a part of what a sample takes: 8 of 27 us on an AMD EPYC guest. */
enum { SWITCH_PART = 4 };
/* Looked at in so much of a thread's CPU time. */
#define SWITCHES_EVERY_NS (8 * LP_TICK_NS)

static uint64_t period_ns;
static uint64_t longest_ns;  /* period of a thread whose samples are dear */
static uint64_t tick_weight; /* periods in one interval of the timer */
static uint64_t delivery_ns;
static int seccomp_mode;
static uint32_t resume_count; /* moments at which what was explained is void */

static bool is_near(const ucontext_t *context, uintptr_t address)
{
	return lp_interrupted_address(context) - address + NEAR_BYTES <= 2 * NEAR_BYTES;
}

/* Where its signal was blocked nobody knows who had called. But what the runtime did under its lock
 * is below where that lets the signal in. */
static void take_at(struct lp_thread_state *thread, const ucontext_t *context, uintptr_t address,
		    uint64_t weight)
{
	if (is_near(context, address))
		lp_sampler_take_at(thread, context, address, weight);
	else if (lp_lock_held_back(context))
		lp_sampler_take(thread, context, weight);
	else
		lp_sampler_take_at(thread, NULL, address, weight);
}

/* ---- a thread's sources ---- */

/* A program that has put itself into a sandbox may be killed for asking. */
static bool is_sandboxed_since(void)
{
	return lp_sys_seccomp_mode() != seccomp_mode;
}

/* False leaves what there was. */
static bool open_clock(struct lp_thread_state *thread, enum lp_perf_kind kind, uint64_t every_ns)
{
	struct lp_perf_thread *const perf = &thread->perf;
	struct lp_perf_event clock;

	if (is_sandboxed_since() ||
	    lp_perf_open(&clock, kind, thread->tid, every_ns, lp_sampler_signal()))
		return false;
	lp_perf_close(&perf->clock);
	perf->clock = clock;
	perf->clock_ns = every_ns;
	perf->clocks_in_step = 0;
	return true;
}

/* At the next distance. `multiple` is that of the governor. */
static bool open_next_clock(struct lp_thread_state *thread, uint64_t multiple)
{
	struct lp_perf_thread *const perf = &thread->perf;

	if (!open_clock(thread, LP_PERF_CLOCK,
			lp_periods_next(&perf->periods, multiple * period_ns)))
		return false;
	perf->multiple = multiple;
	return true;
}

static void open_faults(struct lp_thread_state *thread, uint32_t every)
{
	struct lp_perf_event faults;

	if (is_sandboxed_since() ||
	    lp_perf_open(&faults, LP_PERF_FAULTS, thread->tid, every, lp_sampler_signal()))
		return;
	lp_perf_close(&thread->perf.faults);
	thread->perf.faults = faults;
	thread->perf.faults_every = every;
}

/* The timer takes all samples of the thread from now on. */
static void close_events(struct lp_thread_state *thread)
{
	thread->perf.is_on = false;
	/* A handler of this thread sees that before the rings go. */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	lp_perf_close(&thread->perf.clock);
	lp_perf_close(&thread->perf.faults);
}

/* At any distance from the start up to a period, each as often: were it always a whole one, or
 * never a short one, the work that short threads begin with would never be seen. But at a short one
 * samples may be dearer than the time between them, and a thread that blocks signals would have
 * many. */
static bool open_first_clock(struct lp_thread_state *thread, uint64_t first_ns)
{
	return open_clock(thread, first_ns < period_ns / 4 ? LP_PERF_ONCE : LP_PERF_CLOCK,
			  first_ns);
}

/* What a parent had open is not here. */
static void open_events(struct lp_thread_state *thread)
{
	const uint64_t first_ns = lp_thread_timer_draw_ns(thread, period_ns);
	const uint64_t cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);

	thread->perf = (struct lp_perf_thread){
	    .multiple = 1,
	    .is_first = true,
	    .periods = {.place = (uint32_t)first_ns * UINT32_C(0x9e3779b1)},
	    .explained_ns = (int64_t)(cpu_ns + first_ns) - (int64_t)period_ns,
	    .resume_count = __atomic_load_n(&resume_count, __ATOMIC_RELAXED),
	};
	if (!open_first_clock(thread, first_ns))
		return;
	open_faults(thread, FAULTS_LEAST);
	/* Samples that come before this wait in the ring. */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	thread->perf.is_on = true;
}

static void count_lost(uint64_t lost_ns)
{
	if (lost_ns >= period_ns)
		__atomic_fetch_add(&lp_run->samples_lost, lost_ns / period_ns, __ATOMIC_RELAXED);
}

static void explain_ns(struct lp_thread_state *thread, uint64_t cpu_ns)
{
	thread->perf.explained_ns += (int64_t)cpu_ns;
}

static void explain(struct lp_thread_state *thread, uint64_t periods)
{
	explain_ns(thread, periods * period_ns);
}

/* CPU time that no sample stands for. */
static int64_t gap_ns(const struct lp_thread_state *thread)
{
	return (int64_t)lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) - thread->perf.explained_ns;
}

/* What the thread did while the measuring was stopped is none of ours. */
static void note_resume(struct lp_thread_state *thread)
{
	const uint32_t count = __atomic_load_n(&resume_count, __ATOMIC_RELAXED);

	if (thread->perf.resume_count != count)
		thread->perf.explained_ns = (int64_t)lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	thread->perf.resume_count = count;
}

/* Had it been page faults, one of them would have been seen. Nor is it known what it
 * was if signals were blocked, and the ring too small. Else it was system calls, which a
 * tick may still find. */
static void forgive_gap(struct lp_thread_state *thread, bool was_blocked)
{
	struct lp_perf_thread *const perf = &thread->perf;
	const int64_t period = (int64_t)period_ns;
	const int64_t gap = gap_ns(thread);
	const bool is_faulting = perf->clocks_since_fault++ < CLOCKS_PER_FAULT;
	const int64_t most_ns = FORGIVEN_TICKS_MOST * (int64_t)tick_weight * period;

	if (gap > period && (was_blocked || !is_faulting)) {
		perf->explained_ns += gap;
		if (!was_blocked)
			perf->forgiven_ns += gap;
		if (perf->forgiven_ns > most_ns)
			perf->forgiven_ns = most_ns;
	} else if (gap < -2 * (int64_t)tick_weight * period && !is_faulting) {
		/* Faults make up for it: they have what is left. */
		perf->explained_ns += gap;
	}
}

/* The first sample came early, and is the only one at that distance. */
static bool take_first(struct lp_thread_state *thread, const ucontext_t *context)
{
	struct lp_perf_thread *const perf = &thread->perf;
	uintptr_t address, next;
	uint64_t ignored = 0;
	int64_t gap;

	if (!lp_perf_next(&perf->clock, &address, &ignored))
		return false;
	take_at(thread, context, address, 1);
	explain(thread, 1);
	gap = gap_ns(thread);
	/* Its signal was blocked. */
	if (lp_perf_next(&perf->clock, &next, &ignored) ||
	    (!is_near(context, address) && gap > (int64_t)period_ns)) {
		count_lost(gap > 0 ? (uint64_t)gap : 0);
		perf->explained_ns += gap;
	} else if (gap < 0) {
		perf->explained_ns += gap;
	}
	if (open_next_clock(thread, 1))
		perf->is_first = false;
	else
		close_events(thread);
	return true;
}

/* In periods: always `multiple`, as longer and shorter distances make up for each other. But more
 * or less now and then where one distance stays, as signals are blocked or events refused. */
static uint64_t clock_weight(struct lp_perf_thread *perf)
{
	const int64_t period = (int64_t)period_ns;
	const int64_t nominal_ns = (int64_t)perf->multiple * period;
	const int64_t most_ns = SAMPLES_IN_STEP * nominal_ns / LP_PERIODS_SPREAD_PART;

	perf->ahead_ns += (int64_t)perf->clock_ns - nominal_ns;
	if (perf->ahead_ns > most_ns) {
		perf->ahead_ns -= period;
		return perf->multiple + 1;
	}
	if (perf->ahead_ns < -most_ns) {
		perf->ahead_ns += period;
		return perf->multiple - 1;
	}
	return perf->multiple;
}

/* Returns whether there was one. */
static bool take_clock(struct lp_thread_state *thread, const ucontext_t *context)
{
	struct lp_perf_thread *const perf = &thread->perf;
	uintptr_t address;
	uint64_t lost = 0, taken = 0;

	if (perf->is_first)
		return take_first(thread, context);
	while (lp_perf_next(&perf->clock, &address, &lost)) {
		const uint64_t weight = clock_weight(perf);

		if (weight)
			take_at(thread, context, address, weight);
		taken++;
	}
	count_lost(lost * perf->clock_ns);
	if (!taken)
		return false;
	explain_ns(thread, taken * perf->clock_ns);
	/* A ring that was full stays: its next sample tells what it had no room for. */
	perf->clocks_in_step = taken < lp_perf_capacity() ? perf->clocks_in_step + taken : 0;
	forgive_gap(thread, taken > 1);
	return true;
}

static void take_fault(struct lp_thread_state *thread, const ucontext_t *context, uintptr_t address)
{
	const int64_t gap = gap_ns(thread);
	const uint64_t weight = gap > 0 ? (uint64_t)gap / period_ns : 0;

	thread->perf.clocks_since_fault = 0;
	if (!weight)
		return;
	explain(thread, weight);
	__atomic_fetch_add(&lp_run->kernel_samples, weight, __ATOMIC_RELAXED);
	/* Charged is the instruction before the address. */
	take_at(thread, context, address + 1, weight);
}

/* The kernel can do that itself (attr.freq), but by the clock on the wall: a thread that
 * has to wait for a processor misleads it. */
static void adapt_faults(struct lp_thread_state *thread)
{
	struct lp_perf_thread *const perf = &thread->perf;
	const uint64_t cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	const uint64_t since_ns = cpu_ns - perf->last_fault_ns;

	perf->last_fault_ns = cpu_ns;
	if (since_ns < period_ns && perf->faults_every < FAULTS_MOST)
		open_faults(thread, 2 * perf->faults_every);
	else if (since_ns > FAULT_PERIODS_MOST * period_ns && perf->faults_every > FAULTS_LEAST)
		open_faults(thread, perf->faults_every / 2);
}

static void take_faults(struct lp_thread_state *thread, const ucontext_t *context)
{
	uintptr_t address;
	uint64_t lost = 0, taken = 0;

	while (lp_perf_next(&thread->perf.faults, &address, &lost)) {
		take_fault(thread, context, address);
		taken++;
	}
	if (taken)
		adapt_faults(thread);
}

/*
 * A tick that comes in time stands for its interval. On a busy machine it often does not, as
 * it has to find the thread on a processor: then what the clock did not see was spent in the
 * kernel, as far as the ticks reach that it stands for. If the signal was blocked, it says
 * nothing about where the time went before.
 */
static uint64_t kernel_weight(const struct lp_thread_state *thread, int overrun, bool was_blocked)
{
	const int64_t unseen_ns = gap_ns(thread) + (was_blocked ? 0 : thread->perf.forgiven_ns);
	const uint64_t unseen = unseen_ns > 0 ? (uint64_t)unseen_ns / period_ns : 0;
	uint64_t most;

	if (overrun <= 0)
		return tick_weight;
	most = tick_weight * (1 + (uint64_t)overrun);
	return was_blocked || unseen < most ? unseen : most;
}

static void take_kernel_tick(struct lp_thread_state *thread, const ucontext_t *context, int overrun,
			     bool was_blocked)
{
	struct lp_perf_thread *const perf = &thread->perf;
	const uint64_t weight = kernel_weight(thread, overrun, was_blocked);
	const int64_t least_gap = -(int64_t)(tick_weight * period_ns);
	int64_t excess;

	if (!weight)
		return;
	lp_sampler_take(thread, context, weight);
	__atomic_fetch_add(&lp_run->kernel_samples, weight, __ATOMIC_RELAXED);
	explain(thread, weight);
	excess = least_gap - gap_ns(thread);
	if (excess <= 0)
		return;
	perf->explained_ns -= excess;
	perf->forgiven_ns = perf->forgiven_ns > excess ? perf->forgiven_ns - excess : 0;
}

/* Whether events cost the thread more than samples may, as it switches so often. */
static bool switches_too_often(struct lp_thread_state *thread)
{
	struct lp_perf_thread *const perf = &thread->perf;
	const struct lp_usage now = lp_usage_now();
	const uint64_t switches = now.waits + now.preemptions;
	const uint64_t cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	const uint64_t elapsed_ns = cpu_ns - perf->switches_cpu_ns;
	const uint64_t cost_ns = (switches - perf->switches) * (delivery_ns / SWITCH_PART);
	const bool is_first = !perf->switches_cpu_ns;

	if (!is_first && elapsed_ns < SWITCHES_EVERY_NS)
		return false;
	perf->switches_cpu_ns = cpu_ns;
	perf->switches = switches;
	return !is_first && cost_ns * LP_GOVERNOR_COST_PARTS > elapsed_ns;
}

/* The timer takes over: first what no event has seen. */
static void leave_to_timer(struct lp_thread_state *thread, const ucontext_t *context)
{
	const int64_t unseen_ns = gap_ns(thread);

	close_events(thread);
	if (unseen_ns > (int64_t)period_ns)
		lp_sampler_take(thread, context, (uint64_t)unseen_ns / period_ns);
}

static void take_tick(struct lp_thread_state *thread, const ucontext_t *context, int overrun)
{
	const enum lp_tick_place place = lp_sampler_tick_was_in(thread);

	if (lp_clock_is_stopped())
		return;
	if (!thread->perf.is_on) {
		lp_sampler_take_tick(thread, context, place,
				     tick_weight * (1 + (overrun > 0 ? (uint64_t)overrun : 0)));
		if (thread->perf.is_paused)
			open_events(thread);
		return;
	}
	note_resume(thread);
	if (switches_too_often(thread)) {
		leave_to_timer(thread, context);
		return;
	}
	/* On the way back from one it is the clock's. */
	if (place == LP_IN_USER_MODE || !lp_interrupted_after_system_call(context)) {
		/* Its first signal may have met one that was pending, and comes but once. */
		if (thread->perf.is_first)
			take_clock(thread, context);
		return;
	}
	/* Samples of the clock that wait here were blocked, and so was the tick. */
	take_kernel_tick(thread, context, overrun, take_clock(thread, context));
}

/* Then samples are taken whatever they cost, but not often where they are dear. */
static bool is_asked_for(void)
{
	return lp_settings.engine == LP_ENGINE_ASKED_PERF;
}

static void govern(struct lp_thread_state *thread, const ucontext_t *context, uint64_t begin_ns)
{
	struct lp_perf_thread *const perf = &thread->perf;
	const uint64_t cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);

	if (!lp_governor_add(&perf->governor, cpu_ns - begin_ns + delivery_ns, cpu_ns))
		return;
	if (2 * perf->multiple * period_ns <= longest_ns)
		open_next_clock(thread, 2 * perf->multiple);
	else if (!is_asked_for())
		leave_to_timer(thread, context);
}

/* The new distance counts from now: the time since the last sample was lineprof's own. */
static void leave_step(struct lp_thread_state *thread, uint64_t begin_ns)
{
	const uint64_t asked_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	uint64_t now_ns;

	if (thread->perf.clocks_in_step < SAMPLES_IN_STEP ||
	    !open_next_clock(thread, thread->perf.multiple))
		return;
	now_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	explain_ns(thread, now_ns - begin_ns + delivery_ns);
	lp_sampler_note_cost(now_ns - asked_ns);
}

static bool is_event_of(const struct lp_thread_state *thread, const siginfo_t *info)
{
	return (info->si_code == POLL_IN || info->si_code == POLL_HUP) &&
	       (info->si_fd == thread->perf.clock.fd || info->si_fd == thread->perf.faults.fd);
}

/* Until take_tick() opens them again. */
static void pause_events(struct lp_thread_state *thread)
{
	close_events(thread);
	thread->perf.is_paused = true;
}

static void take_events(struct lp_thread_state *thread, const ucontext_t *context)
{
	const uint64_t begin_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);

	if (lp_clock_is_stopped()) {
		pause_events(thread);
		return;
	}
	note_resume(thread);
	take_clock(thread, context);
	take_faults(thread, context);
	lp_sampler_note_cost(delivery_ns);
	leave_step(thread, begin_ns);
	govern(thread, context, begin_ns);
}

static void handle(int signal_number, siginfo_t *info, void *context)
{
	struct lp_thread_state *const thread = lp_self;
	const int saved_errno = errno;

	/* In a bare clone() the parent's rings are not mapped. ThreadSanitizer holds signals back,
	 * and delivers there what was the parent's. */
	if (lp_sampler_has_moved(thread, signal_number, context) || !thread ||
	    !lp_lifecycle_is_ours())
		;
	else if (thread->perf.is_on && is_event_of(thread, info))
		take_events(thread, context);
	else if (thread->has_timer && info->si_code == SI_TIMER)
		take_tick(thread, context, info->si_overrun);
	errno = saved_errno;
}

/* Realtime signals would queue up, and at their limit turn into a deadly SIGIO. */
static bool takes_events(int signal_number)
{
	return signal_number == SIGURG;
}

/* Without perf, as when the user has locked all the memory that he may, the timer
 * takes all of the thread's samples. */
static void start_thread(struct lp_thread_state *thread)
{
	const int signal_number = lp_sampler_signal();

	thread->perf = (struct lp_perf_thread){.is_paused = takes_events(signal_number)};
	if (thread->perf.is_paused && !lp_clock_is_stopped())
		open_events(thread);
	lp_thread_timer_start(thread, signal_number, tick_weight * period_ns);
}

static void stop_thread(struct lp_thread_state *thread)
{
	lp_thread_timer_stop(thread);
	if (thread->perf.is_on && lp_lifecycle_is_ours())
		close_events(thread);
	thread->perf.is_on = false;
}

/* Only the thread itself can close its rings, at its next sample, and open them again. */
static void resume_thread(struct lp_thread_state *thread)
{
	__atomic_fetch_add(&resume_count, 1, __ATOMIC_RELAXED);
	lp_thread_timer_resume(thread, tick_weight * period_ns);
}

/* ---- the process ---- */

static const char *choose_period(int signal_number, uint64_t *cost_ns)
{
	const unsigned most =
	    is_asked_for() ? LP_GOVERNOR_MULTIPLE_ASKED_MOST : LP_GOVERNOR_MULTIPLE_MOST;
	unsigned multiple;
	const char *const trouble =
	    lp_perf_cost_multiple(signal_number, BASE_NS, most, cost_ns, &multiple);

	if (trouble)
		return trouble;
	if (!multiple && !is_asked_for())
		return "perf would take no more: its samples are too dear here";
	longest_ns = (uint64_t)most * BASE_NS;
	period_ns = multiple ? (uint64_t)multiple * BASE_NS : longest_ns;
	return NULL;
}

static const char *start(struct lp_sampling *sampling)
{
	int sample_signal;
	const char *trouble;

	seccomp_mode = lp_sys_seccomp_mode();
	/* As that of a service of systemd's with SystemCallFilter. */
	if (seccomp_mode != SECCOMP_MODE_DISABLED && !is_asked_for())
		return "perf not asked for: this sandbox (seccomp) may end the program for it";
	sample_signal = lp_sample_signal_take(lp_perf_cost_handle);
	if (!sample_signal)
		return "no signal is free";
	trouble = takes_events(sample_signal)
		      ? choose_period(sample_signal, &delivery_ns)
		      : "perf refused: SIGURG is the program's, or that of lineprof in "
			"another namespace (dlmopen)";
	lp_sample_signal_release(sample_signal);
	if (trouble)
		return trouble;
	sample_signal = lp_sample_signal_take(handle);
	tick_weight = (LP_TICK_NS + period_ns / 2) / period_ns;
	*sampling = (struct lp_sampling){sample_signal, period_ns};
	return NULL;
}

const struct lp_sampler lp_sampler_perf = {
    .engine = LP_ENGINE_PERF,
    .start = start,
    .handle = handle,
    .start_thread = start_thread,
    .stop_thread = stop_thread,
    .pause_thread = lp_thread_timer_pause,
    .resume_thread = resume_thread,
};
