/* live_tables.h: what a running program does: a table an interval. */
#ifndef LINEPROF_VIEWER_REPORT_LIVE_TABLES_H
#define LINEPROF_VIEWER_REPORT_LIVE_TABLES_H

#include "viewer/model/live.h"
#include "viewer/view.h"

/* Writes a table of what happened between two readings; LP_OK or LP_MEMORY. */
typedef enum lp_status lp_live_table(const struct lp_view *view, const struct lp_rates *rates);

/* The table that stands for a report; NULL if there is none. */
lp_live_table *lp_live_table_of(enum lp_status (*report)(const struct lp_view *view));

#endif
