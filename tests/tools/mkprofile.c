/*
 * mkprofile.c: writes profiles for the tests of lpview: mkprofile KIND makes
 * KIND.lprof in the working directory, and fake.c, the source of the fake program,
 * beside it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include <stdio.h>
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

static void write_file(const char *name, const void *data, size_t size)
{
	FILE *const file = fopen(name, "wb");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
		perror(name);
		exit(1);
	}
}

/* Writes KIND.lprof and forgets the profile. */
static void write_profile(const char *kind, const struct builder *builder)
{
	char name[64];

	snprintf(name, sizeof(name), "%s.lprof", kind);
	write_file(name, builder->data, builder->size);
	free(builder->data);
}

static void put_fake_functions(struct builder *builder)
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

/* The run of the fake program, without samples. */
static struct builder fake_profile(const unsigned char *digest)
{
	static const char *const texts[] = {"/bin/fake", "/home/user", "box",
					    "",          "fake",       "--fast\033[0m"};
	static const uint64_t counters[] = {3, 300, 5, 4, 0, 0, 1, 3};
	static const struct lp_clock clocks[FAKE_FUNCTIONS] = {
	    [FAKE_SUM] = {3, 1000 * MS, 1000 * MS, 0, 0},
	    [FAKE_MAIN] = {1, 250 * MS, 1250 * MS, 0, 0},
	};
	const struct lp_info info = {
	    .start_ticks = 1,
	    .end_ticks = 1 + 1260 * MS,
	    .ticks_per_second = 1000 * MS,
	    .cpu_ns = 1200 * MS,
	    .threads_seen = 1,
	};
	const struct lp_thread thread = {.thread = 1,
					 .tid = 4711,
					 .name = "fake",
					 .start_ticks = 1,
					 .end_ticks = 1 + 1260 * MS,
					 .cpu_ns = 1200 * MS};
	const struct lp_module module = {.build_id_bytes = 4, .build_id = {0xde, 0xad, 0xbe, 0xef}};
	struct builder builder;
	char path[4096];

	if (!getcwd(path, sizeof(path) - 16))
		abort();
	strcat(path, "/fake.c");
	builder_begin(&builder, &info);
	builder_text(&builder, texts, 6);
	builder_module(&builder, &module, "/bin/fake");
	builder_file(&builder, 0, 7, digest, path);
	put_fake_functions(&builder);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, counters, 2 * FAKE_FUNCTIONS);
	builder_clocks(&builder, 0, 1, clocks, FAKE_FUNCTIONS);
	builder_end(&builder);
	return builder;
}

static void make_fake(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	write_profile(kind, &builder);
}

static void make_changed(const char *kind)
{
	static const unsigned char digest[16] = "another source!";
	const struct builder builder = fake_profile(digest);

	write_profile(kind, &builder);
}

static void make_running(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	builder_header(&builder)->state = LP_FILE_RUNNING;
	write_profile(kind, &builder);
}

static void make_truncated(const char *kind)
{
	struct builder builder = fake_profile(NULL);

	builder.size -= 100;
	write_profile(kind, &builder);
}

static void make_corrupt(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	/* The size of the first section. */
	memset(builder.data + sizeof(struct lp_file_header) + 8, 0x7f, 8);
	write_profile(kind, &builder);
}

static void make_too_new(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	builder_header(&builder)->version = LP_FILE_VERSION + 1;
	write_profile(kind, &builder);
}

static void make_too_old(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	builder_header(&builder)->version = 0;
	write_profile(kind, &builder);
}

static void make_unknown(const char *kind)
{
	struct builder builder = fake_profile(NULL);

	builder_section(&builder, "next", "?", 1, NULL, 0);
	builder_end(&builder);
	write_profile(kind, &builder);
}

/* No code has registered. */
static void make_idle(const char *kind)
{
	const struct lp_info info = {.ticks_per_second = 1};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_empty(const char *kind)
{
	struct builder builder = {.size = 0};

	builder_put(&builder, "", 0);
	write_profile(kind, &builder);
}

static void make_foreign(const char *kind)
{
	struct builder builder = {.size = 0};

	builder_put(&builder, fake_source, sizeof(fake_source));
	write_profile(kind, &builder);
}

/* Begins as a pickle of Python's line_profiler does. */
static void make_python(const char *kind)
{
	struct builder builder = {.size = 0};

	builder_put(&builder, "\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c\x0cline_profiler", 25);
	write_profile(kind, &builder);
}

/* A run of this very program, with samples. */
static void make_sampled(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 500),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 300),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 800 * MS,
	    .calls = {7, 7, 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 999 * MS, 999 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = sizeof(nodes) / sizeof(nodes[0]),
	    .engine = LP_ENGINE_PERF,
	};
	const struct builder builder = sampled_profile(&run);

	write_profile(kind, &builder);
}

static const struct {
	const char *name;
	void (*make)(const char *kind);
} kinds[] = {
    {"fake", make_fake},       {"changed", make_changed},     {"running", make_running},
    {"sampled", make_sampled}, {"truncated", make_truncated}, {"corrupt", make_corrupt},
    {"too-new", make_too_new}, {"too-old", make_too_old},     {"unknown", make_unknown},
    {"idle", make_idle},       {"empty", make_empty},         {"foreign", make_foreign},
    {"python", make_python},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, argv[1]) == 0) {
			write_file("fake.c", fake_source, sizeof(fake_source) - 1);
			kinds[i].make(argv[1]);
			return 0;
		}
	fputs("usage: mkprofile KIND; kinds are", stderr);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		fprintf(stderr, " %s", kinds[i].name);
	fputc('\n', stderr);
	return 2;
}
