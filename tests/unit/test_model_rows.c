/* test_model_rows.c: rows of lines from parts in any order; sorting of many numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/model/line_rows.h"
#include "viewer/model/mean.h"
#include "viewer/model/radix.h"

/* The next of numbers without order. */
static uint32_t next(uint32_t *state)
{
	*state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
	return *state >> 8;
}

static void sorts_stably(void **state)
{
	enum { COUNT = 5000 };
	static struct lp_radix_item items[COUNT];
	uint32_t seed = 1;

	(void)state;
	for (uint32_t i = 0; i < COUNT; i++)
		items[i] = (struct lp_radix_item){
		    (uint64_t)(next(&seed) % 7) << 40 | next(&seed) % 300, i};
	assert_int_equal(lp_radix_sort(items, COUNT), LP_OK);
	for (size_t i = 1; i < COUNT; i++) {
		assert_true(items[i - 1].key <= items[i].key);
		if (items[i - 1].key == items[i].key)
			assert_true(items[i - 1].index < items[i].index);
	}
	assert_int_equal(lp_radix_sort(items, 0), LP_OK);
}

/* What the parts are, added up one by one. */
enum { FUNCTIONS = 9, SOURCES = 3, LINES = 40, PARTS = 2000 };

static uint64_t hits[FUNCTIONS][SOURCES][LINES];

static void fill(struct lp_profile *profile)
{
	uint32_t seed = 7;

	profile->functions = (struct lp_function *)calloc(FUNCTIONS, sizeof(struct lp_function));
	profile->function_count = FUNCTIONS;
	profile->function_lines =
	    (struct lp_function_line *)calloc(PARTS, sizeof(struct lp_function_line));
	assert_non_null(profile->functions);
	assert_non_null(profile->function_lines);
	for (size_t i = 0; i < PARTS; i++) {
		const uint32_t function = next(&seed) % FUNCTIONS;
		const uint32_t source = next(&seed) % SOURCES;
		const uint32_t line = next(&seed) % (LINES - 1) + 1;
		struct lp_function_line part = lp_line_part(function, source, line);

		part.hits = next(&seed) % 100 + 1;
		part.flags = LP_LINE_CODE;
		hits[function][source][line] += part.hits;
		profile->function_lines[profile->function_line_count++] = part;
	}
}

static void check_functions(const struct lp_profile *profile)
{
	size_t rows = 0;

	for (uint32_t f = 0; f < FUNCTIONS; f++) {
		uint32_t at = profile->functions[f].first_line;

		for (uint32_t s = 0; s < SOURCES; s++)
			for (uint32_t l = 0; l < LINES; l++) {
				const struct lp_function_line *const row =
				    &profile->function_lines[at];

				if (hits[f][s][l] == 0)
					continue;
				assert_int_equal(row->function, f);
				assert_int_equal(row->hits, hits[f][s][l]);
				assert_int_equal(row->self_ticks, 0);
				assert_int_equal(profile->lines[row->line].source, s);
				assert_int_equal(profile->lines[row->line].line, l);
				at++;
				rows++;
			}
		assert_int_equal(at, profile->functions[f].first_line +
					 profile->functions[f].line_count);
	}
	assert_int_equal(rows, profile->function_line_count);
}

static void check_lines(const struct lp_profile *profile)
{
	size_t at = 0;

	for (uint32_t s = 0; s < SOURCES; s++)
		for (uint32_t l = 0; l < LINES; l++) {
			uint64_t sum = 0;

			for (uint32_t f = 0; f < FUNCTIONS; f++)
				sum += hits[f][s][l];
			if (sum == 0)
				continue;
			assert_int_equal(profile->lines[at].source, s);
			assert_int_equal(profile->lines[at].line, l);
			assert_int_equal(profile->lines[at].hits, sum);
			assert_int_equal(profile->lines[at].flags, LP_LINE_CODE);
			at++;
		}
	assert_int_equal(at, profile->line_count);
}

static void makes_rows(void **state)
{
	struct lp_profile profile = {0};

	(void)state;
	fill(&profile);
	assert_int_equal(lp_line_rows_make(&profile), LP_OK);
	check_functions(&profile);
	check_lines(&profile);
	lp_profile_free(&profile);
}

static void makes_none(void **state)
{
	struct lp_profile profile = {0};

	(void)state;
	assert_int_equal(lp_line_rows_make(&profile), LP_OK);
	assert_int_equal(profile.line_count, 0);
	lp_profile_free(&profile);
}

static void writes_means(void **state)
{
	static const struct {
		uint64_t sum, count;
		const char *text;
	} cases[] = {{0, 3, "0"},	  {27, 6, "4.5"},	{80000, 2, "40000"},
		     {119, 30, "4.0"},	  {51151, 3, "17050.3"}, {3000001, 2, "1500000"},
		     {UINT64_MAX, 1, "18446744073709551616"}};
	char text[LP_MEAN_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		lp_mean_format(text, sizeof(text), cases[i].sum, cases[i].count);
		assert_string_equal(text, cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sorts_stably),
	    cmocka_unit_test(makes_rows),
	    cmocka_unit_test(makes_none),
	    cmocka_unit_test(writes_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
