/*
 * dwarf_reader.c: units, line tables and functions' entries; with dwarf_compat.h, all that knows
 * libdwarf.
 */
#include "viewer/model/dwarf_reader.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/binary.h"
#include "viewer/model/dwarf_compat.h"
#include "viewer/model/file_paths.h"

enum { MOST_ORIGINS = 8 }; /* links from a function to where its name stands */

/* Whether a call worked; gives back what it says about an error. */
static bool worked(struct lp_dwarf *reader, int result, Dwarf_Error *error)
{
	if (result == DW_DLV_ERROR) {
		dwarf_dealloc_error(reader->debug, *error);
		*error = NULL;
	}
	return result == DW_DLV_OK;
}

static void *allocate(struct lp_dwarf *reader, size_t size)
{
	void *const memory = lp_arena_allocate(reader->arena, size);

	if (!memory)
		reader->no_memory = true;
	else
		memset(memory, 0, size);
	return memory;
}

/* ---- attributes ---- */

/* Opens an attribute; the caller gives it back with close_attribute(). */
static bool open_attribute(struct lp_dwarf *reader, Dwarf_Die die, Dwarf_Half name,
			   Dwarf_Attribute *attribute)
{
	Dwarf_Error error = NULL;

	return worked(reader, dwarf_attr(die, name, attribute, &error), &error);
}

static void close_attribute(Dwarf_Attribute attribute)
{
	dwarf_dealloc_attribute(attribute);
}

/* A number, or 0. */
static uint64_t number_of(struct lp_dwarf *reader, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Attribute attribute;
	Dwarf_Error error = NULL;
	Dwarf_Unsigned value = 0;

	if (!open_attribute(reader, die, name, &attribute))
		return 0;
	if (!worked(reader, dwarf_formudata(attribute, &value, &error), &error))
		value = 0;
	close_attribute(attribute);
	return value;
}

/* A string copied to the arena, or NULL. */
static const char *text_of(struct lp_dwarf *reader, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Error error = NULL;
	char *text = NULL;
	char *copy;

	if (!worked(reader, dwarf_die_text(die, name, &text, &error), &error))
		return NULL;
	copy = lp_arena_copy(reader->arena, text, strlen(text));
	if (!copy)
		reader->no_memory = true;
	return copy;
}

/* Whether `attribute` refers to an entry of the file with what several share (dwz -m). */
static bool is_shared(struct lp_dwarf *reader, Dwarf_Attribute attribute)
{
	Dwarf_Error error = NULL;
	Dwarf_Half form = 0;

	return worked(reader, dwarf_whatform(attribute, &form, &error), &error) &&
	       (form == DW_FORM_GNU_ref_alt || form == DW_FORM_ref_sup4 ||
		form == DW_FORM_ref_sup8);
}

/* Opens the entry that attribute `name` of `die` refers to. `*debug`: which file that is in, and
 * then which one the target. */
static bool open_reference(struct lp_dwarf *reader, Dwarf_Debug *debug, Dwarf_Die die,
			   Dwarf_Half name, Dwarf_Die *target)
{
	Dwarf_Attribute attribute;
	Dwarf_Error error = NULL;
	Dwarf_Off offset = 0;
	bool found;

	if (!open_attribute(reader, die, name, &attribute))
		return false;
	if (is_shared(reader, attribute))
		*debug = reader->alternate;
	reader->lacks_alternate |= !*debug;
	found = *debug &&
		worked(reader, dwarf_global_formref(attribute, &offset, &error), &error) &&
		worked(reader, dwarf_offdie_b(*debug, offset, 1, target, &error), &error);
	close_attribute(attribute);
	return found;
}

void lp_dwarf_close_entry(struct lp_dwarf *reader, Dwarf_Die entry)
{
	(void)reader;
	dwarf_dealloc_die(entry);
}

/* ---- ranges ---- */

