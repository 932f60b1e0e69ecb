/* merged_processes.h: which processes are in a sum of profiles, to add none of them twice. */
#ifndef LINEPROF_VIEWER_MODEL_MERGED_PROCESSES_H
#define LINEPROF_VIEWER_MODEL_MERGED_PROCESSES_H

#include "format/reader.h"
#include "viewer/model/map.h"
#include "viewer/model/profile.h"

/* Starts as all zeros. */
struct lp_merged_processes {
	struct lp_map by_start;        /* of profiles of one process; to the number of the file */
	struct lp_map by_times;        /* the same */
	struct lp_map by_times_merged; /* of the rows of merged profiles */
};

/*
 * Adds the process of a profile, or those that it was merged of; it is the file number `file`.
 *
 * LP_OK, LP_MEMORY, or LP_DIFFERENT with `*failure` filled in if one surely is in another file
 * too: same host, process number and rank, and the same start or, where a start is not known, as
 * in merged profiles, the same times to the nanosecond.
 */
enum lp_status lp_merged_processes_add(struct lp_merged_processes *known,
				       const struct lp_reader *reader, size_t file,
				       struct lp_open_failure *failure);

void lp_merged_processes_free(struct lp_merged_processes *known);

#endif
