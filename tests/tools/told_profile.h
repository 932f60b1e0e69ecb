/*
 * told_profile.h: a profile by a description on standard input, a fact a line, so that a test shows
 * what is in its profiles:
 *
 * - `program PATH`: its build id is of its path
 * - `process N`: which of several
 * - `forked`
 * - `file ID TEXT PATH`: its digest is TEXT, as md5sum writes it, or of this word; -: it has none
 * - `packed ID WORDS`: its text in the profile
 * - `function NAME ID LINE`: static, in that file, on one line
 * - `exported NAME ID LINE`: the same, not static
 * - `wide NAME ID LINE`: as a function, with the next line
 * - `unmapped NAME ID LINE`: as a function, whose hits are those of its code
 * - `thread`: what follows is in another one
 * - `ran NAME CALLS MS`
 * - `waited NAME MS`
 * - `calls CALLER LINE NAME MS`: in the first thread, what NAME ran as that line of CALLER called
 * it
 * - `clocked NAME CALLS SELF TOTAL OFF LOST`: its clock, with the milliseconds off CPUs in SELF,
 * and the samples in it whose place is not known
 * - `delayed MS`: the thread
 * - `unreadable`: nothing tells where its samples are
 * - `rate N`: ticks per millisecond
 * - `rank N`: of an MPI program
 * - `paused MS`, `overhead MS`, `deep N`, `dropped N`, `kernel N`, `exit N`, `flags N`: of lp_info
 *
 * Of functions of one name the last one is meant. Times are samples, one a millisecond.
 */
#ifndef LINEPROF_TESTS_TOOLS_TOLD_PROFILE_H
#define LINEPROF_TESTS_TOOLS_TOLD_PROFILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools/sampled_profile.h"

enum { TOLD_MOST = 16, TOLD_TEXT = 0x10000, TOLD_STEP = 0x100, TOLD_CALL_STEP = 8 };

struct told_file {
	uint64_t id;
	char text[33];
	char path[200];
	char packed[100];
};

struct told_function {
	char name[64];
	uint64_t file;
	uint32_t line;
	bool is_exported;
	bool is_wide;
	bool is_unmapped;
};

struct told_thread {
	uint64_t calls[TOLD_MOST];
	uint32_t ms[TOLD_MOST];
	uint32_t waited_ms[TOLD_MOST];
	struct lp_clock clocks[TOLD_MOST];
	uint64_t off_cpu[TOLD_MOST];
	uint32_t lost[TOLD_MOST];
	uint64_t delay_ms;
};

struct told_call {
	size_t caller, callee;
	uint32_t line;
	uint32_t ms;
};

struct told {
	char program[200];
	unsigned process;
	uint64_t rank; /* + 1 */
	bool is_unreadable;
	bool has_clocks;
	struct lp_info info; /* ticks_per_second: per millisecond */
	struct told_file files[TOLD_MOST];
	size_t file_count;
	struct told_function functions[TOLD_MOST];
	size_t function_count;
	struct told_thread threads[TOLD_MOST];
	size_t thread_count; /* less one */
	struct told_call calls[TOLD_MOST];
	size_t call_count;
};

static inline struct told_file *told_file(struct told *told, uint64_t id)
{
	for (size_t i = 0; i < told->file_count; i++)
		if (told->files[i].id == id)
			return &told->files[i];
	abort();
}

/* The last function of that name. */
static inline size_t told_named(const struct told *told, const char *name)
{
	size_t i = told->function_count;

	while (i > 0 && strcmp(told->functions[i - 1].name, name) != 0)
		i--;
	if (i == 0)
		abort();
	return i - 1;
}

static inline uint64_t told_ms(const struct told *told)
{
	return told->info.ticks_per_second ? told->info.ticks_per_second : MS_TICKS;
}

static inline bool told_clocked(struct told *told, const char *line)
{
	struct told_thread *const thread = &told->threads[told->thread_count];
	const uint64_t ms = told_ms(told);
	uint64_t calls, self, total, off;
	char name[64];
	uint32_t lost;
	size_t at;

	if (sscanf(line, "clocked %63s %lu %lu %lu %lu %u", name, &calls, &self, &total, &off,
		   &lost) != 6)
		return false;
	at = told_named(told, name);
	thread->clocks[at] = (struct lp_clock){calls, self * ms, total * ms, 0, 0};
	thread->off_cpu[at] = off * ms;
	thread->lost[at] = lost;
	told->has_clocks = true;
	return true;
}

