/* line_calls.c: what stands on the lines of a source: where functions begin, and calls. */
#include "viewer/screen/line_calls.h"

#include <stdlib.h>

/* ---- index ---- */

/* Where something stands; of one line, what has most ticks comes first, then calls. */
struct place {
	uint32_t source;
	uint32_t line;
	uint64_t ticks;
	uint64_t calls;
};

typedef struct place find_place(const struct lp_profile *profile, uint32_t number);

static struct place place_of_function(const struct lp_profile *profile, uint32_t number)
{
	const struct lp_function *const function = &profile->functions[number];

	return (struct place){function->source, function->line, function->self_ticks,
			      function->ncalls};
}

/* Those of one caller stay together. */
static struct place place_of_site(const struct lp_profile *profile, uint32_t number)
{
	const struct lp_call_site *const site = &profile->call_sites[number];

	return (struct place){site->source, site->line, 0, 0};
}

struct order {
	const struct lp_profile *profile;
	find_place *place_of;
};

static int by_line(const void *left, const void *right, void *data)
{
	const struct order *const order = (const struct order *)data;
	const uint32_t x = *(const uint32_t *)left;
	const uint32_t y = *(const uint32_t *)right;
	const struct place a = order->place_of(order->profile, x);
	const struct place b = order->place_of(order->profile, y);

	if (a.line != b.line)
		return a.line < b.line ? -1 : 1;
	if (a.ticks != b.ticks)
		return a.ticks < b.ticks ? 1 : -1;
	if (a.calls != b.calls)
		return a.calls < b.calls ? 1 : -1;
	return (x > y) - (x < y);
}

/* Those of the first `all` that are in the source. */
static enum lp_status find(struct lp_lined *lined, const struct lp_profile *profile, size_t all,
			   find_place *place_of, uint32_t source)
{
	struct order order = {profile, place_of};
	size_t count = 0;

	for (uint32_t i = 0; i < all; i++)
		count += place_of(profile, i).source == source;
	lined->numbers = (uint32_t *)calloc(count + 1, sizeof(*lined->numbers));
	if (!lined->numbers)
		return LP_MEMORY;
	for (uint32_t i = 0; i < all; i++)
		if (place_of(profile, i).source == source)
			lined->numbers[lined->count++] = i;
	qsort_r(lined->numbers, count, sizeof(*lined->numbers), by_line, &order);
	return LP_OK;
}

enum lp_status lp_source_code_find(struct lp_source_code *code, const struct lp_profile *profile,
				   uint32_t source)
{
	const enum lp_status status =
	    find(&code->functions, profile, profile->function_count, place_of_function, source);

	return status == LP_OK
		   ? find(&code->sites, profile, profile->call_site_count, place_of_site, source)
		   : status;
}

void lp_source_code_free(struct lp_source_code *code)
{
	free(code->functions.numbers);
	free(code->sites.numbers);
	*code = (struct lp_source_code){0};
}

/* How many of them are on lines before this one. */
static size_t count_before(const struct lp_lined *lined, const struct lp_profile *profile,
			   find_place *place_of, uint64_t line)
{
	size_t low = 0;
	size_t high = lined->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (place_of(profile, lined->numbers[middle]).line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Those on the line, `*count` of them. */
static const uint32_t *numbers_at(const struct lp_lined *lined, const struct lp_profile *profile,
				  find_place *place_of, uint32_t line, size_t *count)
{
	const size_t first = count_before(lined, profile, place_of, line);

	*count = count_before(lined, profile, place_of, (uint64_t)line + 1) - first;
	return lined->numbers + first;
}

const uint32_t *lp_source_code_begins(const struct lp_source_code *code,
				      const struct lp_profile *profile, uint32_t line,
				      size_t *count)
{
	return numbers_at(&code->functions, profile, place_of_function, line, count);
}

uint32_t lp_source_code_around(const struct lp_source_code *code, const struct lp_profile *profile,
			       uint32_t line)
{
	uint32_t found = LP_NO_INDEX;
	const uint32_t *const numbers = code->functions.numbers;
	size_t at = count_before(&code->functions, profile, place_of_function, (uint64_t)line + 1);

	for (; at > 0; at--) {
		const struct lp_function *const function = &profile->functions[numbers[at - 1]];

		if (found != LP_NO_INDEX && function->line != profile->functions[found].line)
			break;
		if (function->end_line >= line || function->end_line == 0)
			found = numbers[at - 1];
	}
	return found;
}

/* ---- calls ---- */

static const uint32_t *sites_at(const struct lp_source_code *code, const struct lp_profile *profile,
				uint32_t line, size_t *count)
{
	return numbers_at(&code->sites, profile, place_of_site, line, count);
}

bool lp_line_has_calls(const struct lp_source_code *code, const struct lp_profile *profile,
		       uint32_t line)
{
	size_t count;
	const uint32_t *const sites = sites_at(code, profile, line, &count);

	for (size_t i = 0; i < count; i++) {
		const struct lp_call_site *const site = &profile->call_sites[sites[i]];

		/* Of calls into libraries there is nothing to be seen. */
		if (site->count > 0 && (site->callee != LP_NO_INDEX || !site->is_direct))
			return true;
	}
	return false;
}

struct call_list {
	const struct lp_profile *profile;
	struct lp_line_call *calls;
	size_t count;
	size_t capacity;
};

static const struct lp_call_edge *edge_of(const struct lp_profile *profile, uint32_t caller,
					  uint32_t callee)
{
	const struct lp_function *const function = &profile->functions[callee];

	for (uint32_t i = 0; i < function->caller_count; i++)
		if (profile->call_edges[function->first_caller + i].caller == caller)
			return &profile->call_edges[function->first_caller + i];
	return NULL;
}

static enum lp_status add_call(struct call_list *list, const struct lp_line_call *call)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->calls[i].callee == call->callee &&
		    list->calls[i].is_estimated == call->is_estimated) {
			list->calls[i].count += call->count;
			list->calls[i].total_ticks += call->total_ticks;
			list->calls[i].is_shared |= call->is_shared;
			return LP_OK;
		}
	if (list->count == list->capacity) {
		const size_t capacity = list->capacity * 2 + 8;
		struct lp_line_call *const calls =
		    (struct lp_line_call *)realloc(list->calls, capacity * sizeof(*calls));

		if (!calls)
			return LP_MEMORY;
		list->calls = calls;
		list->capacity = capacity;
	}
	list->calls[list->count++] = *call;
	return LP_OK;
}

