/* json.h: a profile as JSON, for other programs; docs/json.md describes it. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_H
#define LINEPROF_VIEWER_EXPORT_JSON_H

#include "viewer/view.h"

#define LP_JSON_SCHEMA_VERSION 1

/* Writes what the view's filter lets through of its profile. Write errors stay in the
 * stream. LP_OK, LP_MEMORY or LP_CORRUPT. */
enum lp_status lp_export_json(const struct lp_view *view);

#endif
