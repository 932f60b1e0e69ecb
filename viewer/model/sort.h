/* sort.h: puts functions and lines in order, by the keys of Python's pstats and some more. */
#ifndef LINEPROF_VIEWER_MODEL_SORT_H
#define LINEPROF_VIEWER_MODEL_SORT_H

#include "viewer/model/profile.h"

struct lp_sort_key {
	const char *name;  /* what --sort takes */
	const char *title; /* what the report calls it; the same for the same order */
	int (*compare)(const struct lp_profile *profile, const struct lp_function *left,
		       const struct lp_function *right);
	/* NULL: it is no order of lines. */
	int (*compare_lines)(const struct lp_profile *profile, const struct lp_line *left,
			     const struct lp_line *right);
};

/* All keys, ended by one without name. */
extern const struct lp_sort_key lp_sort_keys[];

/* The key with that name, or that it is a clear abbreviation of; NULL if none or
 * several are. */
const struct lp_sort_key *lp_sort_key_find(const char *name, size_t size);

#define LP_SORT_KEYS_MOST 8

/* Keys, the first one counting most. */
struct lp_sort_order {
	const struct lp_sort_key *keys[LP_SORT_KEYS_MOST];
	size_t count;
};

/* Whether it is that without --sort: by the time in the function or line itself. */
bool lp_sort_is_by_self(const struct lp_sort_order *order);

/* Whether each key is an order of lines, too. */
bool lp_sort_has_lines(const struct lp_sort_order *order);

/* Sorts `numbers`, of functions; what the keys find equal is ordered by place and
 * name. */
void lp_sort_functions(const struct lp_profile *profile, const struct lp_sort_order *order,
		       uint32_t *numbers, size_t count);

/* Which of two lines comes first: less than 0 if the left one does; 0: the keys find them equal. */
int lp_sort_compare_lines(const struct lp_profile *profile, const struct lp_sort_order *order,
			  const struct lp_line *left, const struct lp_line *right);

/* Sorts `numbers`, of lines; what the keys find equal is ordered by place. */
void lp_sort_lines(const struct lp_profile *profile, const struct lp_sort_order *order,
		   uint32_t *numbers, size_t count);

#endif
