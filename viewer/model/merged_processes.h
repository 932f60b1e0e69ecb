/* merged_processes.h: which processes are in a sum of profiles, to add none of them twice. */
#ifndef LINEPROF_VIEWER_MODEL_MERGED_PROCESSES_H
#define LINEPROF_VIEWER_MODEL_MERGED_PROCESSES_H

#include "format/layout.h"
#include "format/status.h"
#include "viewer/model/map.h"

/* Starts as all zeros. */
struct lp_merged_processes {
	struct lp_map by_start;        /* of profiles of one process; to the number of the file */
	struct lp_map by_times;        /* the same */
	struct lp_map by_times_merged; /* of the rows of merged profiles */
};

/*
 * Adds a process of the file number `file`.
 *
 * host           its name
 * start_unix_ns  when its profile began; 0: not known, as in merged profiles
 *
 * LP_OK, LP_MEMORY, or LP_DIFFERENT if it surely is in another file too, whose number is in
 * `*other`: same host, process number and rank, and the same start or, where a start is not
 * known, the same times to the nanosecond.
 */
enum lp_status lp_merged_processes_add(struct lp_merged_processes *known,
				       const struct lp_rank *rank, const char *host,
				       uint64_t start_unix_ns, uint32_t file, uint32_t *other);

void lp_merged_processes_free(struct lp_merged_processes *known);

#endif
