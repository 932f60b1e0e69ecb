/* payload.c: whether sections hold together; each check returns what was expected, or NULL. */
#include "format/payload.h"

#include <string.h>

#include "format/gpu.h"
#include "format/remarks.h"

static const char *check_info(const struct lp_section_at *at)
{
	return at->payload_bytes < LP_INFO_BYTES_LEAST ? "a longer \"info\" section" : NULL;
}

static const char *check_text(const struct lp_section_at *at)
{
	if (at->payload_bytes == 0 || at->payload[at->payload_bytes - 1] != 0)
		return "strings that end with zero in \"text\"";
	return lp_section_text(at, LP_TEXT_ENGINE_NOTE) ? NULL : "four strings in \"text\"";
}

static const char *check_programs(const struct lp_section_at *at)
{
	return at->payload_bytes > 0 && at->payload[at->payload_bytes - 1] != 0
		   ? "strings that end with zero in \"Prog\""
		   : NULL;
}

static const char *check_module(const struct lp_section_at *at)
{
	const struct lp_module *const module = (const struct lp_module *)(const void *)at->payload;

	if (at->payload_bytes < sizeof(*module) ||
	    module->path_bytes > at->payload_bytes - sizeof(*module))
		return "a longer \"modl\" section";
	if (module->build_id_bytes > sizeof(module->build_id))
		return "a build id of at most 20 bytes";
	/* Else what is sorted by one of the two kinds of addresses is not by the other. */
	if (module->text_begin > module->text_end ||
	    module->text_begin - module->load_bias > module->text_end - module->load_bias)
		return "addresses of \"modl\" in order, in the file as in memory";
	return NULL;
}

static const char *check_files(const struct lp_section_at *at)
{
	size_t at_bytes = sizeof(struct lp_files);
	uint32_t count;

	if (at->payload_bytes < at_bytes)
		return "a longer \"file\" section";
	count = lp_section_files(at)->count;
	for (uint32_t i = 0; i < count; i++) {
		const struct lp_file_entry *entry;

		if (at->payload_bytes - at_bytes < sizeof(*entry))
			return "as many files as \"file\" says";
		entry = (const struct lp_file_entry *)(const void *)(at->payload + at_bytes);
		at_bytes += sizeof(*entry);
		if (LP_ROUND_UP_8(entry->path_bytes) > at->payload_bytes - at_bytes)
			return "paths that end within \"file\"";
		at_bytes += LP_ROUND_UP_8(entry->path_bytes);
	}
	return NULL;
}

static const char *check_funcs(const struct lp_section_at *at)
{
	const struct lp_funcs *const funcs = (const struct lp_funcs *)(const void *)at->payload;
	size_t tables_bytes;
	uint64_t used_bytes = 0;

	if (at->payload_bytes < sizeof(*funcs) ||
	    funcs->count > (at->payload_bytes - sizeof(*funcs)) / sizeof(struct lp_func_entry))
		return "as many functions as \"func\" says";
	tables_bytes =
	    at->payload_bytes - sizeof(*funcs) - funcs->count * sizeof(struct lp_func_entry);
	for (uint32_t i = 0; i < funcs->count; i++) {
		const struct lp_func_entry *const entry = &lp_section_func_entries(at)[i];

		if (entry->table_offset > tables_bytes ||
		    entry->table_bytes > tables_bytes - entry->table_offset)
			return "function tables that end within \"func\"";
		used_bytes += entry->table_bytes;
	}
	/* Else a small file could take any amount of memory. */
	return used_bytes > tables_bytes ? "a table for each function of \"func\"" : NULL;
}

static const char *check_selection(const struct lp_section_at *at)
{
	const struct lp_selection *const selection =
	    (const struct lp_selection *)(const void *)at->payload;

	if (at->payload_bytes < sizeof(*selection) ||
	    selection->patterns_bytes > at->payload_bytes - sizeof(*selection))
		return "a longer \"Slct\" section";
	if (selection->patterns_bytes > 0 &&
	    at->payload[sizeof(*selection) + selection->patterns_bytes - 1] != 0)
		return "patterns that end with zero in \"Slct\"";
	return NULL;
}

static const char *check_remarks(const struct lp_section_at *at)
{
	const struct lp_remarks_head *const head = lp_section_remarks(at);
	struct lp_remarks_at place;
	struct lp_remark remark;

	if (at->payload_bytes < sizeof(*head) || head->bytes > at->payload_bytes - sizeof(*head))
		return "as many bytes as \"Rmrk\" says";
	place = lp_remarks_begin(lp_section_remark_bytes(at), head->bytes);
	while (lp_remarks_next(&place, &remark))
		;
	return place.is_bad ? "remarks that end within \"Rmrk\"" : NULL;
}