static inline bool told_calls(struct told *told, const char *line)
{
	struct told_call *const call = &told->calls[told->call_count];
	char caller[64], callee[64];

	if (sscanf(line, "calls %63s %u %63s %u", caller, &call->line, callee, &call->ms) != 4)
		return false;
	if (++told->call_count == TOLD_MOST)
		abort();
	call->caller = told_named(told, caller);
	call->callee = told_named(told, callee);
	return true;
}

static inline void told_ran(struct told *told, const char *line)
{
	struct told_thread *const thread = &told->threads[told->thread_count];
	char name[64];
	unsigned long calls;
	unsigned ms;

	if (sscanf(line, "waited %63s %u", name, &ms) == 2)
		thread->waited_ms[told_named(told, name)] = ms;
	else if (sscanf(line, "ran %63s %lu %u", name, &calls, &ms) == 3) {
		thread->calls[told_named(told, name)] = calls;
		thread->ms[told_named(told, name)] = ms;
	} else if (!told_clocked(told, line) && !told_calls(told, line))
		abort();
}

/* A number of the run as a whole. */
static inline bool told_number(struct told *told, const char *line)
{
	struct lp_info *const info = &told->info;
	uint64_t n;

	if (sscanf(line, "rate %lu", &n) == 1)
		info->ticks_per_second = n;
	else if (sscanf(line, "paused %lu", &n) == 1)
		info->paused_ticks = n * told_ms(told);
	else if (sscanf(line, "overhead %lu", &n) == 1)
		info->overhead_ticks = n * told_ms(told);
	else if (sscanf(line, "deep %lu", &n) == 1)
		info->deep_samples = n;
	else if (sscanf(line, "dropped %lu", &n) == 1)
		info->samples_lost = n;
	else if (sscanf(line, "kernel %lu", &n) == 1)
		info->kernel_samples = n;
	else if (sscanf(line, "exit %lu", &n) == 1)
		info->exit_status = (int32_t)n;
	else if (sscanf(line, "flags %lu", &n) == 1)
		info->flags |= (uint32_t)n;
	else if (sscanf(line, "rank %lu", &n) == 1)
		told->rank = n + 1;
	else if (sscanf(line, "delayed %lu", &n) == 1)
		told->threads[told->thread_count].delay_ms = n;
	else
		return false;
	return true;
}

static inline bool told_function(struct told *told, const char *line)
{
	struct told_function *const function = &told->functions[told->function_count];
	char kind[16];

	if (sscanf(line, "%15s %63s %lu %u", kind, function->name, &function->file,
		   &function->line) != 4)
		return false;
	function->is_exported = strcmp(kind, "exported") == 0;
	function->is_wide = strcmp(kind, "wide") == 0;
	function->is_unmapped = strcmp(kind, "unmapped") == 0;
	return function->is_exported || function->is_wide || function->is_unmapped ||
	       strcmp(kind, "function") == 0;
}

static inline void told_take(struct told *told, const char *line)
{
	struct told_file *const file = &told->files[told->file_count];
	uint64_t id;

	if (told->file_count == TOLD_MOST || told->function_count == TOLD_MOST)
		abort();
	if (sscanf(line, "file %lu %32s %199[^\n]", &file->id, file->text, file->path) == 3)
		told->file_count++;
	else if (told_function(told, line))
		told->function_count++;
	else if (sscanf(line, "packed %lu", &id) == 1)
		sscanf(line, "packed %*u %99[^\n]", told_file(told, id)->packed);
	else if (strcmp(line, "forked\n") == 0)
		told->info.flags |= LP_INFO_FORKED;
	else if (strcmp(line, "thread\n") == 0)
		told->thread_count++;
	else if (strcmp(line, "unreadable\n") == 0)
		told->is_unreadable = true;
	else if (!told_number(told, line) && sscanf(line, "program %199[^\n]", told->program) != 1 &&
		 sscanf(line, "process %u", &told->process) != 1)
		told_ran(told, line);
}

/* The milliseconds in calls. */
static inline uint64_t told_called(const struct told *told)
{
	uint64_t ms = 0;

	for (size_t i = 0; i < told->call_count; i++)
		ms += told->calls[i].ms;
	return ms;
}

