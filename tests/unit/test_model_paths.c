/* test_model_paths.c: the frames that a sample missed. */
#include "tests/tools/call_builder.h"
#include "viewer/model/sampled_path.h"

enum { LEAF = 0x1100, RETURN = 0x1200 };

/* A profile with what its paths are read by. */
struct reading {
	const struct lp_profile *profile;
	struct lp_edges edges;
	struct lp_only_ways ways;
};

static void begin_reading(struct reading *reading, struct lp_profile *profile)
{
	reading->profile = profile;
	begin_again(&reading->edges, profile);
	assert_int_equal(lp_only_ways_find(&reading->ways, profile), LP_OK);
}

static void end_reading(struct reading *reading, struct lp_profile *profile)
{
	lp_only_ways_free(&reading->ways);
	lp_edges_free(&reading->edges);
	lp_profile_free(profile);
}

/* Reads the path of a sample in `inner` that was found below a call of `called` in `outer`; in code
 * that is not instrumented, or below nothing, if one is .function LP_NO_INDEX. The clock of
 * `clocked` ran. */
static struct lp_sampled_path path_below(struct reading *reading, struct lp_place inner,
					 struct lp_place outer, uint32_t called, uint32_t clocked)
{
	const struct lp_stack_node nodes[] = {
	    {.kind = LP_STACK_THREAD},
	    {.kind = LP_STACK_CALL, .address = RETURN, .parent = 0},
	    {.kind = LP_STACK_LEAF, .address = LEAF, .parent = 1},
	};
	struct lp_stack_range stacks = {.count = 3, .nodes = nodes};
	struct lp_place places[] = {inner, outer};
	struct lp_site found[] = {
	    {.address = LEAF,
	     .is_leaf = true,
	     .first_place = 0,
	     .place_count = inner.function != LP_NO_INDEX},
	    {.address = RETURN,
	     .first_place = 1,
	     .place_count = outer.function != LP_NO_INDEX,
	     .called = called},
	};
	uint64_t begins[] = {0}; /* all addresses are the one module's */
	uint32_t owners[] = {0};
	const struct lp_sites sites = {
	    .objects = {.begins = begins, .owners = owners, .count = 1},
	    .stacks = &stacks,
	    .stack_count = 1,
	    .sites = found,
	    .site_count = 2,
	    .places = places,
	};
	const struct lp_path_sources from = {reading->profile, &sites, &reading->ways,
					     &reading->edges.callers};
	struct lp_sampled_path path = {0};

	assert_int_equal(lp_sampled_path_read(&path, &from, &nodes[2]), LP_OK);
	if (clocked != LP_NO_INDEX)
		assert_int_equal(lp_sampled_path_add_missing(&path, &from, clocked), LP_OK);
	return path;
}

/* The same where the call does not say whom it calls. */
static struct lp_sampled_path path_of(struct reading *reading, struct lp_place inner,
				      struct lp_place outer, uint32_t clocked)
{
	return path_below(reading, inner, outer, LP_NO_INDEX, clocked);
}

/* `lines` of 0 are not known. */
static void is_path(const struct lp_profile *profile, struct lp_sampled_path path,
		    const uint32_t *functions, const uint32_t *lines, size_t count)
{
	assert_int_equal(path.count, count);
	for (size_t i = 0; i < count; i++) {
		const struct lp_place want = lines[i] ? place(profile, functions[i], lines[i])
						      : (struct lp_place){functions[i], LP_NO_INDEX};

		assert_int_equal(path.places[i].function, want.function);
		assert_int_equal(path.places[i].function_line, want.function_line);
	}
	lp_sampled_path_free(&path);
}

static const struct lp_place nothing = {LP_NO_INDEX, LP_NO_INDEX};

/* main calls f, which alone calls g. */
static void only_callers_are_put_in(void **state)
{
	struct lp_profile profile;
	struct reading reading;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 2);
	call(&f[MAIN], 12, IN_BODY, "f");
	make(&f[F], "f", 20, 2, 6);
	call(&f[F], 22, IN_BODY, "g");
	make(&f[G], "g", 30, 6, 0);
	open_functions(&profile, f, 3);
	begin_reading(&reading, &profile);
	is_path(&profile,
		path_of(&reading, place(&profile, G, 31), place(&profile, MAIN, 12), LP_NO_INDEX),
		(const uint32_t[]){G, F, MAIN}, (const uint32_t[]){31, 22, 12}, 3);
	is_path(&profile, path_of(&reading, place(&profile, G, 31), nothing, LP_NO_INDEX),
		(const uint32_t[]){G, F, MAIN}, (const uint32_t[]){31, 22, 12}, 3);
	is_path(&profile,
		path_of(&reading, place(&profile, G, 31), place(&profile, F, 22), LP_NO_INDEX),
		(const uint32_t[]){G, F, MAIN}, (const uint32_t[]){31, 22, 12}, 3);
	end_reading(&reading, &profile);
}

