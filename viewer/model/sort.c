/* sort.c: orders of functions and lines. */
#include "viewer/model/sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int descending(uint64_t left, uint64_t right)
{
	return (left < right) - (left > right);
}

static int by_calls(const struct lp_profile *profile, const struct lp_function *left,
		    const struct lp_function *right)
{
	(void)profile;
	return descending(left->ncalls, right->ncalls);
}

static int by_primitive_calls(const struct lp_profile *profile, const struct lp_function *left,
			      const struct lp_function *right)
{
	(void)profile;
	return descending(left->primitive_calls, right->primitive_calls);
}

static int by_self_time(const struct lp_profile *profile, const struct lp_function *left,
			const struct lp_function *right)
{
	(void)profile;
	return descending(left->self_ticks, right->self_ticks);
}

/* On its lines, in calls of libraries: what tables call Wait. */
static int by_wait(const struct lp_profile *profile, const struct lp_function *left,
		   const struct lp_function *right)
{
	(void)profile;
	return descending(left->line_wait_ticks, right->line_wait_ticks);
}

static int by_own_run(const struct lp_profile *profile, const struct lp_function *left,
		      const struct lp_function *right)
{
	(void)profile;
	return descending(lp_function_own_run(left), lp_function_own_run(right));
}

static int by_total_time(const struct lp_profile *profile, const struct lp_function *left,
			 const struct lp_function *right)
{
	(void)profile;
	return descending(left->total_ticks, right->total_ticks);
}

static int by_file(const struct lp_profile *profile, const struct lp_function *left,
		   const struct lp_function *right)
{
	return strcmp(profile->sources[left->source].path, profile->sources[right->source].path);
}

static int by_line(const struct lp_profile *profile, const struct lp_function *left,
		   const struct lp_function *right)
{
	(void)profile;
	return (left->line > right->line) - (left->line < right->line);
}

static int by_name(const struct lp_profile *profile, const struct lp_function *left,
		   const struct lp_function *right)
{
	(void)profile;
	return strcmp(left->name, right->name);
}

static int by_name_file_line(const struct lp_profile *profile, const struct lp_function *left,
			     const struct lp_function *right)
{
	int order = by_name(profile, left, right);

	if (order == 0)
		order = by_file(profile, left, right);
	return order ? order : by_line(profile, left, right);
}

static int by_place(const struct lp_profile *profile, const struct lp_function *left,
		    const struct lp_function *right)
{
	int order = by_file(profile, left, right);

	if (order == 0)
		order = by_line(profile, left, right);
	return order ? order : by_name(profile, left, right);
}

/* By the text "file:line(name)", so line 10 comes before line 9, as in pstats. */
static int by_standard_name(const struct lp_profile *profile, const struct lp_function *left,
			    const struct lp_function *right)
{
	char left_line[16];
	char right_line[16];
	int order = by_file(profile, left, right);

	if (order != 0)
		return order;
	snprintf(left_line, sizeof(left_line), "%u(", left->line);
	snprintf(right_line, sizeof(right_line), "%u(", right->line);
	order = strcmp(left_line, right_line);
	return order ? order : by_name(profile, left, right);
}

/* ---- lines ---- */

static int lines_by_hits(const struct lp_profile *profile, const struct lp_line *left,
			 const struct lp_line *right)
{
	(void)profile;
	return descending(left->hits, right->hits);
}

static int lines_by_self_time(const struct lp_profile *profile, const struct lp_line *left,
			      const struct lp_line *right)
{
	(void)profile;
	return descending(left->self_ticks, right->self_ticks);
}

static int lines_by_total_time(const struct lp_profile *profile, const struct lp_line *left,
			       const struct lp_line *right)
{
	(void)profile;
	return descending(left->total_ticks, right->total_ticks);
}

static int lines_by_wait(const struct lp_profile *profile, const struct lp_line *left,
			 const struct lp_line *right)
{
	(void)profile;
	return descending(left->wait_ticks, right->wait_ticks);
}

static int lines_by_own_run(const struct lp_profile *profile, const struct lp_line *left,
			    const struct lp_line *right)
{
	(void)profile;
	return descending(lp_line_ran(left), lp_line_ran(right));
}

static int lines_by_file(const struct lp_profile *profile, const struct lp_line *left,
			 const struct lp_line *right)
{
	return strcmp(profile->sources[left->source].path, profile->sources[right->source].path);
}

