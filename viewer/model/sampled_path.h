/*
 * sampled_path.h: the instrumented code on the path of a sample, inlined functions included.
 * Frames that the sample missed are put in where call sites tell them (who_called.h, only_ways.h).
 */
#ifndef LINEPROF_VIEWER_MODEL_SAMPLED_PATH_H
#define LINEPROF_VIEWER_MODEL_SAMPLED_PATH_H

#include "viewer/model/who_called.h"
#include "viewer/model/only_ways.h"

/* Starts as all zeros. */
struct lp_sampled_path {
	struct lp_place *places; /* innermost first */
	size_t count;
	size_t capacity;
	bool is_probe;  /* it ends in a probe, which the first place is only around */
	bool is_called; /* by the first place: the sample is in code that is not instrumented */
};

/* What a path is read by. */
struct lp_path_sources {
	const struct lp_profile *profile;
	const struct lp_sites *sites;
	const struct lp_only_ways *ways;
	struct lp_callers *callers;
};

/* Makes it the path to `node`: empty if that is below no instrumented code. It ends in a probe also
 * where that called what is in no table: the runtime, and what this called, as CUPTI. LP_OK or
 * LP_MEMORY. */
enum lp_status lp_sampled_path_read(struct lp_sampled_path *path,
				    const struct lp_path_sources *from,
				    const struct lp_stack_node *node);

/* Makes it the path to the calls of `function` that `leaf` stands for, a LP_STACK_CLOCK or
 * LP_STACK_CLOCK_WAIT: the function first. LP_OK or LP_MEMORY. */
enum lp_status lp_sampled_path_of_calls(struct lp_sampled_path *path,
					const struct lp_path_sources *from, uint32_t function,
					const struct lp_stack_node *leaf);

/* Goes on with another path, which begins with a function, where that is the last of `inner`
 * places, or behind these. LP_OK or LP_MEMORY. */
enum lp_status lp_sampled_path_join(struct lp_sampled_path *path, size_t inner,
				    const struct lp_sampled_path *callers);

/* Puts `function`, which is known to have run, where it must be if its frame is missing: in front
 * of its only caller; or makes it the whole path, if that is empty. LP_OK or LP_MEMORY. */
enum lp_status lp_sampled_path_add_missing(struct lp_sampled_path *path,
					   const struct lp_path_sources *from, uint32_t function);

/* Makes it `function`, and its callers as far as there is only one. LP_OK or LP_MEMORY. */
enum lp_status lp_sampled_path_only(struct lp_sampled_path *path,
				    const struct lp_path_sources *from, uint32_t function);

void lp_sampled_path_free(struct lp_sampled_path *path);

#endif