static const char *check_thread(const struct lp_section_at *at)
{
	return at->payload_bytes < sizeof(struct lp_thread) ? "a longer \"thrd\" section" : NULL;
}

static const char *check_counters(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_counters);

	if (at->payload_bytes < head ||
	    lp_section_counters(at)->count > (at->payload_bytes - head) / sizeof(uint64_t))
		return "as many counters as \"coun\" says";
	return NULL;
}

static const char *check_links(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_links);

	if (at->payload_bytes < head ||
	    lp_section_links(at)->count > (at->payload_bytes - head) / sizeof(struct lp_link))
		return "as many links as \"link\" says";
	return NULL;
}

static const char *check_excluded(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_counters);

	if (at->payload_bytes < head ||
	    lp_section_counters(at)->count > (at->payload_bytes - head) / (2 * sizeof(uint64_t)))
		return "as many counters as \"excl\" says";
	return NULL;
}

static const char *check_clocks(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_clocks);

	if (at->payload_bytes < head ||
	    lp_section_clocks(at)->count > (at->payload_bytes - head) / sizeof(struct lp_clock))
		return "as many clocks as \"clok\" says";
	return NULL;
}

static const char *check_stacks(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_stacks);

	if (at->payload_bytes < head ||
	    lp_section_stacks(at)->capacity >
		(at->payload_bytes - head) / sizeof(struct lp_stack_node))
		return "as many nodes as \"stak\" says";
	return NULL;
}

/* The addresses are in order, and theirs are frames of the section. */
static bool are_addresses_good(const struct lp_section_at *at)
{
	const struct lp_symbols *const head = lp_section_symbols(at);
	const struct lp_symbol_address *const addresses = lp_section_symbol_addresses(at);
	uint64_t frames = 0;

	for (uint32_t i = 0; i < head->address_count; i++) {
		const struct lp_symbol_address *const here = &addresses[i];

		if (here->is_leaf > 1 || here->called_count > 1 ||
		    here->first_frame > head->frame_count ||
		    here->frame_count + (uint64_t)here->called_count >
			head->frame_count - here->first_frame)
			return false;
		if (i > 0 &&
		    (here[-1].address > here->address ||
		     (here[-1].address == here->address && here[-1].is_leaf >= here->is_leaf)))
			return false;
		frames += here->frame_count + (uint64_t)here->called_count;
	}
	/* Else a small file could take any amount of memory. */
	return frames <= head->frame_count;
}

static bool are_strings_good(const struct lp_section_at *at)
{
	const struct lp_symbols *const head = lp_section_symbols(at);
	const struct lp_symbol_frame *const frames = lp_section_symbol_frames(at);
	const char *const strings = lp_section_symbol_strings(at);

	if (head->string_bytes == 0 || strings[0] != 0 || strings[head->string_bytes - 1] != 0 ||
	    head->trouble >= head->string_bytes)
		return false;
	for (uint32_t i = 0; i < head->frame_count; i++)
		if (frames[i].linkage_name >= head->string_bytes ||
		    frames[i].declared_in >= head->string_bytes ||
		    frames[i].file >= head->string_bytes)
			return false;
	return true;
}

static const char *check_symbols(const struct lp_section_at *at)
{
	const struct lp_symbols *const head = lp_section_symbols(at);
	uint64_t bytes = sizeof(*head);

	if (at->payload_bytes < bytes)
		return "a longer \"Symb\" section";
	bytes += head->address_count * (uint64_t)sizeof(struct lp_symbol_address) +
		 head->frame_count * (uint64_t)sizeof(struct lp_symbol_frame) + head->string_bytes;
	if (at->payload_bytes < bytes)
		return "as many addresses, frames and strings as \"Symb\" says";
	if (!are_addresses_good(at))
		return "addresses of \"Symb\" in order, with frames of it";
	return are_strings_good(at) ? NULL : "strings of \"Symb\" within it";
}

static const char *check_source(const struct lp_section_at *at)
{
	const struct lp_source_head *const head = lp_section_source(at);

	if (at->payload_bytes < sizeof(*head))
		return "a longer \"Srcs\" section";
	if (head->text_bytes > LP_SOURCE_BYTES_MOST)
		return "a source of at most 64 MiB";
	if (head->coding == LP_CODING_PLAIN &&
	    at->payload_bytes - sizeof(*head) != head->text_bytes)
		return "as much text as \"Srcs\" says";
	return NULL;
}