static inline uint64_t told_samples(const struct told *told)
{
	uint64_t count = 0;

	for (size_t i = 0; i <= told->thread_count; i++)
		for (size_t k = 0; k < TOLD_MOST; k++)
			count += told->threads[i].ms[k] + told->threads[i].lost[k];
	return count + told_called(told);
}

static inline void told_begin(struct builder *builder, const struct told *told, uint64_t all_ms)
{
	const char *const texts[] = {told->program, "/", "host", "", told->program};
	const uint64_t id = builder_name_hash(told->program);
	struct lp_info info = told->info;
	struct lp_module module = {.text_begin = TOLD_TEXT,
				   .text_end = TOLD_TEXT + TOLD_STEP * TOLD_MOST,
				   .build_id_bytes = sizeof(id)};

	info.start_ticks = 1;
	info.end_ticks = 1 + all_ms * told_ms(told);
	info.ticks_per_second = 1000 * told_ms(told);
	info.engine = LP_ENGINE_TIMER;
	info.sample_period_ns = MS;
	info.samples_taken = told_samples(told) + info.samples_lost;
	info.sample_squares = info.samples_taken;
	info.cpu_ns = all_ms * MS;
	info.threads_seen = (uint32_t)told->thread_count + 1;
	memcpy(module.build_id, &id, sizeof(id));
	builder_begin(builder, &info);
	builder_header(builder)->pid += told->process;
	builder_header(builder)->rank = told->rank;
	builder_header(builder)->start_unix_ns += told->process;
	builder_text(builder, texts, 5);
	builder_module(builder, &module, told->program);
}

static inline void told_digest(const struct told_file *file, unsigned char digest[16])
{
	const uint64_t word = builder_name_hash(file->text);

	memset(digest, 0, 16);
	if (strlen(file->text) == 32)
		for (int i = 0; i < 16; i++)
			sscanf(file->text + 2 * i, "%2hhx", &digest[i]);
	else if (strcmp(file->text, "-") != 0)
		memcpy(digest, &word, sizeof(word));
}

static inline void told_put_files(struct builder *builder, const struct told *told)
{
	unsigned char digest[16];

	for (size_t i = 0; i < told->file_count; i++) {
		told_digest(&told->files[i], digest);
		builder_file(builder, 0, told->files[i].id, digest, told->files[i].path);
		if (told->files[i].packed[0])
			builder_source(builder, told->files[i].id, told->files[i].packed);
	}
}

static inline void told_put_code(struct builder *builder, const struct told *told)
{
	struct straight_function f[TOLD_MOST];
	struct lp_table tables[TOLD_MOST];

	for (size_t i = 0; i < told->function_count; i++) {
		straight_function(&f[i], told->functions[i].name, told->functions[i].line,
				  told->functions[i].line,
				  told->functions[i].is_wide ? told->functions[i].line + 1 : 0);
		f[i].file = told->functions[i].file;
		tables[i] = f[i].table;
		tables[i].files = &f[i].file;
		if (told->functions[i].is_exported)
			tables[i].flags = 0;
		if (told->functions[i].is_unmapped)
			tables[i].flags |= LP_TABLE_APPROXIMATE;
	}
	builder_funcs(builder, 0, tables, (uint32_t)told->function_count);
}

/* The milliseconds of function `i` in a thread. Its clock knows its waits, too. */
static inline uint64_t told_of_thread(const struct told_thread *ran, size_t i, uint64_t ms)
{
	const uint64_t waited = ran->clocks[i].calls > 0 ? ran->off_cpu[i] / ms : ran->waited_ms[i];

	return ran->ms[i] + ran->lost[i] + waited;
}

/* Where a call returns to. */
static inline uint64_t told_return(size_t call)
{
	return TOLD_TEXT + TOLD_CALL_STEP * (call + 1);
}

static inline void told_put_calls(const struct told *told, uint32_t head,
				  struct lp_stack_node *nodes, uint32_t *count)
{
	for (size_t i = 0; i < told->call_count; i++) {
		const struct told_call *const call = &told->calls[i];
		const uint32_t node = (*count)++;

		nodes[node] = (struct lp_stack_node){LP_STACK_CALL, head, told_return(i), 0, 0};
		nodes[(*count)++] = (struct lp_stack_node){
		    LP_STACK_LEAF, node, TOLD_TEXT + TOLD_STEP * (call->callee + 1), 0, call->ms};
	}
}

