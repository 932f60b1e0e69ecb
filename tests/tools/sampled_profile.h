/*
 * sampled_profile.h: a profile of this very program, as if sampled_code.h had been
 * instrumented and sampled. A tick is a nanosecond, unless the run tells another rate.
 */
#ifndef LINEPROF_TESTS_TOOLS_SAMPLED_PROFILE_H
#define LINEPROF_TESTS_TOOLS_SAMPLED_PROFILE_H

#include <link.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/tools/profile_builder.h"
#include "tests/tools/sampled_code.h"

#define MS UINT64_C(1000000)
#define MS_TICKS UINT64_C(2500000) /* of the profiles whose ticks are no nanoseconds */
#define SAMPLED_SOURCE UINT64_C(0x5a)
#define SAMPLED_LEAF_SOURCE UINT64_C(0x5b)

/* Its functions, in their order; hits of the lines are counter by counter. */
enum { SAMPLED_F_INLINED, SAMPLED_F_LEAF, SAMPLED_F_CALLER, SAMPLED_FUNCTIONS };

/* What differs from test to test. */
struct sampled_run {
	uint64_t lifetime_ticks;
	uint64_t cpu_ns;
	uint64_t delay_ns;
	uint64_t calls[SAMPLED_FUNCTIONS];
	struct lp_clock clocks[SAMPLED_FUNCTIONS];
	const uint64_t *off_cpu; /* by function; NULL: not known */
	const uint64_t *delay;   /* of these, without a CPU; the same */
	const uint64_t *total_delay; /* the same with what each called */
	const uint64_t *unasked;     /* of off_cpu, what may have been without a CPU, too */
	const struct lp_stack_node *nodes;
	uint32_t node_count;
	enum lp_engine engine;
	uint64_t samples_taken; /* with sample_squares: what they count for */
	uint64_t sample_squares;
	uint64_t sample_period_ns; /* 0: a millisecond */
	const char *path; /* of the binary; NULL: this program */
	const char
	    *leaf_path; /* of the file that has the leaf's name, and not its lines; or NULL */
	uint64_t ticks_per_second; /* 0: 1e9 */
	bool passes_by;            /* control came into the functions, but to none of their lines */
};

static inline void sampled_note_id(struct lp_module *module, const char *at, size_t size)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *const note = (const ElfW(Nhdr) *)(const void *)at;
		const size_t name = (note->n_namesz + 3) & ~3u;
		const size_t whole = sizeof(*note) + name + ((note->n_descsz + 3) & ~3u);

		if (note->n_type == NT_GNU_BUILD_ID && note->n_descsz <= sizeof(module->build_id) &&
		    memcmp(note + 1, "GNU", 4) == 0) {
			module->build_id_bytes = note->n_descsz;
			memcpy(module->build_id, (const char *)(note + 1) + name, note->n_descsz);
		}
		if (whole >= size)
			return;
		at += whole;
		size -= whole;
	}
}

static inline int sampled_note_module(struct dl_phdr_info *info, size_t size, void *data)
{
	struct lp_module *const module = (struct lp_module *)data;

	(void)size;
	module->load_bias = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_NOTE)
			sampled_note_id(module, (const char *)(info->dlpi_addr + segment->p_vaddr),
					segment->p_memsz);
		if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) {
			module->text_begin = info->dlpi_addr + segment->p_vaddr;
			module->text_end = module->text_begin + segment->p_memsz;
		}
	}
	return 1; /* the first one is the program itself */
}

/* A function without branches: its lines are hit as often as it is called. */
struct straight_function {
	uint64_t file;
	struct lp_edge edges[2];
	struct lp_table_line lines[2];
	struct lp_term term;
	struct lp_table table;
};

static inline void straight_function(struct straight_function *f, const char *name, uint32_t line,
				     uint32_t first, uint32_t second)
{
	*f = (struct straight_function){
	    .file = SAMPLED_SOURCE,
	    .edges = {{0, 1, LP_EDGE_ENTRY | LP_EDGE_COUNTED}, {1, 0, LP_EDGE_RETURN}},
	    .lines = {{0, first, 0, 1}, {0, second, 0, 1}},
	    .term = {0, 1},
	};
	f->table = (struct lp_table){
	    .linkage_name = name,
	    .linkage_name_bytes = strlen(name),
	    .name = name,
	    .name_bytes = strlen(name),
	    .flags = LP_TABLE_LOCAL,
	    .line = line,
	    .end_line = second + 1,
	    .node_count = 2,
	    .files = &f->file,
	    .file_count = 1,
	    .edges = f->edges,
	    .edge_count = 2,
	    .lines = f->lines,
	    .line_count = second ? 2 : 1,
	    .terms = &f->term,
	    .term_count = 1,
	};
	if (!second)
		f->table.end_line = first + 1;
}

