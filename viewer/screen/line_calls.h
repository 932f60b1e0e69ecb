/* line_calls.h: which functions a line of source is in, and whom it calls. */
#ifndef LINEPROF_VIEWER_SCREEN_LINE_CALLS_H
#define LINEPROF_VIEWER_SCREEN_LINE_CALLS_H

#include "viewer/model/profile.h"

/* A line of a function that stands elsewhere: it includes the line's source, or `#line` names it.
 */
struct lp_guest_line {
	uint32_t line;
	uint32_t function;
};

/* The functions that are in a source. Starts as all zeros. */
struct lp_source_functions {
	uint32_t *numbers; /* owned: what is defined there, by line; then those of `guests` */
	size_t count;      /* of what is defined there */
	struct lp_guest_line *guests; /* owned; by line */
	size_t guest_count;
	size_t guest_capacity;
};

/* LP_OK or LP_MEMORY. */
enum lp_status lp_source_functions_find(struct lp_source_functions *functions,
					const struct lp_profile *profile, uint32_t source);

void lp_source_functions_free(struct lp_source_functions *functions);

/* The functions that `line` is in: `*count` of them from the index that is returned on. They have
 * code there and stand elsewhere, or are instances of one, the innermost that begins on or before
 * the line. */
size_t lp_source_functions_at(const struct lp_source_functions *functions,
			      const struct lp_profile *profile, uint32_t line, size_t *count);

/* Whether anything was called from `line` of `source`. */
bool lp_line_has_calls(const struct lp_profile *profile,
		       const struct lp_source_functions *functions, uint32_t source, uint32_t line);

/* What a line calls. */
struct lp_line_call {
	uint32_t callee;   /* LP_NO_INDEX: code that is not instrumented, or nobody knows */
	bool is_estimated; /* by pointer: who was called is known from samples */
	bool is_shared;    /* the time is that of more lines, shared out by their calls */
	uint64_t count;    /* calls from the line; of estimated ones, from the function */
	uint64_t total_ticks;
};

/* Sorted by time, then calls. The caller frees `*calls`. LP_OK or LP_MEMORY. */
enum lp_status lp_line_calls_find(const struct lp_profile *profile,
				  const struct lp_source_functions *functions, uint32_t source,
				  uint32_t line, struct lp_line_call **calls, size_t *count);

#endif
