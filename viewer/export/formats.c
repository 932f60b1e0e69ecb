/* formats.c: the table of formats. */
#include "viewer/export/formats.h"

#include <string.h>

#include "viewer/export/json.h"

/* {name, summary, write} */
const struct lp_format lp_formats[] = {
    {"callgrind", "callgrind_annotate, KCachegrind, QCachegrind", lp_export_callgrind},
    {"csv", "a row for each line of source, for spreadsheets", lp_export_csv},
    {"json", "everything: the same as --json", lp_export_json},
    {"lcov", "hits as coverage: genhtml, editors, CI services", lp_export_lcov},
    {"line_profiler", "what Python's line_profiler prints", lp_export_line_profiler},
    {"pstats", "Python's pstats, snakeviz, gprof2dot", lp_export_pstats},
    {NULL, NULL, NULL},
};

const struct lp_format *lp_format_find(const char *name)
{
	for (const struct lp_format *format = lp_formats; format->name; format++)
		if (strcmp(format->name, name) == 0)
			return format;
	return NULL;
}
