/* waits.c: on which lines threads wait. */
#include "runtime/waits.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "runtime/callpath.h"
#include "runtime/clock.h"
#include "runtime/gpu_probes.h"
#include "runtime/lifecycle.h"
#include "runtime/off_cpu.h"
#include "runtime/own_work.h"
#include "runtime/register.h"
#include "runtime/reopen.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/unwind.h"
#include "runtime/usage.h"
#include "runtime/wait_gates.h"

enum {
	/* Shorter calls are not looked at: asking the kernel takes a microsecond. */
	LEAST_NS = 25000,
	/* What it said is good for so long: then a hundredth of the time goes on asking, at most.
	 */
	KNOWN_USAGE_NS = 100000,
	/* Of shorter waits it is not asked what the thread had no processor for: that takes ten
	 * microseconds. */
	LEAST_DELAYED_NS = 2000000,
	/* A path is looked for when so much has been waited for: that takes a few microseconds. */
	KEPT_FROM_NS = 500000,
	/* The path of a wait that may be the last: how long one holds, and how often a thread looks
	 * for one, at once and on average. */
	KNOWN_FOR_NS = 100000000,
	SEARCHES_MOST = 16,
	SEARCHED_NS = 1000000,
	/* What takes longer was interrupted: the kernel gives a processor away as it is asked. */
	OVERHEAD_NS_MOST = 50000,
};

/* In lp_abi_wait.start_switches: who began stands above how often it had given its processor away.
 */
#define THREAD_SHIFT 48

static uint64_t ticks_of_ns(uint64_t ns)
{
	return lp_clock_ticks_of_ns(ns,
				    __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED));
}

/* The tree is empty now. */
static void forget(struct lp_thread_state *thread)
{
	thread->pending_wait_ticks = 0;
	thread->open_waits.depth = 0;
	thread->wait_places = (struct lp_wait_places){0};
	thread->open_node = 0;
}

void lp_waits_fork_child(void)
{
	if (lp_self)
		forget(lp_self);
}

/* In a child of vfork(), which has this memory, it would tell of the child. */
static void ask_kernel(struct lp_thread_state *thread, uint64_t now)
{
	struct lp_usage usage;

	if ((pid_t)lp_system_call(SYS_gettid) != thread->tid)
		return;
	usage = lp_usage_now();
	thread->usage = (struct lp_known_usage){
	    .ticks = now,
	    .cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID),
	    .waits = usage.waits,
	    .preemptions = usage.preemptions,
	};
	lp_own_work_since(now, OVERHEAD_NS_MOST,
			  ticks_of_ns((uint64_t)thread->quick_probes * LP_WAIT_PROBES_NS));
	thread->quick_probes = 0;
}

/* What the kernel would say at a call's begin. A wait since it was asked, before the call, may be
 * taken for a part of the call: that is no more than KNOWN_USAGE_NS of one that took LEAST_NS. */
static struct lp_known_usage usage_at(struct lp_thread_state *thread, uint64_t now)
{
	struct lp_known_usage usage;
	uint64_t since;

	if (lp_clock_since(now, thread->usage.ticks) > ticks_of_ns(KNOWN_USAGE_NS))
		ask_kernel(thread, now);
	usage = thread->usage;
	since = lp_clock_since(now, usage.ticks);
	usage.cpu_ns += lp_clock_ns_of_ticks(
	    since, __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED));
	return usage;
}

static uint64_t switches_of(const struct lp_thread_state *thread, uint64_t waits)
{
	return (uint64_t)thread->index << THREAD_SHIFT |
	       (waits & ((UINT64_C(1) << THREAD_SHIFT) - 1));
}

/* A library may switch to another stack, and come back in another thread, or fork, and come back in
 * the child, too, where the run has just begun. */
static bool has_begun(const struct lp_thread_state *thread, const struct lp_abi_wait *wait)
{
	return wait->start_switches >> THREAD_SHIFT == (uint16_t)thread->index &&
	       wait->start_ticks >= lp_run->start_ticks;
}

/* Whether what the thread has waited is counted. While the program is stopped that is what it has
 * waited until then: the clock stands. */
static bool is_counted(const struct lp_thread_state *thread)
{
	return thread && thread->row && !thread->is_untimed;
}

/* Whether anybody asks how the thread waits. */
static bool is_measured(const struct lp_thread_state *thread)
{
	return is_counted(thread) && !lp_clock_is_stopped();
}

