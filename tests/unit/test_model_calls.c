/* test_model_calls.c: calls between functions: counts, times. */
#include "tests/tools/call_builder.h"
#include "viewer/model/invariants.h"

static void direct_calls_are_exact(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 5);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, AT_HEAD, "g");
	call(&f[MAIN], 13, AT_HEAD, "printf");
	make(&f[F], "f", 20, 10, 30);
	call(&f[F], 22, IN_BODY, "g");
	make(&f[G], "g", 30, 36, 0);
	open_functions(&profile, f, 3);
	has_calls(&profile, LP_NO_INDEX, MAIN, 1, true);
	has_calls(&profile, MAIN, F, 10, true);
	has_calls(&profile, MAIN, G, 6, true);
	has_calls(&profile, F, G, 30, true);
	has_calls(&profile, MAIN, LP_NO_INDEX, 6, true);
	has_calls(&profile, LP_NO_INDEX, G, 0, true);
	adds_up(&profile);
	/* Two calls on a line are one place. */
	assert_int_equal(profile.functions[MAIN].site_count, 3);
	assert_int_equal(profile.call_sites[profile.functions[MAIN].first_site].line, 12);
	assert_int_equal(profile.call_sites[profile.functions[MAIN].first_site].count, 10);
	lp_profile_free(&profile);
}

/* A constructor has two names, and a call uses the one that its record does not have. */
static void constructors_have_two_names(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 5);
	call(&f[MAIN], 12, IN_BODY, "_ZN1AC1Ei");
	call(&f[MAIN], 12, IN_BODY, "_Z5isoC1v");
	make(&f[F], "_ZN1AC2Ei", 20, 5, 0);
	make(&f[G], "_Z5isoC2v", 30, 5, 0);
	open_functions(&profile, f, 3);
	has_calls(&profile, MAIN, F, 5, true);
	/* isoC1() and isoC2() are two functions. */
	has_calls(&profile, LP_NO_INDEX, G, 5, true);
	has_calls(&profile, MAIN, LP_NO_INDEX, 5, true);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Nothing is called through a pointer: what is left comes from elsewhere. */
static void callbacks_are_exact_without_pointers(void **state)
{
	struct lp_profile profile;
	struct made f[2];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 5);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 12, IN_BODY, "qsort");
	make(&f[F], "f", 20, 12, 0);
	open_functions(&profile, f, 2);
	has_calls(&profile, MAIN, F, 5, true);
	has_calls(&profile, LP_NO_INDEX, F, 7, true);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* As in a child that forked below them: nobody else has called them there. A line of one has no
 * time of the other, which may have been first. */
static void circles_have_no_first_caller(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 0, 0);
	make(&f[F], "f", 20, 5, 5);
	call(&f[F], 22, IN_BODY, "g");
	make(&f[G], "g", 30, 5, 5);
	call(&f[G], 32, IN_BODY, "f");
	open_functions(&profile, f, 3);
	for (size_t i = F; i <= G; i++) {
		assert_int_equal(profile.functions[i].self_ticks, 100);
		assert_int_equal(profile.functions[i].total_ticks, 200);
	}
	for (size_t i = 0; i < profile.line_count; i++)
		assert_int_equal(profile.lines[i].total_ticks, profile.lines[i].self_ticks);
	lp_profile_free(&profile);
}

/* Without samples calls tell: own time by all of them, cumulative by the outermost. */
static void times_without_samples_follow_calls(void **state)
{
	struct lp_profile profile;
	struct made f[2];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 1);
	call(&f[MAIN], 12, IN_BODY, "f");
	make(&f[F], "f", 20, 5, 4);
	call(&f[F], 22, IN_BODY, "f");
	open_functions(&profile, f, 2);
	has_calls(&profile, F, F, 4, true);
	assert_int_equal(edge_of(&profile, F, F)->self_ticks, 80);
	assert_int_equal(edge_of(&profile, MAIN, F)->self_ticks, 20);
	assert_int_equal(edge_of(&profile, F, F)->total_ticks, 0);
	assert_int_equal(edge_of(&profile, MAIN, F)->total_ticks, 200);
	assert_true(edge_of(&profile, MAIN, F)->flags & LP_CALL_GUESSED);
	adds_up(&profile);
	lp_profile_free(&profile);
}

static uint64_t line_ticks(const struct lp_profile *profile, uint32_t number)
{
	return profile->lines[lp_line_find(profile, 0, number)].total_ticks;
}

/* g's clock has seen what h took below it, and h has other callers, too. Who alone called g took no
 * less, nor do the lines there; and they took no more, though one of them calls g and i. */