static void add_range(struct lp_dwarf *reader, uint64_t begin, uint64_t end)
{
	if (begin >= end)
		return;
	if (reader->range_count == reader->range_capacity) {
		const size_t capacity = 2 * reader->range_capacity + 16;
		struct lp_dwarf_range *const grown = (struct lp_dwarf_range *)realloc(
		    reader->ranges, capacity * sizeof(*reader->ranges));

		if (!grown) {
			reader->no_memory = true;
			return;
		}
		reader->ranges = grown;
		reader->range_capacity = capacity;
	}
	reader->ranges[reader->range_count++] = (struct lp_dwarf_range){begin, end};
}

/* A range list of DWARF 3 and 4. */
static void read_range_list_4(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit,
			      Dwarf_Die die, Dwarf_Attribute attribute)
{
	Dwarf_Error error = NULL;
	Dwarf_Off offset = 0;
	Dwarf_Off real_offset = 0;
	Dwarf_Ranges *list = NULL;
	Dwarf_Signed count = 0;
	Dwarf_Unsigned bytes = 0;
	uint64_t base = unit->base;

	if (!worked(reader, dwarf_global_formref(attribute, &offset, &error), &error) ||
	    !worked(reader,
		    dwarf_get_ranges_b(reader->debug, offset, die, &real_offset, &list, &count,
				       &bytes, &error),
		    &error))
		return;
	for (Dwarf_Signed i = 0; i < count; i++) {
		if (list[i].dwr_type == DW_RANGES_ADDRESS_SELECTION)
			base = list[i].dwr_addr2;
		else if (list[i].dwr_type == DW_RANGES_ENTRY)
			add_range(reader, base + list[i].dwr_addr1, base + list[i].dwr_addr2);
	}
	lp_dwarf_free_ranges(reader->debug, list, count);
}

/* A range list of DWARF 5. */
static void read_range_list_5(struct lp_dwarf *reader, Dwarf_Attribute attribute)
{
	Dwarf_Error error = NULL;
	Dwarf_Rnglists_Head head = NULL;
	Dwarf_Half form = 0;
	Dwarf_Unsigned where = 0;
	Dwarf_Unsigned count = 0;
	Dwarf_Unsigned global_offset = 0;

	if (!worked(reader, dwarf_whatform(attribute, &form, &error), &error))
		return;
	if (!worked(reader,
		    form == DW_FORM_rnglistx ? dwarf_formudata(attribute, &where, &error)
					     : dwarf_global_formref(attribute, &where, &error),
		    &error))
		return;
	if (!worked(reader,
		    dwarf_rnglists_get_rle_head(attribute, form, where, &head, &count,
						&global_offset, &error),
		    &error))
		return;
	for (Dwarf_Unsigned i = 0; i < count; i++) {
		Dwarf_Unsigned raw1, raw2, begin, end;
		Dwarf_Bool unavailable = 0;
		unsigned bytes, kind;

		if (!worked(reader,
			    dwarf_get_rnglists_entry_fields_a(head, i, &bytes, &kind, &raw1, &raw2,
							      &unavailable, &begin, &end, &error),
			    &error))
			break;
		if (!unavailable && kind != DW_RLE_end_of_list && kind != DW_RLE_base_address &&
		    kind != DW_RLE_base_addressx)
			add_range(reader, begin, end);
	}
	dwarf_dealloc_rnglists_head(head);
}

static void read_low_high(struct lp_dwarf *reader, Dwarf_Die die)
{
	enum Dwarf_Form_Class class = DW_FORM_CLASS_UNKNOWN;
	Dwarf_Error error = NULL;
	Dwarf_Addr low = 0;
	Dwarf_Addr high = 0;
	Dwarf_Half form = 0;

	if (worked(reader, dwarf_lowpc(die, &low, &error), &error) &&
	    worked(reader, dwarf_highpc_b(die, &high, &form, &class, &error), &error))
		add_range(reader, low, class == DW_FORM_CLASS_CONSTANT ? low + high : high);
}

void lp_dwarf_read_ranges(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit,
			  Dwarf_Die entry)
{
	Dwarf_Attribute attribute;

	reader->range_count = 0;
	if (!open_attribute(reader, entry, DW_AT_ranges, &attribute)) {
		read_low_high(reader, entry);
		return;
	}
	if (unit->version >= 5)
		read_range_list_5(reader, attribute);
	else
		read_range_list_4(reader, unit, entry, attribute);
	close_attribute(attribute);
}

