/*
 * table.c: function tables as bytes and back.
 *
 * The encoding (docs/format.md, "Function tables"). All numbers are unsigned
 * LEB128 (format/leb128.h) unless a size is given; `z` marks a signed number
 * in zigzag: 0, -1, 1, -2, 2 ... as 0, 1, 2, 3, 4.
 *
 *   table    = string             linkage name
 *              string             name in the source
 *              flags              LP_TABLE_*
 *              files
 *              file               of the definition; index into files
 *              line               of the definition
 *              z(end_line - line)
 *              node_count
 *              edges lines branches loops calls types operands
 *   string   = length, then so many bytes, without a terminating zero
 *   files    = count, then for each: path_hash, 8 bytes, little-endian
 *   edges    = count, then for each: flags, z(from - F), z(to - from)
 *              F: `from` of the edge before; 0 at first
 *   lines    = count, then for each: file, z(line - L), term_count, terms
 *   term     = 2 * index + is_edge
 *   branches = count, then for each: file, z(line - L), node
 *   loops    = as branches
 *   calls    = count, then for each: file, z(line - L), 2 * node + is_direct,
 *              and, if is_direct, callee, 8 bytes, little-endian
 *              L: `line` of the entry before in this list, whatever its file;
 *              at first the function's line
 *   types    = nothing, if none is known, or
 *              count, then for each: type, 4 bytes, little-endian; then the type
 *              of each call that is not direct, the same
 *   operands = nothing, if none is known, or for each branch: z(operand_line - line),
 *              column; 0, 0: not known. Types are there if they are.
 *
 * Nothing may follow. A decoder refuses: an index that is not below its count
 * (so there is at least one file), a value above 2^32 - 1 where the field has
 * 32 bits, a negative line, and a node_count of 0 or above the size of the
 * table in bytes. Terms come back in the order of the lines.
 */
#include "format/table.h"

#include <stdlib.h>
#include <string.h>

#include "format/leb128.h"

/* ---- encode ---- */

static void put_bytes(struct lp_bytes *out, const void *data, size_t size)
{
	if (out->failed || size == 0)
		return;
	if (size > out->capacity - out->size) {
		const size_t capacity = 2 * out->capacity + size + 64;
		unsigned char *const grown = (unsigned char *)realloc(out->data, capacity);

		if (!grown) {
			out->failed = true;
			return;
		}
		out->data = grown;
		out->capacity = capacity;
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
}

static void put_number(struct lp_bytes *out, uint64_t value)
{
	unsigned char bytes[10];

	put_bytes(out, bytes, lp_leb128_write(bytes, value));
}

static void put_difference(struct lp_bytes *out, uint32_t value, uint32_t before)
{
	const int64_t difference = (int64_t)value - (int64_t)before;

	put_number(out, difference < 0 ? 2 * (uint64_t)-difference - 1 : 2 * (uint64_t)difference);
}

static void put_string(struct lp_bytes *out, const char *text, size_t size)
{
	put_number(out, size);
	put_bytes(out, text, size);
}

static void put_hash(struct lp_bytes *out, uint64_t hash)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(hash >> 8 * i);
	put_bytes(out, bytes, sizeof(bytes));
}

static void put_type(struct lp_bytes *out, uint32_t type)
{
	unsigned char bytes[4];

	for (unsigned i = 0; i < 4; i++)
		bytes[i] = (unsigned char)(type >> 8 * i);
	put_bytes(out, bytes, sizeof(bytes));
}

static void put_place(struct lp_bytes *out, uint32_t file, uint32_t line, uint32_t *line_before)
{
	put_number(out, file);
	put_difference(out, line, *line_before);
	*line_before = line;
}

static void put_head(struct lp_bytes *out, const struct lp_table *table)
{
	put_string(out, table->linkage_name, table->linkage_name_bytes);
	put_string(out, table->name, table->name_bytes);
	put_number(out, table->flags);
	put_number(out, table->file_count);
	for (size_t i = 0; i < table->file_count; i++)
		put_hash(out, table->files[i]);
	put_number(out, table->file);
	put_number(out, table->line);
	put_difference(out, table->end_line, table->line);
	put_number(out, table->node_count);
}

static void put_edges(struct lp_bytes *out, const struct lp_table *table)
{
	uint32_t from_before = 0;

	put_number(out, table->edge_count);
	for (size_t i = 0; i < table->edge_count; i++) {
		const struct lp_edge *const edge = &table->edges[i];

		put_number(out, edge->flags);
		put_difference(out, edge->from, from_before);
		put_difference(out, edge->to, edge->from);
		from_before = edge->from;
	}
}

