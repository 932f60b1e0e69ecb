/* shadow.c: the clocks of functions. */
#include "runtime/shadow.h"

#include <errno.h>
#include <stddef.h>

#include "runtime/blocks.h"
#include "runtime/clock.h"
#include "runtime/clock_paths.h"
#include "runtime/gate.h"
#include "runtime/lifecycle.h"
#include "runtime/off_cpu.h"
#include "runtime/profile_file.h"
#include "runtime/reopen.h"
#include "runtime/shadow_room.h"

enum { TRIAL_CALLS = 64 };

/* A signal handler of this thread sees stores on either side of this in order. */
static inline void order(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* Shuts the probe of a function whose calls are too short to be worth a clock. */
static void collapse(struct lp_abi_func *func, uint32_t module, uint32_t index)
{
	if (!lp_gate_set(&func->gate, 1))
		return;
	for (uint32_t i = 0; i < lp_threads_count(); i++) {
		struct lp_thread_state *const thread = lp_threads_state(i);
		struct lp_clock *const clocks =
		    __atomic_load_n(&thread->clocks[module], __ATOMIC_ACQUIRE);

		/* Who takes a row looks at the gate behind that. */
		if (clocks && !__atomic_load_n(&thread->lacks_room, __ATOMIC_SEQ_CST))
			__atomic_or_fetch(&clocks[index].flags, LP_CLOCK_COLLAPSED,
					  __ATOMIC_RELAXED);
	}
}

static uint64_t ticks_per_second(void)
{
	return __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED);
}

/* How long calls have to be. Without samples nothing else tells how long they were: then clocks
 * may cost what they cost. */
static uint64_t least_ticks(struct lp_thread_state *thread, uint64_t now)
{
	if (lp_run->engine == LP_ENGINE_NONE)
		return ticks_per_second() / (UINT64_C(1000000000) / LP_CLOCK_LEAST_NS);
	return lp_clock_budget_least(&thread->budget, now, ticks_per_second(),
				     lp_clock_read_cost());
}

/* The thread's calls are too short: for all threads, unless another one waits there. */
static void give_up(struct lp_thread_state *thread, const struct lp_shadow_frame *top, uint64_t now)
{
	const uint32_t module = LP_REGION_MODULE(top->region);
	const uint32_t index = LP_REGION_FUNC(top->region);

	if (lp_own_gate_is_wanted(thread, module, index, now, ticks_per_second())) {
		top->clock->flags |= LP_CLOCK_COLLAPSED;
		lp_own_gate_shut(top->trial, now);
	} else {
		collapse(top->func, module, index);
	}
}

static void judge(struct lp_thread_state *thread, const struct lp_shadow_frame *top, uint64_t now)
{
	const bool is_long = top->trial->ticks / TRIAL_CALLS >= least_ticks(thread, now);

	top->trial->calls = 0;
	top->trial->ticks = 0;
	if (!is_long)
		give_up(thread, top, now);
}

/* Whether a call is not timed, as the thread's calls of the function are too short. */
static __attribute__((noinline)) bool is_passed(struct lp_trial *trial, struct lp_abi_func *func,
						uint32_t module, uint32_t index)
{
	/* Once, as a signal's handler may come here, too. */
	const uint32_t passes = __atomic_load_n(&trial->passes, __ATOMIC_RELAXED);
	enum lp_own_gate gate;
	uint64_t now;

	if (passes != 1) {
		trial->passes = passes ? passes - 1 : 0;
		return passes > 0;
	}
	trial->passes = 0;
	now = lp_clock_ticks();
	/* Its time stands still: this says nothing of how often there is a call. */
	if (lp_clock_is_stopped()) {
		lp_own_gate_shut(trial, now);
		return true;
	}
	gate = lp_own_gate_ask(trial, now, ticks_per_second());
	if (gate == LP_OWN_GATE_TOO_DEAR)
		collapse(func, module, index);
	return gate != LP_OWN_GATE_OPEN;
}

/* Judges every TRIAL_CALLS calls anew: the first ones of a run are often slow, with
 * cold caches and the probes of their callees still open.
 * Only a call that ends by its own leave is judged: others may belong to code that
 * was unloaded, and their end is not when they ended. */
static inline void try_out(struct lp_thread_state *thread, uint64_t now)
{
	const struct lp_shadow_frame *const top = &thread->frames[thread->depth - 1];
	const uint64_t ticks = lp_clock_since(now, top->start_ticks);

	/* Its time stands still: this says nothing of how long it takes. */
	if (lp_clock_is_stopped())
		return;
	thread->budget.calls++;
	lp_own_gate_note(top->trial, now, ticks, ticks_per_second());
	top->trial->ticks = ticks < UINT32_MAX - top->trial->ticks
				? top->trial->ticks + (uint32_t)ticks
				: UINT32_MAX;
	if (++top->trial->calls == TRIAL_CALLS)
		judge(thread, top, now);
}

