/* json_ranks.h: processes of a merged profile as JSON. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_RANKS_H
#define LINEPROF_VIEWER_EXPORT_JSON_RANKS_H

#include "viewer/export/json_writer.h"

/* "rank": as lp_info has it; null if none is known. */
void lp_json_rank(struct lp_json *json, uint64_t rank);

/* The lists "ranks" and "rank_spreads"; empty if the profile was not merged. LP_OK or
 * LP_MEMORY. */
enum lp_status lp_json_ranks(struct lp_json *json);

#endif
