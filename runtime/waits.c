/* waits.c: on which lines threads wait. */
#include "runtime/waits.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "runtime/callpath.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/off_cpu.h"
#include "runtime/register.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/unwind.h"
#include "runtime/usage.h"

enum {
	/* Shorter calls are not looked at: asking the kernel takes a microsecond. */
	LEAST_NS = 25000,
	/* What it said is good for so long: then a hundredth of the time goes on asking, at most.
	 */
	KNOWN_USAGE_NS = 100000,
	/* The same of what a thread had no processor for: it takes ten microseconds to ask. */
	LEAST_DELAYED_NS = 2000000,
	KNOWN_DELAY_NS = 4000000,
	/* A path is looked for when so much has been waited for: that takes a few microseconds. */
	KEPT_FROM_NS = 500000,
	REOPENED_AT_ONCE = 4,
	SHUT_MOST = 1024,
	/* The path of a wait that may be the last: how long one holds, and how often a thread looks
	 * for one, at once and on average. */
	KNOWN_FOR_NS = 100000000,
	SEARCHES_MOST = 16,
	SEARCHED_NS = 1000000,
	/* What takes longer was interrupted: the kernel gives a processor away as it is asked. */
	OVERHEAD_NS_MOST = 50000,
};

/* lp_thread_state.wait_delay_ns: it was not asked. */
#define UNKNOWN UINT64_MAX

/* Sites of the executable, which is never unloaded, that were shut: a ring, the oldest first. */
static struct lp_abi_wait_site *shut_sites[SHUT_MOST];
static uint32_t shut_first, shut_count;
static char shut_lock;

/* Handlers interrupt who has it, so nobody waits for it. */
static bool try_lock(void)
{
	return !__atomic_test_and_set(&shut_lock, __ATOMIC_ACQUIRE);
}

static void unlock(void)
{
	__atomic_clear(&shut_lock, __ATOMIC_RELEASE);
}

static uint64_t ticks_of_ns(uint64_t ns)
{
	return (uint64_t)((double)ns *
			  (double)__atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) /
			  1e9);
}

/* One that finds no place in the ring stays shut. */
static void shut(const struct lp_abi_module *module, struct lp_abi_wait_site *site)
{
	const uint32_t index = (uint32_t)module->handle - 1;

	if (!try_lock())
		return;
	if (!__atomic_load_n(&site->gate, __ATOMIC_RELAXED)) {
		__atomic_store_n(&site->gate, 1, __ATOMIC_RELAXED);
		if (shut_count < SHUT_MOST && lp_modules_state(index)->is_permanent)
			shut_sites[(shut_first + shut_count++) % SHUT_MOST] = site;
	}
	unlock();
}

void lp_waits_reopen(void)
{
	if (!try_lock())
		return;
	for (int i = 0; i < REOPENED_AT_ONCE && shut_count > 0; i++, shut_count--) {
		struct lp_abi_wait_site *const site = shut_sites[shut_first];

		shut_first = (shut_first + 1) % SHUT_MOST;
		__atomic_store_n(&site->gate, 0, __ATOMIC_RELAXED);
	}
	unlock();
}

void lp_waits_fork_child(void)
{
	/* The tree is empty now. */
	if (lp_self)
		lp_self->open_wait = (struct lp_open_wait){0};
	if (!try_lock())
		shut_count = 0;
	unlock();
}

static void add_overhead(uint64_t begin, uint64_t more)
{
	const uint64_t elapsed = lp_clock_since(lp_clock_ticks(), begin);
	const uint64_t most = ticks_of_ns(OVERHEAD_NS_MOST);

	__atomic_fetch_add(&lp_run->overhead_ticks, (elapsed < most ? elapsed : most) + more,
			   __ATOMIC_RELAXED);
}

static void ask_kernel(struct lp_thread_state *thread, uint64_t now)
{
	const struct lp_usage usage = lp_usage_now();

	thread->usage = (struct lp_known_usage){
	    .ticks = now,
	    .cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID),
	    .waits = usage.waits,
	    .preemptions = usage.preemptions,
	};
	add_overhead(now, ticks_of_ns((uint64_t)thread->quick_probes * LP_WAIT_PROBES_NS));
	thread->quick_probes = 0;
}

