/* hints.c: the table of hints; puts together what the optimiser, the counts and the samples say. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/hinting.h"

/* {name, what, advice, is_of_gpu, find} */
const struct lp_hint_kind lp_hint_kinds[] = {
    {"division", "divisions in a hot line",
     "divide by a constant, take a smaller type, or multiply by a reciprocal worked out before",
     false, lp_hint_divisions},
    {"square-root", "square roots in a hot line",
     "compare squares instead, keep what was worked out before, or take a smaller type", false,
     lp_hint_square_roots},
    {"allocation", "memory allocated in a hot loop",
     "allocate in front of the loop and use it again, or many at once", false, lp_hint_allocations},
    {"short-loop", "a vectorised loop with fewer trips than the vectors are wide",
     "the vectorised code is seldom reached: make this the longer loop, or say how short it is",
     false, lp_hint_short_loops},
    {"branch", "a hot branch that goes both ways about as often",
     "hard to predict unless there is a pattern: compute both sides, or sort the data", false,
     lp_hint_branches},
    {"one-target", "a hot call through a pointer that always leads to one function",
     "call it directly, or test for it first: then it can be inlined", false, lp_hint_one_targets},
    {"false-sharing", "a line that is several times as dear in one thread as in another",
     "suspected: threads write to one cache line (pad what each writes to), or one's memory is far",
     false, lp_hint_false_sharing},
    {"waiting", "a line that the program's only thread waits at again and again",
     "ask for more at once, or let other work go on meanwhile: a thread, asynchronous calls", false,
     lp_hint_waits},
    {"gpu-idle", "a GPU that is idle while the program does something else",
     "ask for work earlier, or from a thread of its own; make that part of the program faster",
     true, lp_hint_gpu_idle},
    {"gpu-wait", "waiting for a GPU again and again, which then has nothing to do",
     "wait once for many launches; order work by streams and events", true, lp_hint_gpu_waits},
    {"tiny-kernels", "kernels that are shorter than their launch",
     "make one kernel of many, or launch them as a CUDA graph", true, lp_hint_tiny_kernels},
    {"few-blocks", "kernels with fewer blocks than the GPU has multiprocessors",
     "give each block less to do, or let kernels run side by side in streams", true,
     lp_hint_few_blocks},
    {"sync-copy", "copies that the program waits for, many and short",
     "cudaMemcpyAsync() with pinned memory; keep the data on the GPU; copy less often", true,
     lp_hint_sync_copies},
    {"pageable-copy", "copies from or to memory that the system may move",
     "pinned memory is faster, and copies of it can run beside kernels: cudaMallocHost(), "
     "cudaHostRegister()",
     true, lp_hint_pageable_copies},
    {NULL, NULL, NULL, false, NULL},
};

uint32_t lp_hint_bit(const char *name, size_t size)
{
	for (size_t i = 0; lp_hint_kinds[i].name; i++)
		if (strlen(lp_hint_kinds[i].name) == size &&
		    memcmp(lp_hint_kinds[i].name, name, size) == 0)
			return UINT32_C(1) << i;
	return 0;
}

/* ---- for those that find them ---- */

bool lp_hinting_is_known(const struct lp_profile *profile, uint64_t samples)
{
	return (double)samples >=
	       LP_HINT_LEAST_SAMPLES * lp_profile_samples_per_independent(profile);
}

bool lp_hinting_is_hot(const struct lp_hinting *hinting, uint64_t ticks, uint64_t samples)
{
	return lp_hinting_is_known(hinting->profile, samples) &&
	       (double)ticks * 100 >= (double)hinting->profile->sampled_ticks * LP_HINT_LEAST_PCT;
}

double lp_hinting_ps_each(const struct lp_profile *profile, uint64_t ticks, uint64_t times)
{
	return (double)ticks * 1e12 / (double)profile->info.ticks_per_second / (double)times;
}

const struct lp_line *lp_hinting_line(const struct lp_hinting *hinting, uint32_t source,
				      uint32_t line)
{
	const struct lp_profile *const profile = hinting->profile;
	const size_t at = lp_line_find(profile, source, line);

	if (at == profile->line_count || profile->lines[at].source != source ||
	    profile->lines[at].line != line || !hinting->marks[at])
		return NULL;
	return &profile->lines[at];
}

const struct lp_remark_row *lp_hinting_loop(const struct lp_hinting *hinting, uint32_t source,
					    uint32_t line, uint32_t kind)
{
	for (size_t i = 0; i < hinting->remarks.count; i++) {
		const struct lp_remark_row *const row = &hinting->remarks.rows[i];

		if (row->said->kind == kind && row->source == source && row->line <= line &&
		    line <= row->last_line)
			return row;
	}
	return NULL;
}