/* The call path of a call that returns to `place`, in the function of `frame`, with the clock of
 * `region` open; and where it stands in `open` while the call has not ended, if that is asked. */
static uint32_t find_node(struct lp_thread_state *thread, uintptr_t frame, uintptr_t place,
			  uint64_t region, uint32_t *open)
{
	/* A sample's handler may come in the middle, and uses thread->path. */
	uintptr_t path[LP_PATH_DEPTH];
	const size_t depth = lp_callpath_walk_from(thread, place, frame, path);

	for (size_t i = 0; i < depth; i++)
		path[i] = lp_modules_recorded(path[i]);
	if (open)
		*open = lp_stacks_node(LP_STACK_OPEN_WAIT, thread->index, path, depth, region);
	return lp_stacks_node(LP_STACK_WAIT, thread->index, path, depth, region);
}

/* Whether a path may be looked for: that takes a microsecond or two. */
static bool may_search(struct lp_wait_places *known, uint64_t now)
{
	const uint64_t more =
	    lp_clock_since(now, known->searched_ticks) / (ticks_of_ns(SEARCHED_NS) + 1);
	const uint64_t left = known->searches_left + more;

	if (left == 0)
		return false;
	known->searches_left = (uint32_t)(left < SEARCHES_MOST ? left : SEARCHES_MOST) - 1;
	known->searched_ticks = now;
	return true;
}

/* Where it was found last, whenever that was; NULL: nowhere. By trials a function has a clock in
 * one call and none in the next: what waits is a part of the clock that is open. */
static struct lp_wait_place *found_place(struct lp_wait_places *all,
					 const struct lp_abi_wait_site *site, uint64_t region)
{
	for (size_t i = 0; i < sizeof all->places / sizeof *all->places; i++)
		if (all->places[i].site == site && all->places[i].region == region)
			return &all->places[i];
	return NULL;
}

/* Where a wait at `site` begins, which nothing may end but the process; NULL if it is not known. */
static const struct lp_wait_place *place_of(struct lp_thread_state *thread,
					    const struct lp_abi_wait_site *site, uintptr_t frame,
					    uintptr_t place, uint64_t now)
{
	struct lp_wait_places *const all = &thread->wait_places;
	const uint64_t region = lp_shadow_region(thread);
	struct lp_wait_place *known = found_place(all, site, region);
	uint64_t begin;

	if (known && lp_clock_since(now, known->found_ticks) < ticks_of_ns(KNOWN_FOR_NS))
		return known;
	if (!may_search(all, now))
		return NULL;
	begin = lp_clock_ticks();
	if (!known)
		known =
		    &all->places[all->next_place++ % (sizeof all->places / sizeof *all->places)];
	known->node = find_node(thread, frame, place, region, &known->open_node);
	known->site = site;
	known->region = region;
	known->found_ticks = now;
	lp_own_work_since(begin, OVERHEAD_NS_MOST, 0);
	return known;
}

/* Whether waits further in than `frame` are open, which are over, if that is where it seems to be.
 */
static bool has_left(struct lp_thread_state *thread, uintptr_t frame)
{
	return lp_open_waits_below(&thread->open_waits, frame) &&
	       lp_threads_is_on_stack(thread, frame) &&
	       !lp_threads_is_on_signal_stack(thread, frame);
}

/* Says in the profile in which call the thread waits since `start`; LP_NO_STACK_NODE: in none. The
 * waits of a handler that comes in between are over behind it. */
static void show_open(struct lp_thread_state *thread, uint32_t node, uint64_t start)
{
	if (thread->open_node)
		lp_stacks_set(thread->open_node - 1, 0);
	thread->open_node = node + 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (node == LP_NO_STACK_NODE)
		return;
	lp_stacks_set(node, start);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (thread->open_node != node + 1)
		lp_stacks_set(node, 0);
}

/* The innermost wait that has not ended, as of a library's loop that has called back. */
static void show_innermost(struct lp_thread_state *thread)
{
	const struct lp_open_waits *const open = &thread->open_waits;
	const struct lp_open_wait *const wait = open->depth ? &open->waits[open->depth - 1] : NULL;

	if (wait && wait->begun.start_ticks)
		show_open(thread, wait->open_node, wait->begun.start_ticks);
	else
		show_open(thread, LP_NO_STACK_NODE, 0);
}