static int lines_by_line(const struct lp_profile *profile, const struct lp_line *left,
			 const struct lp_line *right)
{
	(void)profile;
	return (left->line > right->line) - (left->line < right->line);
}

/* ---- keys ---- */

/* {name, title, compare, compare_lines} */
const struct lp_sort_key lp_sort_keys[] = {
    {"calls", "call count", by_calls, NULL},
    {"cpu", "internal time without waits", by_own_run, lines_by_own_run},
    {"cumtime", "cumulative time", by_total_time, lines_by_total_time},
    {"cumulative", "cumulative time", by_total_time, lines_by_total_time},
    {"file", "file name", by_file, lines_by_file},
    {"filename", "file name", by_file, lines_by_file},
    {"hits", "hit count", by_calls, lines_by_hits},
    {"line", "line number", by_line, lines_by_line},
    {"module", "file name", by_file, lines_by_file},
    {"name", "function name", by_name, NULL},
    {"ncalls", "call count", by_calls, NULL},
    {"nfl", "name/file/line", by_name_file_line, NULL},
    {"pcalls", "primitive call count", by_primitive_calls, NULL},
    {"stdname", "standard name", by_standard_name, NULL},
    {"time", "internal time", by_self_time, lines_by_self_time},
    {"tottime", "internal time", by_self_time, lines_by_self_time},
    {"wait", "waiting time", by_wait, lines_by_wait},
    {NULL, NULL, NULL, NULL},
};

const struct lp_sort_key *lp_sort_key_find(const char *name, size_t size)
{
	const struct lp_sort_key *found = NULL;

	if (size == 0)
		return NULL;
	for (const struct lp_sort_key *key = lp_sort_keys; key->name; key++) {
		if (strncmp(key->name, name, size) != 0)
			continue;
		if (key->name[size] == '\0')
			return key;
		if (found && found->compare != key->compare)
			return NULL;
		found = key;
	}
	return found;
}

bool lp_sort_is_by_self(const struct lp_sort_order *order)
{
	return order->count == 1 && order->keys[0]->compare == by_self_time;
}

struct context {
	const struct lp_profile *profile;
	const struct lp_sort_order *order;
};

static int by_order(const void *left, const void *right, void *data)
{
	const struct context *const context = (const struct context *)data;
	const struct lp_profile *const profile = context->profile;
	const struct lp_function *const a = &profile->functions[*(const uint32_t *)left];
	const struct lp_function *const b = &profile->functions[*(const uint32_t *)right];
	int order;

	for (size_t i = 0; i < context->order->count; i++) {
		order = context->order->keys[i]->compare(profile, a, b);
		if (order != 0)
			return order;
	}
	order = by_place(profile, a, b);
	if (order == 0)
		order = strcmp(a->linkage_name, b->linkage_name);
	return order ? order : (a > b) - (a < b);
}

void lp_sort_functions(const struct lp_profile *profile, const struct lp_sort_order *order,
		       uint32_t *numbers, size_t count)
{
	struct context context = {profile, order};

	qsort_r(numbers, count, sizeof(*numbers), by_order, &context);
}

bool lp_sort_has_lines(const struct lp_sort_order *order)
{
	for (size_t i = 0; i < order->count; i++)
		if (!order->keys[i]->compare_lines)
			return false;
	return true;
}

int lp_sort_compare_lines(const struct lp_profile *profile, const struct lp_sort_order *order,
			  const struct lp_line *left, const struct lp_line *right)
{
	int result = 0;

	for (size_t i = 0; i < order->count && result == 0; i++)
		result = order->keys[i]->compare_lines(profile, left, right);
	return result;
}

static int lines_by_order(const void *left, const void *right, void *data)
{
	const struct context *const context = (const struct context *)data;
	const struct lp_line *const a = &context->profile->lines[*(const uint32_t *)left];
	const struct lp_line *const b = &context->profile->lines[*(const uint32_t *)right];
	const int order = lp_sort_compare_lines(context->profile, context->order, a, b);

	return order ? order : (a > b) - (a < b);
}

void lp_sort_lines(const struct lp_profile *profile, const struct lp_sort_order *order,
		   uint32_t *numbers, size_t count)
{
	struct context context = {profile, order};

	qsort_r(numbers, count, sizeof(*numbers), lines_by_order, &context);
}
