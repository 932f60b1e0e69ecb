/* foreign_calls.c: finds in the tree of calls where code that is not instrumented is in between. */
#include "viewer/model/foreign_calls.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/shares.h"

/* The edge by which `caller` (LP_NO_INDEX: code that is not instrumented) calls `callee`; NULL: it
 * does not. */
static const struct lp_call_edge *edge_of(const struct lp_profile *profile, uint32_t caller,
					  uint32_t callee)
{
	const struct lp_function *const function = &profile->functions[callee];
	const struct lp_call_edge *const edges = profile->call_edges + function->first_caller;
	uint32_t begin = 0;
	uint32_t end = function->caller_count;

	while (begin < end) {
		const uint32_t middle = begin + (end - begin) / 2;

		if (edges[middle].caller < caller)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin < function->caller_count && edges[begin].caller == caller ? &edges[begin]
									       : NULL;
}

/* Whether other code is between the function of a path and that of the path around it. */
static bool is_foreign(const struct lp_profile *profile, const struct lp_call_path *path)
{
	const uint32_t caller =
	    path->parent == LP_NO_INDEX ? LP_NO_INDEX : profile->call_paths[path->parent].function;

	return path->function != LP_NO_INDEX && caller != LP_NO_INDEX &&
	       !edge_of(profile, caller, path->function) &&
	       edge_of(profile, LP_NO_INDEX, path->function);
}

static uint32_t caller_of(const struct lp_profile *profile, uint32_t path)
{
	return profile->call_paths[profile->call_paths[path].parent].function;
}

/* Whether the path is below another such call by the same function, which has its time. */
static bool is_nested(const struct lp_profile *profile, const bool *are_foreign, uint32_t path)
{
	const uint32_t caller = caller_of(profile, path);

	for (uint32_t at = profile->call_paths[path].parent; at != LP_NO_INDEX;
	     at = profile->call_paths[at].parent)
		if (are_foreign[at] && caller_of(profile, at) == caller)
			return true;
	return false;
}

static int by_place(const void *left, const void *right)
{
	const struct lp_foreign_call *const a = (const struct lp_foreign_call *)left;
	const struct lp_foreign_call *const b = (const struct lp_foreign_call *)right;

	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->callee > b->callee) - (a->callee < b->callee);
}

static bool is_same(const struct lp_foreign_call *one, const struct lp_foreign_call *other)
{
	return one->caller == other->caller && one->line == other->line &&
	       one->callee == other->callee;
}

static void join_equal(struct lp_foreign_calls *calls)
{
	size_t kept = 0;

	for (size_t i = 0; i < calls->count; i++)
		if (kept > 0 && is_same(&calls->rows[kept - 1], &calls->rows[i]))
			calls->rows[kept - 1].ticks += calls->rows[i].ticks;
		else
			calls->rows[kept++] = calls->rows[i];
	calls->count = kept;
}

/* Shares out the calls that no call site names. `whole` is what each function took below other
 * code, `before` zeros. */
static void share_calls(struct lp_foreign_calls *calls, const struct lp_profile *profile,
			const uint64_t *whole, uint64_t *before)
{
	for (size_t i = 0; i < calls->count; i++) {
		struct lp_foreign_call *const call = &calls->rows[i];
		const struct lp_call_edge *const edge =
		    edge_of(profile, LP_NO_INDEX, call->callee);

		call->ncalls =
		    lp_share(edge->ncalls, before[call->callee], call->ticks, whole[call->callee]);
		before[call->callee] += call->ticks;
	}
}

/* What is known of each path, and function. */
struct sums {
	uint64_t *below;   /* by path: its time and that of what it calls */
	bool *are_foreign; /* by path */
	uint64_t *whole;   /* by function: below other code, or a thread's beginning */
	uint64_t *before;  /* by function */
};

static void gather(struct lp_foreign_calls *calls, const struct lp_profile *profile,
		   struct sums *sums)
{
	for (uint32_t i = (uint32_t)profile->call_path_count; i-- > 0;) {
		const struct lp_call_path *const path = &profile->call_paths[i];

		sums->below[i] += path->self_ticks;
		if (path->parent != LP_NO_INDEX)
			sums->below[path->parent] += sums->below[i];
		sums->are_foreign[i] = is_foreign(profile, path);
	}
	for (uint32_t i = 0; i < profile->call_path_count; i++) {
		const struct lp_call_path *const path = &profile->call_paths[i];

		if (path->parent == LP_NO_INDEX && path->function != LP_NO_INDEX)
			sums->whole[path->function] += sums->below[i];
		if (!sums->are_foreign[i] || sums->below[i] == 0 ||
		    is_nested(profile, sums->are_foreign, i))
			continue;
		sums->whole[path->function] += sums->below[i];
		calls->rows[calls->count++] = (struct lp_foreign_call){
		    .caller = caller_of(profile, i),
		    .line = profile->call_paths[path->parent].line,
		    .callee = path->function,
		    .ticks = sums->below[i],
		};
	}
}

enum lp_status lp_foreign_calls_find(struct lp_foreign_calls *calls,
				     const struct lp_profile *profile)
{
	const size_t paths = profile->call_path_count + 1;
	const size_t functions = profile->function_count + 1;
	struct sums sums = {
	    .below = (uint64_t *)calloc(paths, sizeof(*sums.below)),
	    .are_foreign = (bool *)calloc(paths, sizeof(*sums.are_foreign)),
	    .whole = (uint64_t *)calloc(functions, sizeof(*sums.whole)),
	    .before = (uint64_t *)calloc(functions, sizeof(*sums.before)),
	};
	enum lp_status status = LP_MEMORY;

	calls->count = 0;
	calls->rows = (struct lp_foreign_call *)calloc(paths, sizeof(*calls->rows));
	if (sums.below && sums.are_foreign && sums.whole && sums.before && calls->rows) {
		gather(calls, profile, &sums);
		qsort(calls->rows, calls->count, sizeof(*calls->rows), by_place);
		join_equal(calls);
		share_calls(calls, profile, sums.whole, sums.before);
		status = LP_OK;
	}
	free(sums.below);
	free(sums.are_foreign);
	free(sums.whole);
	free(sums.before);
	return status;
}

const struct lp_foreign_call *lp_foreign_calls_of(const struct lp_foreign_calls *calls,
						  uint32_t caller, size_t *count)
{
	size_t begin = 0;
	size_t end = calls->count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (calls->rows[middle].caller < caller)
			begin = middle + 1;
		else
			end = middle;
	}
	while (end < calls->count && calls->rows[end].caller == caller)
		end++;
	*count = end - begin;
	return calls->rows + begin;
}

void lp_foreign_calls_free(struct lp_foreign_calls *calls)
{
	free(calls->rows);
	memset(calls, 0, sizeof(*calls));
}
