/*
 * symbols.c: looks addresses up in DWARF.
 *
 * There is no index: the sampled addresses are few and sorted, so each range that
 * the DWARF names is looked up among them, and whatever holds none of them is
 * passed over with all its children.
 */
#include "viewer/model/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/binary.h"
#include "viewer/model/dwarf_reader.h"

enum { MOST_LEVELS = 256 }; /* of nested entries; compilers stay far below */

/* A function that was met on the way down, inlined or not. */
struct scope {
	const struct scope *outer; /* what it is inlined into; NULL if it is not */
	struct lp_dwarf_function function;
};

/* What is known of a query so far. */
struct finding {
	uint64_t address;           /* that is looked up: the query's, or one before */
	struct lp_dwarf_range code; /* of the function, around the address */
	const struct scope *scope;
	const char *file;
	uint32_t line;
};

struct search {
	struct lp_dwarf reader;
	const struct lp_symbol_query *queries;
	struct finding *findings; /* one for each query; sorted by address */
	struct finding *before;   /* the same, or of the code before that has a line */
	struct finding *behind;   /* the same, or of the code behind that has one */
	size_t count;
};

/* ---- findings ---- */

/* The first of the findings `list` at or above `address`. */
static size_t first_at(const struct search *search, const struct finding *list, uint64_t address)
{
	size_t begin = 0;
	size_t end = search->count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (list[middle].address < address)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/* Whether a unit with search->reader.ranges can matter; an address before them may be
 * that of a function's beginning. */
static bool has_findings_nearby(const struct search *search)
{
	for (size_t i = 0; i < search->reader.range_count; i++) {
		const struct lp_dwarf_range *const range = &search->reader.ranges[i];
		const size_t at =
		    first_at(search, search->findings, range->begin ? range->begin - 1 : 0);

		if (at < search->count && search->findings[at].address < range->end)
			return true;
	}
	return false;
}

/* Where a function begins there is no instruction before. */
static void mark_beginnings(struct search *search)
{
	for (size_t i = 0; i < search->reader.range_count; i++) {
		const uint64_t begin = search->reader.ranges[i].begin;

		for (size_t at = first_at(search, search->findings, begin ? begin - 1 : 0);
		     at < search->count && search->queries[at].address <= begin; at++)
			if (search->queries[at].address == begin && search->queries[at].is_leaf) {
				search->findings[at] = (struct finding){.address = begin};
				search->before[at] = search->findings[at];
				search->behind[at] = search->findings[at];
			}
	}
}

/* Notes that a function has the code in search->reader.ranges. */
static void mark_code(struct search *search)
{
	for (size_t i = 0; i < search->reader.range_count; i++) {
		const struct lp_dwarf_range *const range = &search->reader.ranges[i];

		for (size_t at = first_at(search, search->findings, range->begin);
		     at < search->count && search->findings[at].address < range->end; at++)
			search->findings[at].code = *range;
	}
}

/* Puts `scope` under those of `list` in `range`; true if there are any. */
static bool enter_range(const struct search *search, struct finding *list,
			const struct lp_dwarf_range *range, const struct scope *scope)
{
	const size_t first = first_at(search, list, range->begin);
	size_t at = first;

	for (; at < search->count && list[at].address < range->end; at++)
		if (scope)
			list[at].scope = scope;
	return at > first;
}

/* Puts `scope` under the findings in search->reader.ranges; true if there are any. */
static bool enter_scope(struct search *search, const struct scope *scope)
{
	bool found = false;

	for (size_t i = 0; i < search->reader.range_count; i++) {
		const struct lp_dwarf_range *const range = &search->reader.ranges[i];

		found |= enter_range(search, search->findings, range, scope);
		found |= enter_range(search, search->before, range, scope);
		found |= enter_range(search, search->behind, range, scope);
	}
	return found;
}

/* ---- files and lines ---- */

/*
 * The path of a row's file. In DWARF 5 libdwarf begins each sequence with file 0,
 * where the standard says 1 (section 6.2.2): a 0 may be meant, or not. Code stands
 * in the file of its function, so that decides.
 */
static const char *file_of_row(const struct lp_dwarf_unit *unit, const struct lp_dwarf_row *row,
			       const struct scope *scope)
{
	if (unit->version >= 5 && row->file == 0 && scope &&
	    strcmp(scope->function.declared_in, lp_dwarf_file(unit, 1)) == 0)
		return lp_dwarf_file(unit, 1);
	return lp_dwarf_file(unit, row->file);
}

/* Gives `row` to those of `list` from its address up to `end`. */
static void apply_row(struct search *search, struct finding *list, const struct lp_dwarf_unit *unit,
		      const struct lp_dwarf_row *row, uint64_t end)
{
	if (row->line == 0 || row->address >= end)
		return;
	for (size_t at = first_at(search, list, row->address);
	     at < search->count && list[at].address < end; at++) {
		list[at].line = (uint32_t)row->line;
		list[at].file = file_of_row(unit, row, list[at].scope);
	}
}

/* Finds what stands around code without a line (line 0). */
static void look_around(struct search *search)
{
	for (size_t i = 1; i < search->reader.row_count; i++) {
		const struct lp_dwarf_row *const row = &search->reader.rows[i];
		const bool begins = row->line == 0 && !row->is_end && row[-1].line > 0 &&
				    !row[-1].is_end && row[-1].address < row->address;
		uint64_t end;

		while (begins && i < search->reader.row_count && search->reader.rows[i].line == 0 &&
		       !search->reader.rows[i].is_end)
			i++;
		if (!begins || i == search->reader.row_count || search->reader.rows[i].is_end)
			continue;
		end = search->reader.rows[i].address;
		for (size_t at = first_at(search, search->findings, row->address);
		     at < search->count && search->findings[at].address < end; at++) {
			search->before[at].address = row->address - 1;
			search->behind[at].address = end;
		}
	}
}

static void apply_rows(struct search *search, const struct lp_dwarf_unit *unit)
{
	struct lp_dwarf_row row = {.is_end = true};

	for (size_t i = 0; i < search->reader.row_count; i++) {
		struct lp_dwarf_row next = search->reader.rows[i];

		if (!row.is_end) {
			apply_row(search, search->findings, unit, &row, next.address);
			apply_row(search, search->behind, unit, &row, next.address);
		}
		/* Line 0 is code of no line: it stays with the line before. */
		if (next.line == 0 && !next.is_end && !row.is_end) {
			next.line = row.line;
			next.file = row.file;
		}
		row = next;
	}
}

/* ---- functions ---- */

static const struct scope *new_scope(struct search *search, const struct lp_dwarf_unit *unit,
				     struct Dwarf_Die_s *entry, const struct scope *outer)
{
	struct scope *const scope =
	    (struct scope *)lp_arena_allocate(search->reader.arena, sizeof(*scope));

	if (!scope) {
		search->reader.no_memory = true;
		return NULL;
	}
	scope->outer = outer;
	lp_dwarf_read_function(&search->reader, unit, entry, &scope->function);
	return scope;
}

static void read_children(struct search *search, const struct lp_dwarf_unit *unit,
			  struct Dwarf_Die_s *entry, const struct scope *outer, int level);

static void read_entry(struct search *search, const struct lp_dwarf_unit *unit,
		       struct Dwarf_Die_s *entry, const struct scope *outer, int level)
{
	const enum lp_dwarf_kind kind = lp_dwarf_kind_of(&search->reader, entry);

	if (kind == LP_DWARF_OTHER)
		return;
	if (kind == LP_DWARF_SPACE) {
		read_children(search, unit, entry, outer, level + 1);
		return;
	}
	lp_dwarf_read_ranges(&search->reader, unit, entry);
	if (kind == LP_DWARF_FUNCTION) {
		mark_beginnings(search);
		mark_code(search);
	}
	if (!enter_scope(search, NULL))
		return;
	if (kind != LP_DWARF_BLOCK) {
		outer = new_scope(search, unit, entry, kind == LP_DWARF_INLINED ? outer : NULL);
		if (!outer)
			return;
		enter_scope(search, outer);
	}
	read_children(search, unit, entry, outer, level + 1);
}

static void read_children(struct search *search, const struct lp_dwarf_unit *unit,
			  struct Dwarf_Die_s *entry, const struct scope *outer, int level)
{
	struct Dwarf_Die_s *child =
	    level < MOST_LEVELS ? lp_dwarf_first_child(&search->reader, entry) : NULL;

	while (child && !search->reader.no_memory) {
		read_entry(search, unit, child, outer, level);
		child = lp_dwarf_next(&search->reader, child);
	}
	if (child)
		lp_dwarf_close_entry(&search->reader, child);
}

/* ---- units ---- */

static void read_unit(struct search *search, struct lp_dwarf_unit *unit)
{
	if (!has_findings_nearby(search))
		return;
	lp_dwarf_read_lines(&search->reader, unit);
	look_around(search);
	read_children(search, unit, unit->entry, NULL, 0);
	apply_rows(search, unit);
}

/* Reads all units. LP_OK; LP_NOT_FOUND if there is none: a stripped binary still has
 * the DWARF of its frames; LP_CORRUPT if it breaks off. */
static enum lp_status read_units(struct search *search)
{
	for (enum lp_status found = LP_NOT_FOUND;; found = LP_OK) {
		struct lp_dwarf_unit unit;
		const enum lp_status status = lp_dwarf_next_unit(&search->reader, &unit);

		if (status != LP_OK)
			return status == LP_NOT_FOUND ? found : status;
		read_unit(search, &unit);
		lp_dwarf_close_unit(&search->reader, &unit);
		if (search->reader.no_memory)
			return LP_MEMORY;
	}
}

/* ---- answers ---- */

static bool is_inlined_into(const struct scope *scope, const struct scope *outer)
{
	while (scope && scope != outer)
		scope = scope->outer;
	return scope;
}

/* Whether look_around() has found something else around it. */
static bool has_no_line(const struct search *search, size_t number)
{
	return search->behind[number].address != search->findings[number].address;
}

/* Whether the line before code that has none is in another run; and the line behind. */
static bool begins_run(const struct search *search, size_t number)
{
	return has_no_line(search, number) &&
	       search->before[number].address < search->queries[number].run.begin;
}

static bool ends_run(const struct search *search, size_t number)
{
	return search->behind[number].address >= search->queries[number].run.end;
}

/* What is known of query `number`. The line before may be that of what is inlined, and not the
 * code's own: that reloads, where a block begins, what the inlined code behind needs. */
static const struct finding *finding_of(const struct search *search, size_t number)
{
	const struct finding *const own = &search->findings[number];
	const struct finding *const behind = &search->behind[number];

	if (behind->scope && begins_run(search, number) && !ends_run(search, number))
		return behind;
	return own->scope && search->before[number].scope != own->scope &&
		       is_inlined_into(behind->scope, own->scope)
		   ? behind
		   : own;
}

static void answer(struct search *search, const struct finding *finding,
		   struct lp_symbol_query *query)
{
	const char *file = finding->file ? finding->file : "";
	uint32_t line = finding->line;
	size_t depth = 0;

	for (const struct scope *at = finding->scope; at; at = at->outer)
		depth++;
	if (depth == 0)
		return;
	query->frames = (struct lp_frame *)lp_arena_allocate(search->reader.arena,
							     depth * sizeof(*query->frames));
	if (!query->frames) {
		search->reader.no_memory = true;
		return;
	}
	query->frame_count = depth;
	depth = 0;
	for (const struct scope *at = finding->scope; at; at = at->outer) {
		struct lp_frame *const frame = &query->frames[depth++];

		frame->linkage_name = at->function.linkage_name;
		frame->declared_in = at->function.declared_in;
		frame->declared_line = at->function.declared_line;
		frame->file = file;
		frame->line = line;
		file = at->function.call_file;
		line = at->function.call_line;
	}
}

static enum lp_status search_all(struct search *search, struct lp_symbol_query *queries)
{
	enum lp_status status;

	for (size_t i = 0; i < search->count; i++) {
		search->findings[i].address = queries[i].address - (queries[i].address > 0);
		search->before[i].address = search->findings[i].address;
		search->behind[i].address = search->findings[i].address;
	}
	status = read_units(search);
	for (size_t i = 0; i < search->count; i++) {
		queries[i].code_begin = search->findings[i].code.begin;
		queries[i].code_end = search->findings[i].code.end;
		queries[i].has_no_line = has_no_line(search, i);
		if (begins_run(search, i) && ends_run(search, i))
			search->findings[i].line = 0;
		answer(search, finding_of(search, i), &queries[i]);
	}
	return search->reader.no_memory ? LP_MEMORY : status;
}

enum lp_status lp_symbols_find(const char *path, struct lp_symbol_query *queries, size_t count,
			       struct lp_arena *arena)
{
	struct search search = {.queries = queries, .count = count};
	enum lp_status status = LP_NOT_FOUND;

	if (!lp_binary_is_whole(path))
		return LP_CORRUPT;
	search.findings = (struct finding *)calloc(3 * count + 1, sizeof(*search.findings));
	if (!search.findings)
		return LP_MEMORY;
	search.before = search.findings + count;
	search.behind = search.before + count;
	if (lp_dwarf_open(&search.reader, path, arena))
		status = search_all(&search, queries);
	if (status == LP_OK && search.reader.lacks_alternate)
		status = LP_IO;
	lp_dwarf_close(&search.reader);
	free(search.findings);
	return status;
}
