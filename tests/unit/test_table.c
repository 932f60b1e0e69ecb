/* test_table.c: function tables survive encoding, hostile ones are refused, flow is solved. */
#include "format/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * int f(int n) { for (int i = 0; i < n; i++) if (g(i)) return 1; return 0; }
 * Nodes: 0 outside, 1 entry, 2 condition, 3 body, 4 step, 5 return 1, 6 return 0.
 */
static uint64_t files[] = {UINT64_C(0x1122334455667788), UINT64_MAX};
static struct lp_edge edges[] = {
    {0, 1, LP_EDGE_ENTRY | LP_EDGE_COUNTED},
    {1, 2, 0},
    {2, 3, LP_EDGE_COUNTED},
    {2, 6, 0},
    {3, 4, 0},
    {3, 5, 0},
    {4, 2, LP_EDGE_BACK | LP_EDGE_COUNTED},
    {5, 0, LP_EDGE_RETURN},
    {6, 0, LP_EDGE_RETURN},
    {3, 0, LP_EDGE_ABANDON | LP_EDGE_COUNTED},
};
static struct lp_table_line lines[] = {{0, 10, 0, 2}, {0, 12, 2, 1}, {1, 3, 3, 0}, {0, 9, 3, 1}};
static struct lp_term terms[] = {{1, 1}, {1, 6}, {0, 3}, {0, 5}};
static struct lp_branch branches[] = {{0, 10, 2, 9, 200}, {0, 11, 3, 0, 0}};
static struct lp_loop loops[] = {{0, 10, 2}};
static struct lp_call calls[] = {{0, 11, 3, 0, UINT32_MAX - 1},
				 {1, UINT32_MAX, 4, UINT64_C(0xfedcba9876543210), 0},
				 {0, 11, 3, 0, 0}};
static uint32_t types[] = {1, UINT32_C(0x80000001)};

static struct lp_table sample(void)
{
	return (struct lp_table){
	    .linkage_name = "_Z1fi",
	    .linkage_name_bytes = 5,
	    .name = "f",
	    .name_bytes = 1,
	    .flags = LP_TABLE_LOCAL,
	    .file = 1,
	    .line = 9,
	    .end_line = 14,
	    .node_count = 7,
	    .files = files,
	    .file_count = COUNT(files),
	    .edges = edges,
	    .edge_count = COUNT(edges),
	    .lines = lines,
	    .line_count = COUNT(lines),
	    .terms = terms,
	    .term_count = COUNT(terms),
	    .branches = branches,
	    .branch_count = COUNT(branches),
	    .loops = loops,
	    .loop_count = COUNT(loops),
	    .calls = calls,
	    .call_count = COUNT(calls),
	    .types = types,
	    .type_count = COUNT(types),
	};
}

static struct lp_bytes encoded(const struct lp_table *table)
{
	struct lp_bytes bytes = {0};

	lp_table_encode(table, &bytes);
	assert_false(bytes.failed);
	return bytes;
}

static void comes_back_as_it_was(void **state)
{
	const struct lp_table table = sample();
	struct lp_bytes bytes = encoded(&table);
	struct lp_table back;

	(void)state;
	assert_int_equal(lp_table_decode(&back, bytes.data, bytes.size, NULL), LP_OK);
	assert_int_equal(back.linkage_name_bytes, 5);
	assert_memory_equal(back.linkage_name, "_Z1fi", 5);
	assert_int_equal(back.name_bytes, 1);
	assert_memory_equal(back.name, "f", 1);
	assert_int_equal(back.flags, LP_TABLE_LOCAL);
	assert_int_equal(back.file, 1);
	assert_int_equal(back.line, 9);
	assert_int_equal(back.end_line, 14);
	assert_int_equal(back.node_count, 7);
	assert_int_equal(back.file_count, COUNT(files));
	assert_memory_equal(back.files, files, sizeof(files));
	assert_int_equal(back.edge_count, COUNT(edges));
	assert_memory_equal(back.edges, edges, sizeof(edges));
	assert_int_equal(back.line_count, COUNT(lines));
	assert_memory_equal(back.lines, lines, sizeof(lines));
	assert_int_equal(back.term_count, COUNT(terms));
	assert_memory_equal(back.terms, terms, sizeof(terms));
	assert_int_equal(back.branch_count, COUNT(branches));
	assert_memory_equal(back.branches, branches, sizeof(branches));
	assert_int_equal(back.loop_count, COUNT(loops));
	assert_memory_equal(back.loops, loops, sizeof(loops));
	assert_int_equal(back.call_count, COUNT(calls));
	for (size_t i = 0; i < COUNT(calls); i++) {
		assert_int_equal(back.calls[i].file, calls[i].file);
		assert_int_equal(back.calls[i].line, calls[i].line);
		assert_int_equal(back.calls[i].node, calls[i].node);
		assert_true(back.calls[i].callee == calls[i].callee);
		assert_int_equal(back.calls[i].type, calls[i].type);
	}
	assert_int_equal(back.type_count, COUNT(types));
	assert_memory_equal(back.types, types, sizeof(types));
	lp_table_free(&back);
	free(bytes.data);
}

