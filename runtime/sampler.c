/* sampler.c: the choice of the engine, and what is done with a sample. */
#include "runtime/sampler.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/callpath.h"
#include "runtime/clock.h"
#include "runtime/interrupted.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/log.h"
#include "runtime/register.h"
#include "runtime/reopen.h"
#include "runtime/sample_signal.h"
#include "runtime/settings.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/thread_timer.h"
#include "runtime/usage.h"
#include "runtime/waits.h"

static const struct lp_sampler *engine;
static bool is_halted;
static struct lp_sampling sampling;
static uint32_t resume_count;

/* Returns NULL, or why not. */
static const char *try_engine(const struct lp_sampler *candidate)
{
	const char *const trouble = candidate->start(&sampling);

	if (trouble)
		return trouble;
	engine = candidate;
	lp_run->engine = engine->engine;
	lp_run->sample_period_ns = sampling.period_ns;
	return NULL;
}

/* The timer, for the reason `why`. */
static const char *fall_back(const char *why)
{
	const char *const trouble = try_engine(&lp_sampler_timer);

	return trouble ? trouble : why;
}

static const char *start_perf(void)
{
	const char *const trouble = try_engine(&lp_sampler_perf);

	if (!trouble)
		return "";
	if (lp_settings.engine == LP_ENGINE_ASKED_PERF)
		lp_log("LINEPROF_ENGINE=perf", trouble, "using the timer");
	return fall_back(trouble);
}

const char *lp_sampler_start(void)
{
	lp_run->engine = LP_ENGINE_NONE;
	if (lp_settings.paths_are_off)
		lp_run->flags |= LP_INFO_NO_PATHS;
	if (lp_settings.mode != LP_MODE_AUTO)
		return lp_settings.mode_note;
	if (lp_settings.engine == LP_ENGINE_ASKED_NONE)
		return "LINEPROF_ENGINE=none";
	if (lp_settings.engine == LP_ENGINE_ASKED_TIMER)
		return fall_back("LINEPROF_ENGINE=timer");
	return start_perf();
}

int lp_sampler_signal(void)
{
	return __atomic_load_n(&sampling.signal_number, __ATOMIC_ACQUIRE);
}

static void start_thread(struct lp_thread_state *thread)
{
	if (__atomic_load_n(&is_halted, __ATOMIC_RELAXED))
		return;
	thread->sample_signal = lp_sampler_signal();
	engine->start_thread(thread);
}

void lp_sampler_start_thread(struct lp_thread_state *thread)
{
	if (!engine)
		return;
	thread->kernel_us = lp_usage_now().kernel_us;
	thread->kernel_resumes = __atomic_load_n(&resume_count, __ATOMIC_RELAXED);
	start_thread(thread);
}

void lp_sampler_stop_thread(struct lp_thread_state *thread)
{
	if (engine)
		engine->stop_thread(thread);
}

static void for_live_threads(void (*act)(struct lp_thread_state *))
{
	for (uint32_t i = 1; i < lp_threads_count(); i++)
		if (lp_threads_state(i)->phase == LP_THREAD_LIVE)
			act(lp_threads_state(i));
}

void lp_sampler_pause(void)
{
	if (engine)
		for_live_threads(engine->pause_thread);
}

/* Another thread may be reading its rings, which end its events. */
static void halt_thread(struct lp_thread_state *thread)
{
	if (thread == lp_self)
		engine->stop_thread(thread);
	else
		lp_thread_timer_stop(thread);
}

bool lp_sampler_halt(void)
{
	if (!engine || is_halted)
		return false;
	__atomic_store_n(&is_halted, true, __ATOMIC_RELAXED);
	for_live_threads(halt_thread);
	__atomic_or_fetch(&lp_run->flags, LP_INFO_HALTED, __ATOMIC_RELAXED);
	return true;
}

/* Of another thread, only what lp_sampler_halt() ended there. */
static void start_again(struct lp_thread_state *thread)
{
	if (thread == lp_self)
		start_thread(thread);
	else
		lp_thread_timer_start(thread, lp_sampler_signal(), LP_TICK_NS);
}

void lp_sampler_go_on(void)
{
	__atomic_store_n(&is_halted, false, __ATOMIC_RELAXED);
	__atomic_and_fetch(&lp_run->flags, ~(uint32_t)LP_INFO_HALTED, __ATOMIC_RELAXED);
	for_live_threads(start_again);
}