/* Those that are over although nothing ended them: an exception that was caught elsewhere. */
static void drop_dead(struct lp_thread_state *thread, uintptr_t frame)
{
	const struct lp_open_wait *dead;

	if (has_left(thread, frame))
		while ((dead = lp_open_waits_below(&thread->open_waits, frame)))
			lp_open_waits_end(&thread->open_waits, dead);
	show_innermost(thread);
}

/* Whether a module is there until the process ends. */
static bool stays(const struct lp_abi_module *module)
{
	return module->handle && lp_modules_state((uint32_t)module->handle - 1)->is_permanent;
}

static void open_wait(struct lp_thread_state *thread, const struct lp_abi_module *module,
		      struct lp_abi_wait_site *site, const struct lp_abi_wait *wait,
		      uintptr_t frame, uintptr_t place)
{
	const uint64_t now = wait->start_ticks;
	const struct lp_wait_place *const known = place_of(thread, site, frame, place, now);
	const struct lp_open_wait open = {
	    .begun = *wait,
	    .site = stays(module) ? site : NULL,
	    .frame = frame,
	    .place = place,
	    .node = known ? known->node : LP_NO_STACK_NODE,
	    .open_node = known ? known->open_node : LP_NO_STACK_NODE,
	    .region = lp_shadow_region(thread),
	    .is_on_stack = lp_threads_is_on_stack(thread, frame),
	    .delay_ns = lp_off_cpu_delay_before_ns(thread, now),
	    .is_quiet = thread->delay.skips > 0,
	    .told_delay_ns = thread->told_delay_ns,
	};

	drop_dead(thread, frame);
	lp_open_waits_push(&thread->open_waits, &open);
	show_open(thread, open.open_node, now);
}

/* The stub that called has a frame, as its frame pointer says: the frame of who called it, and
 * where that goes on. */
void lp_wait_begin(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		   struct lp_abi_wait *wait)
{
	const uintptr_t *const own = (const uintptr_t *)__builtin_frame_address(0);
	const uintptr_t *const stub = (const uintptr_t *)own[0];
	struct lp_thread_state *const thread = lp_self;
	struct lp_known_usage usage;
	const int saved_errno = errno;
	uint64_t now;

	/* Without samples what a function has waited is its clock's alone. */
	if (lp_run->engine == LP_ENGINE_NONE) {
		lp_wait_gate_shut(module, site);
		return;
	}
	if (!is_measured(thread) || (lp_wait_gate_is_shut(site) && !lp_looks_take(&thread->looks)))
		return;
	now = lp_clock_ticks();
	usage = usage_at(thread, now);
	wait->waited_ticks = thread->waited_ticks;
	wait->start_switches = switches_of(thread, usage.waits);
	wait->start_cpu_ns = usage.cpu_ns;
	wait->start_ticks = now;
	open_wait(thread, module, site, wait, stub[0], lp_return_place(stub[1]));
	errno = saved_errno;
}

/* Only one of those who look at a wait counts it: when it began; 0: another one does. */
static uint64_t claim(struct lp_open_wait *open)
{
	return __atomic_exchange_n(&open->begun.start_ticks, 0, __ATOMIC_ACQUIRE);
}

/* Inside of `open`, waits of `inner` ticks are not over yet: how long that one has waited. */
static uint64_t waited_so_far(const struct lp_thread_state *thread, struct lp_open_wait *open,
			      uint64_t inner)
{
	const struct lp_abi_wait *const begun = &open->begun;
	const uint64_t start = claim(open);
	const uint64_t ran =
	    ticks_of_ns(lp_clock_since(lp_threads_cpu_ns(thread), begun->start_cpu_ns));
	const uint64_t inside = lp_clock_since(thread->waited_ticks, begun->waited_ticks);

	return start ? lp_clock_since(lp_clock_since(lp_clock_ticks(), start), ran + inside + inner)
		     : 0;
}

void lp_waits_close(struct lp_thread_state *thread)
{
	struct lp_open_waits *const open = &thread->open_waits;
	uint64_t inner = 0;

	for (uint32_t i = __atomic_load_n(&open->depth, __ATOMIC_ACQUIRE); i-- > 0;) {
		const uint64_t waited = waited_so_far(thread, &open->waits[i], inner);

		if (open->waits[i].node != LP_NO_STACK_NODE)
			lp_stacks_count(open->waits[i].node, waited);
		inner += waited;
	}
}

/* Adds what has come together to the path of the latest: a wait of that length is met once in so
 * much, as by samples. */
