/*
 * large_profile.c: writes a profile as large as those of the largest programs, and its sources:
 * large_profile FOLDER [FUNCTIONS] makes FOLDER/large.lprof. 100,000 functions, 20 lines each, have
 * 2 million lines. Everything a run leaves is there: flow graphs, counters of two threads, clocks,
 * sampled paths, names of C and C++. The addresses are known as `lpview pack` knows them: there is
 * no binary of that size.
 *
 *     cc -O2 -I. bench/profiles/large_profile.c format/table.c format/table_flow.c viewer/model/md5.c -o large_profile
 *
 * Functions come in chains of 8, each calling the next one twice a round.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/md5.h"

#define MS UINT64_C(1000000)

enum {
	CHAIN = 8,
	LINES = 24,       /* of source, of a function */
	ROWS = 20,        /* of them, in the profile */
	COUNTERS = 4,     /* of a function */
	CODE_BYTES = 256, /* of a function */
	LEAVES = 5,       /* sampled addresses of a sampled function */
	ONE_FILE = 10000, /* functions in the first file; else PER_FILE */
	PER_FILE = 50,
	NAME_MOST = 128,
	PATH_MOST = 4096,
};

static const uint64_t text_begin = 0x555500000000;

struct large {
	const char *folder;
	uint32_t count; /* of functions */
	struct builder builder;
	char (*names)[NAME_MOST];
	uint64_t *counters;
};

static uint32_t file_of(uint32_t function)
{
	return function < ONE_FILE ? 0 : 1 + (function - ONE_FILE) / PER_FILE;
}

static uint32_t first_of(uint32_t file)
{
	return file == 0 ? 0 : ONE_FILE + (file - 1) * PER_FILE;
}

static uint32_t line_of(uint32_t function)
{
	return 1 + LINES * (function - first_of(file_of(function)));
}

static void make_path(const struct large *large, char *path, uint32_t file)
{
	snprintf(path, PATH_MOST, "%s/src/part%02u/unit_%04u.cpp", large->folder, file % 40, file);
}

static void make_name(char *name, uint32_t i)
{
	switch (i % 12) {
	case 0:
	case 4:
	case 8:
		snprintf(name, NAME_MOST, "work_%06u", i);
		break;
	case 1:
		snprintf(name, NAME_MOST, "_ZN4core13Parser_%06uC2Ei", i);
		break;
	case 2:
	case 6:
		snprintf(name, NAME_MOST,
			 "_ZN4core13Parser_%06uIiE4stepERKNSt7__cxx1112basic_stringIcSt11char_"
			 "traitsIcESaIcEEE",
			 i);
		break;
	default:
		snprintf(name, NAME_MOST, "_ZN4core13Parser_%06u4stepEi", i);
	}
}

/* ---- sources ---- */

static void put_source(FILE *out, uint32_t i)
{
	fprintf(out,
		"int work_%06u(int n) {\n"
		"\tint sum = n;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\t\tint x = i * 3;\n"
		"\t\tif (x %% 2 == 0)\n"
		"\t\t\tsum += x; /* of %u */\n"
		"\t\telse\n"
		"\t\t\tsum -= x;\n"
		"\t\tsum ^= work_%06u(i);\n"
		"\t}\n"
		"\tif (sum < 0)\n"
		"\t\tsum = callback(sum);\n",
		i, i, i + 1);
	for (int k = 0; k < 9; k++)
		fprintf(out, "\ttable[%d] = sum * %u + \"text\"[%d]; // kept\n", k, i + k, k % 4);
	fputs("\treturn sum;\n}\n\n", out);
}