static uint64_t *in_array(const struct lp_thread_state *thread, const struct lp_shadow_frame *open,
			  enum lp_clock_array which)
{
	const uint32_t module = LP_REGION_MODULE(open->region);

	return &lp_blocks_clock_array(thread, module, which)[LP_REGION_FUNC(open->region)];
}

/* A short stretch that was measured may stand for more than its function's clock has read: the rest
 * is that of the next one that was off CPUs. */
static void fit(struct lp_thread_state *thread, const struct lp_shadow_frame *open,
		struct lp_off_cpu *off)
{
	const uint64_t all = off->ticks + thread->on_cpu.carried_ticks;
	const uint64_t room =
	    lp_clock_since(open->clock->self_ticks, *in_array(thread, open, LP_CLOCK_OFF_CPU));

	off->ticks = all < room ? all : room;
	if (off->delay_ticks > off->ticks)
		off->delay_ticks = off->ticks;
	off->unasked_ticks = off->ticks - off->delay_ticks;
	thread->on_cpu.carried_ticks = all - off->ticks;
}

/* For `ticks` until `now` the thread was ready to run, and others had the CPUs: that is of all clocks
 * that are open, and no time of the thread's own. Else calls were long by it, clocks cheap, and the
 * next trials soon due, where a machine has much to do. */
static void leave_out(struct lp_thread_state *thread, uint64_t now, uint64_t ticks)
{
	lp_clock_leave_out(&thread->budget.begin_ticks, now, ticks);
	lp_clock_leave_out(&thread->reopened_ticks, now, ticks);
	for (uint32_t i = 0; i < thread->depth; i++) {
		struct lp_shadow_frame *const open = &thread->frames[i];

		lp_clock_leave_out(&open->start_ticks, now, ticks);
		if (open->is_outermost)
			*in_array(thread, open, LP_CLOCK_TOTAL_DELAY) += ticks;
	}
}

/* What of the time since the last event the thread was off its CPU, to the innermost open clock;
 * and of that, what it was ready to run, to all that are open. For `known` a call of the program's
 * has waited. */
static __attribute__((noinline)) void account_off_cpu(struct lp_thread_state *thread, uint64_t now,
						      uint64_t elapsed, uint64_t known)
{
	const int saved_errno = errno;
	struct lp_off_cpu off = lp_off_cpu_since(thread, now, elapsed, known);
	struct lp_shadow_frame *top;

	errno = saved_errno;
	if (!off.ticks || !thread->depth)
		return;
	top = &thread->frames[thread->depth - 1];
	if (!lp_off_cpu_may_be(elapsed))
		fit(thread, top, &off);
	top->ran_ticks -= (int64_t)off.ticks;
	top->waited_ticks += (int64_t)off.ticks - (int64_t)off.delay_ticks - (int64_t)known;
	*in_array(thread, top, LP_CLOCK_OFF_CPU) += off.ticks;
	*in_array(thread, top, LP_CLOCK_UNASKED) += off.unasked_ticks;
	if (!off.delay_ticks)
		return;
	*in_array(thread, top, LP_CLOCK_DELAY) += off.delay_ticks;
	leave_out(thread, now, off.delay_ticks);
}

/* Accounts the time since the last event to the innermost open clock, and returns it. A handler
 * that jumps away between the two stores has it counted twice: so the kernel is asked behind them.
 */
static inline uint64_t account_elapsed(struct lp_thread_state *thread, uint64_t now)
{
	const uint64_t elapsed = lp_clock_since(now, thread->last_ticks);

	if (thread->depth) {
		thread->frames[thread->depth - 1].clock->self_ticks += elapsed;
		thread->frames[thread->depth - 1].ran_ticks += (int64_t)elapsed;
	}
	thread->last_ticks = now;
	return elapsed;
}

/* Whether the kernel was asked for it. */
static inline bool account(struct lp_thread_state *thread, uint64_t now)
{
	const uint64_t elapsed = account_elapsed(thread, now);

	if (__builtin_expect(!lp_off_cpu_is_due(thread, elapsed), 1))
		return false;
	account_off_cpu(thread, now, elapsed, 0);
	return true;
}

static inline void pop(struct lp_thread_state *thread, uint64_t now)
{
	struct lp_shadow_frame *const top = &thread->frames[thread->depth - 1];

	if (top->is_outermost)
		top->clock->total_ticks += lp_clock_since(now, top->since_ticks);
	top->clock->active--;
	thread->depth--;
}

