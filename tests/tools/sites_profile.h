/*
 * sites_profile.h: a profile of functions that call each other from many places, without samples.
 */
#ifndef LINEPROF_TESTS_TOOLS_SITES_PROFILE_H
#define LINEPROF_TESTS_TOOLS_SITES_PROFILE_H

#include "tests/tools/sampled_profile.h"

enum { SITES_MAIN, SITES_HELPER, SITES_POINTED, SITES_WORK, SITES_FUNCTIONS };

/* Nodes of small_function() that a call may stand in. */
enum { SITES_HEAD = 1, SITES_BODY = 2 };

/* main() calls helper() from a part that it includes, work() on five lines, on some of them twice,
 * and pointed() by a pointer; helper() calls work(), too. */
static inline void sites_functions(struct builder *builder)
{
	enum { OWN, INCLUDED, FILES };
	static uint64_t files[FILES] = {1, 2};
	static uint32_t type = 7;
	const uint64_t work = builder_name_hash("work");
	struct lp_call calls[] = {
	    {INCLUDED, 7, SITES_BODY, builder_name_hash("helper"), 0},
	    {OWN, 13, SITES_HEAD, 0, type},
	    {OWN, 11, SITES_HEAD, work, 0},
	    {OWN, 12, SITES_BODY, work, 0},
	    {OWN, 12, SITES_BODY, work, 0},
	    {OWN, 13, SITES_BODY, work, 0},
	    {OWN, 14, SITES_BODY, work, 0},
	    {OWN, 14, SITES_BODY, work, 0},
	    {OWN, 15, SITES_BODY, work, 0},
	};
	struct small_function f[SITES_FUNCTIONS];
	struct lp_table tables[SITES_FUNCTIONS];

	small_function(&f[SITES_MAIN], "main", files[OWN], 10, NULL);
	small_function(&f[SITES_HELPER], "helper", files[OWN], 20, "work");
	small_function(&f[SITES_POINTED], "pointed", files[OWN], 30, NULL);
	small_function(&f[SITES_WORK], "work", files[OWN], 40, NULL);
	for (int i = 0; i < SITES_FUNCTIONS; i++)
		tables[i] = f[i].table;
	tables[SITES_MAIN].files = files;
	tables[SITES_MAIN].file_count = FILES;
	tables[SITES_MAIN].calls = calls;
	tables[SITES_MAIN].call_count = sizeof(calls) / sizeof(calls[0]);
	tables[SITES_POINTED].types = &type;
	tables[SITES_POINTED].type_count = 1;
	builder_funcs(builder, 0, tables, SITES_FUNCTIONS);
}

static inline struct builder sites_profile(void)
{
	static const char *const texts[] = {"/bin/sites", "/", "host", "", "sites"};
	static const uint64_t counters[] = {1, 3, 3, 2, 4, 0, 24, 0};
	static const struct lp_clock clocks[SITES_FUNCTIONS] = {
	    [SITES_MAIN] = {1, 100 * MS, 1000 * MS, 0, 0},
	    [SITES_HELPER] = {3, 200 * MS, 300 * MS, 0, 0},
	    [SITES_WORK] = {24, 600 * MS, 600 * MS, 0, 0},
	};
	const struct lp_info info = {
	    .start_ticks = 1,
	    .end_ticks = 1 + 1000 * MS,
	    .ticks_per_second = 1000 * MS,
	    .cpu_ns = 1000 * MS,
	    .threads_seen = 1,
	};
	const struct lp_module module = {.build_id_bytes = 1};
	const struct lp_thread thread = {
	    .thread = 1, .tid = 4711, .start_ticks = 1, .end_ticks = 1 + 1000 * MS};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, "/bin/sites");
	builder_file(&builder, 0, 1, NULL, "/src/main.c");
	builder_file(&builder, 0, 2, NULL, "/src/inc.h");
	sites_functions(&builder);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, counters, 2 * SITES_FUNCTIONS);
	builder_clocks(&builder, 0, 1, clocks, SITES_FUNCTIONS);
	builder_end(&builder);
	return builder;
}

#endif