static void write_all(const char *path, const void *data, size_t size)
{
	FILE *const file = fopen(path, "wb");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void make_folder(const char *format, const char *folder, uint32_t number)
{
	char path[PATH_MOST];

	snprintf(path, sizeof(path), format, folder, number);
	mkdir(path, 0777);
}

static void put_files(struct large *large)
{
	make_folder("%s", large->folder, 0);
	make_folder("%s/src", large->folder, 0);
	for (uint32_t i = 0; i < 40; i++)
		make_folder("%s/src/part%02u", large->folder, i);
	for (uint32_t file = 0; file <= file_of(large->count - 1); file++) {
		unsigned char digest[16];
		char path[PATH_MOST];
		char *text = NULL;
		size_t size = 0;
		FILE *const out = open_memstream(&text, &size);

		for (uint32_t i = first_of(file); i < first_of(file + 1) && i < large->count; i++)
			put_source(out, i);
		fclose(out);
		make_path(large, path, file);
		write_all(path, text, size);
		lp_md5((const unsigned char *)text, size, digest);
		builder_file(&large->builder, 0, 1000 + file, digest, path);
		free(text);
	}
}

/* ---- functions ---- */

static const struct lp_edge edges[] = {
    {0, 1, LP_EDGE_ENTRY | LP_EDGE_COUNTED},
    {1, 2, 0},
    {2, 3, 0},
    {2, 7, 0},
    {3, 4, LP_EDGE_COUNTED},
    {3, 5, 0},
    {4, 6, 0},
    {5, 6, 0},
    {6, 2, LP_EDGE_BACK | LP_EDGE_COUNTED},
    {7, 8, LP_EDGE_COUNTED},
    {7, 9, 0},
    {8, 9, 0},
    {9, 0, LP_EDGE_RETURN},
};

/* What a row is: its line behind the first one, and the node that it belongs to. */
static const struct {
	uint32_t line, node;
} rows[ROWS - 1] = {{1, 1},  {2, 2},  {3, 3},  {4, 3},  {5, 4},  {7, 5},  {8, 6},
		    {10, 7}, {11, 8}, {12, 9}, {13, 9}, {14, 9}, {15, 9}, {16, 9},
		    {17, 9}, {18, 9}, {19, 9}, {20, 9}, {21, 9}};

/* What differs from function to function. */
struct function_parts {
	uint64_t file;
	struct lp_table_line lines[ROWS - 1];
	struct lp_term terms[ROWS - 1];
	struct lp_branch branches[3];
	struct lp_loop loop;
	struct lp_call calls[3];
};

static void make_table(const struct large *large, struct function_parts *parts,
		       struct lp_table *table, uint32_t i)
{
	const uint32_t line = line_of(i);
	const bool is_mangled = large->names[i][0] == '_';
	const uint64_t next = i % CHAIN == CHAIN - 1 || i + 1 == large->count
				  ? 4711
				  : builder_name_hash(large->names[i + 1]);

	parts->file = 1000 + file_of(i);
	for (uint32_t k = 0; k < ROWS - 1; k++) {
		parts->lines[k] = (struct lp_table_line){0, line + rows[k].line, k, 1};
		parts->terms[k] = (struct lp_term){0, rows[k].node};
	}
	parts->branches[0] = (struct lp_branch){0, line + 2, 2};
	parts->branches[1] = (struct lp_branch){0, line + 4, 3};
	parts->branches[2] = (struct lp_branch){0, line + 10, 7};
	parts->loop = (struct lp_loop){0, line + 2, 2};
	parts->calls[0] = (struct lp_call){0, line + 8, 6, next};
	parts->calls[1] = (struct lp_call){0, line + 11, 8, 0};
	parts->calls[2] = (struct lp_call){0, line + 15, 9, 12345};
	*table = (struct lp_table){
	    .linkage_name = large->names[i],
	    .linkage_name_bytes = strlen(large->names[i]),
	    .name = is_mangled ? "step" : large->names[i],
	    .name_bytes = is_mangled ? 4 : strlen(large->names[i]),
	    .line = line,
	    .end_line = line + LINES - 2,
	    .node_count = 10,
	    .files = &parts->file,
	    .file_count = 1,
	    .edges = (struct lp_edge *)edges,
	    .edge_count = sizeof(edges) / sizeof(edges[0]),
	    .lines = parts->lines,
	    .line_count = ROWS - 1,
	    .terms = parts->terms,
	    .term_count = ROWS - 1,
	    .branches = parts->branches,
	    .branch_count = 3,
	    .loops = &parts->loop,
	    .loop_count = 1,
	    .calls = parts->calls,
	    .call_count = 3,
	};
}

static void put_functions(struct large *large)
{
	struct lp_table *const tables = calloc(large->count, sizeof(*tables));
	struct function_parts *const parts = calloc(large->count, sizeof(*parts));

	if (!tables || !parts)
		abort();
	for (uint32_t i = 0; i < large->count; i++)
		make_table(large, &parts[i], &tables[i], i);
	builder_funcs(&large->builder, 0, tables, large->count);
	free(tables);
	free(parts);
}

/* ---- what was measured ---- */

/* Every third chain never ran, as most of a large program does not in one run. */
static bool has_run(uint32_t i)
{
	return i / CHAIN % 3 != 2;
}

static uint64_t calls_of(uint32_t i)
{
	return has_run(i) ? (1 + i / CHAIN % 1000) << i % CHAIN : 0;
}

static void put_counters(struct large *large, uint32_t thread)
{
	for (uint32_t i = 0; i < large->count; i++) {
		uint64_t *const own = large->counters + COUNTERS * i;

		own[0] = calls_of(i);
		own[1] = own[0]; /* one round in two */
		own[2] = own[0] * 2;
		own[3] = own[0] / 2;
	}
	builder_counters(&large->builder, 0, thread, large->counters, COUNTERS * large->count);
}

/* The time goes into an eighth of the files, and there into half of the chains. */
static bool is_sampled(uint32_t i)
{
	return has_run(i) && file_of(i) % 8 == 0 && i / CHAIN % 2 == 0;
}

static uint64_t leaf_samples(uint32_t i, uint32_t leaf)
{
	return 1 + (i / CHAIN * UINT32_C(2654435761) >> 24) / (1 + leaf + i % CHAIN);
}

static uint64_t address_of(uint32_t i, uint32_t leaf)
{
	return text_begin + (uint64_t)CODE_BYTES * i + 16 * (leaf + 1);
}

/* Behind the call of the next function. */
static uint64_t return_of(uint32_t i)
{
	return text_begin + (uint64_t)CODE_BYTES * i + 200;
}

static uint64_t put_stacks(struct large *large, uint32_t thread, uint32_t first)
{
	const uint32_t most = 1 + large->count * (LEAVES + 1);
	struct lp_stack_node *const nodes = calloc(most, sizeof(*nodes));
	struct lp_stacks head = {.first = first};
	uint64_t samples = 0;
	uint32_t count = 1;

	nodes[0] = (struct lp_stack_node){LP_STACK_THREAD, first, thread, 0, 0};
	for (uint32_t i = 0, parent = 0; i < large->count; i++) {
		if (!is_sampled(i))
			continue;
		parent = i % CHAIN == 0 ? 0 : parent;
		for (uint32_t leaf = 0; leaf < LEAVES; leaf++, count++) {
			nodes[count] = (struct lp_stack_node){
			    LP_STACK_LEAF, first + parent, address_of(i, leaf),
			    LP_REGION(0, i - i % CHAIN), leaf_samples(i, leaf)};
			samples += nodes[count].count;
		}
		nodes[count] =
		    (struct lp_stack_node){LP_STACK_CALL, first + parent, return_of(i), 0, 0};
		parent = count++;
	}
	head.capacity = count;
	builder_section(&large->builder, "stak", &head, sizeof(head), nodes,
			count * sizeof(*nodes));
	free(nodes);
	return samples;
}

/* The first function of a chain is timed by clock. */
static void put_clocks(struct large *large, uint32_t thread)
{
	struct lp_clock *const clocks = calloc(large->count, sizeof(*clocks));

	for (uint32_t i = 0; i < large->count; i += CHAIN) {
		uint64_t ticks = 0;

		for (uint32_t k = i; is_sampled(i) && k < i + CHAIN && k < large->count; k++)
			for (uint32_t leaf = 0; leaf < LEAVES; leaf++)
				ticks += leaf_samples(k, leaf) * MS;
		clocks[i] = (struct lp_clock){calls_of(i), ticks, ticks, 0, 0};
	}
	builder_clocks(&large->builder, 0, thread, clocks, large->count);
	free(clocks);
}

/* It is the first section. */
static struct lp_info *info_of(const struct large *large)
{
	return (struct lp_info *)(void *)(large->builder.data + sizeof(struct lp_file_header) +
					  sizeof(struct lp_section_header));
}

static void put_thread(struct large *large, uint32_t thread, uint32_t *first)
{
	struct lp_thread row = {.thread = thread, .tid = 4710 + thread, .start_ticks = 1};
	size_t at = large->builder.size + sizeof(struct lp_section_header);
	const uint32_t before = *first;

	snprintf(row.name, sizeof(row.name), "worker-%u", thread);
	builder_thread(&large->builder, &row);
	put_counters(large, thread);
	put_clocks(large, thread);
	row.samples = put_stacks(large, thread, before);
	*first += 1 + large->count * (LEAVES + 1);
	row.cpu_ns = row.samples * MS;
	row.end_ticks = row.start_ticks + row.samples * MS;
	memcpy(large->builder.data + at, &row, sizeof(row));
	info_of(large)->samples_taken += row.samples;
	info_of(large)->sample_squares += row.samples;
	info_of(large)->cpu_ns += row.cpu_ns;
	if (info_of(large)->end_ticks < row.end_ticks)
		info_of(large)->end_ticks = row.end_ticks;
}

/* ---- symbols, as `lpview pack` writes them ---- */

struct strings {
	char *text;
	size_t size;
	FILE *out;
};

static uint32_t add_string(struct strings *strings, const char *text)
{
	const uint32_t at = (uint32_t)ftell(strings->out);

	fputs(text, strings->out);
	fputc('\0', strings->out);
	return at;
}

static void put_symbols(struct large *large)
{
	struct lp_symbol_address *const addresses =
	    calloc((size_t)large->count * (LEAVES + 1), sizeof(*addresses));
	struct lp_symbol_frame *const frames =
	    calloc((size_t)large->count * (LEAVES + 1), sizeof(*frames));
	struct strings strings = {NULL, 0, NULL};
	struct lp_symbols head = {0};
	uint32_t path = 0;
	uint32_t path_file = UINT32_MAX;
	struct builder *const builder = &large->builder;

	strings.out = open_memstream(&strings.text, &strings.size);
	add_string(&strings, "");
	for (uint32_t i = 0; i < large->count; i++) {
		char text[PATH_MOST];
		uint32_t name;

		if (!is_sampled(i))
			continue;
		if (file_of(i) != path_file) {
			path_file = file_of(i);
			make_path(large, text, path_file);
			path = add_string(&strings, text);
		}
		name = add_string(&strings, large->names[i]);
		for (uint32_t k = 0; k <= LEAVES; k++) {
			const uint32_t row = k == LEAVES ? 6 : (3 * k + i) % (ROWS - 1);

			addresses[head.address_count++] = (struct lp_symbol_address){
			    (k == LEAVES ? return_of(i) : address_of(i, k)) - text_begin,
			    k < LEAVES, head.frame_count, 1, 0};
			frames[head.frame_count++] = (struct lp_symbol_frame){
			    name, path, line_of(i), path, line_of(i) + rows[row].line, 0};
		}
	}
	fclose(strings.out);
	head.string_bytes = (uint32_t)strings.size;
	builder_begin_section(builder, "Symb");
	builder_put(builder, &head, sizeof(head));
	builder_put(builder, addresses, head.address_count * sizeof(*addresses));
	builder_put(builder, frames, head.frame_count * sizeof(*frames));
	builder_put(builder, strings.text, strings.size);
	builder_end_section(builder);
	free(addresses);
	free(frames);
	free(strings.text);
}

/* ---- all of it ---- */

static void build(struct large *large)
{
	static const char *const texts[] = {"/bin/large", "/", "box", "", "large"};
	const struct lp_info info = {
	    .start_ticks = 1,
	    .ticks_per_second = 1000 * MS,
	    .engine = LP_ENGINE_PERF,
	    .sample_period_ns = MS,
	    .threads_seen = 2,
	};
	const struct lp_module module = {
	    .load_bias = text_begin,
	    .text_begin = text_begin,
	    .text_end = text_begin + (uint64_t)CODE_BYTES * large->count,
	};
	uint32_t first = 0;

	builder_begin(&large->builder, &info);
	builder_text(&large->builder, texts, 5);
	builder_module(&large->builder, &module, "/bin/large");
	put_files(large);
	put_functions(large);
	put_thread(large, 1, &first);
	put_thread(large, 2, &first);
	put_symbols(large);
	builder_end(&large->builder);
}

int main(int argc, char **argv)
{
	struct large large = {.folder = argc > 1 ? argv[1] : NULL, .count = 100000};
	char path[PATH_MOST];

	if (argc > 2)
		large.count = (uint32_t)strtoul(argv[2], NULL, 10);
	if (argc < 2 || argc > 3 || *large.folder != '/' || large.count < 1 ||
	    large.count > 1000000) {
		fputs("usage: large_profile /FOLDER [FUNCTIONS]\n", stderr);
		return 2;
	}
	large.names = calloc(large.count, sizeof(*large.names));
	large.counters = calloc((size_t)COUNTERS * large.count, sizeof(*large.counters));
	if (!large.names || !large.counters)
		return 1;
	for (uint32_t i = 0; i < large.count; i++)
		make_name(large.names[i], i);
	build(&large);
	snprintf(path, sizeof(path), "%s/large.lprof", large.folder);
	write_all(path, large.builder.data, large.builder.size);
	return 0;
}
