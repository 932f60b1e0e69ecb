/* names.c: demangles; the only file that knows libiberty. */
#include "viewer/model/names.h"

#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

const char *lp_name_shown(struct lp_arena *arena, const char *linkage_name, const char *name)
{
	const char *shown;
	char *demangled = NULL;

	/* Only these begin mangled names; anything else is C or assembly. */
	if (strncmp(linkage_name, "_Z", 2) == 0 || strncmp(linkage_name, "_R", 2) == 0)
		demangled = cplus_demangle(linkage_name, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO);
	if (!demangled)
		return *name ? name : linkage_name;
	shown = lp_arena_copy(arena, demangled, strlen(demangled));
	free(demangled);
	return shown;
}
