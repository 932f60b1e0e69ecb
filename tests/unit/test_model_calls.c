/* test_model_calls.c: calls between functions: counts, estimates, times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/edges.h"

enum { SOURCE = 11, MOST_CALLS = 4 };

/* A function for these tests: called `calls` times, its body runs `passes` times. */
struct made {
	struct small_function small;
	struct lp_call calls[MOST_CALLS];
	uint32_t type;
	uint64_t counters[SMALL_COUNTERS];
};

/* Nodes of small_function() that a call may stand in. */
enum { AT_HEAD = 1, IN_BODY = 2 };

static void make(struct made *f, const char *name, uint32_t line, uint64_t calls, uint64_t passes)
{
	memset(f, 0, sizeof(*f));
	small_function(&f->small, name, SOURCE, line, NULL);
	f->small.table.calls = f->calls;
	f->counters[0] = calls;
	f->counters[1] = passes;
}

/* Adds a call, of NULL through a pointer. */
static void call(struct made *f, uint32_t line, uint32_t node, const char *callee)
{
	f->calls[f->small.table.call_count++] =
	    (struct lp_call){0, line, node, callee ? builder_name_hash(callee) : 0, 0};
}

/* Adds a call of what has `type` through a pointer. */
static void call_type(struct made *f, uint32_t line, uint32_t node, uint32_t type)
{
	f->calls[f->small.table.call_count++] = (struct lp_call){0, line, node, 0, type};
}

/* Pointers of `type` may call it. */
static void has_type(struct made *f, uint32_t type)
{
	f->type = type;
	f->small.table.types = &f->type;
	f->small.table.type_count = 1;
}

static void open_functions(struct lp_profile *profile, const struct made *functions, uint32_t count)
{
	const struct lp_info info = {.ticks_per_second = 1000000000, .end_ticks = 1000};
	const struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	const struct lp_thread thread = {.thread = 1, .start_ticks = 1, .end_ticks = 1001};
	uint64_t counters[8 * SMALL_COUNTERS];
	struct lp_clock clocks[8] = {{0}};
	struct lp_table tables[8];
	struct builder builder;
	char path[] = "/tmp/test_model_calls.XXXXXX";
	const int fd = mkstemp(path);

	builder_begin(&builder, &info);
	builder_module(&builder, &module, "/bin/calls");
	builder_file(&builder, 0, SOURCE, NULL, "/src/a.c");
	for (uint32_t i = 0; i < count; i++) {
		tables[i] = functions[i].small.table;
		memcpy(&counters[i * SMALL_COUNTERS], functions[i].counters,
		       sizeof(functions[i].counters));
		clocks[i] = (struct lp_clock){functions[i].counters[0], 100, 200, 0, 0};
	}
	builder_funcs(&builder, 0, tables, count);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, counters, (uint64_t)count * SMALL_COUNTERS);
	builder_clocks(&builder, 0, 1, clocks, count);
	builder_end(&builder);
	assert_int_equal(write(fd, builder.data, builder.size), builder.size);
	close(fd);
	assert_int_equal(lp_profile_open(profile, path, NULL), LP_OK);
	unlink(path);
	free(builder.data);
}

static const struct lp_call_edge *edge_of(const struct lp_profile *profile, uint32_t caller,
					  uint32_t callee)
{
	for (size_t i = 0; i < profile->call_edge_count; i++)
		if (profile->call_edges[i].caller == caller &&
		    profile->call_edges[i].callee == callee)
			return &profile->call_edges[i];
	return NULL;
}

/* Whether there are `ncalls` from `caller` to `callee`, exact or not. */
static void has_calls(const struct lp_profile *profile, uint32_t caller, uint32_t callee,
		      uint64_t ncalls, bool is_exact)
{
	const struct lp_call_edge *const edge = edge_of(profile, caller, callee);

	if (ncalls == 0) {
		assert_true(!edge || edge->ncalls == 0);
		return;
	}
	assert_non_null(edge);
	assert_int_equal(edge->ncalls, ncalls);
	assert_int_equal(!(edge->flags & LP_CALL_ESTIMATED), is_exact);
}