/* Its clock says that g ran: below a library's code its frame can be missing, but not where the
 * sample is in its caller itself. */
static void clocks_tell_what_is_missing(void **state)
{
	struct lp_profile profile;
	struct reading reading;
	struct made f[3];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 2);
	call(&f[MAIN], 12, IN_BODY, "f");
	make(&f[F], "f", 20, 2, 6);
	call(&f[F], 22, IN_BODY, "g");
	make(&f[G], "g", 30, 6, 0);
	open_functions(&profile, f, 3);
	begin_reading(&reading, &profile);
	is_path(&profile, path_of(&reading, nothing, place(&profile, F, 22), G),
		(const uint32_t[]){G, F, MAIN}, (const uint32_t[]){0, 22, 12}, 3);
	is_path(&profile, path_of(&reading, nothing, place(&profile, F, 22), F),
		(const uint32_t[]){F, MAIN}, (const uint32_t[]){22, 12}, 2);
	is_path(&profile, path_of(&reading, place(&profile, F, 22), place(&profile, MAIN, 12), G),
		(const uint32_t[]){F, MAIN}, (const uint32_t[]){22, 12}, 2);
	is_path(&profile, path_of(&reading, nothing, nothing, G), (const uint32_t[]){G, F, MAIN},
		(const uint32_t[]){0, 22, 12}, 3);
	end_reading(&reading, &profile);
}

/* f and g both call h: only the line of main tells which it was. */
static void lines_tell_callers(void **state)
{
	struct lp_profile profile;
	struct reading reading;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 2);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, AT_HEAD, "f");
	call(&f[MAIN], 13, AT_HEAD, "g");
	make(&f[F], "f", 20, 3, 6);
	call(&f[F], 22, IN_BODY, "h");
	call(&f[F], 23, AT_HEAD, "h");
	make(&f[G], "g", 30, 1, 6);
	call(&f[G], 32, IN_BODY, "h");
	make(&f[H], "h", 40, 15, 0);
	open_functions(&profile, f, 4);
	begin_reading(&reading, &profile);
	/* f calls it on two lines. */
	is_path(&profile,
		path_of(&reading, place(&profile, H, 41), place(&profile, MAIN, 12), LP_NO_INDEX),
		(const uint32_t[]){H, F, MAIN}, (const uint32_t[]){41, 0, 12}, 3);
	is_path(&profile,
		path_of(&reading, place(&profile, H, 41), place(&profile, MAIN, 13), LP_NO_INDEX),
		(const uint32_t[]){H, MAIN}, (const uint32_t[]){41, 13}, 2);
	/* A signal came there: what other lines call says nothing. */
	is_path(&profile,
		path_of(&reading, place(&profile, H, 41), place(&profile, MAIN, 11), LP_NO_INDEX),
		(const uint32_t[]){H, MAIN}, (const uint32_t[]){41, 11}, 2);
	is_path(&profile, path_of(&reading, place(&profile, H, 41), nothing, LP_NO_INDEX),
		(const uint32_t[]){H}, (const uint32_t[]){41}, 1);
	end_reading(&reading, &profile);
}

/* The function on the line calls h by name; but there and on the line are calls of nobody by name,
 * which may have been of h. */
static void pointers_leave_it_open(void **state)
{
	struct lp_profile profile;
	struct reading reading;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 2);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, AT_HEAD, "g");
	call(&f[MAIN], 13, AT_HEAD, "qsort");
	make(&f[F], "f", 20, 2, 6);
	call(&f[F], 22, IN_BODY, "h");
	call(&f[F], 23, AT_HEAD, NULL);
	make(&f[G], "g", 30, 3, 6);
	call(&f[G], 32, IN_BODY, "h");
	make(&f[H], "h", 40, 20, 0);
	open_functions(&profile, f, 4);
	begin_reading(&reading, &profile);
	is_path(&profile,
		path_of(&reading, place(&profile, H, 41), place(&profile, MAIN, 12), LP_NO_INDEX),
		(const uint32_t[]){H, MAIN}, (const uint32_t[]){41, 12}, 2);
	is_path(&profile,
		path_of(&reading, place(&profile, H, 41), place(&profile, MAIN, 13), LP_NO_INDEX),
		(const uint32_t[]){H, MAIN}, (const uint32_t[]){41, 13}, 2);
	end_reading(&reading, &profile);
}