static void put_lines(struct lp_bytes *out, const struct lp_table *table)
{
	uint32_t line_before = table->line;

	put_number(out, table->line_count);
	for (size_t i = 0; i < table->line_count; i++) {
		const struct lp_table_line *const line = &table->lines[i];

		put_place(out, line->file, line->line, &line_before);
		put_number(out, line->term_count);
		for (uint32_t k = 0; k < line->term_count; k++) {
			const struct lp_term *const term = &table->terms[line->first_term + k];

			put_number(out, 2 * (uint64_t)term->index + (term->is_edge ? 1 : 0));
		}
	}
}

static void put_branches(struct lp_bytes *out, const struct lp_table *table)
{
	uint32_t line_before = table->line;

	put_number(out, table->branch_count);
	for (size_t i = 0; i < table->branch_count; i++) {
		put_place(out, table->branches[i].file, table->branches[i].line, &line_before);
		put_number(out, table->branches[i].node);
	}
}

static void put_loops(struct lp_bytes *out, const struct lp_table *table)
{
	uint32_t line_before = table->line;

	put_number(out, table->loop_count);
	for (size_t i = 0; i < table->loop_count; i++) {
		put_place(out, table->loops[i].file, table->loops[i].line, &line_before);
		put_number(out, table->loops[i].node);
	}
}

static void put_calls(struct lp_bytes *out, const struct lp_table *table)
{
	uint32_t line_before = table->line;

	put_number(out, table->call_count);
	for (size_t i = 0; i < table->call_count; i++) {
		const struct lp_call *const call = &table->calls[i];

		put_place(out, call->file, call->line, &line_before);
		put_number(out, 2 * (uint64_t)call->node + (call->callee ? 1 : 0));
		if (call->callee)
			put_hash(out, call->callee);
	}
}

static bool has_types(const struct lp_table *table)
{
	for (size_t i = 0; i < table->call_count; i++)
		if (!table->calls[i].callee && table->calls[i].type != 0)
			return true;
	return table->type_count > 0;
}

static bool has_operands(const struct lp_table *table)
{
	for (size_t i = 0; i < table->branch_count; i++)
		if (table->branches[i].column != 0)
			return true;
	return false;
}

static void put_types(struct lp_bytes *out, const struct lp_table *table)
{
	if (!has_types(table) && !has_operands(table))
		return;
	put_number(out, table->type_count);
	for (size_t i = 0; i < table->type_count; i++)
		put_type(out, table->types[i]);
	for (size_t i = 0; i < table->call_count; i++)
		if (!table->calls[i].callee)
			put_type(out, table->calls[i].type);
}

static void put_operands(struct lp_bytes *out, const struct lp_table *table)
{
	if (!has_operands(table))
		return;
	for (size_t i = 0; i < table->branch_count; i++) {
		const struct lp_branch *const branch = &table->branches[i];

		put_difference(out, branch->column ? branch->operand_line : branch->line,
			       branch->line);
		put_number(out, branch->column);
	}
}

void lp_table_encode(const struct lp_table *table, struct lp_bytes *out)
{
	put_head(out, table);
	put_edges(out, table);
	put_lines(out, table);
	put_branches(out, table);
	put_loops(out, table);
	put_calls(out, table);
	put_types(out, table);
	put_operands(out, table);
}

/* ---- decode ---- */

/* Bytes still to read. The first failure sticks: what is read later is 0. */
struct input {
	const unsigned char *at;
	const unsigned char *end;
	const unsigned char *failed_at;
	const char *expected; /* NULL while nothing has failed */
	bool no_memory;
};

static void fail(struct input *in, const char *expected)
{
	if (in->expected)
		return;
	in->expected = expected;
	in->failed_at = in->at;
	in->end = in->at;
}

static uint64_t get_number(struct input *in)
{
	uint64_t value = 0;

	/* Nearly all of them. */
	if (in->at < in->end && *in->at < 0x80)
		return *in->at++;
	if (!lp_leb128_read(&in->at, in->end, &value))
		fail(in, "a LEB128 number");
	return value;
}

static uint32_t get_u32(struct input *in)
{
	const uint64_t value = get_number(in);

	if (value > UINT32_MAX) {
		fail(in, "a number of 32 bits");
		return 0;
	}
	return (uint32_t)value;
}

/* An index below `limit`. */
static uint32_t get_index(struct input *in, size_t limit)
{
	const uint64_t value = get_number(in);

	if (value >= limit || value > UINT32_MAX) {
		fail(in, "an index within its list");
		return 0;
	}
	return (uint32_t)value;
}