static inline void push(struct lp_thread_state *thread, struct lp_clock *clock,
			struct lp_trial *trial, struct lp_abi_func *func, uintptr_t frame,
			uint64_t region, uint64_t now)
{
	thread->frames[thread->depth] = (struct lp_shadow_frame){
	    .frame = frame,
	    .clock = clock,
	    .trial = trial,
	    .func = func,
	    .start_ticks = now,
	    .since_ticks = now,
	    .region = region,
	    .is_outermost = !clock->active,
	};
	clock->active++;
	clock->calls += !lp_clock_is_stopped();
	order();
	thread->depth++;
}

static void recount(struct lp_thread_state *thread, struct lp_clock *clock)
{
	uint32_t active = 0;

	for (uint32_t i = 0; i < thread->depth; i++)
		active += thread->frames[i].clock == clock;
	if (clock)
		clock->active = active;
}

/* A probe that siglongjmp() left in the middle: it was about to push or pop one. */
static void mend(struct lp_thread_state *thread)
{
	if (thread->depth)
		recount(thread, thread->frames[thread->depth - 1].clock);
	if (thread->depth < thread->depth_most)
		recount(thread, thread->frames[thread->depth].clock);
	thread->busy_frame = 0;
}

/* A handler inside a probe stays out. */
static inline bool is_inside_probe(struct lp_thread_state *thread, uintptr_t frame)
{
	if (__builtin_expect(!thread->busy_frame, 1))
		return false;
	if (frame < thread->busy_frame || lp_threads_is_on_signal_stack_now(thread, frame))
		return true;
	mend(thread);
	return false;
}

/* Whether clocks of calls further in than `frame` are open: these are over, if it is where it
 * seems to be. */
static inline bool has_dead(const struct lp_thread_state *thread, uintptr_t frame)
{
	return thread->depth && thread->frames[thread->depth - 1].frame < frame;
}

static inline void close_dead(struct lp_thread_state *thread, uintptr_t frame, uint64_t now)
{
	while (thread->depth && thread->frames[thread->depth - 1].frame <= frame)
		pop(thread, now);
}

/* A thread that waits nearly all the time has hardly a sample, where this is done otherwise. Behind
 * the probe: then what a library's loop has waited that calls back is known to be that. */
static __attribute__((noinline)) void refresh(struct lp_thread_state *thread)
{
	const int saved_errno = errno;

	if (thread->last_ticks >= thread->next_refresh_ticks)
		lp_lifecycle_refresh_caller();
	errno = saved_errno;
}

uint32_t lp_shadow_enter(struct lp_abi_module *module, struct lp_abi_func *func, void *frame)
{
	struct lp_thread_state *thread = lp_self;
	const uintptr_t here = (uintptr_t)frame;
	const uint32_t index = (uint32_t)module->handle - 1;
	const uint32_t func_index = (uint32_t)(func - (struct lp_abi_func *)module->funcs_begin);
	struct lp_clock *clocks;
	struct lp_trial *trial;
	bool is_asked, has_room;
	uint64_t now;

	if (__builtin_expect(!thread || !thread->counters[index], 0)) {
		((const struct lp_abi_ops *)module->ops)->thread(module);
		thread = lp_self;
		/* A function that the runtime itself has called. */
		if (!thread)
			return 0;
	}
	clocks = thread->clocks[index];
	if (__builtin_expect(!clocks, 0))
		return 0;
	if (thread->is_untimed || __atomic_load_n(&func->gate, __ATOMIC_RELAXED) ||
	    !lp_threads_is_on_stack(thread, here) || is_inside_probe(thread, here))
		return 0;
	if (__builtin_expect(has_dead(thread, here), 0) &&
	    lp_threads_is_on_signal_stack(thread, here))
		return 0;
	trial = &thread->trials[index][func_index];
	if (__builtin_expect(trial->passes, 0) && is_passed(trial, func, index, func_index))
		return 0;
	thread->busy_frame = here;
	order();
	now = lp_clock_ticks();
	is_asked = account(thread, now);
	close_dead(thread, here, now);
	thread->clock_reads++;
	has_room =
	    __builtin_expect(thread->depth < thread->depth_most, 1) || lp_shadow_room_more(thread);
	if (has_room)
		push(thread, &clocks[func_index], trial, func, here, LP_REGION(index, func_index),
		     now);
	order();
	thread->busy_frame = 0;
	if (__builtin_expect(is_asked, 0))
		refresh(thread);
	return has_room;
}

