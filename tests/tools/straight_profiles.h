/*
 * straight_profiles.h: profiles of functions of two statements, without samples.
 */
#ifndef LINEPROF_TESTS_TOOLS_STRAIGHT_PROFILES_H
#define LINEPROF_TESTS_TOOLS_STRAIGHT_PROFILES_H

#include <stdlib.h>

#include "tests/tools/sampled_profile.h"

/* A program of those functions; the caller adds their files and straight_end(). */
static inline struct builder straight_begin(const char *program)
{
	const struct lp_module module = {.module = 0};
	const struct lp_info info = {.ticks_per_second = 1000 * MS, .end_ticks = 1000 * MS};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_module(&builder, &module, program);
	return builder;
}

/* One counter a function. */
static inline void straight_end(struct builder *builder, struct straight_function *f, size_t count,
				const uint64_t *counters)
{
	struct lp_table tables[8];

	if (count > 8)
		abort();
	for (size_t i = 0; i < count; i++) {
		tables[i] = f[i].table;
		tables[i].files = &f[i].file;
	}
	builder_funcs(builder, 0, tables, count);
	builder_counters(builder, 0, 1, counters, count);
	builder_end(builder);
}

/* Two sources of one name in two folders; in the first one a lambda on a line of the function that
 * it is in. */
static inline struct builder twins_profile(void)
{
	enum { FIRST = 77, SECOND = 88 };
	static const uint64_t counters[] = {5, 9, 3};
	struct straight_function f[3];
	struct builder builder = straight_begin("twins");

	straight_function(&f[0], "around", 3, 4, 5);
	straight_function(&f[1], "around::lambda", 5, 5, 0);
	straight_function(&f[2], "other", 3, 4, 5);
	for (int i = 0; i < 3; i++)
		f[i].file = i < 2 ? FIRST : SECOND;
	builder_file(&builder, 0, FIRST, NULL, "/src/a/util.c");
	builder_file(&builder, 0, SECOND, NULL, "/src/b/util.c");
	straight_end(&builder, f, 3, counters);
	return builder;
}

/* A loop whose only line calls each() with a lambda that stands there, too, and calls work() in a
 * loop of its own. */
static inline struct builder nested_profile(const char *path)
{
	enum { AROUND, LAMBDA, EACH, WORK, FUNCTIONS, LOOPS = 2, SOURCE = 77, SHARED = 4 };
	static const uint64_t counters[] = {1, 4, 4, 100, 4, 100};
	struct lp_branch branch = {0, SHARED, 1, 0, 0};
	struct small_function loops[LOOPS];
	struct straight_function rest[FUNCTIONS];
	struct lp_table tables[FUNCTIONS];
	struct builder builder = straight_begin("nested");

	small_function(&loops[AROUND], "around", SOURCE, 2, "each");
	small_function(&loops[LAMBDA], "around::lambda", SOURCE, SHARED, "work");
	loops[LAMBDA].lines[0].line = loops[LAMBDA].call.line = SHARED;
	loops[LAMBDA].table.line_count = 1;
	loops[LAMBDA].table.end_line = SHARED;
	straight_function(&rest[EACH], "each", 10, 11, 0);
	straight_function(&rest[WORK], "work", 20, 21, 0);
	for (int i = 0; i < LOOPS; i++) {
		loops[i].edges[1].flags |= LP_EDGE_TAKEN;
		tables[i] = loops[i].table;
		tables[i].branches = &branch;
		tables[i].branch_count = 1;
	}
	for (int i = LOOPS; i < FUNCTIONS; i++) {
		rest[i].file = SOURCE;
		tables[i] = rest[i].table;
	}
	builder_file(&builder, 0, SOURCE, NULL, path);
	builder_funcs(&builder, 0, tables, FUNCTIONS);
	builder_counters(&builder, 0, 1, counters, sizeof(counters) / sizeof(counters[0]));
	builder_end(&builder);
	return builder;
}

/* A function on lines that no file has: #line leads there, or a file that lies. */
static inline struct builder far_profile(void)
{
	enum { SOURCE = 77 };
	static const uint64_t counters[] = {5, 9};
	struct straight_function f[2];
	struct builder builder = straight_begin("far");

	straight_function(&f[0], "near", 3, 4, 5);
	straight_function(&f[1], "far", 0x80000001, 0x80000002, 0xffffffff);
	f[0].file = f[1].file = SOURCE;
	builder_file(&builder, 0, SOURCE, NULL, "/src/far.c");
	straight_end(&builder, f, 2, counters);
	return builder;
}

#endif
