/* clock_paths.c: who called the functions whose time is known by clock. */
#include "runtime/clock_paths.h"

#include <errno.h>

#include "runtime/callpath.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/own_work.h"
#include "runtime/register.h"
#include "runtime/settings.h"
#include "runtime/stacks.h"

/* To keep a path takes no longer, but for interruptions. */
enum { KEEPING_NS_MOST = 50000 };

/* The path of a call that ran for so long is kept: finding it takes some microseconds. */
static int64_t kept_from_ticks(void)
{
	return (int64_t)(__atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) /
			 LP_CLOCK_PATHS_PER_SECOND);
}

/* xorshift64* (Vigna, 2016). */
static uint64_t draw(struct lp_clock_dice *dice, uint64_t seed)
{
	uint64_t x = dice->state ? dice->state : seed | 1;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	dice->state = x;
	return x * UINT64_C(0x2545f4914f6cdd1d);
}

/* How far it is to the next point of a Poisson process, one in `mean` on average: the logarithm is
 * taken as a line between powers of two, whose mean is 1.5. */
static int64_t distance(struct lp_clock_dice *dice, uint64_t seed, int64_t mean)
{
	const uint64_t drawn = draw(dice, seed) | 1;
	const int zeros = __builtin_clzll(drawn);
	/* In 2^32ths: the second is from 1 to 2. */
	const uint64_t log = ((uint64_t)(zeros + 2) << 32) - (drawn << zeros >> 31);

	return (int64_t)((unsigned __int128)mean * log * 2 / 3 >> 32) + 1;
}

/* What the path of a call that ran, or waited, for `ticks` stands for; 0: it is not to be kept. */
static uint64_t weight_of(struct lp_clock_dice *dice, int64_t ticks, uint64_t seed)
{
	const int64_t kept_from = kept_from_ticks();
	int64_t weight = 0;

	if (ticks <= 0)
		return 0;
	if (ticks >= kept_from)
		return (uint64_t)ticks;
	if (!dice->state)
		dice->left = distance(dice, seed, kept_from);
	for (dice->left -= ticks; dice->left < 0; dice->left += distance(dice, seed, kept_from))
		weight += kept_from;
	return (uint64_t)weight;
}

/* A path's first address is that of the code that ran, which is known by its region. Then come as
 * many callers as a sample in that function has. */
static void keep(struct lp_thread_state *thread, const struct lp_shadow_frame *call, uint64_t ran,
		 uint64_t waited)
{
	uintptr_t found[LP_PATH_DEPTH + 1];
	const size_t callers = lp_callpath_walk_callers(thread, call->frame, found + 1);
	/* Who called may be a library. */
	const size_t first = lp_modules_find(found[1]) ? 0 : 1;
	const size_t all = callers - first + 1;
	const size_t depth = all < LP_PATH_DEPTH ? all : LP_PATH_DEPTH;
	uintptr_t *const path = found + first;

	path[0] = 0;
	for (size_t i = 1; i < depth; i++)
		path[i] = lp_modules_recorded(path[i]);
	if (ran)
		lp_stacks_add(LP_STACK_CLOCK, thread->index, path, depth, call->region, ran);
	if (waited)
		lp_stacks_add(LP_STACK_CLOCK_WAIT, thread->index, path, depth, call->region,
			      waited);
	lp_stacks_make_room();
}

void lp_clock_paths_end(struct lp_thread_state *thread, const struct lp_shadow_frame *call)
{
	uint64_t ran, waited, begin;
	int saved_errno;

	if (lp_settings.paths_are_off)
		return;
	ran = weight_of(&thread->dice, call->ran_ticks, thread->last_ticks);
	waited = weight_of(&thread->wait_dice, call->waited_ticks, thread->last_ticks);
	if (!ran && !waited)
		return;
	saved_errno = errno;
	begin = lp_clock_ticks();
	keep(thread, call, ran, waited);
	lp_own_work_since(begin, KEEPING_NS_MOST, 0);
	errno = saved_errno;
}