/* ---- files and lines ---- */

static char *join(struct lp_dwarf *reader, const char *directory, const char *name)
{
	const size_t length = strlen(directory);
	char *const path = (char *)allocate(reader, length + strlen(name) + 2);

	if (!path)
		return NULL;
	memcpy(path, directory, length);
	path[length] = '/';
	strcpy(path + length + 1, name);
	return path;
}

/* As the tables of functions have it. */
static const char *whole_path(struct lp_dwarf *reader, const char *directory, const char *name)
{
	char *const path = join(reader, directory, name);

	if (!path)
		return "";
	lp_path_normalize(path);
	return path;
}

static const char *path_of(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit,
			   Dwarf_Signed index)
{
	Dwarf_Unsigned directory_index = 0;
	Dwarf_Unsigned time = 0;
	Dwarf_Unsigned size = 0;
	Dwarf_Form_Data16 *digest = NULL;
	Dwarf_Error error = NULL;
	const char *name = NULL;
	const char *directory = NULL;
	const char *compiled_in = NULL;

	if (!worked(reader,
		    dwarf_srclines_files_data_b(unit->lines, index, &name, &directory_index, &time,
						&size, &digest, &error),
		    &error) ||
	    !name)
		return "";
	if (name[0] == '/')
		return whole_path(reader, "", name + 1);
	if (!worked(reader, dwarf_srclines_comp_dir(unit->lines, &compiled_in, &error), &error))
		compiled_in = NULL;
	if (!worked(reader,
		    dwarf_srclines_include_dir_data(unit->lines, (Dwarf_Signed)directory_index,
						    &directory, &error),
		    &error))
		directory = compiled_in;
	if (directory && directory[0] != '/' && compiled_in)
		directory = join(reader, compiled_in, directory);
	return whole_path(reader, directory ? directory : ".", name);
}

static void read_files(struct lp_dwarf *reader, struct lp_dwarf_unit *unit)
{
	Dwarf_Signed base = 0;
	Dwarf_Signed count = 0;
	Dwarf_Signed end = 0;
	Dwarf_Error error = NULL;

	if (!worked(reader, dwarf_srclines_files_indexes(unit->lines, &base, &count, &end, &error),
		    &error) ||
	    end <= 0)
		return;
	unit->files = (const char **)allocate(reader, (size_t)end * sizeof(*unit->files));
	if (!unit->files)
		return;
	unit->file_count = (size_t)end;
	for (Dwarf_Signed i = 0; i < end; i++)
		unit->files[i] = i < base ? "" : path_of(reader, unit, i);
}

const char *lp_dwarf_file(const struct lp_dwarf_unit *unit, uint64_t number)
{
	return number < unit->file_count ? unit->files[number] : "";
}

static bool read_row(struct lp_dwarf *reader, Dwarf_Line line, struct lp_dwarf_row *row)
{
	Dwarf_Error error = NULL;
	Dwarf_Addr address = 0;
	Dwarf_Bool is_end = 0;
	Dwarf_Unsigned number = 0;
	Dwarf_Unsigned file = 0;

	if (!worked(reader, dwarf_lineaddr(line, &address, &error), &error) ||
	    !worked(reader, dwarf_lineendsequence(line, &is_end, &error), &error) ||
	    !worked(reader, dwarf_lineno(line, &number, &error), &error) ||
	    !worked(reader, dwarf_line_srcfileno(line, &file, &error), &error))
		return false;
	*row = (struct lp_dwarf_row){
	    .address = address, .line = number, .file = file, .is_end = is_end != 0};
	return true;
}