static const char *check_region_names(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_region_names);

	if (at->payload_bytes < head ||
	    lp_section_region_names(at)->count >
		(at->payload_bytes - head) / sizeof(struct lp_region_name))
		return "as many names as \"rnam\" says";
	for (uint32_t i = 0; i < lp_section_region_names(at)->count; i++) {
		const struct lp_region_name *const name = &lp_section_region_name_values(at)[i];

		if (name->bytes > sizeof(name->text))
			return "names of at most 124 bytes in \"rnam\"";
	}
	return NULL;
}

static const char *check_regions(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_regions);

	if (at->payload_bytes < head ||
	    lp_section_regions(at)->count > (at->payload_bytes - head) / sizeof(struct lp_region))
		return "as many regions as \"regn\" says";
	return NULL;
}

static const char *check_steps(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_steps);

	if (at->payload_bytes < head ||
	    lp_section_steps(at)->count > (at->payload_bytes - head) / sizeof(struct lp_step))
		return "as many steps as \"Step\" says";
	return NULL;
}

static const char *check_ranks(const struct lp_section_at *at)
{
	const struct lp_ranks *const head = lp_section_ranks(at);
	const char *strings;

	if (at->payload_bytes < sizeof(*head) ||
	    at->payload_bytes - sizeof(*head) <
		head->count * (uint64_t)sizeof(struct lp_rank) + head->string_bytes)
		return "as many processes and strings as \"Rank\" says";
	strings = lp_section_rank_strings(at);
	if (head->string_bytes == 0 || strings[0] != 0 || strings[head->string_bytes - 1] != 0)
		return "strings of \"Rank\" that end";
	for (uint32_t i = 0; i < head->count; i++)
		if (lp_section_rank_values(at)[i].host >= head->string_bytes ||
		    lp_section_rank_values(at)[i].path >= head->string_bytes)
			return "strings of \"Rank\" within it";
	return NULL;
}

static const char *check_rank_spreads(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_rank_spreads);

	if (at->payload_bytes < head ||
	    lp_section_rank_spreads(at)->count >
		(at->payload_bytes - head) / sizeof(struct lp_rank_spread))
		return "as many rows as \"Rspr\" says";
	return NULL;
}

const char *lp_payload_check(const struct lp_section_at *at)
{
	switch (at->kind) {
	case LP_SECT_INFO:
		return check_info(at);
	case LP_SECT_TEXT:
		return check_text(at);
	case LP_SECT_PROGRAMS:
		return check_programs(at);
	case LP_SECT_MODULE:
		return check_module(at);
	case LP_SECT_FILES:
		return check_files(at);
	case LP_SECT_FUNCS:
		return check_funcs(at);
	case LP_SECT_LINKS:
		return check_links(at);
	case LP_SECT_SELECTION:
		return check_selection(at);
	case LP_SECT_REMARKS:
		return check_remarks(at);
	case LP_SECT_THREAD:
		return check_thread(at);
	case LP_SECT_COUNTERS:
		return check_counters(at);
	case LP_SECT_EXCLUDED:
		return check_excluded(at);
	case LP_SECT_CLOCKS:
		return check_clocks(at);
	case LP_SECT_STACKS:
		return check_stacks(at);
	case LP_SECT_SYMBOLS:
		return check_symbols(at);
	case LP_SECT_SOURCE:
		return check_source(at);
	case LP_SECT_REGION_NAMES:
		return check_region_names(at);
	case LP_SECT_REGIONS:
		return check_regions(at);
	case LP_SECT_RANKS:
		return check_ranks(at);
	case LP_SECT_RANK_SPREADS:
		return check_rank_spreads(at);
	case LP_SECT_STEPS:
		return check_steps(at);
	case LP_SECT_GPU_SITES:
	case LP_SECT_GPU_TIMES:
	case LP_SECT_GPU_RUN:
	case LP_SECT_GPU_NAMES:
	case LP_SECT_GPU_ROWS:
	case LP_SECT_GPU_MEMORY:
	case LP_SECT_GPU_DEVICES:
	case LP_SECT_GPU_REGIONS:
		return lp_gpu_check(at);
	case LP_SECT_PADDING:
	case LP_SECT_COUNT:
		break;
	}
	return NULL;
}