/* A call begins: what the thread has had no processor for while it ran is not the call's. */
static void note_delay(struct lp_thread_state *thread, uint64_t now)
{
	const struct lp_known_delay *const known = &thread->delay;

	if (known->skips > 0)
		thread->wait_delay_ns = UNKNOWN;
	else if (known->preemptions == thread->usage.preemptions &&
		 lp_clock_since(now, known->ticks) <= ticks_of_ns(KNOWN_DELAY_NS))
		thread->wait_delay_ns = known->ns;
	else
		thread->wait_delay_ns = lp_off_cpu_delay_ns(thread, now);
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
	usage.cpu_ns +=
	    (uint64_t)((double)since * 1e9 /
		       (double)__atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED));
	return usage;
}

/* Whether anybody asks how the thread waits. */
static bool is_measured(const struct lp_thread_state *thread)
{
	return thread && thread->row && !thread->is_untimed && !lp_clock_is_stopped();
}

/* The call path of a call that returns to `place`, in the function of `frame`. */
static uint32_t find_node(struct lp_thread_state *thread, uintptr_t frame, uintptr_t place)
{
	/* A sample's handler may come in the middle, and uses thread->path. */
	uintptr_t path[LP_PATH_DEPTH];
	const size_t depth = lp_callpath_walk_from(thread, place, frame, path);

	for (size_t i = 0; i < depth; i++)
		path[i] = lp_modules_recorded(path[i]);
	return lp_stacks_node(LP_STACK_WAIT, thread->index, path, depth, lp_shadow_region(thread));
}

/* Whether a path may be looked for: that takes a microsecond or two. */
static bool may_search(struct lp_open_wait *open, uint64_t now)
{
	const uint64_t more =
	    lp_clock_since(now, open->searched_ticks) / (ticks_of_ns(SEARCHED_NS) + 1);
	const uint64_t left = open->searches_left + more;

	if (left == 0)
		return false;
	open->searches_left = (uint32_t)(left < SEARCHES_MOST ? left : SEARCHES_MOST) - 1;
	open->searched_ticks = now;
	return true;
}

/* The node of a wait at `site` that begins, which nothing may end but the process; LP_NO_STACK_NODE
 * if it is not known. */
static uint32_t node_of(struct lp_thread_state *thread, const struct lp_abi_wait_site *site,
			uintptr_t frame, uintptr_t place, uint64_t now)
{
	struct lp_open_wait *const open = &thread->open_wait;
	struct lp_wait_place *known = NULL;
	uint64_t begin;

	for (size_t i = 0; i < sizeof open->places / sizeof *open->places; i++)
		if (open->places[i].site == site)
			known = &open->places[i];
	if (known && lp_clock_since(now, known->found_ticks) < ticks_of_ns(KNOWN_FOR_NS))
		return known->node;
	if (!may_search(open, now))
		return LP_NO_STACK_NODE;
	begin = lp_clock_ticks();
	if (!known)
		known = &open->places[open->next_place++ %
				      (sizeof open->places / sizeof *open->places)];
	*known = (struct lp_wait_place){
	    .site = site, .node = find_node(thread, frame, place), .found_ticks = now};
	add_overhead(begin, 0);
	return known->node;
}

/* The stub that called has a frame, as its frame pointer says: the frame of who called it, and
 * where that goes on. */
void lp_wait_begin(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		   struct lp_abi_wait *wait)
{
	const uintptr_t *const own = (const uintptr_t *)__builtin_frame_address(0);
	const uintptr_t *const stub = (const uintptr_t *)own[0];
	struct lp_thread_state *const thread = lp_self;
	struct lp_open_wait *open;
	struct lp_known_usage usage;
	const int saved_errno = errno;
	uint64_t now;
	uint32_t node;

	/* Without samples there are no call paths. */
	if (lp_run->engine == LP_ENGINE_NONE) {
		shut(module, site);
		return;
	}
	if (!is_measured(thread))
		return;
	open = &thread->open_wait;
	now = lp_clock_ticks();
	usage = usage_at(thread, now);
	note_delay(thread, now);
	node = node_of(thread, site, stub[0], lp_return_place(stub[1]), now);
	wait->waited_ticks = thread->waited_ticks;
	wait->start_switches = usage.waits;
	wait->start_cpu_ns = usage.cpu_ns;
	wait->start_ticks = now;
	__atomic_store_n(&open->node, node, __ATOMIC_RELAXED);
	__atomic_store_n(&open->start_cpu_ns, wait->start_cpu_ns, __ATOMIC_RELAXED);
	__atomic_store_n(&open->start_ticks, node == LP_NO_STACK_NODE ? 0 : wait->start_ticks,
			 __ATOMIC_RELEASE);
	errno = saved_errno;
}

