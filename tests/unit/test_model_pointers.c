/* test_model_pointers.c: who made the calls that name nobody: by samples, types and numbers. */
#include "tests/tools/call_builder.h"

static void pointers_are_estimated(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 10);
	call(&f[MAIN], 12, IN_BODY, NULL);
	call(&f[MAIN], 13, AT_HEAD, "f");
	make(&f[F], "f", 20, 15, 0);
	make(&f[G], "g", 30, 6, 0);
	open_functions(&profile, f, 3);
	/* 10 calls by pointer; f lacks 4, g 6. The 11 direct ones make the sum no exact one. */
	has_calls(&profile, MAIN, F, 15, false);
	has_calls(&profile, MAIN, G, 6, false);
	has_calls(&profile, LP_NO_INDEX, MAIN, 1, true);
	adds_up(&profile);
	lp_profile_free(&profile);
}

static void pointers_call_no_more_than_they_did(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 10);
	call(&f[MAIN], 12, IN_BODY, NULL);
	make(&f[F], "f", 20, 30, 0);
	make(&f[G], "g", 30, 10, 0);
	open_functions(&profile, f, 3);
	has_calls(&profile, MAIN, F, 7, false);
	has_calls(&profile, MAIN, G, 2, false);
	has_calls(&profile, LP_NO_INDEX, F, 23, false);
	has_calls(&profile, LP_NO_INDEX, G, 8, false);
	has_calls(&profile, MAIN, LP_NO_INDEX, 1, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* All functions' calls are known: a pointer can only have led elsewhere. */
static void pointers_to_nobody_are_exact(void **state)
{
	struct lp_profile profile;
	struct made f[1];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 10);
	call(&f[MAIN], 12, IN_BODY, NULL);
	open_functions(&profile, f, 1);
	has_calls(&profile, MAIN, LP_NO_INDEX, 10, true);
	adds_up(&profile);
	lp_profile_free(&profile);
}

