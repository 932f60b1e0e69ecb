/* formats.h: a profile in the formats of other programs. */
#ifndef LINEPROF_VIEWER_EXPORT_FORMATS_H
#define LINEPROF_VIEWER_EXPORT_FORMATS_H

#include "viewer/view.h"

struct lp_format {
	const char *name;
	const char *summary; /* and who reads it */
	bool needs_calls;    /* who called whom: in profiles with times */
	bool is_binary;      /* nothing for a terminal */
	bool is_list;        /* rows in the order asked for, of which it can have the first ones */
	bool names_lines;    /* its lines of sources are known by path and number alone */
	enum lp_status (*write)(const struct lp_view *view); /* for lp_format_write() */
};

/* All of them, ended by one without name. */
extern const struct lp_format lp_formats[];

/* The format of that name, or NULL. */
const struct lp_format *lp_format_find(const char *name);

/* Writes what the view's filter lets through. Write errors stay in the stream. LP_OK, LP_MEMORY
 * or LP_CORRUPT; LP_UNTIMED where the format needs calls and the profile has none. */
enum lp_status lp_format_write(const struct lp_format *format, const struct lp_view *view);

/* callgrind.c: source of the format: valgrind's manual, "Callgrind Format Specification". */
enum lp_status lp_export_callgrind(const struct lp_view *view);

/* lcov.c: source of the format: geninfo(1), "TRACEFILE FORMAT". */
enum lp_status lp_export_lcov(const struct lp_view *view);

/* pstats.c: source of the format: Python's Lib/cProfile.py, Lib/pstats.py and
 * Python/marshal.c, version 2. */
enum lp_status lp_export_pstats(const struct lp_view *view);

/* line_profiler.c: as print_stats() of Python's line_profiler 4 lays it out. */
enum lp_status lp_export_line_profiler(const struct lp_view *view);
/* folded.c: source of the format: the head of flamegraph.pl. */
enum lp_status lp_export_folded(const struct lp_view *view);

/* flame_graph.c: SVG 1.1. */
enum lp_status lp_export_flame_graph(const struct lp_view *view);

/* speedscope.c: source of the format: speedscope's wiki, "Importing from custom sources", and its
 * JSON schema. */
enum lp_status lp_export_speedscope(const struct lp_view *view);

/* pprof.c: source of the format: the comments of pprof's profile.proto. */
enum lp_status lp_export_pprof(const struct lp_view *view);

/* chrome_trace.c: source of the format: "Trace Event Format" of Chrome's catapult, and what PyTorch's
 * Kineto writes (output_json.cpp). */
enum lp_status lp_export_chrome_trace(const struct lp_view *view);

/* html.c: one page without scripts, links or pictures; of a large program, its hottest part. */
enum lp_status lp_export_html(const struct lp_view *view);

/* csv.c: RFC 4180, one row for each line of source. */
enum lp_status lp_export_csv(const struct lp_view *view);

#endif
