/* json_flow.h: the parts of the JSON that are solved from flow graphs. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_FLOW_H
#define LINEPROF_VIEWER_EXPORT_JSON_FLOW_H

#include "viewer/export/json_writer.h"

/* "branches" and "loops" of the chosen functions that stand in chosen files. LP_OK, LP_MEMORY or
 * LP_CORRUPT. */
enum lp_status lp_json_branches(struct lp_json *json, const struct lp_view *view);

/* "thread_hits": of the hottest lines, in each thread, if there are several.
 * The same. */
enum lp_status lp_json_thread_hits(struct lp_json *json, const struct lp_view *view);

#endif
