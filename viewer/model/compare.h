/*
 * compare.h: what of one side, runs of a program, is what of the other side, runs of the
 * program after a change; and what that changed.
 */
#ifndef LINEPROF_VIEWER_MODEL_COMPARE_H
#define LINEPROF_VIEWER_MODEL_COMPARE_H

#include "viewer/model/side.h"

/* Indexes into the sums of both sides; LP_NO_INDEX: it has none on that side. */
struct lp_pair {
	uint32_t before;
	uint32_t after;
};

/* A time in seconds per run. */
struct lp_change {
	double before;
	double after;
	double interval; /* half of the 95 % interval of after - before; 0 if nothing is known */
};

/* How lines of a source were found again. */
enum lp_alignment {
	LP_ALIGNED_SAME,     /* the texts are the same */
	LP_ALIGNED_TEXTS,    /* by comparing them, as they were compiled */
	LP_ALIGNED_POSITION, /* by their distance from the function's first line: a text is gone */
};

/* A source of `before`, and that of `after` that it is. */
struct lp_paired_text {
	enum lp_alignment alignment;
	uint32_t *lines; /* LP_ALIGNED_TEXTS: by line, that of `after`; 0: it is gone */
	size_t line_count;
};

struct lp_comparison {
	struct lp_side *before; /* borrowed */
	struct lp_side *after;  /* borrowed */
	struct lp_pair *functions;
	size_t function_count;
	struct lp_pair *lines; /* with code */
	size_t line_count;
	uint32_t *sources;            /* by source of `before`: that of `after`; or LP_NO_INDEX */
	struct lp_paired_text *texts; /* by source of `before` */
};

/* Pairs everything of two open sides. LP_OK or LP_MEMORY; lp_comparison_free() is due in any
 * case. */
enum lp_status lp_compare(struct lp_comparison *comparison, struct lp_side *before,
			  struct lp_side *after);
void lp_comparison_free(struct lp_comparison *comparison);

/* Whether the tottime of a pair is known on both sides, apart from that of what is inlined. */
bool lp_compare_times_function(const struct lp_comparison *comparison, const struct lp_pair *pair);

/* The change of the whole time, and of the tottime of a pair of functions, which is zeros where
 * that is not known on both sides. With several runs on each side, the interval is that of
 * Student's t; else that of the samples alone. */
struct lp_change lp_compare_total(const struct lp_comparison *comparison);
struct lp_change lp_compare_function(const struct lp_comparison *comparison,
				     const struct lp_pair *pair);

/* The change of a line's own time, in the same way, but nothing finer than a sample. Zeros unless
 * the lines of both sides are timed. */
struct lp_change lp_compare_line(const struct lp_comparison *comparison,
				 const struct lp_pair *pair);

#endif
