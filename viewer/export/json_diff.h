/* json_diff.h: what changed between two sides as JSON; docs/json.md describes it. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_DIFF_H
#define LINEPROF_VIEWER_EXPORT_JSON_DIFF_H

#include <stdio.h>

#include "viewer/model/compare.h"

#define LP_JSON_DIFF_VERSION 1

/* Writes all functions and lines that changed. Write errors stay in the stream. LP_OK or
 * LP_MEMORY. */
enum lp_status lp_export_json_diff(FILE *out, const struct lp_comparison *comparison);

#endif
