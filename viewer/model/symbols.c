/*
 * symbols.c: looks addresses up in DWARF; the only file that knows libdwarf.
 *
 * There is no index: the sampled addresses are few and sorted, so each range that
 * the DWARF names is looked up among them, and whatever holds none of them is
 * passed over with all its children.
 */
#include "viewer/model/symbols.h"

#include <dwarf.h>
#include <libdwarf.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/build_id.h"

enum {
	MOST_ORIGINS = 8,  /* links from a function to where its name stands */
	MOST_LEVELS = 256, /* of nested entries; compilers stay far below */
};

struct range {
	uint64_t begin;
	uint64_t end;
};

/* A function that was met on the way down, inlined or not. */
struct scope {
	const struct scope *outer; /* what it is inlined into; NULL if it is not */
	struct lp_frame frame;     /* without file and line */
	const char *call_file;     /* where it is inlined */
	uint32_t call_line;
};

/* What is known of a query so far. */
struct finding {
	uint64_t address; /* that is looked up: the query's, or one before */
	const struct scope *scope;
	const char *file;
	uint32_t line;
};

/* A row of a line table. */
struct row {
	Dwarf_Addr address;
	Dwarf_Unsigned line;
	Dwarf_Bool is_end; /* of a sequence */
	Dwarf_Unsigned file;
};

struct search {
	Dwarf_Debug dwarf;
	struct lp_arena *arena;
	const struct lp_symbol_query *queries;
	struct finding *findings; /* one for each query; sorted by address */
	struct finding *before;   /* the same, or of the code before that has a line */
	struct finding *behind;   /* the same, or of the code behind that has one */
	size_t count;
	struct row *rows; /* of the unit at hand */
	size_t row_count;
	size_t row_capacity;
	struct range *ranges; /* of the entry at hand */
	size_t range_count;
	size_t range_capacity;
	bool no_memory;
};

/* The compilation unit that is being read. */
struct unit {
	Dwarf_Die die;
	Dwarf_Off offset; /* of its header */
	Dwarf_Half version;
	Dwarf_Addr base;          /* of its range lists */
	Dwarf_Line_Context lines; /* NULL: has none */
	const char **files;       /* paths, by file number; in the arena */
	size_t file_count;
};

/* Whether a call worked; gives back what it says about an error. */
static bool worked(struct search *search, int result, Dwarf_Error *error)
{
	if (result == DW_DLV_ERROR) {
		dwarf_dealloc_error(search->dwarf, *error);
		*error = NULL;
	}
	return result == DW_DLV_OK;
}

static void *allocate(struct search *search, size_t size)
{
	void *const memory = lp_arena_allocate(search->arena, size);

	if (!memory)
		search->no_memory = true;
	else
		memset(memory, 0, size);
	return memory;
}

/* ---- attributes ---- */

/* Opens an attribute; the caller gives it back with close_attribute(). */
static bool open_attribute(struct search *search, Dwarf_Die die, Dwarf_Half name,
			   Dwarf_Attribute *attribute)
{
	Dwarf_Error error = NULL;

	return worked(search, dwarf_attr(die, name, attribute, &error), &error);
}

static void close_attribute(struct search *search, Dwarf_Attribute attribute)
{
	dwarf_dealloc(search->dwarf, attribute, DW_DLA_ATTR);
}

/* A number, or 0. */
static uint64_t number_of(struct search *search, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Attribute attribute;
	Dwarf_Error error = NULL;
	Dwarf_Unsigned value = 0;

	if (!open_attribute(search, die, name, &attribute))
		return 0;
	if (!worked(search, dwarf_formudata(attribute, &value, &error), &error))
		value = 0;
	close_attribute(search, attribute);
	return value;
}

/* A string copied to the arena, or NULL. */
static const char *text_of(struct search *search, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Error error = NULL;
	char *text = NULL;
	char *copy;

	if (!worked(search, dwarf_die_text(die, name, &text, &error), &error))
		return NULL;
	copy = lp_arena_copy(search->arena, text, strlen(text));
	if (!copy)
		search->no_memory = true;
	return copy;
}

