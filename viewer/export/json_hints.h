/* json_hints.h: hints, as JSON. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_HINTS_H
#define LINEPROF_VIEWER_EXPORT_JSON_HINTS_H

#include "viewer/export/json_writer.h"

/* The list "hints": those on lines that the filter lets through. LP_OK, LP_MEMORY, LP_CORRUPT. */
enum lp_status lp_json_hints(struct lp_json *json, const struct lp_view *view);

#endif
