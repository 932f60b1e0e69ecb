/*
 * side.h: one side of a comparison: runs of a program, each of them and their sum.
 */
#ifndef LINEPROF_VIEWER_MODEL_SIDE_H
#define LINEPROF_VIEWER_MODEL_SIDE_H

#include "viewer/model/profile.h"
#include "viewer/model/source.h"

/* One of several runs. Where it has the functions and sources of the sum, by their index there;
 * LP_NO_INDEX: it has them not. */
struct lp_side_run {
	struct lp_profile profile;
	uint32_t *functions;
	uint32_t *sources;
};

/* Runs of one program; or of several, or of a parent and its children: of what differs by what it
 * does only the sums are compared. */
struct lp_side {
	struct lp_profile sum;    /* of all profiles */
	struct lp_side_run *runs; /* each of them; NULL if there is one, or a run is of several */
	size_t run_count;         /* repeats: what the numbers are means of */
	size_t processes;         /* profiles that a run is of */
	struct lp_source_texts texts; /* of the sum */
	bool is_open;
};

/*
 * Opens the profiles `paths`, `count` of them (at least one), as a side; `source_paths` is
 * borrowed. What lp_profile_open_all() returns; lp_side_close() is due in any case.
 */
enum lp_status lp_side_open(struct lp_side *side, const char *const *paths, size_t count,
			    const struct lp_source_paths *source_paths,
			    struct lp_open_failure *failure);
void lp_side_close(struct lp_side *side);

#endif