/* Opens the entry that attribute `name` refers to. */
static bool open_reference(struct search *search, Dwarf_Die die, Dwarf_Half name, Dwarf_Die *target)
{
	Dwarf_Attribute attribute;
	Dwarf_Error error = NULL;
	Dwarf_Off offset = 0;
	bool found;

	if (!open_attribute(search, die, name, &attribute))
		return false;
	found = worked(search, dwarf_global_formref(attribute, &offset, &error), &error) &&
		worked(search, dwarf_offdie_b(search->dwarf, offset, 1, target, &error), &error);
	close_attribute(search, attribute);
	return found;
}

static void close_entry(struct search *search, Dwarf_Die die)
{
	dwarf_dealloc(search->dwarf, die, DW_DLA_DIE);
}

/* ---- ranges ---- */

static void add_range(struct search *search, uint64_t begin, uint64_t end)
{
	if (begin >= end)
		return;
	if (search->range_count == search->range_capacity) {
		const size_t capacity = 2 * search->range_capacity + 16;
		struct range *const grown =
		    (struct range *)realloc(search->ranges, capacity * sizeof(*search->ranges));

		if (!grown) {
			search->no_memory = true;
			return;
		}
		search->ranges = grown;
		search->range_capacity = capacity;
	}
	search->ranges[search->range_count++] = (struct range){begin, end};
}

/* A range list of DWARF 3 and 4. */
static void read_range_list_4(struct search *search, const struct unit *unit, Dwarf_Die die,
			      Dwarf_Attribute attribute)
{
	Dwarf_Error error = NULL;
	Dwarf_Off offset = 0;
	Dwarf_Off real_offset = 0;
	Dwarf_Ranges *list = NULL;
	Dwarf_Signed count = 0;
	Dwarf_Unsigned bytes = 0;
	uint64_t base = unit->base;

	if (!worked(search, dwarf_global_formref(attribute, &offset, &error), &error) ||
	    !worked(search,
		    dwarf_get_ranges_b(search->dwarf, offset, die, &real_offset, &list, &count,
				       &bytes, &error),
		    &error))
		return;
	for (Dwarf_Signed i = 0; i < count; i++) {
		if (list[i].dwr_type == DW_RANGES_ADDRESS_SELECTION)
			base = list[i].dwr_addr2;
		else if (list[i].dwr_type == DW_RANGES_ENTRY)
			add_range(search, base + list[i].dwr_addr1, base + list[i].dwr_addr2);
	}
	dwarf_ranges_dealloc(search->dwarf, list, count);
}

/* A range list of DWARF 5. */
static void read_range_list_5(struct search *search, Dwarf_Attribute attribute)
{
	Dwarf_Error error = NULL;
	Dwarf_Rnglists_Head head = NULL;
	Dwarf_Half form = 0;
	Dwarf_Unsigned where = 0;
	Dwarf_Unsigned count = 0;
	Dwarf_Unsigned global_offset = 0;

	if (!worked(search, dwarf_whatform(attribute, &form, &error), &error))
		return;
	if (!worked(search,
		    form == DW_FORM_rnglistx ? dwarf_formudata(attribute, &where, &error)
					     : dwarf_global_formref(attribute, &where, &error),
		    &error))
		return;
	if (!worked(search,
		    dwarf_rnglists_get_rle_head(attribute, form, where, &head, &count,
						&global_offset, &error),
		    &error))
		return;
	for (Dwarf_Unsigned i = 0; i < count; i++) {
		Dwarf_Unsigned raw1, raw2, begin, end;
		Dwarf_Bool unavailable = 0;
		unsigned bytes, kind;

		if (!worked(search,
			    dwarf_get_rnglists_entry_fields_a(head, i, &bytes, &kind, &raw1, &raw2,
							      &unavailable, &begin, &end, &error),
			    &error))
			break;
		if (!unavailable && kind != DW_RLE_end_of_list && kind != DW_RLE_base_address &&
		    kind != DW_RLE_base_addressx)
			add_range(search, begin, end);
	}
	dwarf_dealloc_rnglists_head(head);
}

static void read_low_high(struct search *search, Dwarf_Die die)
{
	enum Dwarf_Form_Class class = DW_FORM_CLASS_UNKNOWN;
	Dwarf_Error error = NULL;
	Dwarf_Addr low = 0;
	Dwarf_Addr high = 0;
	Dwarf_Half form = 0;

	if (worked(search, dwarf_lowpc(die, &low, &error), &error) &&
	    worked(search, dwarf_highpc_b(die, &high, &form, &class, &error), &error))
		add_range(search, low, class == DW_FORM_CLASS_CONSTANT ? low + high : high);
}

