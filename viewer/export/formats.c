/* formats.c: the table of formats. */
#include "viewer/export/formats.h"

#include <string.h>

#include "viewer/export/json.h"

/* {name, summary, needs_calls, is_binary, is_list, names_lines, write} */
const struct lp_format lp_formats[] = {
    {"callgrind", "callgrind_annotate, KCachegrind, QCachegrind", false, false, false, true,
     lp_export_callgrind},
    {"chrome-trace", "Perfetto, chrome://tracing, readers of PyTorch's traces", true, false, false,
     false, lp_export_chrome_trace},
    {"csv", "a row for each line of source, for spreadsheets", false, false, false, true,
     lp_export_csv},
    {"flamegraph", "a picture of the calls: an SVG file for browsers", true, false, false, false,
     lp_export_flame_graph},
    {"folded", "stacks for flamegraph.pl, inferno, speedscope", true, false, false, false,
     lp_export_folded},
    {"html", "one page for any browser, with sources, to send or keep", false, false, true, false,
     lp_export_html},
    {"json", "everything: the same as --json", false, false, true, false, lp_export_json},
    {"lcov", "hits as coverage: genhtml, editors, CI services", false, false, false, true,
     lp_export_lcov},
    {"line_profiler", "what Python's line_profiler prints", false, false, true, false,
     lp_export_line_profiler},
    {"pprof", "go tool pprof, and what else reads its profiles", true, true, false, true,
     lp_export_pprof},
    {"pstats", "Python's pstats, snakeviz, gprof2dot", false, true, false, false, lp_export_pstats},
    {"speedscope", "www.speedscope.app: the calls as a flame graph", true, false, false, false,
     lp_export_speedscope},
    {NULL, NULL, false, false, false, false, NULL},
};

const struct lp_format *lp_format_find(const char *name)
{
	for (const struct lp_format *format = lp_formats; format->name; format++)
		if (strcmp(format->name, name) == 0)
			return format;
	return NULL;
}

enum lp_status lp_format_write(const struct lp_format *format, const struct lp_view *view)
{
	if (format->needs_calls && view->profile->call_path_count == 0)
		return LP_UNTIMED;
	return format->write(view);
}