/* The bytes of docs/format.md: this test fails when the encoding changes. */
static void has_the_documented_bytes(void **state)
{
	static uint64_t file = UINT64_C(0x0807060504030201);
	static struct lp_edge there_and_back[] = {{0, 1, 3}, {1, 0, 8}};
	static struct lp_table_line line = {0, 5, 0, 1};
	static struct lp_term entry = {1, 0};
	static const unsigned char expected[] = {
	    1, 'f', 1, 'f', 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 5, 2, 2, /* head */
	    2, 3,   0, 2,   8, 2, 1,                                  /* edges */
	    1, 0,   0, 1,   1,                                        /* lines */
	    1, 0,   0, 1,                                             /* branches */
	    0, 1,   0, 0,   2,                                        /* calls */
	    1, 4,   3, 2,   1, 8, 7, 6, 5,                            /* types */
	    2, 3,                                                     /* operands */
	};
	static struct lp_branch branch = {0, 5, 1, 6, 3};
	static struct lp_call pointer = {0, 5, 1, 0, 0x05060708};
	static uint32_t type = 0x01020304;
	const struct lp_table table = {
	    .linkage_name = "f",
	    .linkage_name_bytes = 1,
	    .name = "f",
	    .name_bytes = 1,
	    .line = 5,
	    .end_line = 6,
	    .node_count = 2,
	    .files = &file,
	    .file_count = 1,
	    .edges = there_and_back,
	    .edge_count = 2,
	    .lines = &line,
	    .line_count = 1,
	    .terms = &entry,
	    .term_count = 1,
	    .branches = &branch,
	    .branch_count = 1,
	    .calls = &pointer,
	    .call_count = 1,
	    .types = &type,
	    .type_count = 1,
	};
	struct lp_bytes bytes = encoded(&table);

	(void)state;
	assert_int_equal(bytes.size, sizeof(expected));
	assert_memory_equal(bytes.data, expected, sizeof(expected));
	free(bytes.data);
}

/* A table as plugins wrote it before there were operands. */
static struct lp_table without_operands(void)
{
	static struct lp_branch bare[COUNT(branches)];
	struct lp_table table = sample();

	memcpy(bare, branches, sizeof(branches));
	for (size_t i = 0; i < COUNT(branches); i++)
		bare[i].operand_line = bare[i].column = 0;
	table.branches = bare;
	return table;
}

/* And before there were types. */
static struct lp_table untyped(void)
{
	static struct lp_call untyped_calls[COUNT(calls)];
	struct lp_table table = without_operands();

	memcpy(untyped_calls, calls, sizeof(calls));
	for (size_t i = 0; i < COUNT(calls); i++)
		untyped_calls[i].type = 0;
	table.calls = untyped_calls;
	table.type_count = 0;
	return table;
}

static void needs_no_types(void **state)
{
	const struct lp_table table = untyped();
	struct lp_bytes bytes = encoded(&table);
	struct lp_table back;

	(void)state;
	assert_int_equal(lp_table_decode(&back, bytes.data, bytes.size, NULL), LP_OK);
	assert_int_equal(back.call_count, COUNT(calls));
	assert_int_equal(back.calls[0].type, 0);
	assert_int_equal(back.type_count, 0);
	assert_int_equal(back.branches[0].column, 0);
	lp_table_free(&back);
	free(bytes.data);
}

/* They stand behind the types, which are as many as there are. */
static void has_operands_without_types(void **state)
{
	struct lp_table table = untyped();
	struct lp_bytes bytes;
	struct lp_table back;

	(void)state;
	table.branches = branches;
	bytes = encoded(&table);
	assert_int_equal(lp_table_decode(&back, bytes.data, bytes.size, NULL), LP_OK);
	assert_memory_equal(back.branches, branches, sizeof(branches));
	assert_int_equal(back.calls[0].type, 0);
	assert_int_equal(back.type_count, 0);
	lp_table_free(&back);
	free(bytes.data);
}

static void refuses_every_shorter_one(void **state)
{
	const struct lp_table table = sample();
	const struct lp_table first = untyped();
	const struct lp_table second = without_operands();
	struct lp_bytes bytes = encoded(&table);
	struct lp_bytes whole = encoded(&first);
	struct lp_bytes typed = encoded(&second);

	(void)state;
	for (size_t size = 0; size < bytes.size; size++) {
		/* A copy of its own, so that a sanitizer sees a read past the end. */
		unsigned char *const cut = (unsigned char *)malloc(size ? size : 1);
		struct lp_error error = {0};
		struct lp_table back;

		memcpy(cut, bytes.data, size);
		if (size == whole.size || size == typed.size) {
			free(cut);
			continue;
		}
		assert_int_equal(lp_table_decode(&back, cut, size, &error), LP_CORRUPT);
		assert_non_null(error.expected);
		assert_true(error.offset_bytes <= size);
		free(cut);
	}
	free(whole.data);
	free(typed.data);
	free(bytes.data);
}