/* Reads the ranges of an entry into search->ranges. */
static void read_ranges(struct search *search, const struct unit *unit, Dwarf_Die die)
{
	Dwarf_Attribute attribute;

	search->range_count = 0;
	if (!open_attribute(search, die, DW_AT_ranges, &attribute)) {
		read_low_high(search, die);
		return;
	}
	if (unit->version >= 5)
		read_range_list_5(search, attribute);
	else
		read_range_list_4(search, unit, die, attribute);
	close_attribute(search, attribute);
}

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

/* Whether a unit with search->ranges can matter; an address before them may be
 * that of a function's beginning. */
static bool has_findings_nearby(const struct search *search)
{
	for (size_t i = 0; i < search->range_count; i++) {
		const struct range *const range = &search->ranges[i];
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
	for (size_t i = 0; i < search->range_count; i++) {
		const uint64_t begin = search->ranges[i].begin;

		for (size_t at = first_at(search, search->findings, begin ? begin - 1 : 0);
		     at < search->count && search->queries[at].address <= begin; at++)
			if (search->queries[at].address == begin && search->queries[at].is_leaf) {
				search->findings[at] = (struct finding){.address = begin};
				search->before[at] = search->findings[at];
				search->behind[at] = search->findings[at];
			}
	}
}

/* Puts `scope` under those of `list` in `range`; true if there are any. */
static bool enter_range(const struct search *search, struct finding *list,
			const struct range *range, const struct scope *scope)
{
	const size_t first = first_at(search, list, range->begin);
	size_t at = first;

	for (; at < search->count && list[at].address < range->end; at++)
		if (scope)
			list[at].scope = scope;
	return at > first;
}

/* Puts `scope` under the findings in search->ranges; true if there are any. */
static bool enter_scope(struct search *search, const struct scope *scope)
{
	bool found = false;

	for (size_t i = 0; i < search->range_count; i++) {
		const struct range *const range = &search->ranges[i];

		found |= enter_range(search, search->findings, range, scope);
		found |= enter_range(search, search->before, range, scope);
		found |= enter_range(search, search->behind, range, scope);
	}
	return found;
}

/* ---- files and lines ---- */

static const char *join(struct search *search, const char *directory, const char *name)
{
	const size_t length = strlen(directory);
	char *const path = (char *)allocate(search, length + strlen(name) + 2);

	if (!path)
		return "";
	memcpy(path, directory, length);
	path[length] = '/';
	strcpy(path + length + 1, name);
	return path;
}

static const char *path_of(struct search *search, const struct unit *unit, Dwarf_Signed index)
{
	Dwarf_Unsigned directory_index = 0;
	Dwarf_Unsigned time = 0;
	Dwarf_Unsigned size = 0;
	Dwarf_Form_Data16 *digest = NULL;
	Dwarf_Error error = NULL;
	const char *name = NULL;
	const char *directory = NULL;
	const char *compiled_in = NULL;

	if (!worked(search,
		    dwarf_srclines_files_data_b(unit->lines, index, &name, &directory_index, &time,
						&size, &digest, &error),
		    &error) ||
	    !name)
		return "";
	if (name[0] == '/')
		return join(search, "", name + 1);
	if (!worked(search, dwarf_srclines_comp_dir(unit->lines, &compiled_in, &error), &error))
		compiled_in = NULL;
	if (!worked(search,
		    dwarf_srclines_include_dir_data(unit->lines, (Dwarf_Signed)directory_index,
						    &directory, &error),
		    &error))
		directory = compiled_in;
	if (directory && directory[0] != '/' && compiled_in)
		directory = join(search, compiled_in, directory);
	return join(search, directory ? directory : ".", name);
}

static void read_files(struct search *search, struct unit *unit)
{
	Dwarf_Signed base = 0;
	Dwarf_Signed count = 0;
	Dwarf_Signed end = 0;
	Dwarf_Error error = NULL;

	if (!worked(search, dwarf_srclines_files_indexes(unit->lines, &base, &count, &end, &error),
		    &error) ||
	    end <= 0)
		return;
	unit->files = (const char **)allocate(search, (size_t)end * sizeof(*unit->files));
	if (!unit->files)
		return;
	unit->file_count = (size_t)end;
	for (Dwarf_Signed i = 0; i < end; i++)
		unit->files[i] = i < base ? "" : path_of(search, unit, i);
}

static const char *file_of(const struct unit *unit, uint64_t number)
{
	return number < unit->file_count ? unit->files[number] : "";
}

static bool read_row(struct search *search, Dwarf_Line line, struct row *row)
{
	Dwarf_Error error = NULL;

	return worked(search, dwarf_lineaddr(line, &row->address, &error), &error) &&
	       worked(search, dwarf_lineendsequence(line, &row->is_end, &error), &error) &&
	       worked(search, dwarf_lineno(line, &row->line, &error), &error) &&
	       worked(search, dwarf_line_srcfileno(line, &row->file, &error), &error);
}

/*
 * The path of a row's file. In DWARF 5 libdwarf begins each sequence with file 0,
 * where the standard says 1 (section 6.2.2): a 0 may be meant, or not. Code stands
 * in the file of its function, so that decides.
 */
static const char *file_of_row(const struct unit *unit, const struct row *row,
			       const struct scope *scope)
{
	if (unit->version >= 5 && row->file == 0 && scope &&
	    strcmp(scope->frame.declared_in, file_of(unit, 1)) == 0)
		return file_of(unit, 1);
	return file_of(unit, row->file);
}

/* Gives `row` to those of `list` from its address up to `end`. */
static void apply_row(struct search *search, struct finding *list, const struct unit *unit,
		      const struct row *row, uint64_t end)
{
	if (row->line == 0 || row->address >= end)
		return;
	for (size_t at = first_at(search, list, row->address);
	     at < search->count && list[at].address < end; at++) {
		list[at].line = (uint32_t)row->line;
		list[at].file = file_of_row(unit, row, list[at].scope);
	}
}

static void read_rows(struct search *search, const struct unit *unit)
{
	Dwarf_Error error = NULL;
	Dwarf_Line *lines = NULL;
	Dwarf_Signed count = 0;

	search->row_count = 0;
	if (!worked(search, dwarf_srclines_from_linecontext(unit->lines, &lines, &count, &error),
		    &error) ||
	    count <= 0)
		return;
	if ((size_t)count > search->row_capacity) {
		struct row *const grown =
		    (struct row *)realloc(search->rows, (size_t)count * sizeof(*search->rows));

		if (!grown) {
			search->no_memory = true;
			return;
		}
		search->rows = grown;
		search->row_capacity = (size_t)count;
	}
	while (search->row_count < (size_t)count &&
	       read_row(search, lines[search->row_count], &search->rows[search->row_count]))
		search->row_count++;
}

/* Finds what stands around code without a line (line 0). */
static void look_around(struct search *search)
{
	for (size_t i = 1; i < search->row_count; i++) {
		const struct row *const row = &search->rows[i];
		const bool begins = row->line == 0 && !row->is_end && row[-1].line > 0 &&
				    !row[-1].is_end && row[-1].address < row->address;
		uint64_t end;

		while (begins && i < search->row_count && search->rows[i].line == 0 &&
		       !search->rows[i].is_end)
			i++;
		if (!begins || i == search->row_count || search->rows[i].is_end)
			continue;
		end = search->rows[i].address;
		for (size_t at = first_at(search, search->findings, row->address);
		     at < search->count && search->findings[at].address < end; at++) {
			search->before[at].address = row->address - 1;
			search->behind[at].address = end;
		}
	}
}

static void apply_rows(struct search *search, const struct unit *unit)
{
	struct row row = {.is_end = 1};

	for (size_t i = 0; i < search->row_count; i++) {
		struct row next = search->rows[i];

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

static bool is_in_unit(struct search *search, const struct unit *unit, Dwarf_Die die)
{
	Dwarf_Error error = NULL;
	Dwarf_Off offset = 0;
	Dwarf_Off size = 0;

	return worked(search, dwarf_die_CU_offset_range(die, &offset, &size, &error), &error) &&
	       offset == unit->offset;
}

/* Adds what `die` itself says about the function and `frame` does not know yet. */
static void describe(struct search *search, const struct unit *unit, Dwarf_Die die,
		     struct lp_frame *frame, const char **name)
{
	if (!frame->linkage_name)
		frame->linkage_name = text_of(search, die, DW_AT_linkage_name);
	if (!frame->linkage_name)
		frame->linkage_name = text_of(search, die, DW_AT_MIPS_linkage_name);
	if (!*name)
		*name = text_of(search, die, DW_AT_name);
	if (frame->declared_line == 0) {
		frame->declared_line = (uint32_t)number_of(search, die, DW_AT_decl_line);
		if (frame->declared_line > 0 && is_in_unit(search, unit, die))
			frame->declared_in = file_of(unit, number_of(search, die, DW_AT_decl_file));
	}
}

/* Names the function of `die`: its name may stand where it was declared. */
static void describe_all(struct search *search, const struct unit *unit, Dwarf_Die die,
			 struct lp_frame *frame)
{
	const char *name = NULL;
	Dwarf_Die at = die;

	for (int hop = 0; hop < MOST_ORIGINS; hop++) {
		Dwarf_Die next;

		describe(search, unit, at, frame, &name);
		if (!open_reference(search, at, DW_AT_abstract_origin, &next) &&
		    !open_reference(search, at, DW_AT_specification, &next))
			break;
		if (at != die)
			close_entry(search, at);
		at = next;
	}
	if (at != die)
		close_entry(search, at);
	if (!frame->linkage_name)
		frame->linkage_name = name ? name : "";
	if (!frame->declared_in)
		frame->declared_in = "";
}

static struct scope *new_scope(struct search *search, const struct unit *unit, Dwarf_Die die,
			       Dwarf_Half tag, const struct scope *outer)
{
	struct scope *const scope = (struct scope *)allocate(search, sizeof(*scope));

	if (!scope)
		return NULL;
	describe_all(search, unit, die, &scope->frame);
	if (tag == DW_TAG_inlined_subroutine) {
		scope->outer = outer;
		scope->call_line = (uint32_t)number_of(search, die, DW_AT_call_line);
		scope->call_file = file_of(unit, number_of(search, die, DW_AT_call_file));
	}
	return scope;
}

static bool opens_names(Dwarf_Half tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_class_type ||
	       tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_module;
}

static void read_children(struct search *search, const struct unit *unit, Dwarf_Die die,
			  const struct scope *outer, int level);

static void read_entry(struct search *search, const struct unit *unit, Dwarf_Die die,
		       const struct scope *outer, int level)
{
	Dwarf_Error error = NULL;
	Dwarf_Half tag = 0;

	if (!worked(search, dwarf_tag(die, &tag, &error), &error))
		return;
	if (opens_names(tag)) {
		read_children(search, unit, die, outer, level + 1);
		return;
	}
	if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine &&
	    tag != DW_TAG_lexical_block)
		return;
	read_ranges(search, unit, die);
	if (tag == DW_TAG_subprogram)
		mark_beginnings(search);
	if (!enter_scope(search, NULL))
		return;
	if (tag != DW_TAG_lexical_block) {
		outer = new_scope(search, unit, die, tag, outer);
		if (!outer)
			return;
		enter_scope(search, outer);
	}
	read_children(search, unit, die, outer, level + 1);
}

static void read_children(struct search *search, const struct unit *unit, Dwarf_Die die,
			  const struct scope *outer, int level)
{
	Dwarf_Error error = NULL;
	Dwarf_Die child = NULL;
	bool more = level < MOST_LEVELS && worked(search, dwarf_child(die, &child, &error), &error);

	while (more && !search->no_memory) {
		Dwarf_Die next = NULL;

		read_entry(search, unit, child, outer, level);
		more = worked(search, dwarf_siblingof_b(search->dwarf, child, 1, &next, &error),
			      &error);
		close_entry(search, child);
		child = next;
	}
}

/* ---- units ---- */

static void read_unit(struct search *search, struct unit *unit)
{
	Dwarf_Error error = NULL;
	Dwarf_Small tables = 0;
	Dwarf_Off size = 0;
	Dwarf_Unsigned version = 0;

	if (!worked(search, dwarf_lowpc(unit->die, &unit->base, &error), &error))
		unit->base = 0;
	read_ranges(search, unit, unit->die);
	if (!has_findings_nearby(search))
		return;
	if (!worked(search, dwarf_die_CU_offset_range(unit->die, &unit->offset, &size, &error),
		    &error))
		unit->offset = 0;
	if (worked(search, dwarf_srclines_b(unit->die, &version, &tables, &unit->lines, &error),
		   &error))
		read_files(search, unit);
	else
		unit->lines = NULL;
	search->row_count = 0;
	if (unit->lines)
		read_rows(search, unit);
	look_around(search);
	read_children(search, unit, unit->die, NULL, 0);
	apply_rows(search, unit);
	if (unit->lines)
		dwarf_srclines_dealloc_b(unit->lines);
}

/* Reads all units. LP_OK; LP_NOT_FOUND if there is none: a stripped binary still has
 * the DWARF of its frames; LP_CORRUPT if it breaks off. */
static enum lp_status read_units(struct search *search)
{
	for (enum lp_status status = LP_NOT_FOUND;; status = LP_OK) {
		struct unit unit = {0};
		Dwarf_Unsigned length, type_offset, next_offset;
		Dwarf_Off abbreviations;
		Dwarf_Half address_size, length_size, extension_size, type;
		Dwarf_Sig8 signature;
		Dwarf_Error error = NULL;
		const int result =
		    dwarf_next_cu_header_d(search->dwarf, 1, &length, &unit.version, &abbreviations,
					   &address_size, &length_size, &extension_size, &signature,
					   &type_offset, &next_offset, &type, &error);

		if (result == DW_DLV_NO_ENTRY)
			return status;
		if (!worked(search, result, &error) ||
		    !worked(search, dwarf_siblingof_b(search->dwarf, NULL, 1, &unit.die, &error),
			    &error))
			return LP_CORRUPT;
		read_unit(search, &unit);
		close_entry(search, unit.die);
		if (search->no_memory)
			return LP_CORRUPT;
	}
}

/* ---- answers ---- */

static bool is_inlined_into(const struct scope *scope, const struct scope *outer)
{
	while (scope && scope != outer)
		scope = scope->outer;
	return scope;
}

/* What is known of query `number`. The line before may be that of what is inlined, and not the
 * code's own: that reloads, where a block begins, what the inlined code behind needs. */
static const struct finding *finding_of(const struct search *search, size_t number)
{
	const struct finding *const own = &search->findings[number];
	const struct finding *const behind = &search->behind[number];

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
	query->frames = (struct lp_frame *)allocate(search, depth * sizeof(*query->frames));
	if (!query->frames)
		return;
	query->frame_count = depth;
	depth = 0;
	for (const struct scope *at = finding->scope; at; at = at->outer) {
		struct lp_frame *const frame = &query->frames[depth++];

		*frame = at->frame;
		frame->file = file;
		frame->line = line;
		file = at->call_file;
		line = at->call_line;
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
	for (size_t i = 0; i < search->count; i++)
		answer(search, finding_of(search, i), &queries[i]);
	return search->no_memory ? LP_MEMORY : status;
}

enum lp_status lp_symbols_find(const char *path, struct lp_symbol_query *queries, size_t count,
			       struct lp_arena *arena)
{
	struct search search = {.arena = arena, .queries = queries, .count = count};
	enum lp_status status = LP_NOT_FOUND;
	Dwarf_Error error = NULL;
	char debug_path[4096];

	if (!lp_build_id_is_whole(path))
		return LP_CORRUPT;
	search.findings = (struct finding *)calloc(3 * count + 1, sizeof(*search.findings));
	if (!search.findings)
		return LP_MEMORY;
	search.before = search.findings + count;
	search.behind = search.before + count;
	if (worked(&search,
		   dwarf_init_path(path, debug_path, sizeof(debug_path), 0, DW_GROUPNUMBER_ANY,
				   NULL, NULL, &search.dwarf, NULL, 0, NULL, &error),
		   &error)) {
		status = search_all(&search, queries);
		dwarf_finish(search.dwarf, &error);
	}
	free(search.findings);
	free(search.ranges);
	free(search.rows);
	return status;
}
