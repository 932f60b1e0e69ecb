/* module_sections.c: from a module's records to the profile's sections. */
#include "runtime/module_sections.h"

#include <stddef.h>
#include <string.h>

#include "format/layout.h"
#include "format/leb128.h"
#include "runtime/profile_file.h"

static size_t round_up_8(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

static bool append_module(uint32_t index, const struct lp_module_state *module,
			  const struct lp_place *place)
{
	const size_t path_bytes = strlen(place->path);
	struct lp_module *const record = lp_file_append(LP_SECT_MODULE, sizeof *record, path_bytes);

	if (!record)
		return false;
	*record = (struct lp_module){
	    .module = index,
	    .path_bytes = (uint32_t)path_bytes,
	    .load_bias = place->load_bias - place->text_begin + module->recorded_begin,
	    .text_begin = module->recorded_begin,
	    .text_end = module->recorded_begin + module->text_bytes,
	    .build_id_bytes = place->build_id_bytes,
	};
	memcpy(record->build_id, place->build_id, sizeof record->build_id);
	memcpy(record + 1, place->path, path_bytes);
	return true;
}

static bool append_files(uint32_t index, const struct lp_abi_module *abi)
{
	const struct lp_abi_file *const begin = abi->files_begin;
	const struct lp_abi_file *const end = abi->files_end;
	size_t bytes = sizeof(struct lp_files);
	struct lp_files *head;
	char *at;

	for (const struct lp_abi_file *file = begin; file < end; file++)
		bytes += sizeof(struct lp_file_entry) + round_up_8(file->path_bytes);
	head = lp_file_append(LP_SECT_FILES, 0, bytes);
	if (!head)
		return false;
	lp_file_put(head, &(struct lp_files){.module = index, .count = (uint32_t)(end - begin)},
		    sizeof *head);
	at = (char *)(head + 1);
	for (const struct lp_abi_file *file = begin; file < end; file++) {
		struct lp_file_entry entry = {.path_hash = file->path_hash,
					      .path_bytes = file->path_bytes,
					      .flags = file->flags};

		memcpy(entry.digest, &file->digest_low, 8);
		memcpy(entry.digest + 8, &file->digest_high, 8);
		lp_file_put(at, &entry, sizeof entry);
		lp_file_put(at + sizeof entry, lp_abi_target(&file->path), file->path_bytes);
		at += sizeof entry + round_up_8(file->path_bytes);
	}
	return true;
}

static struct lp_func_entry entry_of(const struct lp_abi_module *abi,
				     const struct lp_abi_func *func, uint32_t table_offset)
{
	const uint64_t offset = (uint64_t)((const char *)lp_abi_target(&func->counters) -
					   (const char *)abi->counters_begin);

	return (struct lp_func_entry){
	    .name_hash = func->name_hash,
	    .graph_hash = func->graph_hash,
	    .first_counter = (uint32_t)(offset / 8),
	    .counter_count = func->counter_count,
	    .table_offset = table_offset,
	    .table_bytes = func->table_bytes,
	    .flags = func->flags,
	};
}

static bool append_funcs(uint32_t index, const struct lp_module_state *module)
{
	const struct lp_abi_module *const abi = module->abi;
	const struct lp_abi_func *const funcs = abi->funcs_begin;
	const uint32_t count = module->func_count;
	size_t bytes = sizeof(struct lp_funcs) + count * sizeof(struct lp_func_entry);
	struct lp_func_entry *entries;
	struct lp_funcs *head;
	uint32_t offset = 0;
	char *table;

	for (uint32_t i = 0; i < count; i++)
		bytes += funcs[i].table_bytes;
	head = lp_file_append(LP_SECT_FUNCS, 0, bytes);
	if (!head)
		return false;
	lp_file_put(head, &(struct lp_funcs){.module = index, .count = count}, sizeof *head);
	entries = (struct lp_func_entry *)(void *)(head + 1);
	for (uint32_t i = 0; i < count; i++) {
		const struct lp_func_entry entry = entry_of(abi, &funcs[i], offset);

		lp_file_put(&entries[i], &entry, sizeof entry);
		offset += funcs[i].table_bytes;
	}
	table = (char *)(entries + count);
	for (uint32_t i = 0; i < count; i++) {
		lp_file_put(table, lp_abi_target(&funcs[i].table), funcs[i].table_bytes);
		table += funcs[i].table_bytes;
	}
	return true;
}

/* Where a counter is among those of the module; `count` and more if it is elsewhere. */
static uint64_t counter_index(const struct lp_abi_module *abi, const int64_t *field)
{
	return (uint64_t)((const char *)lp_abi_target(field) - (const char *)abi->counters_begin) /
	       sizeof(uint64_t);
}

/* Writes the pairs of `links` to `out`, which has room for all that it says it has; returns
 * where the next ones go. */
static struct lp_link *decode_links(const struct lp_abi_module *abi,
				    const struct lp_abi_links *links, struct lp_link *out)
{
	const unsigned char *at = (const unsigned char *)(links + 1);
	const unsigned char *const end = at + links->pairs_bytes;
	const uint64_t counters = counter_index(abi, &links->counters);
	uint64_t shared = counter_index(abi, &links->shared);
	uint64_t step, index;
	struct lp_link link;

	for (uint32_t i = 0; i < links->pair_count; i++) {
		if (!lp_leb128_read(&at, end, &step) || !lp_leb128_read(&at, end, &index))
			break;
		shared += step;
		link.shared = (uint32_t)shared;
		link.counter = (uint32_t)(counters + index);
		lp_file_put(out++, &link, sizeof link);
	}
	return out;
}

static bool append_links(uint32_t index, const struct lp_abi_module *abi)
{
	const struct lp_abi_links *const end = abi->links_end;
	struct lp_links *head;
	struct lp_link *link;
	size_t count = 0;

	for (const struct lp_abi_links *links = abi->links_begin; links < end;
	     links = lp_abi_links_behind(links))
		count += links->pair_count;
	if (!count)
		return true;
	head = lp_file_append(LP_SECT_LINKS, 0, sizeof *head + count * sizeof *link);
	if (!head)
		return false;
	link = (struct lp_link *)(void *)(head + 1);
	for (const struct lp_abi_links *links = abi->links_begin; links < end;
	     links = lp_abi_links_behind(links))
		link = decode_links(abi, links, link);
	*head = (struct lp_links){
	    .module = index,
	    .count = (uint32_t)(link - (struct lp_link *)(void *)(head + 1)),
	};
	return true;
}

/* Copied as they are: what the bytes say is the viewer's affair. */
static bool append_remarks(uint32_t index, const struct lp_abi_module *abi)
{
	const size_t bytes =
	    (size_t)((const char *)abi->remarks_end - (const char *)abi->remarks_begin);
	struct lp_remarks_head *head;

	if (!bytes || bytes > UINT32_MAX)
		return true;
	head = lp_file_append(LP_SECT_REMARKS, 0, sizeof *head + bytes);
	if (!head)
		return false;
	*head = (struct lp_remarks_head){.module = index, .bytes = (uint32_t)bytes};
	lp_file_put(head + 1, abi->remarks_begin, bytes);
	return true;
}

static bool has_same_patterns(const struct lp_abi_unit *a, const struct lp_abi_unit *b)
{
	return a->patterns_bytes == b->patterns_bytes &&
	       !memcmp(lp_abi_target(&a->patterns), lp_abi_target(&b->patterns), a->patterns_bytes);
}

static bool append_selection(uint32_t index, const struct lp_abi_unit *unit,
			     const struct lp_abi_unit *end)
{
	struct lp_selection sum = {.module = index, .patterns_bytes = unit->patterns_bytes};
	struct lp_selection *record;

	for (const struct lp_abi_unit *other = unit; other < end; other++)
		if (has_same_patterns(unit, other)) {
			sum.units++;
			sum.counted += other->counted;
			sum.excluded += other->excluded;
			sum.skipped += other->skipped;
			sum.system += other->system;
			sum.matched |= other->matched;
			sum.flags |= other->flags;
		}
	record = lp_file_append(LP_SECT_SELECTION, 0, sizeof sum + sum.patterns_bytes);
	if (!record)
		return false;
	*record = sum;
	memcpy(record + 1, lp_abi_target(&unit->patterns), sum.patterns_bytes);
	return true;
}

/* One section for the units with the same patterns: nearly always for all. */
static bool append_selections(uint32_t index, const struct lp_abi_module *abi)
{
	enum { SELECTIONS_MAX = 64 };
	const struct lp_abi_unit *const begin = abi->units_begin;
	const struct lp_abi_unit *const end = abi->units_end;
	uint32_t count = 0;

	for (const struct lp_abi_unit *unit = begin; unit < end; unit++) {
		const struct lp_abi_unit *first = begin;

		while (!has_same_patterns(first, unit))
			first++;
		if (first == unit && count++ < SELECTIONS_MAX &&
		    !append_selection(index, unit, end))
			return false;
	}
	return true;
}

bool lp_module_write(uint32_t index, const struct lp_module_state *module,
		     const struct lp_place *place)
{
	const struct lp_abi_module *const abi = module->abi;
	const uint64_t mark = lp_file_mark();
	const bool is_whole = append_module(index, module, place) && append_files(index, abi) &&
			      append_funcs(index, module) && append_links(index, abi) &&
			      append_remarks(index, abi) && append_selections(index, abi);

	/* The next one may fit, and has the same number. */
	if (!is_whole)
		lp_file_give_up(mark);
	lp_file_commit();
	return is_whole;
}