static enum lp_status add_direct(struct call_list *list, const struct lp_call_site *site)
{
	struct lp_line_call call = {.callee = site->callee, .count = site->count};
	const struct lp_call_edge *const edge =
	    site->callee == LP_NO_INDEX ? NULL : edge_of(list->profile, site->caller, site->callee);

	/* The part of its calls that this line made. */
	call.is_shared = edge && (site->count < edge->ncalls || edge->flags & LP_CALL_GUESSED);
	if (edge && edge->ncalls > 0)
		call.total_ticks = site->count >= edge->ncalls
				       ? edge->total_ticks
				       : (uint64_t)((double)edge->total_ticks *
						    ((double)site->count / (double)edge->ncalls));
	return add_call(list, &call);
}

static bool has_direct_site(const struct lp_profile *profile, const struct lp_function *caller,
			    uint32_t callee)
{
	for (uint32_t i = 0; i < caller->site_count; i++) {
		const struct lp_call_site *const site =
		    &profile->call_sites[caller->first_site + i];

		if (site->is_direct && site->callee == callee)
			return true;
	}
	return false;
}

static uint64_t calls_by_pointer(const struct lp_profile *profile, uint32_t number)
{
	const struct lp_function *const caller = &profile->functions[number];
	uint64_t count = 0;

	for (uint32_t i = 0; i < caller->site_count; i++)
		if (!profile->call_sites[caller->first_site + i].is_direct)
			count += profile->call_sites[caller->first_site + i].count;
	return count;
}

/* Through a pointer: whom else the function called, or how often if that is not known. */
static enum lp_status add_by_pointer(struct call_list *list, uint32_t number)
{
	const struct lp_profile *const profile = list->profile;
	const struct lp_line_call unknown = {.callee = LP_NO_INDEX,
					     .is_estimated = true,
					     .is_shared = true,
					     .count = calls_by_pointer(profile, number)};
	bool is_known = false;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < profile->call_edge_count && status == LP_OK; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];
		const struct lp_line_call call = {.callee = edge->callee,
						  .is_estimated = true,
						  .is_shared = true,
						  .count = edge->ncalls,
						  .total_ticks = edge->total_ticks};

		if (edge->caller != number || edge->callee == LP_NO_INDEX ||
		    has_direct_site(profile, &profile->functions[number], edge->callee))
			continue;
		status = add_call(list, &call);
		is_known = true;
	}
	return is_known || unknown.count == 0 ? status : add_call(list, &unknown);
}

static int by_time(const void *left, const void *right)
{
	const struct lp_line_call *const a = (const struct lp_line_call *)left;
	const struct lp_line_call *const b = (const struct lp_line_call *)right;

	if (a->total_ticks != b->total_ticks)
		return a->total_ticks < b->total_ticks ? 1 : -1;
	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return (a->callee > b->callee) - (a->callee < b->callee);
}

static enum lp_status add_sites(struct call_list *list, const uint32_t *sites, size_t count)
{
	enum lp_status status = LP_OK;
	uint32_t pointing = LP_NO_INDEX; /* the last caller that calls by pointer */

	for (size_t i = 0; i < count && status == LP_OK; i++) {
		const struct lp_call_site *const site = &list->profile->call_sites[sites[i]];

		if (site->is_direct) {
			status = add_direct(list, site);
		} else if (site->caller != pointing) {
			pointing = site->caller;
			status = add_by_pointer(list, pointing);
		}
	}
	return status;
}

enum lp_status lp_line_calls_find(const struct lp_source_code *code,
				  const struct lp_profile *profile, uint32_t line,
				  struct lp_line_call **calls, size_t *count)
{
	struct call_list list = {.profile = profile};
	size_t site_count;
	const uint32_t *const sites = sites_at(code, profile, line, &site_count);
	const enum lp_status status = add_sites(&list, sites, site_count);

	if (list.count > 1)
		qsort(list.calls, list.count, sizeof(*list.calls), by_time);
	*calls = list.calls;
	*count = list.count;
	if (status != LP_OK) {
		free(list.calls);
		*calls = NULL;
	}
	return status;
}
