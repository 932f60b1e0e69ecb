/* pstats.c: functions and callers as Python's profilers dump them. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/model/map.h"
#include "viewer/model/utf8.h"

/* ---- marshal: little-endian, each value behind a letter of its type ---- */

static void put_bytes(FILE *out, uint64_t value, int count)
{
	for (int i = 0; i < count; i++)
		fputc((int)(value >> (8 * i) & 0xff), out);
}

/* An int; beyond 31 bits, digits of 15 bits each. */
static void put_integer(FILE *out, uint64_t value)
{
	int digits = 0;

	if (value <= INT32_MAX) {
		fputc('i', out);
		put_bytes(out, value, 4);
		return;
	}
	for (uint64_t rest = value; rest > 0; rest >>= 15)
		digits++;
	fputc('l', out);
	put_bytes(out, (uint64_t)digits, 4);
	for (int i = 0; i < digits; i++)
		put_bytes(out, value >> (15 * i) & 0x7fff, 2);
}

static void put_float(FILE *out, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	fputc('g', out);
	put_bytes(out, bits, 8);
}

/* Python refuses bytes that are no UTF-8: they become '?'. Control characters become blanks, one
 * for each byte, as the size comes first. */
static void put_string(FILE *out, const char *text)
{
	const size_t size = strlen(text);
	size_t step;

	fputc('u', out);
	put_bytes(out, size, 4);
	for (size_t i = 0; i < size; i += step) {
		uint32_t character = 0;
		const size_t valid = lp_utf8_character(text + i, size - i, &character);

		step = valid > 0 ? valid : 1;
		if (valid == 0)
			fputc('?', out);
		else if (lp_utf8_is_control(character) || lp_utf8_turns_direction(character))
			fprintf(out, "%*s", (int)step, "");
		else
			fwrite(text + i, 1, step, out);
	}
}

/* The number is left out where there is no memory. */
static void put_numbered(FILE *out, const char *text, uint32_t number)
{
	char *numbered;

	if (asprintf(&numbered, "%s (%" PRIu32 ")", text, number) < 0) {
		put_string(out, text);
		return;
	}
	put_string(out, numbered);
	free(numbered);
}

static void begin_tuple(FILE *out, uint32_t count)
{
	fputc('(', out);
	put_bytes(out, count, 4);
}

/* ---- pstats: {(file, line, name): (primitive, ncalls, tottime, cumtime, callers)} ---- */

/* `nth`: of each function, how many of that key come before it; readers take keys for unique. */
static void put_key(const struct lp_view *view, const uint32_t *nth, uint32_t number)
{
	const struct lp_profile *const profile = view->profile;

	begin_tuple(view->out, 3);
	/* As cProfile names what is not Python. */
	if (number == LP_NO_INDEX) {
		put_string(view->out, "~");
		put_integer(view->out, 0);
		put_string(view->out, "<not instrumented>");
		return;
	}
	put_string(view->out, profile->sources[profile->functions[number].source].shown);
	put_integer(view->out, profile->functions[number].line);
	if (nth[number] == 0)
		put_string(view->out, profile->functions[number].name);
	else
		put_numbered(view->out, profile->functions[number].name, nth[number] + 1);
}

/* The caller frees it; NULL when out of memory. */
static uint32_t *count_namesakes(const struct lp_profile *profile)
{
	uint32_t *const nth = (uint32_t *)calloc(profile->function_count + 1, sizeof(*nth));
	struct lp_map keys = {0};
	bool is_whole = nth;

	for (uint32_t i = 0; is_whole && i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		const char *const path = profile->sources[function->source].shown;
		uint64_t key = lp_hash(path, strlen(path));
		uint32_t *count;

		key = lp_hash_more(key, &function->line, sizeof(function->line));
		key = lp_hash_more(key, function->name, strlen(function->name));
		count = lp_map_at(&keys, key);
		is_whole = count;
		if (count)
			nth[i] = *count = *count == LP_MAP_NONE ? 0 : *count + 1;
	}
	lp_map_free(&keys);
	if (!is_whole)
		free(nth);
	return is_whole ? nth : NULL;
}

static void put_callers(const struct lp_view *view, const uint32_t *nth,
			const struct lp_function *function)
{
	const struct lp_call_edge *const edges = &view->profile->call_edges[function->first_caller];

	fputc('{', view->out);
	for (uint32_t i = 0; i < function->caller_count; i++) {
		const bool is_own =
		    edges[i].caller == (uint32_t)(function - view->profile->functions);

		if (edges[i].caller == LP_NO_INDEX)
			continue;
		put_key(view, nth, edges[i].caller);
		begin_tuple(view->out, 4);
		/* The other way round than in the function's own tuple. */
		put_integer(view->out, edges[i].ncalls);
		put_integer(view->out, is_own ? 0 : edges[i].ncalls);
		put_float(view->out, lp_view_seconds(view, edges[i].self_ticks));
		put_float(view->out, lp_view_seconds(view, edges[i].total_ticks));
	}
	fputc('0', view->out);
}

enum lp_status lp_export_pstats(const struct lp_view *view)
{
	size_t count = 0;
	uint32_t *const numbers = lp_view_matching_functions(view, &count);
	uint32_t *const nth = count_namesakes(view->profile);

	if (!numbers || !nth) {
		free(numbers);
		free(nth);
		return LP_MEMORY;
	}
	fputc('{', view->out);
	for (size_t i = 0; i < count; i++) {
		const struct lp_function *const function = &view->profile->functions[numbers[i]];

		put_key(view, nth, numbers[i]);
		begin_tuple(view->out, 5);
		put_integer(view->out, function->primitive_calls);
		put_integer(view->out, function->ncalls);
		put_float(view->out, lp_view_seconds(view, function->self_ticks));
		put_float(view->out, lp_view_seconds(view, function->total_ticks));
		put_callers(view, nth, function);
	}
	fputc('0', view->out);
	free(numbers);
	free(nth);
	return LP_OK;
}
