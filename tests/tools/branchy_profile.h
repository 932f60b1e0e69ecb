/* branchy_profile.h: a profile of one function with branches, loops and a switch. */
#ifndef LINEPROF_TESTS_TOOLS_BRANCHY_PROFILE_H
#define LINEPROF_TESTS_TOOLS_BRANCHY_PROFILE_H

#include "tests/tools/profile_builder.h"

#define BRANCHY_SOURCE UINT64_C(0xb4)

static const char branchy_source[] = "int branchy(int n) {\n"
				     "\twhile (n > 10 && n != 50)\n"
				     "\t\tn--;\n"
				     "\tdo\n"
				     "\t\tn--;\n"
				     "\twhile (n > 0);\n"
				     "\tswitch (n) {\n"
				     "\tcase 0: return 1;\n"
				     "\tcase 1:\n"
				     "\t\treturn 2;\n"
				     "\tdefault:\n"
				     "\t\treturn 3;\n"
				     "\t}\n"
				     "}\n";

/*
 * Writes the function. Nodes: 1 and 2 the parts of the first condition, 3 its body, 4
 * the do loop, 5 the switch, 6 to 8 its cases. Counters: calls, the body, the ways out
 * by the second part, the do loop's way back, case 0, case 1. A fifth branch names a node once
 * more, as no plugin does.
 */
enum { BRANCHY_BRANCHES = 4 };

static inline void branchy_function(struct builder *builder, uint32_t branch_count)
{
	static uint64_t file = BRANCHY_SOURCE;
	static struct lp_edge edges[] = {
	    {0, 1, LP_EDGE_ENTRY | LP_EDGE_COUNTED},
	    {1, 2, 0},
	    {1, 4, 0},
	    {2, 3, LP_EDGE_COUNTED},
	    {2, 4, LP_EDGE_COUNTED},
	    {3, 1, LP_EDGE_BACK},
	    {4, 4, LP_EDGE_BACK | LP_EDGE_COUNTED},
	    {4, 5, 0},
	    {5, 8, 0},
	    {5, 6, LP_EDGE_COUNTED},
	    {5, 7, LP_EDGE_COUNTED},
	    {6, 0, LP_EDGE_RETURN},
	    {7, 0, LP_EDGE_RETURN},
	    {8, 0, LP_EDGE_RETURN},
	};
	static struct lp_table_line lines[] = {{0, 2, 0, 1},  {0, 3, 1, 1}, {0, 5, 2, 1},
					       {0, 6, 2, 1},  {0, 7, 3, 1}, {0, 8, 4, 1},
					       {0, 10, 5, 1}, {0, 12, 6, 1}};
	static struct lp_term terms[] = {{0, 1}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {0, 8}};
	static struct lp_branch branches[] = {
	    {0, 2, 1, 2, 9}, {0, 2, 2, 2, 19}, {0, 6, 4, 6, 9}, {0, 7, 5, 0, 0}, {0, 7, 1, 7, 9}};
	static struct lp_loop loops[] = {{0, 2, 1}, {0, 5, 4}};
	const struct lp_table table = {
	    .linkage_name = "branchy",
	    .linkage_name_bytes = 7,
	    .name = "branchy",
	    .name_bytes = 7,
	    .line = 1,
	    .end_line = 14,
	    .node_count = 9,
	    .files = &file,
	    .file_count = 1,
	    .edges = edges,
	    .edge_count = sizeof(edges) / sizeof(edges[0]),
	    .lines = lines,
	    .line_count = sizeof(lines) / sizeof(lines[0]),
	    .terms = terms,
	    .term_count = sizeof(terms) / sizeof(terms[0]),
	    .branches = branches,
	    .branch_count = branch_count,
	    .loops = loops,
	    .loop_count = sizeof(loops) / sizeof(loops[0]),
	};

	builder_funcs(builder, 0, &table, 1);
}

enum { BRANCHY_COUNTERS = 6 };

/* Calls of it, ten or one. */
static const uint64_t branchy_ten[BRANCHY_COUNTERS] = {10, 90, 3, 20, 6, 1};
static const uint64_t branchy_once[BRANCHY_COUNTERS] = {1, 9, 0, 0, 1, 0};

/* Half a million; but for one of them each way is gone always, or never. */
static const uint64_t branchy_skewed[BRANCHY_COUNTERS] = {500000, 500000, 1, 1, 499999, 1};

/* A profile of these that can go on; `path` is where its source is. */
static inline struct builder
branchy_profile(const char *path, const uint64_t counters[BRANCHY_COUNTERS], uint32_t branch_count)
{
	static const char *const texts[] = {"/bin/branchy", "/", "box", "", "branchy"};
	const struct lp_info info = {
	    .start_ticks = 1,
	    .end_ticks = 1001,
	    .ticks_per_second = 1000,
	    .threads_seen = 1,
	    .exit_status = 3,
	};
	const struct lp_thread thread = {
	    .thread = 1, .tid = 4711, .name = "branchy", .start_ticks = 1, .end_ticks = 1001};
	const struct lp_module module = {.build_id_bytes = 0};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, "/bin/branchy");
	builder_file(&builder, 0, BRANCHY_SOURCE, NULL, path);
	branchy_function(&builder, branch_count);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, counters, BRANCHY_COUNTERS);
	return builder;
}

#endif
