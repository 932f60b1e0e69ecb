/* line_calls.c: the calls of a line, from the call sites of the functions that it is in. */
#include "viewer/screen/line_calls.h"

#include <stdlib.h>

#include "viewer/model/growth.h"

static int by_line(const void *left, const void *right, void *data)
{
	const struct lp_profile *const profile = (const struct lp_profile *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;
	const uint32_t x = profile->functions[a].line;
	const uint32_t y = profile->functions[b].line;

	return x != y ? (x > y) - (x < y) : (a > b) - (a < b);
}

static int guests_by_line(const void *left, const void *right)
{
	const struct lp_guest_line *const a = (const struct lp_guest_line *)left;
	const struct lp_guest_line *const b = (const struct lp_guest_line *)right;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->function > b->function) - (a->function < b->function);
}

static enum lp_status add_guests(struct lp_source_functions *functions,
				 const struct lp_profile *profile, uint32_t number, uint32_t source)
{
	const struct lp_line *line;
	uint32_t at = 0;

	while ((line = lp_function_elsewhere(profile, &profile->functions[number], &at))) {
		struct lp_guest_line *guests;

		if (line->source != source)
			continue;
		guests = (struct lp_guest_line *)lp_with_room(
		    functions->guests, functions->guest_count, &functions->guest_capacity,
		    sizeof(*guests));
		if (!guests)
			return LP_MEMORY;
		functions->guests = guests;
		guests[functions->guest_count++] = (struct lp_guest_line){line->line, number};
	}
	return LP_OK;
}

enum lp_status lp_source_functions_find(struct lp_source_functions *functions,
					const struct lp_profile *profile, uint32_t source)
{
	enum lp_status status = LP_OK;
	size_t count = 0;

	functions->count = functions->guest_count = 0;
	for (uint32_t i = 0; i < profile->function_count && status == LP_OK; i++) {
		count += profile->functions[i].source == source;
		status = add_guests(functions, profile, i, source);
	}
	functions->numbers =
	    (uint32_t *)calloc(count + functions->guest_count + 1, sizeof(*functions->numbers));
	if (!functions->numbers || status != LP_OK)
		return LP_MEMORY;
	for (uint32_t i = 0; i < profile->function_count; i++)
		if (profile->functions[i].source == source)
			functions->numbers[functions->count++] = i;
	qsort_r(functions->numbers, count, sizeof(*functions->numbers), by_line, (void *)profile);
	if (functions->guest_count > 0)
		qsort(functions->guests, functions->guest_count, sizeof(*functions->guests),
		      guests_by_line);
	for (size_t i = 0; i < functions->guest_count; i++)
		functions->numbers[count + i] = functions->guests[i].function;
	return LP_OK;
}

void lp_source_functions_free(struct lp_source_functions *functions)
{
	free(functions->numbers);
	free(functions->guests);
	*functions = (struct lp_source_functions){0};
}

/* Of `guests`, how many are on lines before this one. */
static size_t guests_before(const struct lp_source_functions *functions, uint64_t line)
{
	size_t low = 0;
	size_t high = functions->guest_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (functions->guests[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t lp_source_functions_at(const struct lp_source_functions *functions,
			      const struct lp_profile *profile, uint32_t line, size_t *count)
{
	const uint32_t *const numbers = functions->numbers;
	const size_t guest = guests_before(functions, line);
	size_t low = 0;
	size_t high = functions->count;
	size_t first;

	*count = guests_before(functions, (uint64_t)line + 1) - guest;
	if (*count > 0)
		return functions->count + guest;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (profile->functions[numbers[middle]].line <= line)
			low = middle + 1;
		else
			high = middle;
	}
	/* Those that begin last before it; one that has ended is passed, as a lambda is. */
	while (low > 0 && profile->functions[numbers[low - 1]].end_line < line &&
	       profile->functions[numbers[low - 1]].end_line > 0)
		low--;
	first = low;
	while (first > 0 && low > 0 &&
	       profile->functions[numbers[first - 1]].line ==
		   profile->functions[numbers[low - 1]].line)
		first--;
	*count = low - first;
	return first;
}

/* ---- calls ---- */

/* The first call site of a function that is at or behind a place; its site_count if none is. */
static uint32_t first_site(const struct lp_profile *profile, const struct lp_function *function,
			   uint32_t source, uint32_t line)
{
	const struct lp_call_site *const sites = &profile->call_sites[function->first_site];
	uint32_t low = 0;
	uint32_t high = function->site_count;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (sites[middle].source < source ||
		    (sites[middle].source == source && sites[middle].line < line))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct lp_call_site *site, uint32_t source, uint32_t line)
{
	return site->source == source && site->line == line;
}

bool lp_line_has_calls(const struct lp_profile *profile,
		       const struct lp_source_functions *functions, uint32_t source, uint32_t line)
{
	size_t count;
	const size_t first = lp_source_functions_at(functions, profile, line, &count);

	for (size_t i = 0; i < count; i++) {
		const struct lp_function *const function =
		    &profile->functions[functions->numbers[first + i]];
		uint32_t at = first_site(profile, function, source, line);

		for (; at < function->site_count; at++) {
			const struct lp_call_site *const site =
			    &profile->call_sites[function->first_site + at];

			if (!is_at(site, source, line))
				break;
			/* Of calls into libraries there is nothing to be seen. */
			if (site->count > 0 && (site->callee != LP_NO_INDEX || !site->is_direct))
				return true;
		}
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

static enum lp_status add_calls_of(struct call_list *list, uint32_t number, uint32_t source,
				   uint32_t line)
{
	const struct lp_function *const function = &list->profile->functions[number];
	bool is_indirect = false;
	enum lp_status status = LP_OK;

	for (uint32_t i = first_site(list->profile, function, source, line);
	     i < function->site_count && status == LP_OK; i++) {
		const struct lp_call_site *const site =
		    &list->profile->call_sites[function->first_site + i];

		if (!is_at(site, source, line))
			break;
		if (site->is_direct)
			status = add_direct(list, site);
		else
			is_indirect = true;
	}
	return is_indirect && status == LP_OK ? add_by_pointer(list, number) : status;
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

enum lp_status lp_line_calls_find(const struct lp_profile *profile,
				  const struct lp_source_functions *functions, uint32_t source,
				  uint32_t line, struct lp_line_call **calls, size_t *count)
{
	struct call_list list = {.profile = profile};
	size_t in_count;
	const size_t first = lp_source_functions_at(functions, profile, line, &in_count);
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < in_count && status == LP_OK; i++)
		status = add_calls_of(&list, functions->numbers[first + i], source, line);
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