void lp_shadow_leave(void *frame)
{
	struct lp_thread_state *const thread = lp_self;
	const uintptr_t here = (uintptr_t)frame;
	bool is_asked;
	uint64_t now;

	/* Clocks are open on the thread's own stack only: where a coroutine lands, on another one,
	 * says nothing of them. */
	if (!thread || thread->is_untimed || !lp_threads_is_on_stack(thread, here) ||
	    is_inside_probe(thread, here))
		return;
	if (__builtin_expect(has_dead(thread, here), 0) &&
	    lp_threads_is_on_signal_stack(thread, here))
		return;
	thread->busy_frame = here;
	order();
	now = lp_clock_ticks();
	is_asked = account(thread, now);
	thread->clock_reads++;
	while (has_dead(thread, here))
		pop(thread, now);
	if (thread->depth && thread->frames[thread->depth - 1].frame == here) {
		lp_clock_paths_end(thread, &thread->frames[thread->depth - 1]);
		try_out(thread, now);
		pop(thread, now);
	}
	lp_reopen_gates(thread, now);
	order();
	thread->busy_frame = 0;
	if (__builtin_expect(is_asked, 0))
		refresh(thread);
}

void lp_shadow_close_left(struct lp_thread_state *thread, uintptr_t stack_pointer)
{
	uint64_t now;

	if (thread->busy_frame || !lp_threads_is_on_stack(thread, stack_pointer) ||
	    !has_dead(thread, stack_pointer) ||
	    lp_threads_is_on_signal_stack(thread, stack_pointer))
		return;
	now = lp_clock_ticks();
	account(thread, now);
	close_dead(thread, stack_pointer - 1, now);
}

/* Of the time that was accounted last, less than a while. What a call waited before that, where a
 * library has called back, was the clock's own waiting. */
static void account_wait(struct lp_thread_state *thread, uint64_t ticks, uint64_t before)
{
	struct lp_shadow_frame *const top = &thread->frames[thread->depth - 1];

	top->ran_ticks -= (int64_t)ticks;
	top->waited_ticks -= (int64_t)before;
	thread->on_cpu.known_ticks += ticks;
	*in_array(thread, top, LP_CLOCK_OFF_CPU) += ticks;
	*in_array(thread, top, LP_CLOCK_UNASKED) += ticks;
}

void lp_shadow_waited(struct lp_thread_state *thread, uint64_t now, uint64_t ticks)
{
	uint64_t elapsed;

	if (thread->busy_frame || !thread->depth)
		return;
	thread->busy_frame = (uintptr_t)__builtin_frame_address(0);
	order();
	elapsed = account_elapsed(thread, now);
	if (lp_off_cpu_may_be(elapsed)) {
		account_off_cpu(thread, now, elapsed, ticks);
	} else {
		if (ticks < elapsed)
			account_wait(thread, ticks, 0);
		else
			account_wait(thread, elapsed, ticks - elapsed);
		if (lp_off_cpu_is_due(thread, elapsed))
			account_off_cpu(thread, now, elapsed, 0);
	}
	order();
	thread->busy_frame = 0;
}

void lp_shadow_knows(struct lp_thread_state *thread, uint64_t region, uint64_t ticks)
{
	if (thread->busy_frame)
		return;
	for (uint32_t i = thread->depth; i-- > 0;)
		if (thread->frames[i].region == region) {
			thread->frames[i].waited_ticks -= (int64_t)ticks;
			return;
		}
}

uint64_t lp_shadow_region(const struct lp_thread_state *thread)
{
	const uint32_t depth = thread->depth;

	return depth ? thread->frames[depth - 1].region : 0;
}

void lp_shadow_settle(struct lp_thread_state *thread)
{
	const uint64_t now = lp_clock_ticks();

	if (thread->busy_frame)
		return;
	account(thread, now);
	for (uint32_t i = 0; i < thread->depth; i++) {
		struct lp_shadow_frame *const open = &thread->frames[i];

		if (open->is_outermost)
			open->clock->total_ticks += lp_clock_since(now, open->since_ticks);
		open->since_ticks = now;
	}
	__atomic_fetch_add(&lp_run->clock_reads, thread->clock_reads, __ATOMIC_RELAXED);
	/* Else samples tell, in the probes' row. */
	if (lp_run->engine == LP_ENGINE_NONE)
		__atomic_fetch_add(&lp_run->overhead_ticks,
				   thread->clock_reads * lp_clock_read_cost(), __ATOMIC_RELAXED);
	thread->clock_reads = 0;
}

void lp_shadow_close(struct lp_thread_state *thread)
{
	uint64_t now;

	thread->busy_frame = UINTPTR_MAX;
	order();
	now = lp_clock_ticks();
	account(thread, now);
	while (thread->depth)
		pop(thread, now);
	order();
	thread->busy_frame = 0;
	lp_shadow_settle(thread);
}

void lp_shadow_abandon(struct lp_thread_state *thread)
{
	while (thread->depth)
		pop(thread, thread->last_ticks);
}