static void read_rows(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit)
{
	Dwarf_Error error = NULL;
	Dwarf_Line *lines = NULL;
	Dwarf_Signed count = 0;

	reader->row_count = 0;
	if (!worked(reader, dwarf_srclines_from_linecontext(unit->lines, &lines, &count, &error),
		    &error) ||
	    count <= 0)
		return;
	if ((size_t)count > reader->row_capacity) {
		struct lp_dwarf_row *const grown = (struct lp_dwarf_row *)realloc(
		    reader->rows, (size_t)count * sizeof(*reader->rows));

		if (!grown) {
			reader->no_memory = true;
			return;
		}
		reader->rows = grown;
		reader->row_capacity = (size_t)count;
	}
	while (reader->row_count < (size_t)count &&
	       read_row(reader, lines[reader->row_count], &reader->rows[reader->row_count]))
		reader->row_count++;
}

void lp_dwarf_read_lines(struct lp_dwarf *reader, struct lp_dwarf_unit *unit)
{
	Dwarf_Error error = NULL;
	Dwarf_Small tables = 0;
	Dwarf_Unsigned version = 0;

	reader->row_count = 0;
	if (!worked(reader, dwarf_srclines_b(unit->entry, &version, &tables, &unit->lines, &error),
		    &error)) {
		unit->lines = NULL;
		return;
	}
	read_files(reader, unit);
	read_rows(reader, unit);
}

/* ---- entries ---- */

Dwarf_Die lp_dwarf_first_child(struct lp_dwarf *reader, Dwarf_Die entry)
{
	Dwarf_Error error = NULL;
	Dwarf_Die child = NULL;

	return worked(reader, dwarf_child(entry, &child, &error), &error) ? child : NULL;
}

Dwarf_Die lp_dwarf_next(struct lp_dwarf *reader, Dwarf_Die entry)
{
	Dwarf_Error error = NULL;
	Dwarf_Die next = NULL;
	const bool found =
	    worked(reader, dwarf_siblingof_b(reader->debug, entry, 1, &next, &error), &error);

	lp_dwarf_close_entry(reader, entry);
	return found ? next : NULL;
}

enum lp_dwarf_kind lp_dwarf_kind_of(struct lp_dwarf *reader, Dwarf_Die entry)
{
	Dwarf_Error error = NULL;
	Dwarf_Half tag = 0;

	if (!worked(reader, dwarf_tag(entry, &tag, &error), &error))
		return LP_DWARF_OTHER;
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_module:
		return LP_DWARF_SPACE;
	case DW_TAG_subprogram:
		return LP_DWARF_FUNCTION;
	case DW_TAG_inlined_subroutine:
		return LP_DWARF_INLINED;
	case DW_TAG_lexical_block:
		return LP_DWARF_BLOCK;
	default:
		return LP_DWARF_OTHER;
	}
}

/* ---- functions ---- */

static bool is_in_unit(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit, Dwarf_Die die)
{
	Dwarf_Error error = NULL;
	Dwarf_Off offset = 0;
	Dwarf_Off size = 0;

	return worked(reader, dwarf_die_CU_offset_range(die, &offset, &size, &error), &error) &&
	       offset == unit->offset;
}

/* Adds what `die` itself says about the function and `function` does not know yet. `unit`: the one
 * at hand; NULL: the entry is in another file. */
static void describe(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit, Dwarf_Die die,
		     struct lp_dwarf_function *function, const char **name)
{
	if (!function->linkage_name)
		function->linkage_name = text_of(reader, die, DW_AT_linkage_name);
	if (!function->linkage_name)
		function->linkage_name = text_of(reader, die, DW_AT_MIPS_linkage_name);
	if (!*name)
		*name = text_of(reader, die, DW_AT_name);
	if (function->declared_line == 0) {
		function->declared_line = (uint32_t)number_of(reader, die, DW_AT_decl_line);
		if (function->declared_line > 0 && unit && is_in_unit(reader, unit, die))
			function->declared_in =
			    lp_dwarf_file(unit, number_of(reader, die, DW_AT_decl_file));
	}
}

