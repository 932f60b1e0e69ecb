/*
 * filter.h: what of a profile is to be shown: functions and files by name, and
 * restrictions of a list as Python's pstats has them.
 */
#ifndef LINEPROF_VIEWER_MODEL_FILTER_H
#define LINEPROF_VIEWER_MODEL_FILTER_H

#include "viewer/model/pattern.h"
#include "viewer/model/profile.h"

#define LP_FILTER_MOST 16 /* of each kind */

enum lp_restriction_kind {
	LP_RESTRICTION_COUNT,    /* the first so many */
	LP_RESTRICTION_FRACTION, /* the first part of the list */
	LP_RESTRICTION_PATTERN,  /* those whose printed name has it */
};

struct lp_restriction {
	enum lp_restriction_kind kind;
	const char *text; /* as it was given; borrowed */
	size_t count;
	double fraction;            /* from 0 to below 1 */
	struct lp_pattern *pattern; /* owned */
	size_t before;              /* rows that it was applied to, and what was left */
	size_t after;
};

/* Starts as all zeros, which lets everything through; lp_filter_free() when done. */
struct lp_filter {
	struct lp_pattern *functions[LP_FILTER_MOST]; /* any of them */
	const char *function_texts[LP_FILTER_MOST];   /* as given; borrowed */
	size_t function_count;
	const char *files[LP_FILTER_MOST]; /* globs, any of them; borrowed */
	size_t file_count;
	struct lp_restriction restrictions[LP_FILTER_MOST]; /* applied in this order */
	size_t restriction_count;
};

/* Each takes one more and borrows its text. LP_OK; LP_MEMORY, also when there is no
 * room for more; LP_CORRUPT with `*error` filled in. */
enum lp_status lp_filter_add_function(struct lp_filter *filter, const char *expression,
				      struct lp_pattern_error *error);
enum lp_status lp_filter_add_file(struct lp_filter *filter, const char *glob);
/* A whole number is a count, one with a point below 1 a fraction, all else a
 * regular expression. */
enum lp_status lp_filter_add_restriction(struct lp_filter *filter, const char *text,
					 struct lp_pattern_error *error);
enum lp_status lp_filter_add_count(struct lp_filter *filter, size_t count, const char *text);

/* Whether anything was asked for: then nothing else is left out by itself. */
bool lp_filter_is_set(const struct lp_filter *filter);

/* Whether it names neither functions nor files. */
static inline bool lp_filter_takes_all(const struct lp_filter *filter)
{
	return filter->function_count == 0 && filter->file_count == 0;
}

/* Whether a file of that path is let through. A glob without a slash is compared
 * with its last part, one with slashes with the path or any end of it. */
bool lp_filter_has_file(const struct lp_filter *filter, const char *path);

/* Whether a function is let through, by its name and its file. */
bool lp_filter_has_function(const struct lp_filter *filter, const struct lp_profile *profile,
			    const struct lp_function *function);

/* The same of the part of it that stands in `source`, by the name of that file or its own. */
bool lp_filter_has_part(const struct lp_filter *filter, const struct lp_profile *profile,
			const struct lp_function *function, uint32_t source);

/* The same if any of its lines stands in such a file: `#line` gives a function those of another
 * one. */
bool lp_filter_has_lines_of(const struct lp_filter *filter, const struct lp_profile *profile,
			    const struct lp_function *function);

/* Whether it lets through any file of the profile, and any function of it if functions were named. */
bool lp_filter_leaves_any(const struct lp_filter *filter, const struct lp_profile *profile);

/* Marks the lines that are let through: of such files and, if functions were named,
 * in one of them. `marks` has line_count elements. */
void lp_filter_mark_lines(const struct lp_filter *filter, const struct lp_profile *profile,
			  bool *marks);

/*
 * Applies the restrictions to `rows`, moving what is left to the front; `*count` is
 * their number before and after. `name_of` gives the printed name of a row as a new
 * string, or NULL when out of memory. LP_OK or LP_MEMORY.
 */
enum lp_status lp_filter_restrict(struct lp_filter *filter, uint32_t *rows, size_t *count,
				  char *(*name_of)(const void *data, uint32_t row),
				  const void *data);

/* The same of rows with several names: number `which` of a row, from 0; `*name` is NULL behind the
 * last. LP_OK or LP_MEMORY. */
typedef enum lp_status lp_filter_names(const void *data, uint32_t row, size_t which, char **name);
enum lp_status lp_filter_restrict_any(struct lp_filter *filter, uint32_t *rows, size_t *count,
				      lp_filter_names *names, const void *data);

/* How many rows there were before the restrictions that were applied last left `count`. */
static inline size_t lp_filter_before(const struct lp_filter *filter, size_t count)
{
	return filter->restriction_count > 0 ? filter->restrictions[0].before : count;
}

void lp_filter_free(struct lp_filter *filter);

#endif