struct lp_hint lp_hint_of(const struct lp_line *line)
{
	return (struct lp_hint){.source = line->source,
				.line = line->line,
				.ticks = lp_line_ran(line),
				.samples = line->self_samples,
				.hits = line->hits};
}

struct lp_hint lp_hint_of_calls(const struct lp_line *line)
{
	struct lp_hint hint = lp_hint_of(line);

	hint.ticks = line->total_ticks;
	hint.samples = line->total_samples;
	return hint;
}

enum lp_status lp_hinting_add(struct lp_hinting *hinting, struct lp_hint about, const char *format,
			      ...)
{
	struct lp_hints *const hints = hinting->hints;
	const size_t wanted = hints->capacity ? 2 * hints->capacity : 16;
	va_list values;

	if (hints->count == hints->capacity) {
		void *const grown = realloc(hints->rows, wanted * sizeof(*hints->rows));

		if (!grown)
			return LP_MEMORY;
		hints->rows = (struct lp_hint *)grown;
		hints->capacity = wanted;
	}
	about.kind = hinting->kind;
	va_start(values, format);
	vsnprintf(about.evidence, sizeof(about.evidence), format, values);
	va_end(values);
	hints->rows[hints->count++] = about;
	return LP_OK;
}

/* ---- all ---- */

static int by_time(const void *left, const void *right)
{
	const struct lp_hint *const a = (const struct lp_hint *)left;
	const struct lp_hint *const b = (const struct lp_hint *)right;

	if (a->ticks != b->ticks)
		return a->ticks < b->ticks ? 1 : -1;
	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

/* Marks the functions that hints can be about, and their lines as far as they are wanted: of
 * thousands there are few. */
static void mark_hot(const struct lp_hinting *hinting, const bool *wanted, bool *functions,
		     bool *lines)
{
	const struct lp_profile *const profile = hinting->profile;

	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		functions[i] =
		    lp_hinting_is_hot(hinting, function->total_ticks, function->total_samples);
		for (uint32_t k = 0; functions[i] && k < function->line_count; k++) {
			const uint32_t line =
			    profile->function_lines[function->first_line + k].line;

			lines[line] = wanted[line];
		}
	}
}

static enum lp_status find_facts(struct lp_hinting *hinting, const bool *functions)
{
	struct lp_branches loops = {0};
	enum lp_status status =
	    lp_remarks_find(&hinting->remarks, hinting->profile, hinting->marks);

	if (status == LP_OK)
		status = lp_remarks_measure(&hinting->remarks, hinting->profile, &loops);
	lp_branches_free(&loops);
	if (status == LP_OK)
		status = lp_branches_find(&hinting->branches, hinting->profile, functions);
	return status;
}

static enum lp_status find_all(struct lp_hinting *hinting, uint32_t silenced)
{
	enum lp_status status = LP_OK;

	for (size_t i = 0; lp_hint_kinds[i].name && status == LP_OK; i++) {
		const bool can_tell = lp_hint_kinds[i].is_of_gpu
					  ? hinting->gpu != NULL
					  : hinting->profile->lines_are_timed;

		hinting->kind = &lp_hint_kinds[i];
		if (can_tell && !(silenced & UINT32_C(1) << i))
			status = hinting->kind->find(hinting);
	}
	return status;
}

enum lp_status lp_hints_find(struct lp_hints *hints, const struct lp_profile *profile,
			     const bool *marks, uint32_t silenced)
{
	bool *const functions = (bool *)calloc(profile->function_count + 1, sizeof(*functions));
	bool *const lines = (bool *)calloc(profile->line_count + 1, sizeof(*lines));
	struct lp_hinting hinting = {
	    .hints = hints, .profile = profile, .marks = lines, .wanted = marks};
	enum lp_status status = functions && lines ? LP_OK : LP_MEMORY;

	if (status == LP_OK && profile->lines_are_timed) {
		mark_hot(&hinting, marks, functions, lines);
		status = find_facts(&hinting, functions);
	}
	if (status == LP_OK && profile->gpu.device_count > 0)
		status = lp_gpu_hinting_start(&hinting);
	if (status == LP_OK)
		status = find_all(&hinting, silenced);
	lp_gpu_hinting_end(&hinting);
	lp_remarks_free(&hinting.remarks);
	lp_branches_free(&hinting.branches);
	free(functions);
	free(lines);
	if (hints->count > 0)
		qsort(hints->rows, hints->count, sizeof(*hints->rows), by_time);
	return status;
}

void lp_hints_free(struct lp_hints *hints)
{
	free(hints->rows);
	memset(hints, 0, sizeof(*hints));
}