/* f and g both call h, on one line of main: the call there says which one it was. */
static void calls_tell_whom_they_call(void **state)
{
	struct lp_profile profile;
	struct reading reading;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 2);
	call(&f[MAIN], 13, AT_HEAD, "f");
	call(&f[MAIN], 13, AT_HEAD, "g");
	call(&f[MAIN], 13, AT_HEAD, "h");
	make(&f[F], "f", 20, 3, 6);
	call(&f[F], 22, IN_BODY, NULL);
	make(&f[G], "g", 30, 1, 6);
	call(&f[G], 32, IN_BODY, "h");
	make(&f[H], "h", 40, 15, 0);
	open_functions(&profile, f, 4);
	begin_reading(&reading, &profile);
	is_path(
	    &profile,
	    path_below(&reading, place(&profile, H, 41), place(&profile, MAIN, 13), G, LP_NO_INDEX),
	    (const uint32_t[]){H, G, MAIN}, (const uint32_t[]){41, 32, 13}, 3);
	/* It may have jumped there by a pointer. */
	is_path(
	    &profile,
	    path_below(&reading, place(&profile, H, 41), place(&profile, MAIN, 13), F, LP_NO_INDEX),
	    (const uint32_t[]){H, F, MAIN}, (const uint32_t[]){41, 0, 13}, 3);
	is_path(
	    &profile,
	    path_below(&reading, place(&profile, H, 41), place(&profile, MAIN, 13), H, LP_NO_INDEX),
	    (const uint32_t[]){H, MAIN}, (const uint32_t[]){41, 13}, 2);
	/* A signal came there, just when h, which calls nothing, had returned. */
	is_path(
	    &profile,
	    path_below(&reading, place(&profile, G, 31), place(&profile, MAIN, 13), H, LP_NO_INDEX),
	    (const uint32_t[]){G, MAIN}, (const uint32_t[]){31, 13}, 2);
	end_reading(&reading, &profile);
}

/* Who resumes a coroutine is not who called it. */
static void coroutines_stand_where_they_are_resumed(void **state)
{
	struct lp_profile profile;
	struct reading reading;
	struct made f[4];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 2);
	call(&f[MAIN], 12, IN_BODY, "f");
	call(&f[MAIN], 13, AT_HEAD, "h");
	make(&f[F], "f", 20, 2, 6);
	call(&f[F], 22, IN_BODY, "g");
	make(&f[G], "g", 30, 6, 0);
	f[G].small.table.flags = LP_TABLE_COROUTINE;
	make(&f[H], "h", 40, 3, 6);
	call(&f[H], 42, IN_BODY, NULL);
	open_functions(&profile, f, 4);
	begin_reading(&reading, &profile);
	is_path(&profile,
		path_of(&reading, place(&profile, G, 31), place(&profile, H, 42), LP_NO_INDEX),
		(const uint32_t[]){G, H, MAIN}, (const uint32_t[]){31, 42, 13}, 3);
	is_path(&profile,
		path_of(&reading, place(&profile, G, 31), place(&profile, MAIN, 12), LP_NO_INDEX),
		(const uint32_t[]){G, MAIN}, (const uint32_t[]){31, 12}, 2);
	is_path(
	    &profile,
	    path_below(&reading, place(&profile, G, 31), place(&profile, MAIN, 12), F, LP_NO_INDEX),
	    (const uint32_t[]){G, MAIN}, (const uint32_t[]){31, 12}, 2);
	is_path(&profile, path_of(&reading, place(&profile, G, 31), nothing, LP_NO_INDEX),
		(const uint32_t[]){G}, (const uint32_t[]){31}, 1);
	end_reading(&reading, &profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_callers_are_put_in),
	    cmocka_unit_test(clocks_tell_what_is_missing),
	    cmocka_unit_test(lines_tell_callers),
	    cmocka_unit_test(pointers_leave_it_open),
	    cmocka_unit_test(calls_tell_whom_they_call),
	    cmocka_unit_test(coroutines_stand_where_they_are_resumed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
