/* test_model_filter.c: what filters let through, and where moved sources are looked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/filter.h"
#include "viewer/model/source.h"

/* ---- expressions ---- */

static void test_pattern(void **state)
{
	struct lp_pattern_error error;
	struct lp_pattern *pattern = NULL;

	(void)state;
	assert_int_equal(lp_pattern_make(&pattern, "\\d+\\(ma.n\\)$", &error), LP_OK);
	assert_true(lp_pattern_occurs(pattern, "x.c:12(main)"));
	assert_false(lp_pattern_occurs(pattern, "x.c:12(main) "));
	/* Bytes that are not UTF-8 are in names, too. */
	assert_true(lp_pattern_occurs(pattern, "\xff.c:12(main)"));
	lp_pattern_free(pattern);
	assert_int_equal(lp_pattern_make(&pattern, "a(b", &error), LP_CORRUPT);
	assert_int_equal(error.offset, 3);
	assert_true(strlen(error.text) > 0);
	assert_int_equal(lp_pattern_make(&pattern, "\xff", &error), LP_CORRUPT);
	lp_pattern_free(NULL);
}

/* One that would take longer than the universe has time ends soon. */
static void test_pattern_explodes(void **state)
{
	struct lp_pattern_error error;
	struct lp_pattern *pattern = NULL;

	(void)state;
	assert_int_equal(lp_pattern_make(&pattern, "^(a?a?)*(x+x+)+y", &error), LP_OK);
	assert_false(lp_pattern_occurs(
	    pattern, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"));
	lp_pattern_free(pattern);
}

/* ---- files ---- */

static bool has_file(const char *glob, const char *path)
{
	struct lp_filter filter = {0};

	assert_int_equal(lp_filter_add_file(&filter, glob), LP_OK);
	return lp_filter_has_file(&filter, path);
}

static void test_files(void **state)
{
	const struct lp_filter empty = {0};

	(void)state;
	assert_true(lp_filter_has_file(&empty, "/any/thing"));
	assert_true(has_file("x.c", "/src/x.c"));
	assert_true(has_file("*.[ch]", "/src/x.h"));
	assert_false(has_file("x.c", "/x.c/y.c"));
	assert_false(has_file("x.c", "/src/xx.c"));
	assert_true(has_file("src/*.c", "/home/me/src/x.c"));
	assert_false(has_file("src/*.c", "/home/mysrc/x.c"));
	assert_true(has_file("/home/*", "/home/me/src/x.c"));
	assert_false(has_file("/src/*", "/home/me/x.c"));
	assert_true(has_file("x.c", "x.c"));
}

/* ---- restrictions ---- */

static char *name_of(const void *data, uint32_t row)
{
	return strdup(((const char *const *)data)[row]);
}

/* The rows that are left of five, as text. */
static const char *restricted(const char *first, const char *second)
{
	static const char *const names[] = {"a.c:1(one)", "a.c:2(two)", "b.c:3(three)",
					    "b.c:4(four)", "c.c:10(five)"};
	static char left[8];
	uint32_t rows[] = {0, 1, 2, 3, 4};
	size_t count = 5;
	struct lp_filter filter = {0};
	struct lp_pattern_error error;

	assert_int_equal(lp_filter_add_restriction(&filter, first, &error), LP_OK);
	if (second)
		assert_int_equal(lp_filter_add_restriction(&filter, second, &error), LP_OK);
	assert_int_equal(lp_filter_restrict(&filter, rows, &count, name_of, names), LP_OK);
	assert_int_equal(filter.restrictions[0].before, 5);
	assert_int_equal(filter.restrictions[filter.restriction_count - 1].after, count);
	for (size_t i = 0; i < count; i++)
		left[i] = (char)('0' + rows[i]);
	left[count] = '\0';
	lp_filter_free(&filter);
	return left;
}

static void test_restrictions(void **state)
{
	(void)state;
	assert_string_equal(restricted("2", NULL), "01");
	assert_string_equal(restricted("99", NULL), "01234");
	assert_string_equal(restricted("0", NULL), "");
	/* pstats: int(5 * .5 + .5) */
	assert_string_equal(restricted(".5", NULL), "012");
	assert_string_equal(restricted("0.0", NULL), "");
	assert_string_equal(restricted("b\\.c", NULL), "23");
	assert_string_equal(restricted("b\\.c", "1"), "2");
	assert_string_equal(restricted("3", "b\\.c"), "2");
	/* Numbers are no expressions; expressions may hold numbers. */
	assert_string_equal(restricted("1[0]", NULL), "4");
}

static void test_bad_restrictions(void **state)
{
	struct lp_filter filter = {0};
	struct lp_pattern_error error;

	(void)state;
	assert_int_equal(lp_filter_add_restriction(&filter, "1.0", &error), LP_CORRUPT);
	assert_int_equal(lp_filter_add_restriction(&filter, "(", &error), LP_CORRUPT);
	assert_false(lp_filter_is_set(&filter));
	for (int i = 0; i < LP_FILTER_MOST; i++)
		assert_int_equal(lp_filter_add_count(&filter, 1, "1"), LP_OK);
	assert_int_equal(lp_filter_add_count(&filter, 1, "1"), LP_MEMORY);
	assert_int_equal(lp_filter_add_restriction(&filter, "x", &error), LP_MEMORY);
	assert_true(lp_filter_is_set(&filter));
	lp_filter_free(&filter);
}

/* ---- sources ---- */

/* Gathers the places, one on a line. */
static int gather(void *data, const char *path)
{
	strcat((char *)data, path);
	strcat((char *)data, "\n");
	return 0;
}

static void test_source_paths(void **state)
{
	struct lp_source_paths paths = {
	    .folders = {"here", "/there/"},
	    .folder_count = 2,
	    .substitutes = {{"/old/sr", 7, "/no"}, {"/old", 4, "/new/"}, {"/", 1, "/no"}},
	    .substitute_count = 3,
	};
	char places[512] = "";

	(void)state;
	assert_int_equal(lp_source_paths_each(&paths, "/old/src/x.c", gather, places), 0);
	assert_string_equal(places, "/new/src/x.c\n"
				    "here/old/src/x.c\nhere/src/x.c\nhere/x.c\n"
				    "/there/old/src/x.c\n/there/src/x.c\n/there/x.c\n"
				    "/old/src/x.c\n");
}

static void write_text(const char *path, const char *text)
{
	FILE *const file = fopen(path, "wb");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* The place where the source is as it was compiled wins over those before it. */
static void test_source_choice(void **state)
{
	char folder[] = "/tmp/test_filter.XXXXXX";
	const struct lp_source_paths paths = {.folders = {folder}, .folder_count = 1};
	/* MD5 of "right\n" */
	struct lp_source source = {.path = "/gone/deep/x.c",
				   .digest = {0xaa, 0x1f, 0xd6, 0xa0, 0xf7, 0xb4, 0x85, 0xdd, 0xcb,
					      0x4b, 0x2b, 0x06, 0x6a, 0xca, 0xb6, 0xed}};
	struct lp_source_text text;
	char path[64];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "mkdir %s/deep", folder);
	assert_int_equal(system(path), 0);
	snprintf(path, sizeof(path), "%s/deep/x.c", folder);
	write_text(path, "wrong\n");
	assert_int_equal(lp_source_read(&text, &source, &paths), LP_OK);
	assert_int_equal(text.state, LP_SOURCE_CHANGED);
	assert_string_equal(text.path, path);
	lp_source_free(&text);
	snprintf(path, sizeof(path), "%s/x.c", folder);
	write_text(path, "right\n");
	assert_int_equal(lp_source_read(&text, &source, &paths), LP_OK);
	assert_int_equal(text.state, LP_SOURCE_SAME);
	assert_string_equal(text.path, path);
	lp_source_free(&text);
	snprintf(path, sizeof(path), "rm -r %s", folder);
	assert_int_equal(system(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_pattern),
	    cmocka_unit_test(test_pattern_explodes),
	    cmocka_unit_test(test_files),
	    cmocka_unit_test(test_restrictions),
	    cmocka_unit_test(test_bad_restrictions),
	    cmocka_unit_test(test_source_paths),
	    cmocka_unit_test(test_source_choice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
