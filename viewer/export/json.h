/* json.h: a profile as JSON, for other programs; docs/json.md describes it. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_H
#define LINEPROF_VIEWER_EXPORT_JSON_H

#include <stdio.h>

#include "viewer/model/profile.h"

#define LP_JSON_SCHEMA_VERSION 1

/* Writes all of `profile`. Write errors stay in the stream. */
void lp_export_json(const struct lp_profile *profile, FILE *out);

#endif