static void keep(struct lp_thread_state *thread, uintptr_t frame, uintptr_t place)
{
	const uint64_t begin = lp_clock_ticks();
	const uint32_t node = find_node(thread, frame, place, lp_shadow_region(thread), NULL);

	if (node != LP_NO_STACK_NODE)
		lp_stacks_count(node, thread->pending_wait_ticks);
	thread->pending_wait_ticks = 0;
	lp_stacks_make_room();
	lp_own_work_since(begin, OVERHEAD_NS_MOST, 0);
}

/* What a call that ended `now` has waited, if it did. */
static uint64_t waited_in(struct lp_thread_state *thread, const struct lp_abi_wait *wait,
			  uint64_t now)
{
	const uint64_t elapsed = lp_clock_since(now, wait->start_ticks);
	uint64_t ran, inside;

	if (elapsed < ticks_of_ns(LEAST_NS))
		return 0;
	if (thread->usage.ticks != now)
		ask_kernel(thread, now);
	ran = ticks_of_ns(lp_clock_since(thread->usage.cpu_ns, wait->start_cpu_ns));
	inside = lp_clock_since(thread->waited_ticks, wait->waited_ticks);
	return switches_of(thread, thread->usage.waits) != wait->start_switches
		   ? lp_clock_since(elapsed, ran + inside)
		   : 0;
}

/* Of what a call, `open` if that is known, has waited until `now`, that without the thread's
 * waiting for a processor when it could go on: the viewer takes that from what nothing else
 * explains. */
static uint64_t without_delay(struct lp_thread_state *thread, const struct lp_open_wait *open,
			      uint64_t waited, uint64_t now)
{
	uint64_t ns, delay;

	if (waited < ticks_of_ns(LEAST_DELAYED_NS))
		return waited;
	if (!open || open->delay_ns == LP_OFF_CPU_UNKNOWN ||
	    (open->is_quiet && lp_off_cpu_may_skip(thread, waited)))
		return waited;
	ns = lp_off_cpu_delay_ns(thread, now);
	if (ns == LP_OFF_CPU_UNKNOWN)
		return waited;
	ns = lp_clock_since(ns, open->delay_ns);
	ns = lp_clock_since(ns, thread->told_delay_ns - open->told_delay_ns);
	thread->told_delay_ns += ns;
	delay = ticks_of_ns(ns);
	lp_off_cpu_judge(thread, delay, waited);
	return lp_clock_since(waited, delay);
}

/* Of what a call has waited until `now`, that without delay; the rest is done with, too. */
static uint64_t take_waited(struct lp_thread_state *thread, const struct lp_open_wait *open,
			    const struct lp_abi_wait *begun, uint64_t now)
{
	const uint64_t waited = waited_in(thread, begun, now);

	thread->waited_ticks += waited;
	return without_delay(thread, open, waited, now);
}

void lp_waits_close_left(struct lp_thread_state *thread, uintptr_t stack_pointer)
{
	drop_dead(thread, stack_pointer - 1);
}

/* What it has waited so far counts; its end takes that for waits inside. Where it began may be
 * known of another call at the same site only. */
static void settle(struct lp_thread_state *thread, struct lp_open_wait *open, uint64_t now)
{
	const struct lp_open_waits *const all = &thread->open_waits;
	const uint64_t waited_ticks = thread->waited_ticks;
	const uint64_t told_delay_ns = thread->told_delay_ns;
	const uint64_t kept = take_waited(thread, open, &open->begun, now);

	/* Those inside of it have not waited that. */
	for (struct lp_open_wait *inner = open + 1; inner < all->waits + all->depth; inner++) {
		inner->begun.waited_ticks += thread->waited_ticks - waited_ticks;
		inner->told_delay_ns += thread->told_delay_ns - told_delay_ns;
	}
	if (kept == 0)
		return;
	open->node = find_node(thread, open->frame, open->place, open->region, NULL);
	if (open->node != LP_NO_STACK_NODE)
		lp_stacks_count(open->node, kept);
	lp_shadow_knows(thread, open->region, kept);
}

void lp_waits_settle(struct lp_thread_state *thread)
{
	struct lp_open_waits *const open = &thread->open_waits;
	const uint64_t now = lp_clock_ticks();

	if (!is_measured(thread))
		return;
	drop_dead(thread, (uintptr_t)__builtin_frame_address(0));
	for (uint32_t i = open->depth; i-- > 0 && open->waits[i].begun.start_ticks;)
		settle(thread, &open->waits[i], now);
}

