/*
 * call_paths.h: the tree of calls in which samples found the program, inlined functions
 * included: fills in lp_profile.call_paths.
 */
#ifndef LINEPROF_VIEWER_MODEL_CALL_PATHS_H
#define LINEPROF_VIEWER_MODEL_CALL_PATHS_H

#include "viewer/model/filter.h"
#include "viewer/model/sites.h"

/* Only while they are made. Starts as all zeros but for the profile. */
struct lp_call_paths {
	struct lp_profile *profile;
	struct lp_map numbers; /* parent, function and line to index in call_paths */
	size_t capacity;
};

/* What code took. */
struct lp_path_time {
	uint64_t ticks;
	uint64_t wait_ticks; /* of these, in the kernel or waiting */
	uint64_t samples;    /* that they rest on */
};

/* Adds time that `code` took itself, called from `callers`, innermost first. Its function may be
 * LP_NO_INDEX: lineprof's own. LP_OK or LP_MEMORY. */
enum lp_status lp_call_paths_add(struct lp_call_paths *paths, struct lp_place code,
				 const struct lp_place *callers, size_t caller_count,
				 struct lp_path_time time);

/* Marks, in `marks` of call_path_count elements, the paths that end in a function that the filter
 * lets through, or that one called; all, if it names neither functions nor files. */
void lp_call_paths_mark(const struct lp_profile *profile, const struct lp_filter *filter,
			bool *marks);

void lp_call_paths_free(struct lp_call_paths *paths);

#endif
