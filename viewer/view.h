/* view.h: what a report shows, and how. */
#ifndef LINEPROF_VIEWER_VIEW_H
#define LINEPROF_VIEWER_VIEW_H

#include <stdio.h>

#include "viewer/model/compare.h"
#include "viewer/model/filter.h"
#include "viewer/model/profile.h"
#include "viewer/model/sort.h"
#include "viewer/model/source.h"

struct lp_view {
	const struct lp_profile *profile; /* borrowed */
	FILE *out;                        /* borrowed; keeps its error */
	struct lp_sort_order order;       /* of functions */
	struct lp_filter *filter;         /* borrowed; notes what it left out */
	struct lp_source_texts *texts;    /* borrowed; reads when asked */
	bool shows_all;                   /* functions that never ran, too */
	bool skips_zero;                  /* no lines that never ran */
	bool by_launch;                   /* kernels by their launches, too */
	bool is_summarized;               /* a summary of the functions at the end */
	uint32_t silenced_hints;          /* bits of lp_hint_bit() */
	double threshold_pct;             /* rows of trees with less of the time are left out */
	bool has_color;
	int width;           /* columns of the terminal; 0: as long as lines are */
	double unit_seconds; /* of times in line tables */
	double table_unit_seconds; /* of those in other tables; 0: their own, mostly seconds */
};

/* Numbers of the functions that the filter lets through, sorted; the caller frees
 * it. Those that never ran are left out unless the view shows all. NULL when out of
 * memory. */
uint32_t *lp_view_matching_functions(const struct lp_view *view, size_t *count);

/* The same with those that only have lines in the files that are wanted. */
uint32_t *lp_view_functions_with_lines(const struct lp_view *view, size_t *count);

/* The same, and then restricted: what a report of functions shows, and one of what is on their
 * lines. */
uint32_t *lp_view_functions(const struct lp_view *view, size_t *count);
uint32_t *lp_view_functions_by_lines(const struct lp_view *view, size_t *count);

/* A function as the table of functions prints it, "file:line(name)": a new string, or
 * NULL when out of memory. */
char *lp_view_function_name(const struct lp_view *view, uint32_t number);

/* Whether a function ends behind another one that begins on the same line: where a macro makes
 * several, as a test's class, what sets it up, and its body, the source of one is that of all. */
bool lp_view_reaches_further(const struct lp_profile *profile, uint32_t number, uint32_t other);

/* Numbers of all lines that the filter lets through and that ran: in the order of --sort, if lines
 * have that, then those with the most time first, then those with the most hits. Restricted. The
 * caller frees it. NULL when out of memory. */
uint32_t *lp_view_lines(const struct lp_view *view, size_t *count);

/* Whether lines that ran are hot ones, too, if they have no time. */
bool lp_view_shows_hits(const struct lp_view *view);

/* Numbers of the lines that the filter lets through and that have a time or, if
 * lp_view_shows_hits(), hits: hottest first. Restricted; the first `most` if there
 * is no restriction. The caller frees it. NULL when out of memory. */
uint32_t *lp_view_hot_lines(const struct lp_view *view, size_t most, size_t *count);

/* The same by what the lines ran themselves: waiting is no work. */
uint32_t *lp_view_busy_lines(const struct lp_view *view, size_t most, size_t *count);

/* The same in the view's order, which is one of lines, too; if that is another one than by their
 * time, with lines that have hits alone; if all is to be shown, with those that never ran. */
uint32_t *lp_view_sorted_lines(const struct lp_view *view, size_t most, size_t *count);

/* Reads the sources of the lines that the filter lets through, as far as they are there: so that it
 * is known whether they are what was compiled. LP_OK or LP_MEMORY. */
enum lp_status lp_view_read_sources(const struct lp_view *view);

/* `path` as it is shown: relative to the working directory if it is below. Part of `path`. */
const char *lp_view_path(const char *path);

/*
 * Sets how the sources of `profile` are shown: relative to the working directory if one
 * of them is below it, else to the folder that all have in common, apart from those
 * of the system. LP_OK or LP_MEMORY.
 */
enum lp_status lp_view_shorten_paths(struct lp_profile *profile);

/* `ticks` in seconds. */
double lp_view_seconds(const struct lp_view *view, uint64_t ticks);

/* `seconds`, or `ticks`, in the unit of tables that are not of lines. */
double lp_view_in_unit(const struct lp_view *view, double seconds);
double lp_view_time(const struct lp_view *view, uint64_t ticks);

/* The seconds that a thread, or those summed up in the row, waited: alive, neither on a CPU nor in
 * want of one. */
double lp_view_thread_wait(const struct lp_view *view, const struct lp_thread_row *row);

/* Whether waits are worth a column: nearly any program waits a little. */
bool lp_view_has_waits(const struct lp_profile *profile);

/* The same of changes: on either side. */
bool lp_view_compares_waits(const struct lp_comparison *comparison);

/* The columns that such a time takes with three decimals, at least `least`. */
int lp_view_time_width(const struct lp_view *view, int least);

/* `ticks` as a share of the CPU time of all threads, in percent; 0 if that is not known. */
double lp_view_cpu_pct(const struct lp_view *view, uint64_t ticks);

/* `ticks` as a share of the lifetime of all threads, in percent. */
double lp_view_share_pct(const struct lp_view *view, uint64_t ticks);

/* What stands for the other function of a call where none is known; `flags`: LP_CALL_*. Of calls
 * that are estimated it may be an instrumented one, which a pointer led from or to. */
const char *lp_view_outside_name(uint32_t flags);

/* Heat of a row: begins a colour that suits its share, and ends it. */
void lp_view_begin_heat(const struct lp_view *view, double share_pct);
void lp_view_end_heat(const struct lp_view *view, double share_pct);

#endif
