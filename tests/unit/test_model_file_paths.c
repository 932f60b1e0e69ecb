/* test_model_file_paths.c: paths that are other ways to a file, and sources of one name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/model/file_paths.h"
#include "viewer/model/pair_sources.h"
#include "viewer/model/steps.h"

static void normalized(const char *path, const char *want)
{
	char copy[64];

	strcpy(copy, path);
	lp_path_normalize(copy);
	assert_string_equal(copy, want);
}

static void dots_go(void **state)
{
	(void)state;
	normalized("/src/../build/./util.c", "/build/util.c");
	normalized("/a//b/c/../../util.c", "/a/util.c");
	normalized("/../../util.c", "/util.c");
	normalized("/a/...", "/a/...");
	normalized("/a/..", "/");
	normalized("/", "/");
	normalized("../util.c", "../util.c");
}

static void ends_are_whole_names(void **state)
{
	(void)state;
	assert_int_equal(lp_path_common_end("/a/util.c", "/b/util.c"), strlen("/util.c"));
	assert_int_equal(lp_path_common_end("/x/a/util.c", "/y/a/util.c"), strlen("/a/util.c"));
	assert_int_equal(lp_path_common_end("/a/xutil.c", "/b/util.c"), 0);
	assert_int_equal(lp_path_common_end("util.c", "/b/util.c"), strlen("util.c"));
	assert_int_equal(lp_path_common_end("a/util.c", "/xa/util.c"), strlen("/util.c"));
	assert_int_equal(lp_path_common_end("/a/", "/b/"), 0);
	assert_int_equal(lp_path_common_end("", "/b"), 0);
	/* The same is more than anything else. */
	assert_true(lp_path_common_end("/a/util.c", "/a/util.c") >
		    lp_path_common_end("/a/util.c", "/x/a/util.c"));
}

static struct lp_profile with_sources(struct lp_source *sources, const char *const *paths,
				      uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		sources[i] = (struct lp_source){.path = paths[i]};
	return (struct lp_profile){.sources = sources, .source_count = count};
}

static void the_closest_source_is_found(void **state)
{
	static const char *const paths[] = {"/p/a/util.c", "/p/b/util.c", "/p/main.c"};
	struct lp_source sources[3];
	const struct lp_profile profile = with_sources(sources, paths, 3);

	(void)state;
	assert_int_equal(lp_source_find(&profile, "/p/b/util.c", 2), 1);
	assert_int_equal(lp_source_find(&profile, "/elsewhere/a/util.c", 2), 0);
	assert_int_equal(lp_source_find(&profile, "./main.c", 0), 2);
	/* Two are as close: nobody knows, unless one is the function's own. */
	assert_int_equal(lp_source_find(&profile, "./util.c", 2), LP_NO_INDEX);
	assert_int_equal(lp_source_find(&profile, "./util.c", 1), 1);
	assert_int_equal(lp_source_find(&profile, "/p/other.c", 0), LP_NO_INDEX);
}

static void sources_have_one_partner(void **state)
{
	static const char *const before[] = {"/p/a/util.c", "/p/b/util.c", "/p/c/util.c", "/p/x.c"};
	static const char *const after[] = {"/p/b/util.c", "/q/c/util.c", "/q/y.c"};
	struct lp_source sources[2][4];
	const struct lp_profile profiles[2] = {with_sources(sources[0], before, 4),
					       with_sources(sources[1], after, 3)};
	uint32_t partners[4];

	(void)state;
	assert_int_equal(lp_pair_sources(&profiles[0], &profiles[1], partners), LP_OK);
	assert_int_equal(partners[0], LP_NO_INDEX);
	assert_int_equal(partners[1], 0);
	assert_int_equal(partners[2], 1);
	assert_int_equal(partners[3], LP_NO_INDEX);
	/* A tree that has moved: by folders, then by what is left. */
	assert_int_equal(lp_pair_sources(&profiles[1], &profiles[0], partners), LP_OK);
	assert_int_equal(partners[0], 1);
	assert_int_equal(partners[1], 2);
	assert_int_equal(partners[2], LP_NO_INDEX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(dots_go),
	    cmocka_unit_test(ends_are_whole_names),
	    cmocka_unit_test(the_closest_source_is_found),
	    cmocka_unit_test(sources_have_one_partner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