/* What ran in thread `number`; its nodes go behind the `*count` of those before it. */
static inline void told_put_thread(struct builder *builder, const struct told *told,
				   uint32_t number, struct lp_stack_node *nodes, uint32_t *count)
{
	const struct told_thread *const ran = &told->threads[number];
	struct lp_thread thread = {.thread = number + 1,
				   .tid = 4711 + told->process + number,
				   .name = "told",
				   .start_ticks = 1,
				   .end_ticks = 1,
				   .delay_ns = ran->delay_ms * MS};
	const uint32_t head = (*count)++;

	nodes[head] =
	    (struct lp_stack_node){.kind = LP_STACK_THREAD, .parent = head, .address = number + 1};
	for (uint32_t i = 0; i < told->function_count; i++) {
		const uint64_t address = TOLD_TEXT + TOLD_STEP * (i + 1);
		const uint64_t region = ran->clocks[i].calls > 0 ? LP_REGION(0, i) : 0;

		thread.samples += ran->ms[i] + ran->lost[i];
		thread.cpu_ns += (ran->ms[i] + ran->lost[i]) * MS;
		thread.end_ticks += told_of_thread(ran, i, told_ms(told)) * told_ms(told);
		if (ran->ms[i] > 0)
			nodes[(*count)++] = (struct lp_stack_node){LP_STACK_LEAF, head, address,
								   region, ran->ms[i]};
		if (ran->waited_ms[i] > 0)
			nodes[(*count)++] =
			    (struct lp_stack_node){LP_STACK_WAIT, head, address, region,
						   ran->waited_ms[i] * told_ms(told)};
		if (ran->lost[i] > 0)
			nodes[(*count)++] = (struct lp_stack_node){LP_STACK_LEAF, head, 1,
								   LP_REGION(0, i), ran->lost[i]};
	}
	if (number == 0) {
		thread.samples += told_called(told);
		thread.cpu_ns += told_called(told) * MS;
		thread.end_ticks += told_called(told) * told_ms(told);
		told_put_calls(told, head, nodes, count);
	}
	builder_thread(builder, &thread);
	builder_counters(builder, 0, number + 1, ran->calls, told->function_count);
	if (told->has_clocks)
		builder_clocks_arrays(builder, 0, number + 1, ran->clocks,
				      (const uint64_t *[LP_CLOCK_ARRAYS]){ran->off_cpu},
				      told->function_count);
}

static inline void told_put_symbols(struct builder *builder, struct told *told)
{
	for (uint32_t i = 0; i < 2 * told->function_count; i++) {
		const struct told_function *const function = &told->functions[i / 2];

		builder_symbols(builder, 0, TOLD_TEXT + TOLD_STEP * (i / 2 + 1), i % 2 == 0,
				function->name, told_file(told, function->file)->path,
				function->line);
	}
}

static inline void told_put_sites(struct builder *builder, struct told *told)
{
	for (size_t i = 0; i < told->call_count; i++) {
		const struct told_function *const caller = &told->functions[told->calls[i].caller];

		builder_symbols_at(builder, 0, told_return(i), false, caller->name,
				   told_file(told, caller->file)->path, caller->line,
				   told->calls[i].line);
	}
}

static inline struct builder told_profile(FILE *in)
{
	static struct told told; /* too large for a stack */
	static struct lp_stack_node nodes[TOLD_MOST * (1 + 3 * TOLD_MOST) + 2 * TOLD_MOST];
	struct builder builder;
	uint64_t all_ms = 0;
	uint32_t count = 0;
	char line[400];

	while (fgets(line, sizeof(line), in))
		told_take(&told, line);
	for (size_t i = 0; i <= told.thread_count; i++)
		for (size_t k = 0; k < TOLD_MOST; k++)
			all_ms += told_of_thread(&told.threads[i], k, told_ms(&told));
	told_begin(&builder, &told, all_ms + told_called(&told));
	told_put_files(&builder, &told);
	told_put_code(&builder, &told);
	for (uint32_t i = 0; i <= told.thread_count; i++)
		told_put_thread(&builder, &told, i, nodes, &count);
	builder_stacks(&builder, nodes, count);
	if (!told.is_unreadable) {
		told_put_symbols(&builder, &told);
		told_put_sites(&builder, &told);
	}
	builder_end(&builder);
	return builder;
}

#endif
