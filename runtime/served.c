/* served.c: whether a module is as this runtime expects it. */
#include "runtime/served.h"

#include <stddef.h>

#include "runtime/log.h"

/* False where objects of two versions were linked: one of them keeps its descriptor, but both
 * their records. */
static bool has_whole_links(const struct lp_abi_module *abi)
{
	const char *at = abi->links_begin;
	const char *const end = abi->links_end;

	while (at < end) {
		const struct lp_abi_links *const links = (const void *)at;

		if ((size_t)(end - at) < sizeof *links ||
		    (size_t)(end - at) - sizeof *links < links->pairs_bytes ||
		    links->pair_count > links->pairs_bytes / 2)
			return false;
		at = (const char *)lp_abi_links_behind(links);
	}
	return true;
}

/* Whether `func` looks like the record of a function whose counters are the module's. */
static bool is_record(const struct lp_abi_module *abi, const struct lp_abi_func *func)
{
	return func->counter_count > 0 && func->table_bytes > 0 && func->graph_hash >> 32 &&
	       lp_abi_has_counters(abi, func);
}

/* False where the linker made several of a section (ld --unique): the bounds are the first one's,
 * and threads would count beyond their blocks. Then some function's counters are outside, or
 * behind the last one's record stands another. */
static bool has_whole_sections(const struct lp_abi_module *abi)
{
	const struct lp_abi_func *func = abi->funcs_begin;

	for (; func < (const struct lp_abi_func *)abi->funcs_end; func++)
		if (!lp_abi_has_counters(abi, func))
			return false;
	return (const void *)(func + 1) > abi->counters_end || !is_record(abi, func);
}

bool lp_module_is_served(const struct lp_abi_module *abi, const char *path)
{
	const char *why = "parts of it were compiled for another runtime: compile all of it again";

	if (abi->abi_version == LP_ABI_VERSION && has_whole_links(abi)) {
		if (has_whole_sections(abi))
			return true;
		why = "its sections are in pieces: link it without --unique";
	}
	if (abi->abi_version > LP_ABI_VERSION)
		why = "it was compiled for a newer runtime than this one: install that";
	else if (abi->abi_version < LP_ABI_VERSION)
		why = "it was compiled for an older runtime than this one: compile it again";
	lp_log(path, "not measured", why);
	return false;
}