/* Calls and times of every function are those of its edges together. */
static void adds_up(const struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const f = &profile->functions[i];
		uint64_t ncalls = 0;
		uint64_t self = 0;
		uint64_t total = 0;

		for (uint32_t k = 0; k < f->caller_count; k++) {
			const struct lp_call_edge *const edge =
			    &profile->call_edges[f->first_caller + k];

			assert_int_equal(edge->callee, i);
			ncalls += edge->ncalls;
			self += edge->self_ticks;
			total += edge->total_ticks;
		}
		assert_int_equal(ncalls, f->ncalls);
		assert_int_equal(self, f->self_ticks);
		assert_int_equal(total, f->total_ticks);
	}
}

enum { MAIN, F, G, H, I };

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

/* ---- paths ---- */

/* Begins anew with the edges of `profile`, to be fed with paths. */
static void begin_again(struct lp_edges *edges, struct lp_profile *profile)
{
	free(profile->call_edges);
	profile->call_edges = NULL;
	profile->call_edge_count = 0;
	for (size_t i = 0; i < profile->function_count; i++)
		profile->functions[i].caller_count = 0;
	assert_int_equal(lp_edges_begin(edges, profile), LP_OK);
}

static struct lp_place place(const struct lp_profile *profile, uint32_t function, uint32_t line)
{
	const struct lp_function *const f = &profile->functions[function];

	for (uint32_t i = 0; i < f->line_count; i++)
		if (profile->lines[profile->function_lines[f->first_line + i].line].line == line)
			return (struct lp_place){function, f->first_line + i};
	return (struct lp_place){function, LP_NO_INDEX};
}

static void feed(struct lp_edges *edges, const struct lp_place *places, size_t count,
		 uint64_t ticks)
{
	const struct lp_edge_path path = {places, count};

	assert_int_equal(lp_edges_add_self(edges, &path, 0, ticks, 1), LP_OK);
	assert_int_equal(lp_edges_add_totals(edges, &path, 0, ticks, 1), LP_OK);
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

/* Samples say all, call sites say how many at most. */
static void sampled_pointers_call_no_more_than_they_did(void **state)
{
	struct lp_profile profile;
	struct lp_edges edges;
	struct made f[2];

	(void)state;
	make(&f[MAIN], "main", 10, 1, 100);
	call(&f[MAIN], 12, IN_BODY, NULL);
	make(&f[F], "f", 20, 150, 0);
	open_functions(&profile, f, 2);
	begin_again(&edges, &profile);
	{
		const struct lp_place pointer[] = {place(&profile, F, 21),
						   place(&profile, MAIN, 12)};

		feed(&edges, pointer, 2, 10);
	}
	assert_int_equal(lp_edges_finish(&edges), LP_OK);
	lp_edges_free(&edges);
	has_calls(&profile, MAIN, F, 100, false);
	has_calls(&profile, LP_NO_INDEX, F, 50, false);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(direct_calls_are_exact),
	    cmocka_unit_test(constructors_have_two_names),
	    cmocka_unit_test(callbacks_are_exact_without_pointers),
	    cmocka_unit_test(pointers_are_estimated),
	    cmocka_unit_test(pointers_call_no_more_than_they_did),
	    cmocka_unit_test(pointers_to_nobody_are_exact),
	    cmocka_unit_test(circles_have_no_first_caller),
	    cmocka_unit_test(times_without_samples_follow_calls),
	    cmocka_unit_test(paths_share_times),
	    cmocka_unit_test(paths_tell_callbacks_from_pointers),
	    cmocka_unit_test(pointers_to_one_function_are_all_its),
	    cmocka_unit_test(sampled_pointers_call_no_more_than_they_did),
	    cmocka_unit_test(no_call_has_less_than_its_own_time),
	    cmocka_unit_test(types_tell_pointers_apart),
	    cmocka_unit_test(numbers_tell_what_several_called_at_least),
	    cmocka_unit_test(all_that_several_called_is_the_only_one),
	    cmocka_unit_test(calls_without_a_type_may_be_of_any),
	    cmocka_unit_test(callbacks_are_of_no_untyped_call),
	    cmocka_unit_test(what_has_a_type_comes_first),
	    cmocka_unit_test(samples_outdo_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
