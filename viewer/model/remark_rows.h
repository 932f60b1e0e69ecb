/*
 * remark_rows.h: what the optimiser said of lines, with what the run says of them.
 */
#ifndef LINEPROF_VIEWER_MODEL_REMARK_ROWS_H
#define LINEPROF_VIEWER_MODEL_REMARK_ROWS_H

#include "format/remarks.h"
#include "viewer/model/branches.h"
#include "viewer/model/profile.h"

/* What a remark is about. */
enum lp_remark_about {
	LP_REMARK_ABOUT_LOOP, /* that begins on its line */
	LP_REMARK_ABOUT_CALL, /* of the function that is its subject */
	LP_REMARK_ABOUT_LINE,
	LP_REMARK_ABOUT_CODE, /* a fact, no opinion */
};

/* A kind of remarks. */
struct lp_remark_row_kind {
	const char *name; /* in JSON */
	const char *text; /* in reports */
	enum lp_remark_about about;
};

/* NULL for a kind that is not known here. */
const struct lp_remark_row_kind *lp_remark_kind_of(uint32_t kind);

/* Whether it says that something was not done that would make the program faster. */
bool lp_remark_is_missed(uint32_t kind);

/* A remark, once for all units and copies of functions that it was made in. */
struct lp_remark_row {
	const struct lp_remark *said; /* by one of them; all have these words */
	uint32_t source;
	uint32_t line;      /* 1-based */
	uint32_t last_line; /* of the loop; else `line` */
	uint32_t function;  /* one that has the line; LP_NO_INDEX: none */
	uint32_t callee;    /* the subject; LP_NO_INDEX: none that is instrumented */
	uint64_t value;         /* as in lp_remark; of a fact, the bits that are set in any of them */
	uint64_t count;
	uint64_t hits;         /* of the line */
	uint64_t self_ticks;   /* of the lines from `line` to `last_line` */
	uint64_t wait_ticks;   /* of these, waiting: no optimiser could help */
	uint64_t self_samples; /* that they rest on */
	uint64_t entries;      /* of the loop that begins on the line; 0 if several do */
	uint64_t iterations;
};

/* Starts as all zeros. */
struct lp_remarks {
	struct lp_remark *said; /* texts point into the profile */
	struct lp_remark_row *rows;
	size_t count;
	uint64_t left_out; /* that the plugin had no room for */
};

/*
 * Finds the remarks on lines that `marks` has (line_count elements; NULL: on all) and
 * that have code, in the order of the source. Remarks on calls of functions that nobody
 * can inline, because they are not of this program, are left out.
 *
 * LP_OK or LP_MEMORY; lp_remarks_free() is due in any case.
 */
enum lp_status lp_remarks_find(struct lp_remarks *remarks, const struct lp_profile *profile,
			       const bool *marks);

/* Works out the loops, and what rests on them: last_line, self_ticks, wait_ticks, self_samples,
 * entries and iterations. Until then these are those of the line. `branches` has all zeros and then
 * the branches of all functions with such lines. LP_OK, LP_MEMORY or LP_CORRUPT;
 * lp_branches_free() is due in any case. */
enum lp_status lp_remarks_measure(struct lp_remarks *remarks, const struct lp_profile *profile,
				  struct lp_branches *branches);

void lp_remarks_free(struct lp_remarks *remarks);

/* What its lines ran themselves. */
static inline uint64_t lp_remark_ran(const struct lp_remark_row *row)
{
	return row->self_ticks > row->wait_ticks ? row->self_ticks - row->wait_ticks : 0;
}

/* What is said, as a new string: "loop not vectorised: cannot identify array bounds". NULL
 * when out of memory. */
char *lp_remark_text(const struct lp_profile *profile, const struct lp_remark_row *row);

#endif
