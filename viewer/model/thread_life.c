/* thread_life.c: how long a thread lived. */
#include "viewer/model/thread_life.h"

#include "viewer/model/saturating.h"

static uint64_t told_ticks(const struct lp_thread *thread, const struct lp_info *info)
{
	const uint64_t end = thread->end_ticks ? thread->end_ticks : info->end_ticks;

	/* A row of ended threads has no beginning and end of its own. */
	if (thread->folded > 0 || thread->start_ticks == 0)
		return thread->life_ticks;
	return end > thread->start_ticks ? end - thread->start_ticks : 0;
}

/* A process that was killed may have told how long a thread ran, and was ready to, but not yet how
 * late it is. */
static uint64_t least_ticks(const struct lp_thread *thread, const struct lp_info *info)
{
	uint64_t ns = thread->cpu_ns;

	if (thread->end_ticks || thread->folded > 0)
		return 0;
	lp_add_to(&ns, thread->delay_ns);
	return lp_scaled(ns, info->ticks_per_second, 1000000000);
}

uint64_t lp_thread_life_ticks(const struct lp_reader *reader, const struct lp_thread *thread)
{
	static const struct lp_info none;
	const struct lp_info *const info = reader->info ? reader->info : &none;
	const uint64_t told = told_ticks(thread, info);
	const uint64_t least = least_ticks(thread, info);

	return told > least ? told : least;
}
