/* waits.c: on which lines threads wait. */
#include "runtime/waits.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "runtime/callpath.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/register.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/switches.h"

enum {
	TRIAL_CALLS = 64,
	/* Asking the kernel four times takes about a microsecond. */
	LEAST_NS = 25000,
	/* A path is looked for when so much has been waited for: that takes a few microseconds. */
	KEPT_FROM_NS = 500000,
	/* 4 trials ten times a second are some 0.2 % (reopen.h). */
	REOPENED_AT_ONCE = 4,
	SHUT_MOST = 1024,
};

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

static void restart_trial(struct lp_abi_wait_site *site)
{
	__atomic_store_n(&site->calls, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&site->ticks, 0, __ATOMIC_RELAXED);
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
		restart_trial(site);
		__atomic_store_n(&site->gate, 0, __ATOMIC_RELAXED);
	}
	unlock();
}

void lp_waits_fork_child(void)
{
	if (!try_lock())
		shut_count = 0;
	unlock();
}

/* Threads may lose each other's calls here: it is a trial. */
static void judge(const struct lp_abi_module *module, struct lp_abi_wait_site *site, uint64_t ticks)
{
	const uint32_t calls = __atomic_load_n(&site->calls, __ATOMIC_RELAXED) + 1;
	const uint64_t all = __atomic_load_n(&site->ticks, __ATOMIC_RELAXED) + ticks;

	__atomic_store_n(&site->calls, calls, __ATOMIC_RELAXED);
	__atomic_store_n(&site->ticks, all, __ATOMIC_RELAXED);
	if (calls < TRIAL_CALLS)
		return;
	if (all / calls < ticks_of_ns(LEAST_NS))
		shut(module, site);
	restart_trial(site);
}

/* Whether anybody asks how the thread waits. */
static bool is_measured(const struct lp_thread_state *thread)
{
	return thread && thread->row && !thread->is_untimed && !lp_clock_is_stopped();
}

void lp_wait_begin(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		   struct lp_abi_wait *wait)
{
	const struct lp_thread_state *const thread = lp_self;

	/* Without samples there are no call paths. */
	if (lp_run->engine == LP_ENGINE_NONE) {
		shut(module, site);
		return;
	}
	if (!is_measured(thread))
		return;
	wait->waited_ticks = thread->waited_ticks;
	wait->start_switches = lp_switches_now().waits;
	wait->start_cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	wait->start_ticks = lp_clock_ticks();
}

/* Adds what has come together to the path of the latest: a wait of that length is met once in so
 * much, as by samples. */
static void keep(struct lp_thread_state *thread, uintptr_t frame, uintptr_t place)
{
	/* A sample's handler may come in the middle, and uses thread->path. */
	uintptr_t path[LP_PATH_DEPTH];
	const size_t depth = lp_callpath_walk_from(thread, place, frame, path);

	for (size_t i = 0; i < depth; i++)
		path[i] = lp_modules_recorded(path[i]);
	lp_stacks_add(LP_STACK_WAIT, thread->index, path, depth, lp_shadow_region(thread),
		      thread->pending_wait_ticks);
	thread->pending_wait_ticks = 0;
	lp_stacks_make_room();
}

void lp_wait_end(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		 const struct lp_abi_wait *wait, void *frame, void *place)
{
	struct lp_thread_state *const thread = lp_self;
	const int saved_errno = errno;
	uint64_t now, elapsed, ran, inside;

	if (!is_measured(thread))
		return;
	now = lp_clock_ticks();
	elapsed = lp_clock_since(now, wait->start_ticks);
	ran = ticks_of_ns(lp_clock_since(lp_clock_ns(CLOCK_THREAD_CPUTIME_ID), wait->start_cpu_ns));
	inside = lp_clock_since(thread->waited_ticks, wait->waited_ticks);
	judge(module, site, elapsed);
	if (elapsed > ran + inside && lp_switches_now().waits != wait->start_switches) {
		thread->waited_ticks += elapsed - ran - inside;
		thread->pending_wait_ticks += elapsed - ran - inside;
	}
	if (thread->pending_wait_ticks >= ticks_of_ns(KEPT_FROM_NS))
		keep(thread, (uintptr_t)frame, (uintptr_t)place);
	__atomic_fetch_add(&lp_run->overhead_ticks, lp_clock_since(lp_clock_ticks(), now),
			   __ATOMIC_RELAXED);
	errno = saved_errno;
}
