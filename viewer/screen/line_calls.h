/* line_calls.h: which functions and calls stand on a line of source. */
#ifndef LINEPROF_VIEWER_SCREEN_LINE_CALLS_H
#define LINEPROF_VIEWER_SCREEN_LINE_CALLS_H

#include "viewer/model/profile.h"

/* Things of a profile by the line that they are on. */
struct lp_lined {
	uint32_t *numbers; /* owned; of one line, most time first */
	size_t count;
};

/* What stands in a source, whoever's code it is. Starts as all zeros. */
struct lp_source_code {
	struct lp_lined functions; /* that begin there */
	struct lp_lined sites;     /* indexes of calls in lp_profile.call_sites */
};

/* LP_OK or LP_MEMORY; lp_source_code_free() is due in any case. */
enum lp_status lp_source_code_find(struct lp_source_code *code, const struct lp_profile *profile,
				   uint32_t source);

void lp_source_code_free(struct lp_source_code *code);

/* The functions that begin on `line`, `*count` of them. */
const uint32_t *lp_source_code_begins(const struct lp_source_code *code,
				      const struct lp_profile *profile, uint32_t line,
				      size_t *count);

/* The function around `line`: of those that have not ended before it the one that begins last; of
 * instances of a template the one with the most time. LP_NO_INDEX: none is. */
uint32_t lp_source_code_around(const struct lp_source_code *code, const struct lp_profile *profile,
			       uint32_t line);

/* Whether anything was called from `line`. */
bool lp_line_has_calls(const struct lp_source_code *code, const struct lp_profile *profile,
		       uint32_t line);

/* What a line calls. */
struct lp_line_call {
	uint32_t callee;   /* LP_NO_INDEX: code that is not instrumented, or nobody knows */
	bool is_estimated; /* by pointer: who was called is known from samples */
	bool is_shared;    /* the time is that of more lines, shared out by their calls */
	uint64_t count;    /* calls from the line; of estimated ones, from the function */
	uint64_t total_ticks;
};

/* Sorted by time, then calls. The caller frees `*calls`. LP_OK or LP_MEMORY. */
enum lp_status lp_line_calls_find(const struct lp_source_code *code,
				  const struct lp_profile *profile, uint32_t line,
				  struct lp_line_call **calls, size_t *count);

#endif
