/*
 * dwarf_compat.h: what libdwarf calls otherwise since 0.1, the first that says which version it is;
 * Debian 12 and Ubuntu 24.04 have the one of 2021 before it.
 */
#ifndef LINEPROF_VIEWER_MODEL_DWARF_COMPAT_H
#define LINEPROF_VIEWER_MODEL_DWARF_COMPAT_H

#include <libdwarf.h>

/* Opens `path`, or the file of its debug information, whose path goes to `debug_path`; DW_DLV_*. */
static inline int lp_dwarf_init(const char *path, char *debug_path, unsigned size,
				Dwarf_Debug *debug, Dwarf_Error *error)
{
#ifdef DW_LIBDWARF_VERSION
	return dwarf_init_path(path, debug_path, size, DW_GROUPNUMBER_ANY, NULL, NULL, debug,
			       error);
#else
	return dwarf_init_path(path, debug_path, size, 0, DW_GROUPNUMBER_ANY, NULL, NULL, debug,
			       NULL, 0, NULL, error);
#endif
}

static inline void lp_dwarf_finish(Dwarf_Debug debug)
{
#ifdef DW_LIBDWARF_VERSION
	dwarf_finish(debug);
#else
	Dwarf_Error error = NULL;

	dwarf_finish(debug, &error);
#endif
}

static inline void lp_dwarf_free_ranges(Dwarf_Debug debug, Dwarf_Ranges *ranges, Dwarf_Signed count)
{
#ifdef DW_LIBDWARF_VERSION
	dwarf_dealloc_ranges(debug, ranges, count);
#else
	dwarf_ranges_dealloc(debug, ranges, count);
#endif
}

#endif