void lp_waits_close(struct lp_thread_state *thread)
{
	struct lp_open_wait *const open = &thread->open_wait;
	const uint64_t start = __atomic_exchange_n(&open->start_ticks, 0, __ATOMIC_ACQUIRE);
	uint64_t elapsed, ran, cpu_ns;

	if (start == 0 || lp_clock_is_stopped())
		return;
	elapsed = lp_clock_since(lp_clock_ticks(), start);
	cpu_ns = __atomic_load_n(&open->start_cpu_ns, __ATOMIC_RELAXED);
	ran = ticks_of_ns(lp_clock_since(lp_threads_cpu_ns(thread), cpu_ns));
	if (elapsed > ran)
		lp_stacks_count(__atomic_load_n(&open->node, __ATOMIC_RELAXED), elapsed - ran);
}

/* Adds what has come together to the path of the latest: a wait of that length is met once in so
 * much, as by samples. */
static void keep(struct lp_thread_state *thread, uintptr_t frame, uintptr_t place)
{
	const uint64_t begin = lp_clock_ticks();
	const uint32_t node = find_node(thread, frame, place);

	if (node != LP_NO_STACK_NODE)
		lp_stacks_count(node, thread->pending_wait_ticks);
	thread->pending_wait_ticks = 0;
	lp_stacks_make_room();
	add_overhead(begin, 0);
}

/* What a call that ended `now` has waited, if it did. */
static uint64_t waited_in(struct lp_thread_state *thread, const struct lp_abi_wait *wait,
			  uint64_t now)
{
	const uint64_t elapsed = lp_clock_since(now, wait->start_ticks);
	uint64_t ran, inside;

	if (elapsed < ticks_of_ns(LEAST_NS))
		return 0;
	ask_kernel(thread, now);
	ran = ticks_of_ns(lp_clock_since(thread->usage.cpu_ns, wait->start_cpu_ns));
	inside = lp_clock_since(thread->waited_ticks, wait->waited_ticks);
	return thread->usage.waits != wait->start_switches ? lp_clock_since(elapsed, ran + inside)
							   : 0;
}

/* Of what a call has waited that ended `now`, that without the thread's waiting for a processor
 * when it could go on: the viewer takes that from what nothing else explains. */
static uint64_t without_delay(struct lp_thread_state *thread, uint64_t waited, uint64_t now)
{
	const uint64_t before_ns = thread->wait_delay_ns;
	uint64_t delay;

	if (waited < ticks_of_ns(LEAST_DELAYED_NS))
		return waited;
	if (before_ns == UNKNOWN) {
		lp_off_cpu_skip(thread);
		return waited;
	}
	thread->wait_delay_ns = lp_off_cpu_delay_ns(thread, now);
	delay = ticks_of_ns(lp_clock_since(thread->wait_delay_ns, before_ns));
	lp_off_cpu_judge(thread, delay, waited);
	return lp_clock_since(waited, delay);
}

void lp_wait_end(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		 const struct lp_abi_wait *wait, void *frame, void *place)
{
	struct lp_thread_state *const thread = lp_self;
	const int saved_errno = errno;
	uint64_t now, waited, kept;

	if (!is_measured(thread))
		return;
	__atomic_store_n(&thread->open_wait.start_ticks, 0, __ATOMIC_RELAXED);
	now = lp_clock_ticks();
	thread->quick_probes++;
	waited = waited_in(thread, wait, now);
	thread->waited_ticks += waited;
	kept = without_delay(thread, waited, now);
	thread->pending_wait_ticks += kept;
	if (kept > 0)
		lp_shadow_waited(thread, now, kept);
	if (thread->pending_wait_ticks >= ticks_of_ns(KEPT_FROM_NS))
		keep(thread, (uintptr_t)frame, (uintptr_t)place);
	/* What waits nearly all the time has hardly a sample, where this is done otherwise. */
	if (waited > 0 && now >= thread->next_refresh_ticks)
		lp_lifecycle_refresh_caller();
	if (!lp_wait_budget_spend(&thread->wait_budget, now,
				  __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED)))
		shut(module, site);
	errno = saved_errno;
}
