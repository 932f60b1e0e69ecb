/*
 * fake_profile.h: a profile of a program that never was, without samples, and its source.
 */
#ifndef LINEPROF_TESTS_TOOLS_FAKE_PROFILE_H
#define LINEPROF_TESTS_TOOLS_FAKE_PROFILE_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tools/sampled_profile.h"

/* Line 5 tries to turn the terminal red, and is not quite UTF-8. */
static const char fake_source[] = "/* fake.c: a program that never was */\n"
				  "\n"
				  "int demo::sum(int n) {\n"
				  "\tfor (int i = 0; i < n; i++)\n"
				  "\t\ttotal += i;\t/* \033[31mred \xff \xc3\xa4 */\n"
				  "\treturn total;\n"
				  "}\n"
				  "\n"
				  "int fact(int n) {\n"
				  "\twhile (n > 1)\n"
				  "\t\treturn n * fact(n - 1);\n"
				  "\treturn 1;\n"
				  "}\n"
				  "\n"
				  "int never(int n) {\n"
				  "\twhile (n-- > 0)\n"
				  "\t\twork();\n"
				  "\treturn n;\n"
				  "}\n"
				  "\n"
				  "int main(void) {\n"
				  "\tfor (int i = 0; i < 3; i++)\n"
				  "\t\tprintf(\"%d\\n\", demo::sum(100));\n"
				  "\treturn fact(5);\n"
				  "}\n";

enum { FAKE_SUM, FAKE_FACT, FAKE_NEVER, FAKE_MAIN, FAKE_FUNCTIONS };

static inline void put_fake_functions(struct builder *builder)
{
	enum { FILE_HASH = 7 };
	struct small_function f[FAKE_FUNCTIONS];
	struct lp_table tables[FAKE_FUNCTIONS];

	small_function(&f[FAKE_SUM], "_ZN4demo3sumEi", FILE_HASH, 3, NULL);
	small_function(&f[FAKE_FACT], "fact", FILE_HASH, 9, "fact");
	small_function(&f[FAKE_NEVER], "never", FILE_HASH, 15, NULL);
	small_function(&f[FAKE_MAIN], "main", FILE_HASH, 21, "_ZN4demo3sumEi");
	for (int i = 0; i < FAKE_FUNCTIONS; i++)
		tables[i] = f[i].table;
	builder_funcs(builder, 0, tables, FAKE_FUNCTIONS);
}

/* Begins a profile of the fake program: what comes before its threads. */
static inline void begin_fake(struct builder *builder, const struct lp_info *info,
			      const unsigned char *digest)
{
	static const char *const texts[] = {"/bin/fake", "/home/user", "box",
					    "",          "fake",       "--fast\033[0m"};
	const struct lp_module module = {.build_id_bytes = 4, .build_id = {0xde, 0xad, 0xbe, 0xef}};
	char path[4096];

	if (!getcwd(path, sizeof(path) - 16))
		abort();
	strcat(path, "/fake.c");
	builder_begin(builder, info);
	builder_text(builder, texts, 6);
	builder_module(builder, &module, "/bin/fake");
	builder_file(builder, 0, 7, digest, path);
	put_fake_functions(builder);
}

/* A run of the fake program in one thread, without samples. */
struct fake_run {
	const uint64_t *counters;      /* two a function */
	const struct lp_clock *clocks; /* one a function */
	uint64_t wall_ms;
	uint64_t cpu_ms;
	int32_t exit_status;
};

static inline struct builder fake_profile_of(const struct fake_run *run,
					     const unsigned char *digest)
{
	const struct lp_info info = {
	    .start_ticks = 1,
	    .end_ticks = 1 + run->wall_ms * MS,
	    .ticks_per_second = 1000 * MS,
	    .cpu_ns = run->cpu_ms * MS,
	    .threads_seen = 1,
	    .exit_status = run->exit_status,
	};
	const struct lp_thread thread = {.thread = 1,
					 .tid = 4711,
					 .name = "fake",
					 .start_ticks = 1,
					 .end_ticks = 1 + run->wall_ms * MS,
					 .cpu_ns = run->cpu_ms * MS};
	struct builder builder;

	begin_fake(&builder, &info, digest);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, run->counters, 2 * FAKE_FUNCTIONS);
	builder_clocks(&builder, 0, 1, run->clocks, FAKE_FUNCTIONS);
	builder_end(&builder);
	return builder;
}

static inline struct builder fake_profile(const unsigned char *digest)
{
	static const uint64_t counters[] = {3, 300, 5, 4, 0, 0, 1, 3};
	static const struct lp_clock clocks[FAKE_FUNCTIONS] = {
	    [FAKE_SUM] = {3, 1000 * MS, 1000 * MS, 0, 0},
	    [FAKE_MAIN] = {1, 250 * MS, 1250 * MS, 0, 0},
	};
	const struct fake_run run = {counters, clocks, 1260, 1200, 0};

	return fake_profile_of(&run, digest);
}

#endif
