/* frames.h: the functions at sampled addresses, from the profile or the binary. */
#ifndef LINEPROF_VIEWER_MODEL_FRAMES_H
#define LINEPROF_VIEWER_MODEL_FRAMES_H

#include "viewer/model/profile.h"
#include "viewer/model/symbols.h"

/*
 * Answers `queries`, sorted by address and is_leaf, all of `object`: from the profile
 * if it was packed, else from the binary, if that is the one that ran. Frames and
 * their texts are in the arena or the profile. `*trouble` says what hindered it, in a
 * line; NULL: nothing. It may be in the profile.
 *
 * LP_OK or LP_MEMORY.
 */
enum lp_status lp_frames_find(const struct lp_profile *profile, const struct lp_object *object,
			      struct lp_symbol_query *queries, size_t count, struct lp_arena *arena,
			      const char **trouble);

/* What can be done about a trouble; NULL: nothing. Static. */
const char *lp_frames_remedy(const char *trouble);

/* The function that a frame of `object` is in; LP_NO_INDEX: it is not instrumented. */
uint32_t lp_frame_function(const struct lp_profile *profile, const struct lp_object *object,
			   const struct lp_frame *frame);

/* The line of it, an index into function_lines; LP_NO_INDEX: not known. */
uint32_t lp_frame_line(const struct lp_profile *profile, uint32_t function,
		       const struct lp_frame *frame);

/* Whether an answered query is in code of lineprof's own. */
bool lp_frames_are_probe(const struct lp_symbol_query *query);

#endif
