/* json_remarks.h: what the optimiser said, as JSON. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_REMARKS_H
#define LINEPROF_VIEWER_EXPORT_JSON_REMARKS_H

#include "viewer/export/json_writer.h"

/* "remarks": of the lines that the filter lets through. LP_OK, LP_MEMORY or LP_CORRUPT. */
enum lp_status lp_json_remarks(struct lp_json *json, const struct lp_view *view);

#endif