static inline void sampled_functions(struct builder *builder, const struct sampled_run *run)
{
	static uint64_t leaf_files[] = {SAMPLED_SOURCE, SAMPLED_LEAF_SOURCE};
	struct straight_function f[SAMPLED_FUNCTIONS];
	struct lp_table tables[SAMPLED_FUNCTIONS];

	straight_function(&f[SAMPLED_F_INLINED], "sampled_inlined", SAMPLED_INLINED,
			  SAMPLED_INLINED_CODE, 0);
	straight_function(&f[SAMPLED_F_LEAF], "sampled_leaf", SAMPLED_LEAF, SAMPLED_LEAF_FIRST,
			  SAMPLED_LEAF_LAST);
	straight_function(&f[SAMPLED_F_CALLER], "sampled_caller", SAMPLED_CALLER,
			  SAMPLED_CALL_OF_LEAF, SAMPLED_CALL_OF_INLINED);
	for (int i = 0; i < SAMPLED_FUNCTIONS; i++) {
		if (run->passes_by)
			f[i].lines[0].term_count = f[i].lines[1].term_count = 0;
		tables[i] = f[i].table;
	}
	if (run->leaf_path) {
		tables[SAMPLED_F_LEAF].files = leaf_files;
		tables[SAMPLED_F_LEAF].file_count = 2;
		tables[SAMPLED_F_LEAF].file = 1;
		tables[SAMPLED_F_LEAF].line = 3;
		tables[SAMPLED_F_LEAF].end_line = 4;
	}
	builder_funcs(builder, 0, tables, SAMPLED_FUNCTIONS);
}

/* Builds the profile; the code itself runs, so that it is not thrown away. */
static inline uint64_t sampled_count(const struct sampled_run *run)
{
	uint64_t count = 0;

	for (uint32_t i = 0; i < run->node_count; i++)
		if (run->nodes[i].kind == LP_STACK_LEAF)
			count += run->nodes[i].count;
	return count;
}

static inline struct builder sampled_profile(const struct sampled_run *run)
{
	static const char *const texts[] = {"/bin/sampled", "/", "host", "", "sampled"};
	const struct lp_info info = {
	    .start_ticks = 1,
	    .end_ticks = 1 + run->lifetime_ticks,
	    .ticks_per_second = run->ticks_per_second ? run->ticks_per_second : 1000 * MS,
	    .engine = run->engine,
	    .sample_period_ns = !run->engine            ? 0
				: run->sample_period_ns ? run->sample_period_ns
							: MS,
	    .cpu_ns = run->cpu_ns,
	    .samples_taken = run->samples_taken,
	    .sample_squares = run->sample_squares,
	    .threads_seen = 1,
	};
	const struct lp_thread thread = {
	    .thread = 1,
	    .tid = 4711,
	    .name = "sampled",
	    .start_ticks = 1,
	    .end_ticks = 1 + run->lifetime_ticks,
	    .cpu_ns = run->cpu_ns,
	    .delay_ns = run->delay_ns,
	    .samples = sampled_count(run),
	};
	struct lp_module module = {0};
	struct builder builder;
	char path[4096] = "";

	sampled_caller();
	dl_iterate_phdr(sampled_note_module, &module);
	if (!run->path && readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		abort();
	builder_begin(&builder, &info);
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, run->path ? run->path : path);
	builder_file(&builder, 0, SAMPLED_SOURCE, NULL, sampled_file);
	if (run->leaf_path)
		builder_file(&builder, 0, SAMPLED_LEAF_SOURCE, NULL, run->leaf_path);
	sampled_functions(&builder, run);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, run->calls, SAMPLED_FUNCTIONS);
	builder_clocks_arrays(&builder, 0, 1, run->clocks,
			      (const uint64_t *[LP_CLOCK_ARRAYS]){run->off_cpu, run->delay,
								  run->total_delay, run->unasked},
			      SAMPLED_FUNCTIONS);
	builder_stacks(&builder, run->nodes, run->node_count);
	builder_end(&builder);
	return builder;
}

/* A run of this very program, with samples, `count` nodes of them. */
static inline struct sampled_run sampled_run_by(const struct lp_stack_node *nodes, uint32_t count)
{
	return (struct sampled_run){
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 800 * MS,
	    .calls = {7, 7, 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 999 * MS, 999 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = count,
	    .engine = LP_ENGINE_PERF,
	};
}

/* Nodes of call paths. Node 0 is the thread; the address of a sample is the one
 * behind the marked instruction. */
#define NODE_THREAD                                                                                \
	{                                                                                          \
		.kind = LP_STACK_THREAD, .parent = 0, .address = 1                                 \
	}
#define NODE_CALL(of, mark)                                                                        \
	{                                                                                          \
		.kind = LP_STACK_CALL, .parent = (of), .address = (uintptr_t)(mark)                \
	}
#define NODE_LEAF(of, mark, function, samples)                                                     \
	{                                                                                          \
		.kind = LP_STACK_LEAF, .parent = (of), .address = (uintptr_t)(mark) + 1,           \
		.region = (function) < 0 ? 0 : LP_REGION(0, (function)), .count = (samples)        \
	}
/* The call that returns to the mark waited. */
#define NODE_WAIT(of, mark, function, ticks)                                                       \
	{                                                                                          \
		.kind = LP_STACK_WAIT, .parent = (of), .address = (uintptr_t)(mark),               \
		.region = (function) < 0 ? 0 : LP_REGION(0, (function)), .count = (ticks)          \
	}
/* Calls of the function whose clocks ran for so long, and whose paths were kept. */
#define NODE_CLOCK(of, function, ticks)                                                            \
	{                                                                                          \
		.kind = LP_STACK_CLOCK, .parent = (of),                                            \
		.region = (function) < 0 ? 0 : LP_REGION(0, (function)), .count = (ticks)          \
	}
/* The same of what they waited. */
#define NODE_CLOCK_WAIT(of, function, ticks)                                                       \
	{                                                                                          \
		.kind = LP_STACK_CLOCK_WAIT, .parent = (of),                                       \
		.region = (function) < 0 ? 0 : LP_REGION(0, (function)), .count = (ticks)          \
	}

#endif