void lp_sampler_resume(void)
{
	__atomic_fetch_add(&resume_count, 1, __ATOMIC_RELAXED);
	if (engine && !is_halted)
		for_live_threads(engine->resume_thread);
}

/* Its own handler and another thread that brings it over may meet: who comes first does it, and the
 * next signal what is left. */
static bool claim_move(struct lp_thread_state *thread)
{
	return !__atomic_exchange_n(&thread->is_moving, true, __ATOMIC_ACQUIRE);
}

static void end_move(struct lp_thread_state *thread)
{
	__atomic_store_n(&thread->is_moving, false, __ATOMIC_RELEASE);
}

static void restart_thread(struct lp_thread_state *thread)
{
	if (!claim_move(thread))
		return;
	engine->stop_thread(thread);
	start_thread(thread);
	end_move(thread);
}

/* Under the lock. Other threads go over at their next sample. */
static bool move_signal(void)
{
	const int other = lp_sample_signal_take(engine->handle);

	if (!other)
		return false;
	__atomic_store_n(&sampling.signal_number, other, __ATOMIC_RELEASE);
	if (lp_self && lp_self->phase == LP_THREAD_LIVE)
		restart_thread(lp_self);
	return true;
}

bool lp_sampler_has_moved(struct lp_thread_state *thread, int signal_number, void *context)
{
	const int number = lp_sampler_signal();
	const bool is_behind =
	    thread && thread->phase == LP_THREAD_LIVE && thread->sample_signal != number;

	if (is_behind)
		restart_thread(thread);
	if (signal_number != number)
		lp_sample_signal_let_in_behind(number, context);
	return is_behind || signal_number != number;
}

void lp_sampler_check(void)
{
	if (engine && !lp_sample_signal_is_served(sampling.signal_number))
		__atomic_or_fetch(&lp_run->flags, LP_INFO_SIGNAL_GONE, __ATOMIC_RELAXED);
}

/* Where its next sample would come to the program's handler: a timer has it go over. In a thread
 * that blocks the signal, as those do that are begun with all blocked, it would be pending for
 * ever, for sigwait() to find. */
static void bring_over(struct lp_thread_state *thread)
{
	if (thread == lp_self || thread->sample_signal == lp_sampler_signal() ||
	    lp_sample_signal_is_blocked_in(thread->tid, lp_sampler_signal()) || !claim_move(thread))
		return;
	lp_thread_timer_stop(thread);
	lp_thread_timer_start(thread, lp_sampler_signal(), LP_TICK_NS);
	end_move(thread);
}

/* In a child by vfork() or a bare clone(), whose handlers are its own, the signal is its
 * parent's. */
bool lp_sampler_keep_signal(void)
{
	struct lp_guard guard;
	bool is_kept;

	if (!engine || lp_sample_signal_is_served(lp_sampler_signal()) || !lp_lifecycle_is_ours())
		return true;
	lp_lock(&guard);
	is_kept = lp_sample_signal_take_back(sampling.signal_number);
	if (!is_kept && move_signal()) {
		for_live_threads(bring_over);
		is_kept = true;
	}
	lp_unlock(&guard);
	lp_sampler_let_in(lp_sample_signal_blocked());
	return is_kept;
}

/* What the program has blocked for a use of its own comes by another one. */
static void leave_urgent(void)
{
	struct lp_guard guard;

	lp_lock(&guard);
	if (sampling.signal_number == SIGURG) {
		lp_sample_signal_leave_urgent();
		move_signal();
	}
	lp_unlock(&guard);
}

void lp_sampler_let_in(uint64_t blocked)
{
	if (!engine || !(blocked & UINT64_C(1) << (lp_sampler_signal() - 1)))
		return;
	if (lp_sampler_signal() == SIGURG && lp_sample_signal_is_wanted(SIGURG, blocked))
		leave_urgent();
	lp_sample_signal_unblock(lp_sampler_signal());
}

/* A sample at thread->path, `depth` long. */
static void add(struct lp_thread_state *thread, size_t depth, uint64_t weight)
{
	for (size_t i = 0; i < depth; i++)
		thread->path[i] = lp_modules_recorded(thread->path[i]);
	if (lp_stacks_add(LP_STACK_LEAF, thread->index, thread->path, depth,
			  lp_shadow_region(thread), weight)) {
		__atomic_fetch_add(&lp_run->sample_squares, weight * weight, __ATOMIC_RELAXED);
		__atomic_fetch_add(&lp_run->samples_taken, weight, __ATOMIC_RELAXED);
		if (depth == LP_PATH_DEPTH)
			__atomic_fetch_add(&lp_run->deep_samples, weight, __ATOMIC_RELAXED);
		thread->row->samples += weight;
	} else {
		__atomic_fetch_add(&lp_run->samples_lost, weight, __ATOMIC_RELAXED);
	}
}