/* A call of `site`, that a look or a probe has seen, has waited until `now`: each is to be looked
 * at from now on. A thread that waits has hardly a sample, where other gates get their new trials.
 */
static void open_gates(struct lp_thread_state *thread, struct lp_abi_wait_site *site, uint64_t now)
{
	if (site && lp_wait_gate_is_shut(site) &&
	    lp_looks_may_open(&thread->looks, now,
			      __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED)))
		lp_wait_gate_open(site);
	lp_reopen_gates(thread, now);
}

/* A wait that an exception, or a jump, left some time before `now`. Its frame is gone, so a sample
 * meanwhile may end it, too, and a wait in its handler take its place. */
static void end_left(struct lp_thread_state *thread, struct lp_open_wait *open, uint64_t now)
{
	struct lp_open_wait left = *open;
	uint64_t kept;

	left.begun.start_ticks = claim(open);
	kept = left.begun.start_ticks && has_begun(thread, &left.begun)
		   ? take_waited(thread, &left, &left.begun, now)
		   : 0;
	if (kept > 0 && left.node != LP_NO_STACK_NODE) {
		lp_shadow_waited(thread, now, kept);
		lp_stacks_count(left.node, kept);
	}
	if (kept > 0)
		open_gates(thread, left.site, now);
	lp_open_waits_end(&thread->open_waits, open);
	show_innermost(thread);
}

/* Control lands in the function of `frame`: whatever was called from there is over. */
static void land(struct lp_thread_state *thread, uintptr_t frame)
{
	const int saved_errno = errno;
	struct lp_open_wait *left;

	while ((left = lp_open_waits_below(&thread->open_waits, frame)))
		end_left(thread, left, lp_clock_ticks());
	errno = saved_errno;
}

void lp_waits_end_thread(struct lp_thread_state *thread)
{
	if (is_measured(thread))
		land(thread, UINTPTR_MAX);
	show_open(thread, LP_NO_STACK_NODE, 0);
}

void lp_wait_leave(void *frame)
{
	const uintptr_t landed = (uintptr_t)frame + 1;

	if (__builtin_expect(landed % 2 == 0, 0)) {
		if (is_measured(lp_self) && has_left(lp_self, landed))
			land(lp_self, landed);
		lp_gpu_land(landed);
	}
	lp_shadow_leave(frame);
}

/* What a call waited goes where the profile has it. */
static void count_end(struct lp_thread_state *thread, uint64_t kept, uint64_t now, uintptr_t frame,
		      uintptr_t place)
{
	thread->quick_probes++;
	thread->pending_wait_ticks += kept;
	if (kept > 0)
		lp_shadow_waited(thread, now, kept);
	if (thread->pending_wait_ticks >= ticks_of_ns(KEPT_FROM_NS))
		keep(thread, frame, place);
	/* What waits nearly all the time has hardly a sample, where this is done otherwise. */
	if (kept > 0 && now >= thread->next_refresh_ticks)
		lp_lifecycle_refresh_caller();
}

/* Whether each call of `site` is to be looked at from now on, when one has ended. */
static void judge(struct lp_thread_state *thread, const struct lp_abi_module *module,
		  struct lp_abi_wait_site *site, uint64_t now, bool has_waited)
{
	const bool was_shut = lp_wait_gate_is_shut(site);

	if (has_waited)
		open_gates(thread, site, now);
	if (!was_shut &&
	    !lp_wait_budget_spend(&thread->wait_budget, now,
				  __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED)))
		lp_wait_gate_shut(module, site);
}

void lp_wait_end(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		 const struct lp_abi_wait *wait, void *frame, void *place)
{
	struct lp_thread_state *const thread = lp_self;
	const uint64_t now = lp_clock_ticks();
	const int saved_errno = errno;
	struct lp_abi_wait begun = *wait;
	struct lp_open_wait *open;
	uint64_t kept = 0;

	if (!thread || !has_begun(thread, wait))
		return;
	open = lp_open_waits_of(&thread->open_waits, (uintptr_t)frame);
	/* Those around may have been settled since. */
	if (open)
		begun.waited_ticks = open->begun.waited_ticks;
	if (is_counted(thread) && (!open || claim(open)))
		kept = take_waited(thread, open, &begun, now);
	if (open)
		lp_open_waits_end(&thread->open_waits, open);
	show_innermost(thread);
	if (is_counted(thread))
		count_end(thread, kept, now, (uintptr_t)frame, (uintptr_t)place);
	judge(thread, module, site, now, kept > 0);
	errno = saved_errno;
}