static uint32_t get_difference(struct input *in, uint32_t before)
{
	const uint64_t coded = get_number(in);
	const int64_t difference = coded & 1 ? -(int64_t)(coded >> 1) - 1 : (int64_t)(coded >> 1);

	if (difference < -(int64_t)before || difference > (int64_t)(UINT32_MAX - before)) {
		fail(in, "a difference that stays within 32 bits");
		return 0;
	}
	return (uint32_t)((int64_t)before + difference);
}

static uint32_t get_type(struct input *in)
{
	uint32_t type = 0;

	if (in->end - in->at < 4) {
		fail(in, "a type of 4 bytes");
		return 0;
	}
	for (unsigned i = 0; i < 4; i++)
		type |= (uint32_t)*in->at++ << 8 * i;
	return type;
}

static uint64_t get_hash(struct input *in)
{
	uint64_t hash = 0;

	if (in->end - in->at < 8) {
		fail(in, "a hash of 8 bytes");
		return 0;
	}
	for (unsigned i = 0; i < 8; i++)
		hash |= (uint64_t)*in->at++ << 8 * i;
	return hash;
}

static void get_string(struct input *in, const char **text, size_t *size)
{
	const uint64_t length = get_number(in);

	if (length > (uint64_t)(in->end - in->at)) {
		fail(in, "a string that ends within the table");
		return;
	}
	*text = (const char *)in->at;
	*size = (size_t)length;
	in->at += length;
}

/* The length of a list whose entries take at least `entry_bytes` here, so that
 * a lie about it cannot ask for more memory than the file is large. */
static size_t get_count(struct input *in, size_t entry_bytes)
{
	const uint64_t count = get_number(in);

	if (count > (uint64_t)(in->end - in->at) / entry_bytes) {
		fail(in, "a list that ends within the table");
		return 0;
	}
	return (size_t)count;
}

static void *allocate(struct input *in, size_t count, size_t size)
{
	void *const memory = calloc(count ? count : 1, size);

	if (!memory) {
		in->no_memory = true;
		fail(in, "memory");
	}
	return memory;
}

static void get_place(struct input *in, const struct lp_table *table, uint32_t *file,
		      uint32_t *line, uint32_t *line_before)
{
	*file = get_index(in, table->file_count);
	*line = get_difference(in, *line_before);
	*line_before = *line;
}

static void get_head(struct input *in, struct lp_table *table)
{
	const size_t size = (size_t)(in->end - in->at);

	get_string(in, &table->linkage_name, &table->linkage_name_bytes);
	get_string(in, &table->name, &table->name_bytes);
	table->flags = get_u32(in);
	table->file_count = get_count(in, 8);
	table->files = (uint64_t *)allocate(in, table->file_count, sizeof(*table->files));
	for (size_t i = 0; !in->expected && i < table->file_count; i++)
		table->files[i] = get_hash(in);
	table->file = get_index(in, table->file_count);
	table->line = get_u32(in);
	table->end_line = get_difference(in, table->line);
	table->node_count = get_u32(in);
	if (table->node_count == 0 || table->node_count > size)
		fail(in, "a number of nodes between 1 and the table's size");
}

static void get_edges(struct input *in, struct lp_table *table)
{
	uint32_t from_before = 0;

	table->edge_count = get_count(in, 3);
	table->edges = (struct lp_edge *)allocate(in, table->edge_count, sizeof(*table->edges));
	for (size_t i = 0; !in->expected && i < table->edge_count; i++) {
		struct lp_edge *const edge = &table->edges[i];

		edge->flags = get_u32(in);
		edge->from = get_difference(in, from_before);
		edge->to = get_difference(in, edge->from);
		if (edge->from >= table->node_count || edge->to >= table->node_count)
			fail(in, "an edge between existing nodes");
		from_before = edge->from;
	}
}

static void get_terms(struct input *in, struct lp_table *table, uint32_t count)
{
	for (uint32_t k = 0; !in->expected && k < count; k++) {
		struct lp_term *const term = &table->terms[table->term_count];
		const uint64_t coded = get_number(in);
		const size_t limit = coded & 1 ? table->edge_count : table->node_count;

		if (coded >> 1 >= limit || coded >> 1 > UINT32_MAX) {
			fail(in, "a term that names an existing edge or node");
			return;
		}
		term->is_edge = coded & 1;
		term->index = (uint32_t)(coded >> 1);
		table->term_count++;
	}
}

/* Gives back what get_lines() took for terms that never came. */
static void shrink_terms(struct lp_table *table)
{
	const size_t size = (table->term_count ? table->term_count : 1) * sizeof(*table->terms);
	struct lp_term *const shrunk = (struct lp_term *)realloc(table->terms, size);

	if (shrunk)
		table->terms = shrunk;
}