static void refuses_what_follows(void **state)
{
	const struct lp_table table = sample();
	struct lp_bytes bytes = encoded(&table);
	struct lp_error error;
	struct lp_table back;

	(void)state;
	bytes.data = (unsigned char *)realloc(bytes.data, bytes.size + 1);
	bytes.data[bytes.size] = 0;
	assert_int_equal(lp_table_decode(&back, bytes.data, bytes.size + 1, &error), LP_CORRUPT);
	assert_int_equal(error.offset_bytes, bytes.size);
	assert_string_equal(error.expected, "the end of the table");
	free(bytes.data);
}

static void assert_checked(const struct lp_table *table)
{
	assert_true(table->file < table->file_count);
	for (size_t i = 0; i < table->edge_count; i++) {
		assert_true(table->edges[i].from < table->node_count);
		assert_true(table->edges[i].to < table->node_count);
	}
	for (size_t i = 0; i < table->line_count; i++) {
		assert_true(table->lines[i].file < table->file_count);
		assert_true((size_t)table->lines[i].first_term + table->lines[i].term_count <=
			    table->term_count);
	}
	for (size_t i = 0; i < table->term_count; i++)
		assert_true(table->terms[i].index <
			    (table->terms[i].is_edge ? table->edge_count : table->node_count));
	for (size_t i = 0; i < table->call_count; i++)
		assert_true(table->calls[i].node < table->node_count);
}

/* Whatever one byte becomes, what is decoded holds together. */
static void survives_every_changed_byte(void **state)
{
	const struct lp_table table = sample();
	struct lp_bytes bytes = encoded(&table);

	(void)state;
	for (size_t at = 0; at < bytes.size; at++) {
		const unsigned char was = bytes.data[at];

		for (unsigned value = 0; value < 256; value++) {
			struct lp_table back;

			bytes.data[at] = (unsigned char)value;
			if (lp_table_decode(&back, bytes.data, bytes.size, NULL) != LP_OK)
				continue;
			assert_checked(&back);
			lp_table_free(&back);
		}
		bytes.data[at] = was;
	}
	free(bytes.data);
}

static void solves_the_flow(void **state)
{
	const struct lp_table table = sample();
	/* Entered 3 times, 20 passes of the body, 16 of the step, 1 exit() in g. */
	const uint64_t counters[] = {3, 20, 17, 1};
	const uint64_t expected_edges[] = {3, 3, 20, 0, 17, 2, 17, 2, 0, 1};
	const uint64_t expected_nodes[] = {3, 3, 20, 20, 17, 2, 0};
	uint64_t edge_counts[COUNT(edges)];
	uint64_t node_counts[7];

	(void)state;
	assert_int_equal(lp_table_counter_count(&table), COUNT(counters));
	assert_int_equal(lp_table_solve(&table, counters, edge_counts, node_counts), LP_OK);
	assert_memory_equal(edge_counts, expected_edges, sizeof(expected_edges));
	assert_memory_equal(node_counts, expected_nodes, sizeof(expected_nodes));
}

/* A killed program: the body was counted, its way out was not yet. */
static void raises_negative_counts(void **state)
{
	const struct lp_table table = sample();
	const uint64_t counters[] = {3, 20, 21, 0};
	uint64_t edge_counts[COUNT(edges)];
	uint64_t node_counts[7];

	(void)state;
	assert_int_equal(lp_table_solve(&table, counters, edge_counts, node_counts), LP_OK);
	assert_int_equal(edge_counts[5], 0);
	assert_int_equal(node_counts[5], 0);
}

static void refuses_cycles_of_unknown_edges(void **state)
{
	struct lp_edge cycle[] = {{0, 1, LP_EDGE_ENTRY}, {1, 2, 0}, {2, 0, 0}};
	struct lp_edge loop[] = {{0, 1, LP_EDGE_ENTRY}, {1, 1, 0}};
	struct lp_table table = {.node_count = 3, .edges = cycle, .edge_count = 3};
	uint64_t edge_counts[3];
	uint64_t node_counts[3];

	(void)state;
	assert_int_equal(lp_table_solve(&table, NULL, edge_counts, node_counts), LP_CORRUPT);
	table.edges = loop;
	table.edge_count = 2;
	assert_int_equal(lp_table_solve(&table, NULL, edge_counts, node_counts), LP_CORRUPT);
	assert_int_equal(edge_counts[0], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(comes_back_as_it_was),
	    cmocka_unit_test(has_the_documented_bytes),
	    cmocka_unit_test(needs_no_types),
	    cmocka_unit_test(has_operands_without_types),
	    cmocka_unit_test(refuses_every_shorter_one),
	    cmocka_unit_test(refuses_what_follows),
	    cmocka_unit_test(survives_every_changed_byte),
	    cmocka_unit_test(solves_the_flow),
	    cmocka_unit_test(raises_negative_counts),
	    cmocka_unit_test(refuses_cycles_of_unknown_edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