static void clocks_tell_of_the_only_callers(void **state)
{
	struct lp_check check;
	struct lp_profile profile;
	struct made f[5];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 1);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, IN_BODY, "h");
	make(&f[F], "f", 20, 1, 1);
	call(&f[F], 22, IN_BODY, "g");
	call(&f[F], 22, IN_BODY, "i");
	make(&f[G], "g", 30, 1, 1);
	call(&f[G], 32, IN_BODY, "h");
	make(&f[H], "h", 40, 2, 0);
	make(&f[I], "i", 50, 1, 0);
	f[MAIN].clock = f[F].clock = (struct lp_clock){0};
	f[G].clock = (struct lp_clock){1, 100, 400, 0, 0};
	f[H].clock = (struct lp_clock){2, 300, 300, 0, 0};
	f[I].clock = (struct lp_clock){1, 10, 50, 0, 0};
	open_functions(&profile, f, 5);
	assert_int_equal(profile.functions[G].total_ticks, 400);
	assert_int_equal(profile.functions[F].total_ticks, 400);
	assert_int_equal(profile.functions[MAIN].total_ticks, 400);
	assert_int_equal(line_ticks(&profile, 22), 400);
	assert_int_equal(line_ticks(&profile, 12), 400);
	adds_up(&profile);
	assert_int_equal(lp_check_profile(&profile, &check), LP_OK);
	assert_int_equal(check.broken_count, 0);
	/* The check would notice. */
	profile.lines[lp_line_find(&profile, 0, 22)].total_ticks = 500;
	assert_int_equal(lp_check_profile(&profile, &check), LP_OK);
	assert_int_equal(check.findings[LP_INVARIANT_LINE_TIMES], LP_BROKEN);
	lp_profile_free(&profile);
}

static void paths_share_times(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 5);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, AT_HEAD, "h");
	make(&f[F], "f", 20, 8, 3);
	call(&f[F], 22, IN_BODY, "f");
	call(&f[F], 23, AT_HEAD, "g");
	make(&f[G], "g", 30, 11, 0);
	make(&f[H], "h", 40, 6, 0);
	call(&f[H], 41, AT_HEAD, "qsort");
	open_functions(&profile, f, 4);
	begin_again(&edges, &profile);
	{
		/* g in f in f in main: the outermost call of f is main's. */
		const struct lp_place deep[] = {place(&profile, G, 31), place(&profile, F, 23),
						place(&profile, F, 22), place(&profile, MAIN, 12)};
		const struct lp_place own[] = {place(&profile, F, 21), place(&profile, F, 22),
					       place(&profile, MAIN, 12)};
		/* A tail call: h's site leads to f only through main's callee. */
		const struct lp_place tail[] = {place(&profile, G, 31), place(&profile, MAIN, 12)};

		feed(&edges, deep, 4, 30);
		feed(&edges, own, 3, 60);
		feed(&edges, tail, 2, 10);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	/* Of f's 100 ticks all are by the recursive call, of its 200 all by main's. */
	assert_int_equal(edge_of(&profile, F, F)->self_ticks, 100);
	assert_int_equal(edge_of(&profile, F, F)->total_ticks, 0);
	assert_int_equal(edge_of(&profile, MAIN, F)->self_ticks, 0);
	assert_int_equal(edge_of(&profile, MAIN, F)->total_ticks, 200);
	/* main has no call of g: f made it, whose frame is gone. */
	assert_null(edge_of(&profile, MAIN, G));
	assert_int_equal(edge_of(&profile, F, G)->total_ticks, 200);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* No sample met h itself: its own time follows the calls, what it calls the samples. */
static void no_call_has_less_than_its_own_time(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[5];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 0);
	call(&f[MAIN], 11, AT_HEAD, "f");
	call(&f[MAIN], 11, AT_HEAD, "g");
	make(&f[F], "f", 20, 1, 8);
	call(&f[F], 22, IN_BODY, "h");
	make(&f[G], "g", 30, 1, 2);
	call(&f[G], 32, IN_BODY, "h");
	make(&f[H], "h", 40, 10, 0);
	call(&f[H], 41, AT_HEAD, "i");
	make(&f[I], "i", 50, 10, 0);
	open_functions(&profile, f, 5);
	begin_again(&edges, &profile);
	{
		const struct lp_place path[] = {place(&profile, I, 51), place(&profile, H, 41),
						place(&profile, G, 32), place(&profile, MAIN, 11)};

		feed(&edges, path, 4, 30);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	assert_int_equal(edge_of(&profile, F, H)->self_ticks, 80);
	assert_int_equal(edge_of(&profile, F, H)->total_ticks, 80);
	assert_int_equal(edge_of(&profile, G, H)->self_ticks, 20);
	assert_int_equal(edge_of(&profile, G, H)->total_ticks, 120);
	adds_up(&profile);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(direct_calls_are_exact),
	    cmocka_unit_test(constructors_have_two_names),
	    cmocka_unit_test(callbacks_are_exact_without_pointers),
	    cmocka_unit_test(circles_have_no_first_caller),
	    cmocka_unit_test(times_without_samples_follow_calls),
	    cmocka_unit_test(clocks_tell_of_the_only_callers),
	    cmocka_unit_test(paths_share_times),
	    cmocka_unit_test(no_call_has_less_than_its_own_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