enum lp_tick_place lp_sampler_tick_was_in(struct lp_thread_state *thread)
{
	const uint64_t before_us = thread->kernel_us;
	const uint64_t now_us = lp_usage_now().kernel_us;
	const uint32_t resumes = __atomic_load_n(&resume_count, __ATOMIC_RELAXED);
	const bool was_paused = thread->kernel_resumes != resumes;

	thread->kernel_us = now_us;
	thread->kernel_resumes = resumes;
	if (was_paused || before_us == LP_KERNEL_TIME_UNKNOWN || now_us == LP_KERNEL_TIME_UNKNOWN)
		return LP_IN_UNKNOWN;
	return now_us - before_us > LP_TICK_NS / 2 / 1000 ? LP_IN_KERNEL : LP_IN_USER_MODE;
}

void lp_sampler_note_cost(uint64_t cost_ns)
{
	const uint64_t frequency = __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED);

	__atomic_fetch_add(&lp_run->overhead_ticks, cost_ns * frequency / UINT64_C(1000000000),
			   __ATOMIC_RELAXED);
}

/* Where the thread is, to its path: how long that is. Clocks and waits that were left open have
 * no part of it. */
static size_t find_place(struct lp_thread_state *thread, const void *context)
{
	size_t depth;

	if (!context)
		return 1;
	depth = lp_callpath_walk(thread, context);
	lp_shadow_close_left(thread, lp_callpath_stack_pointer(context));
	lp_waits_close_left(thread, lp_callpath_stack_pointer(context));
	return depth;
}

/* Where a sandbox keeps the kernel from telling, samples do. */
static void note_cpu(struct lp_thread_state *thread, uint64_t cpu_ns, uint64_t weight)
{
	const uint64_t sampled_ns = weight * lp_run->sample_period_ns;

	if (cpu_ns) {
		lp_threads_note_cpu(thread, cpu_ns);
	} else {
		__atomic_fetch_add(&thread->row->cpu_ns, sampled_ns, __ATOMIC_RELAXED);
		__atomic_fetch_add(&lp_run->cpu_ns, sampled_ns, __ATOMIC_RELAXED);
	}
}

void lp_sampler_take_at(struct lp_thread_state *thread, const void *context, uintptr_t address,
			uint64_t weight)
{
	const uint64_t begin_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	uint64_t end_ns;
	size_t depth;

	/* On its way when the program was stopped. In a sandbox that keeps signals from being
	 * blocked it may come while the thread holds the lock. */
	if (lp_clock_is_stopped() || lp_lock_is_mine())
		return;
	depth = find_place(thread, context);
	if (address)
		thread->path[0] = address;
	add(thread, depth, weight);
	lp_stacks_make_room();
	lp_reopen_gates(thread, lp_clock_ticks());
	if (lp_clock_ticks() >= thread->next_refresh_ticks)
		lp_lifecycle_refresh_thread(thread);
	end_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	note_cpu(thread, end_ns, weight);
	lp_sampler_note_cost(end_ns - begin_ns);
}

void lp_sampler_take(struct lp_thread_state *thread, const void *context, uint64_t weight)
{
	lp_sampler_take_at(thread, context, 0, weight);
}

/*
 * Takes a sample of a thread that was in the kernel when the tick came. If that was no system
 * call it was a page fault, and the instruction there, which begins anew, is what took the time:
 * not the one before, which a sample is charged to.
 */
static void take_in_kernel(struct lp_thread_state *thread, const ucontext_t *context,
			   uint64_t weight)
{
	const bool is_fault = !lp_interrupted_after_system_call(context);

	lp_sampler_take_at(thread, context, is_fault ? lp_interrupted_address(context) + 1 : 0,
			   weight);
	__atomic_fetch_add(&lp_run->kernel_samples, weight, __ATOMIC_RELAXED);
}

void lp_sampler_take_tick(struct lp_thread_state *thread, const void *context,
			  enum lp_tick_place place, uint64_t weight)
{
	if (place == LP_IN_KERNEL && !lp_clock_is_stopped())
		take_in_kernel(thread, (const ucontext_t *)context, weight);
	else
		lp_sampler_take(thread, context, weight);
}