void lp_dwarf_read_function(struct lp_dwarf *reader, const struct lp_dwarf_unit *unit,
			    Dwarf_Die entry, struct lp_dwarf_function *function)
{
	Dwarf_Debug debug = reader->debug;
	const char *name = NULL;
	Dwarf_Die at = entry;

	*function = (struct lp_dwarf_function){0};
	for (int hop = 0; hop < MOST_ORIGINS; hop++) {
		Dwarf_Die next;

		describe(reader, debug == reader->debug ? unit : NULL, at, function, &name);
		if (!open_reference(reader, &debug, at, DW_AT_abstract_origin, &next) &&
		    !open_reference(reader, &debug, at, DW_AT_specification, &next))
			break;
		if (at != entry)
			lp_dwarf_close_entry(reader, at);
		at = next;
	}
	if (at != entry)
		lp_dwarf_close_entry(reader, at);
	if (!function->linkage_name)
		function->linkage_name = name ? name : "";
	if (!function->declared_in)
		function->declared_in = "";
	function->call_file = "";
	if (lp_dwarf_kind_of(reader, entry) == LP_DWARF_INLINED) {
		function->call_line = (uint32_t)number_of(reader, entry, DW_AT_call_line);
		function->call_file =
		    lp_dwarf_file(unit, number_of(reader, entry, DW_AT_call_file));
	}
}

/* ---- units ---- */

enum lp_status lp_dwarf_next_unit(struct lp_dwarf *reader, struct lp_dwarf_unit *unit)
{
	Dwarf_Unsigned length, type_offset, next_offset;
	Dwarf_Off abbreviations;
	Dwarf_Off offset = 0;
	Dwarf_Off size = 0;
	Dwarf_Addr base = 0;
	Dwarf_Half address_size, length_size, extension_size, type;
	Dwarf_Sig8 signature;
	Dwarf_Error error = NULL;
	int result;

	*unit = (struct lp_dwarf_unit){0};
	result = dwarf_next_cu_header_d(reader->debug, 1, &length, &unit->version, &abbreviations,
					&address_size, &length_size, &extension_size, &signature,
					&type_offset, &next_offset, &type, &error);
	if (result == DW_DLV_NO_ENTRY)
		return LP_NOT_FOUND;
	if (!worked(reader, result, &error) ||
	    !worked(reader, dwarf_siblingof_b(reader->debug, NULL, 1, &unit->entry, &error),
		    &error))
		return LP_CORRUPT;
	if (worked(reader, dwarf_lowpc(unit->entry, &base, &error), &error))
		unit->base = base;
	if (worked(reader, dwarf_die_CU_offset_range(unit->entry, &offset, &size, &error), &error))
		unit->offset = offset;
	reader->row_count = 0;
	lp_dwarf_read_ranges(reader, unit, unit->entry);
	return LP_OK;
}

void lp_dwarf_close_unit(struct lp_dwarf *reader, struct lp_dwarf_unit *unit)
{
	if (unit->lines)
		dwarf_srclines_dealloc_b(unit->lines);
	lp_dwarf_close_entry(reader, unit->entry);
}

/* ---- the binary ---- */

/* Opens what the debug information at `path` shares with others, which is not to be had without. */
static void open_alternate(struct lp_dwarf *reader, const char *path)
{
	char *const alternate = lp_binary_alternate(path);
	char debug_path[4096];
	Dwarf_Error error = NULL;

	if (!alternate)
		return;
	if (lp_binary_is_whole(alternate) &&
	    worked(reader,
		   lp_dwarf_init(alternate, debug_path, sizeof(debug_path), &reader->alternate,
				 &error),
		   &error))
		worked(reader, dwarf_set_tied_dbg(reader->debug, reader->alternate, &error),
		       &error);
	free(alternate);
}

bool lp_dwarf_open(struct lp_dwarf *reader, const char *path, struct lp_arena *arena)
{
	char debug_path[4096];
	Dwarf_Error error = NULL;

	*reader = (struct lp_dwarf){.arena = arena};
	if (!worked(reader,
		    lp_dwarf_init(path, debug_path, sizeof(debug_path), &reader->debug, &error),
		    &error))
		return false;
	open_alternate(reader, debug_path);
	return true;
}

void lp_dwarf_close(struct lp_dwarf *reader)
{
	if (reader->debug)
		lp_dwarf_finish(reader->debug);
	if (reader->alternate)
		lp_dwarf_finish(reader->alternate);
	free(reader->ranges);
	free(reader->rows);
	reader->ranges = NULL;
	reader->rows = NULL;
}
