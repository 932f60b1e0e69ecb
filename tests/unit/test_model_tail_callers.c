/*
 * test_model_tail_callers.c: whose the time of a call is, where its caller left no frame and
 * several may be it.
 */
#include "tests/tools/call_builder.h"

/* Of main's lines f and g are called, which call h. */
static void make_callers(struct made *f, uint64_t by_f, const char *g_calls, uint64_t by_g)
{
	make(&f[MAIN], "main", 10, 1, 9);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, AT_HEAD, "f");
	call(&f[MAIN], 13, AT_HEAD, "g");
	make(&f[F], "f", 20, 19, by_f);
	call(&f[F], 22, IN_BODY, "h");
	make(&f[G], "g", 30, 10, by_g);
	call(&f[G], 32, IN_BODY, g_calls);
	make(&f[H], "h", 40, by_f + by_g, 0);
}

/* As much time in h as below it. */
static void feed_twice(struct lp_edges *edges, const struct lp_place *places, size_t count,
		       uint64_t ticks)
{
	const struct lp_edge_path path = {places, count};

	feed(edges, places, count, ticks);
	assert_int_equal(lp_edges_add_totals(edges, &path, 0, ticks, 1), LP_OK);
}

/* The times of h's calls by f and g, where main's line 13 leads to it without a frame between. */
static void check_shares(const struct made *f, uint64_t by_f, uint64_t by_g, uint32_t flags)
{
	struct lp_profile profile;
	struct lp_edges edges;

	open_functions(&profile, f, 4);
	begin_again(&edges, &profile);
	{
		const struct lp_place whole[] = {place(&profile, H, 41), place(&profile, G, 32),
						 place(&profile, MAIN, 13)};
		const struct lp_place jumped[] = {whole[0], whole[2]};

		feed_twice(&edges, whole, 3, 20);
		feed_twice(&edges, jumped, 2, 80);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	/* h has 100 ticks of its own, and 100 below. */
	assert_int_equal(edge_of(&profile, F, H)->self_ticks, by_f);
	assert_int_equal(edge_of(&profile, G, H)->self_ticks, by_g);
	assert_int_equal(edge_of(&profile, F, H)->total_ticks, 2 * by_f);
	assert_int_equal(edge_of(&profile, F, H)->flags & LP_CALL_GUESSED, flags);
	assert_int_equal(edge_of(&profile, G, H)->flags & LP_CALL_GUESSED, flags);
	adds_up(&profile);
	lp_profile_free(&profile);
}

/* That line called each ten times: half of f's calls of h are from there, and all of g's. */
static void several_share_by_calls(void **state)
{
	struct made f[4];

	(void)state;
	make_callers(f, 38, "h", 20);
	check_shares(f, 40, 60, LP_CALL_GUESSED);
}

static void a_pointer_may_have_called(void **state)
{
	struct made f[4];

	(void)state;
	make_callers(f, 38, NULL, 60);
	check_shares(f, 20, 80, LP_CALL_GUESSED);
}

/* What g's pointer called has its calls all by another: it is not suspected. */
static void what_called_elsewhere_is_no_caller(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[5];

	(void)state;
	make_callers(f, 38, NULL, 60);
	has_type(&f[H], 1);
	f[G].small.table.call_count = 0;
	call_type(&f[G], 32, IN_BODY, 2);
	make(&f[I], "i", 50, 60, 0);
	has_type(&f[I], 2);
	f[H].counters[0] = 48; /* ten by code that is not known */
	open_functions(&profile, f, 5);
	begin_again(&edges, &profile);
	{
		const struct lp_place jumped[] = {place(&profile, H, 41),
						  place(&profile, MAIN, 13)};

		feed_twice(&edges, jumped, 2, 80);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	assert_int_equal(edge_of(&profile, F, H)->self_ticks, 100);
	assert_int_equal(edge_of(&profile, F, H)->flags & LP_CALL_GUESSED, 0);
	assert_null(edge_of(&profile, G, H));
	adds_up(&profile);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(several_share_by_calls),
	    cmocka_unit_test(a_pointer_may_have_called),
	    cmocka_unit_test(what_called_elsewhere_is_no_caller),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