static void get_lines(struct input *in, struct lp_table *table)
{
	uint32_t line_before = table->line;
	/* How many terms follow is only known at the end; a term takes a byte. */
	const size_t most_terms = (size_t)(in->end - in->at);

	table->line_count = get_count(in, 3);
	table->lines =
	    (struct lp_table_line *)allocate(in, table->line_count, sizeof(*table->lines));
	table->terms = (struct lp_term *)allocate(in, most_terms, sizeof(*table->terms));
	for (size_t i = 0; !in->expected && i < table->line_count; i++) {
		struct lp_table_line *const line = &table->lines[i];

		get_place(in, table, &line->file, &line->line, &line_before);
		line->first_term = (uint32_t)table->term_count;
		line->term_count = (uint32_t)get_count(in, 1);
		get_terms(in, table, line->term_count);
	}
	shrink_terms(table);
}

static void get_branches(struct input *in, struct lp_table *table)
{
	uint32_t line_before = table->line;

	table->branch_count = get_count(in, 3);
	table->branches =
	    (struct lp_branch *)allocate(in, table->branch_count, sizeof(*table->branches));
	for (size_t i = 0; !in->expected && i < table->branch_count; i++) {
		struct lp_branch *const branch = &table->branches[i];

		get_place(in, table, &branch->file, &branch->line, &line_before);
		branch->node = get_index(in, table->node_count);
	}
}

static void get_loops(struct input *in, struct lp_table *table)
{
	uint32_t line_before = table->line;

	table->loop_count = get_count(in, 3);
	table->loops = (struct lp_loop *)allocate(in, table->loop_count, sizeof(*table->loops));
	for (size_t i = 0; !in->expected && i < table->loop_count; i++) {
		struct lp_loop *const loop = &table->loops[i];

		get_place(in, table, &loop->file, &loop->line, &line_before);
		loop->node = get_index(in, table->node_count);
	}
}

static void get_calls(struct input *in, struct lp_table *table)
{
	uint32_t line_before = table->line;

	table->call_count = get_count(in, 3);
	table->calls = (struct lp_call *)allocate(in, table->call_count, sizeof(*table->calls));
	for (size_t i = 0; !in->expected && i < table->call_count; i++) {
		struct lp_call *const call = &table->calls[i];
		uint64_t coded;

		get_place(in, table, &call->file, &call->line, &line_before);
		coded = get_number(in);
		if (coded >> 1 >= table->node_count)
			fail(in, "a call in an existing node");
		call->node = (uint32_t)(coded >> 1);
		call->callee = coded & 1 ? get_hash(in) : 0;
	}
}

/* The plugins of before them wrote none. */
static void get_types(struct input *in, struct lp_table *table)
{
	if (in->at == in->end)
		return;
	table->type_count = get_count(in, 4);
	table->types = (uint32_t *)allocate(in, table->type_count, sizeof(*table->types));
	for (size_t i = 0; !in->expected && i < table->type_count; i++)
		table->types[i] = get_type(in);
	for (size_t i = 0; !in->expected && i < table->call_count; i++)
		if (!table->calls[i].callee)
			table->calls[i].type = get_type(in);
}

/* The plugins of before them wrote none. */
static void get_operands(struct input *in, struct lp_table *table)
{
	if (in->at == in->end)
		return;
	for (size_t i = 0; !in->expected && i < table->branch_count; i++) {
		struct lp_branch *const branch = &table->branches[i];

		branch->operand_line = get_difference(in, branch->line);
		branch->column = get_u32(in);
		if (branch->column == 0)
			branch->operand_line = 0;
	}
}

enum lp_status lp_table_decode(struct lp_table *table, const void *data, size_t size,
			       struct lp_error *error)
{
	const unsigned char *const begin = (const unsigned char *)data;
	struct input in = {.at = begin, .end = begin + size};

	memset(table, 0, sizeof(*table));
	get_head(&in, table);
	get_edges(&in, table);
	get_lines(&in, table);
	get_branches(&in, table);
	get_loops(&in, table);
	get_calls(&in, table);
	get_types(&in, table);
	get_operands(&in, table);
	if (in.at != in.end)
		fail(&in, "the end of the table");
	if (!in.expected)
		return LP_OK;
	if (error) {
		error->offset_bytes = (size_t)(in.failed_at - begin);
		error->expected = in.expected;
	}
	lp_table_free(table);
	return in.no_memory ? LP_MEMORY : LP_CORRUPT;
}

void lp_table_free(struct lp_table *table)
{
	free(table->files);
	free(table->edges);
	free(table->lines);
	free(table->terms);
	free(table->branches);
	free(table->loops);
	free(table->calls);
	free(table->types);
	memset(table, 0, sizeof(*table));
}
