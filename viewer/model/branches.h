/*
 * branches.h: the branches and loops of a program by line, counted exactly. They are
 * solved when they are asked for.
 */
#ifndef LINEPROF_VIEWER_MODEL_BRANCHES_H
#define LINEPROF_VIEWER_MODEL_BRANCHES_H

#include "viewer/model/profile.h"

/* Where a branch leads. */
struct lp_way {
	uint32_t line; /* in the file of the branch; 0 if none begins there */
	/* If that is 0: the line of another file that does, as `#line` and includes have it; or 0.
	 */
	uint32_t other_line;
	uint32_t other_source;
	bool leaves;    /* the function */
	bool goes_back; /* to the next round, from the test at a loop's end */
	bool is_taken;  /* LP_EDGE_TAKEN */
	uint64_t count;
	uint32_t place; /* among the ways out as the compiler has them */
};

/* A conditional branch, switch or indirect jump, summed over the copies of its
 * function. The first of two ways is that into the statement, the rest of the condition
 * or the next round of a do loop: "taken". */
struct lp_branch_row {
	uint32_t function; /* the first one that it was found in */
	uint32_t source;
	uint32_t line;   /* 1-based, of the statement */
	uint32_t number; /* of its function's branches on the line, from 0 */
	/* Where what it asks begins, in the same file: 1-based, the column in bytes; both 0: not
	 * known. */
	uint32_t operand_line;
	uint32_t column;
	uint32_t first_way;
	uint32_t way_count; /* 2 and more */
	uint32_t found;     /* the rows that were found before it */
	uint64_t executions;
};

struct lp_loop_row {
	uint32_t function;
	uint32_t source;
	uint32_t line;
	uint32_t last_line; /* of what is in it; `line` if that is not known */
	uint32_t number;
	uint32_t
	    branch; /* the row that asks whether it goes on; LP_NO_INDEX: it has no condition */
	uint64_t entries;
	uint64_t iterations; /* rounds; one that ends by break or return does not count */
};

/* Starts as all zeros. */
struct lp_branches {
	struct lp_branch_row *rows; /* sorted by source, line, function, number */
	size_t row_count;
	size_t row_capacity;
	struct lp_way *ways;
	size_t way_count;
	size_t way_capacity;
	struct lp_loop_row *loops; /* in the same order */
	size_t loop_count;
	size_t loop_capacity;
};

/* Finds the branches and loops of the functions that `marks` has (function_count
 * elements). LP_OK, LP_MEMORY or LP_CORRUPT; lp_branches_free() is due in any case. */
enum lp_status lp_branches_find(struct lp_branches *branches, const struct lp_profile *profile,
				const bool *marks);

void lp_branches_free(struct lp_branches *branches);

#endif