static void paths_tell_callbacks_from_pointers(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 100);
	call(&f[MAIN], 12, IN_BODY, NULL);
	call(&f[MAIN], 13, AT_HEAD, "qsort");
	make(&f[F], "f", 20, 90, 0);
	make(&f[G], "g", 30, 40, 0);
	make(&f[H], "h", 40, 0, 0);
	open_functions(&profile, f, 4);
	begin_again(&edges, &profile);
	for (int i = 0; i < 3; i++) {
		const struct lp_place pointer[] = {place(&profile, F, 21),
						   place(&profile, MAIN, 12)};
		const struct lp_place callback[] = {place(&profile, G, 31),
						    place(&profile, MAIN, 13)};

		feed(&edges, pointer, 2, 10);
		feed(&edges, callback, 2, 10);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	has_calls(&profile, MAIN, F, 90, false);
	has_calls(&profile, LP_NO_INDEX, G, 40, false);
	has_calls(&profile, MAIN, G, 0, false);
	has_calls(&profile, MAIN, LP_NO_INDEX, 111, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Who was seen to call one function only gives it all: 90 of g's calls, which one sample
 * of three shows. What samples say is left for those that call several. */
static void pointers_to_one_function_are_all_its(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 0);
	make(&f[F], "f", 20, 1, 90);
	call(&f[F], 22, IN_BODY, NULL);
	make(&f[G], "g", 30, 100, 0);
	make(&f[H], "h", 40, 1, 0);
	call(&f[MAIN], 11, AT_HEAD, "f");
	call(&f[MAIN], 11, AT_HEAD, "h");
	call(&f[H], 41, AT_HEAD, "qsort");
	open_functions(&profile, f, 4);
	begin_again(&edges, &profile);
	for (int i = 0; i < 3; i++) {
		const struct lp_place pointer[] = {place(&profile, G, 31), place(&profile, F, 22),
						   place(&profile, MAIN, 11)};
		const struct lp_place callback[] = {place(&profile, G, 31), place(&profile, H, 41),
						    place(&profile, MAIN, 11)};

		if (i == 0)
			feed(&edges, pointer, 3, 10);
		else
			feed(&edges, callback, 3, 10);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	has_calls(&profile, F, G, 90, false);
	has_calls(&profile, LP_NO_INDEX, G, 10, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Ten samples show main call `callee` through the pointer on its line 12, and stand on `line`. */
static void sample_pointer_of_main(struct lp_profile *profile, uint32_t callee, uint32_t line)
{
	const struct lp_place pointer[] = {place(profile, callee, line), place(profile, MAIN, 12)};
	struct lp_edges edges;

	begin_again(&edges, profile);
	feed(&edges, pointer, 2, 10);
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
}

/* Samples say all, call sites say how many at most. */
static void sampled_pointers_call_no_more_than_they_did(void **state)
{
	struct lp_profile profile;
	struct made f[2];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 100);
	call(&f[MAIN], 12, IN_BODY, NULL);
	make(&f[F], "f", 20, 150, 0);
	open_functions(&profile, f, 2);
	sample_pointer_of_main(&profile, F, 21);
	has_calls(&profile, MAIN, F, 100, false);
	has_calls(&profile, LP_NO_INDEX, F, 50, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Of calls that waited no sample tells, but paths do: main called both, and g so much more often
 * that of f's it is not known whether they are any of its own. */
static void waits_tell_who_called(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 1000);
	call(&f[MAIN], 12, IN_BODY, NULL);
	make(&f[F], "f", 20, 100, 0);
	make(&f[G], "g", 30, 1000000, 0);
	open_functions(&profile, f, 3);
	begin_again(&edges, &profile);
	for (uint32_t callee = F; callee <= G; callee++) {
		const struct lp_place places[] = {place(&profile, callee, 10 * callee + 11),
						  place(&profile, MAIN, 12)};
		const struct lp_edge_path path = {places, 2};

		assert_int_equal(lp_edges_add_totals(&edges, &path, 0, 10, 0), LP_OK);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	has_calls(&profile, MAIN, G, 999, false);
	assert_int_equal(edge_of(&profile, MAIN, F)->flags & LP_CALL_ESTIMATED, LP_CALL_ESTIMATED);
	adds_up(&profile);
	lp_profile_free(&profile);
}

enum { ONE = 101, OTHER = 102, NOBODYS = 103 };

/* main calls what has ONE, f what has OTHER: g and h. Nothing calls a third kind, i. */
static void open_typed(struct lp_profile *profile, struct made *f)
{
	make(&f[MAIN], "main", 10, 1, 100);
	call_type(&f[MAIN], 12, IN_BODY, ONE);
	call(&f[MAIN], 11, AT_HEAD, "f");
	make(&f[F], "f", 20, 101, 50);
	call_type(&f[F], 22, IN_BODY, OTHER);
	make(&f[G], "g", 30, 100, 0);
	make(&f[H], "h", 40, 50, 0);
	make(&f[I], "i", 50, 7, 0);
	has_type(&f[G], ONE);
	has_type(&f[H], OTHER);
	has_type(&f[I], NOBODYS);
	open_functions(profile, f, 5);
}

static void types_tell_pointers_apart(void **state)
{
	struct lp_profile profile;
	struct made f[5];

	(void)state;
	open_typed(&profile, f);
	has_calls(&profile, MAIN, F, 101, true);
	has_calls(&profile, MAIN, G, 100, false);
	has_calls(&profile, F, H, 50, false);
	has_calls(&profile, MAIN, H, 0, false);
	has_calls(&profile, LP_NO_INDEX, I, 7, false);
	has_calls(&profile, MAIN, I, 0, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Of 100 calls through pointers of one type main makes 90, f 10. */
static void make_two_callers(struct made *f)
{
	make(&f[MAIN], "main", 10, 1, 90);
	call_type(&f[MAIN], 12, IN_BODY, ONE);
	call(&f[MAIN], 11, AT_HEAD, "f");
	make(&f[F], "f", 20, 91, 10);
	call_type(&f[F], 22, IN_BODY, ONE);
}

/* Of g's 60 main made at least 50, of h's 40 at least 30. */
static void numbers_tell_what_several_called_at_least(void **state)
{
	struct lp_profile profile;
	struct made f[4];

	(void)state;
	make_two_callers(f);
	make(&f[G], "g", 30, 60, 0);
	make(&f[H], "h", 40, 40, 0);
	has_type(&f[G], ONE);
	has_type(&f[H], ONE);
	open_functions(&profile, f, 4);
	has_calls(&profile, MAIN, G, 50, false);
	has_calls(&profile, MAIN, H, 30, false);
	has_calls(&profile, F, G, 0, false);
	has_calls(&profile, F, H, 0, false);
	has_calls(&profile, LP_NO_INDEX, G, 10, false);
	has_calls(&profile, LP_NO_INDEX, H, 10, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Nothing else can have been called by either. */
static void all_that_several_called_is_the_only_one(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make_two_callers(f);
	make(&f[G], "g", 30, 100, 0);
	has_type(&f[G], ONE);
	open_functions(&profile, f, 3);
	has_calls(&profile, MAIN, G, 90, false);
	has_calls(&profile, F, G, 10, false);
	has_calls(&profile, LP_NO_INDEX, G, 0, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* f's 500 calls of what has no type may have been of h, of main's 10 of its type none: f made 490. */
static void calls_without_a_type_may_be_of_any(void **state)
{
	struct lp_profile profile;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 10);
	call_type(&f[MAIN], 12, IN_BODY, ONE);
	call(&f[MAIN], 11, AT_HEAD, "f");
	make(&f[F], "f", 20, 11, 500);
	call(&f[F], 22, IN_BODY, NULL);
	make(&f[G], "g", 30, 500, 0);
	has_type(&f[G], ONE);
	open_functions(&profile, f, 3);
	has_calls(&profile, F, G, 490, false);
	has_calls(&profile, MAIN, G, 0, false);
	has_calls(&profile, LP_NO_INDEX, G, 10, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* A library called them back: nobody's calls have their types, and main's, which have none, are few. */
static void callbacks_are_of_no_untyped_call(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 10);
	call(&f[MAIN], 12, IN_BODY, NULL);
	make(&f[F], "f", 20, 500, 0);
	make(&f[G], "g", 30, 500, 0);
	has_type(&f[F], ONE);
	has_type(&f[G], OTHER);
	open_functions(&profile, f, 3);
	has_calls(&profile, MAIN, F, 0, false);
	has_calls(&profile, MAIN, G, 0, false);
	has_calls(&profile, MAIN, LP_NO_INDEX, 10, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Only main calls by pointers: g, whose type is known, comes before h, whose is not. */
static void what_has_a_type_comes_first(void **state)
{
	struct lp_profile profile;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 10);
	call_type(&f[MAIN], 12, IN_BODY, ONE);
	call_type(&f[MAIN], 13, AT_HEAD, OTHER);
	make(&f[F], "f", 20, 0, 0);
	make(&f[G], "g", 30, 10, 0);
	has_type(&f[G], ONE);
	make(&f[H], "h", 40, 990, 0);
	open_functions(&profile, f, 4);
	has_calls(&profile, MAIN, G, 10, false);
	has_calls(&profile, MAIN, H, 11, false);
	has_calls(&profile, LP_NO_INDEX, H, 979, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* A pointer of another type was cast: a sample shows f call g. What f called may be either, then. */
static void samples_outdo_types(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[5];

	(void)state;
	open_typed(&profile, f);
	begin_again(&edges, &profile);
	{
		const struct lp_place pointer[] = {place(&profile, G, 31), place(&profile, F, 22),
						   place(&profile, MAIN, 11)};

		feed(&edges, pointer, 3, 10);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	has_calls(&profile, F, G, 50, false);
	/* No sample met h, which main's pointers may have called, too, now. */
	has_calls(&profile, MAIN, H, 50, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* Samples show main alone, which cannot have made all calls: f made the others. */
static void samples_leave_calls_to_others(void **state)
{
	struct lp_profile profile;
	struct made f[3];

	(void)state;
	make_two_callers(f);
	make(&f[G], "g", 30, 100, 0);
	has_type(&f[G], ONE);
	open_functions(&profile, f, 3);
	sample_pointer_of_main(&profile, G, 31);
	has_calls(&profile, MAIN, G, 90, false);
	has_calls(&profile, F, G, 10, false);
	has_calls(&profile, LP_NO_INDEX, G, 0, false);
	adds_up(&profile);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(pointers_are_estimated),
	    cmocka_unit_test(pointers_call_no_more_than_they_did),
	    cmocka_unit_test(pointers_to_nobody_are_exact),
	    cmocka_unit_test(paths_tell_callbacks_from_pointers),
	    cmocka_unit_test(pointers_to_one_function_are_all_its),
	    cmocka_unit_test(sampled_pointers_call_no_more_than_they_did),
	    cmocka_unit_test(waits_tell_who_called),
	    cmocka_unit_test(types_tell_pointers_apart),
	    cmocka_unit_test(numbers_tell_what_several_called_at_least),
	    cmocka_unit_test(all_that_several_called_is_the_only_one),
	    cmocka_unit_test(calls_without_a_type_may_be_of_any),
	    cmocka_unit_test(callbacks_are_of_no_untyped_call),
	    cmocka_unit_test(what_has_a_type_comes_first),
	    cmocka_unit_test(samples_outdo_types),
	    cmocka_unit_test(samples_leave_calls_to_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
