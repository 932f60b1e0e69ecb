/* json_paths.h: the part of the JSON that is about the tree of calls. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_PATHS_H
#define LINEPROF_VIEWER_EXPORT_JSON_PATHS_H

#include "viewer/export/json_writer.h"

/* "call_paths": those that the filter lets through, and what leads to them. LP_OK or LP_MEMORY. */
enum lp_status lp_json_call_paths(struct lp_json *json, const struct lp_view *view);

#endif
