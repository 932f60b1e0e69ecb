/*
 * hinting.h: what the functions that find hints share.
 */
#ifndef LINEPROF_VIEWER_MODEL_HINTING_H
#define LINEPROF_VIEWER_MODEL_HINTING_H

#include "viewer/model/hints.h"
#include "viewer/model/remark_rows.h"

struct lp_gpu_hinting;

struct lp_hinting {
	struct lp_hints *hints;
	const struct lp_profile *profile;
	const bool *marks;               /* lines: of those that are wanted, what can be hot */
	const bool *wanted;              /* lines: all that are wanted */
	const struct lp_hint_kind *kind; /* that is looked for */
	struct lp_gpu_hinting *gpu;      /* of hint_gpu.c; NULL: nothing is known of GPUs */
	struct lp_remarks remarks;       /* measured */
	struct lp_branches branches;     /* of the functions with lines that are hot */
};

/* Whether enough independent samples are behind these to rest on. */
bool lp_hinting_is_known(const struct lp_profile *profile, uint64_t samples);

/* Whether so much is worth a word. */
bool lp_hinting_is_hot(const struct lp_hinting *hinting, uint64_t ticks, uint64_t samples);

/* What each of so many times takes, in picoseconds. */
double lp_hinting_ps_each(const struct lp_profile *profile, uint64_t ticks, uint64_t times);

/* The line, if hints on it are wanted; else NULL. */
const struct lp_line *lp_hinting_line(const struct lp_hinting *hinting, uint32_t source,
				      uint32_t line);

/* A remark of that kind on a loop around the line; NULL: there is none. */
const struct lp_remark_row *lp_hinting_loop(const struct lp_hinting *hinting, uint32_t source,
					    uint32_t line, uint32_t kind);

/* A hint on the line, with its own time, or with the time of what it calls, too. */
struct lp_hint lp_hint_of(const struct lp_line *line);
struct lp_hint lp_hint_of_calls(const struct lp_line *line);

/* Adds a hint; what it is, but for its kind and the evidence, in `about`. LP_OK or LP_MEMORY. */
enum lp_status lp_hinting_add(struct lp_hinting *hinting, struct lp_hint about, const char *format,
			      ...) __attribute__((format(printf, 3, 4)));

/* hint_code.c: what is in the code of a line or loop. */
enum lp_status lp_hint_divisions(struct lp_hinting *hinting);
enum lp_status lp_hint_square_roots(struct lp_hinting *hinting);
enum lp_status lp_hint_allocations(struct lp_hinting *hinting);
enum lp_status lp_hint_short_loops(struct lp_hinting *hinting);

/* hint_flow.c: where control goes from a line. */
enum lp_status lp_hint_branches(struct lp_hinting *hinting);
enum lp_status lp_hint_one_targets(struct lp_hinting *hinting);

/* hint_threads.c: what a line costs in one thread and in another. */
enum lp_status lp_hint_false_sharing(struct lp_hinting *hinting);

/* hint_waits.c: where the program waits. */
enum lp_status lp_hint_waits(struct lp_hinting *hinting);

/* hint_gpu.c: what a line makes of the GPU. Between start and end; after a start that failed the
 * end is due, too. */
enum lp_status lp_gpu_hinting_start(struct lp_hinting *hinting);
void lp_gpu_hinting_end(struct lp_hinting *hinting);
enum lp_status lp_hint_gpu_idle(struct lp_hinting *hinting);
enum lp_status lp_hint_gpu_waits(struct lp_hinting *hinting);
enum lp_status lp_hint_tiny_kernels(struct lp_hinting *hinting);
enum lp_status lp_hint_few_blocks(struct lp_hinting *hinting);
enum lp_status lp_hint_sync_copies(struct lp_hinting *hinting);
enum lp_status lp_hint_pageable_copies(struct lp_hinting *hinting);

#endif
