/* call_builder.h: profiles of a few functions that call each other, for tests of who called. */
#ifndef LINEPROF_TESTS_TOOLS_CALL_BUILDER_H
#define LINEPROF_TESTS_TOOLS_CALL_BUILDER_H

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
	struct lp_clock clock;
};

/* Nodes of small_function() that a call may stand in. */
enum { AT_HEAD = 1, IN_BODY = 2 };

static inline void make(struct made *f, const char *name, uint32_t line, uint64_t calls, uint64_t passes)
{
	memset(f, 0, sizeof(*f));
	small_function(&f->small, name, SOURCE, line, NULL);
	f->small.table.calls = f->calls;
	f->counters[0] = calls;
	f->counters[1] = passes;
	f->clock = (struct lp_clock){calls, 100, 200, 0, 0};
}

/* Adds a call, of NULL through a pointer. */
static inline void call(struct made *f, uint32_t line, uint32_t node, const char *callee)
{
	f->calls[f->small.table.call_count++] =
	    (struct lp_call){0, line, node, callee ? builder_name_hash(callee) : 0, 0};
}

/* Adds a call of what has `type` through a pointer. */
static inline void call_type(struct made *f, uint32_t line, uint32_t node, uint32_t type)
{
	f->calls[f->small.table.call_count++] = (struct lp_call){0, line, node, 0, type};
}

/* Pointers of `type` may call it. */
static inline void has_type(struct made *f, uint32_t type)
{
	f->type = type;
	f->small.table.types = &f->type;
	f->small.table.type_count = 1;
}

static inline void open_functions(struct lp_profile *profile, const struct made *functions, uint32_t count)
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
		clocks[i] = functions[i].clock;
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

static inline const struct lp_call_edge *edge_of(const struct lp_profile *profile, uint32_t caller,
					  uint32_t callee)
{
	for (size_t i = 0; i < profile->call_edge_count; i++)
		if (profile->call_edges[i].caller == caller &&
		    profile->call_edges[i].callee == callee)
			return &profile->call_edges[i];
	return NULL;
}

/* Whether there are `ncalls` from `caller` to `callee`, exact or not. */
static inline void has_calls(const struct lp_profile *profile, uint32_t caller, uint32_t callee,
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
static inline void adds_up(const struct lp_profile *profile)
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

/* Functions of these tests, in their order. */
enum { MAIN, F, G, H, I };

/* ---- paths ---- */

/* Begins anew with the edges of `profile`, to be fed with paths. */
static inline void begin_again(struct lp_edges *edges, struct lp_profile *profile)
{
	free(profile->call_edges);
	profile->call_edges = NULL;
	profile->call_edge_count = 0;
	for (size_t i = 0; i < profile->function_count; i++)
		profile->functions[i].caller_count = 0;
	assert_int_equal(lp_edges_begin(edges, profile), LP_OK);
}

static inline struct lp_place place(const struct lp_profile *profile, uint32_t function, uint32_t line)
{
	const struct lp_function *const f = &profile->functions[function];

	for (uint32_t i = 0; i < f->line_count; i++)
		if (profile->lines[profile->function_lines[f->first_line + i].line].line == line)
			return (struct lp_place){function, f->first_line + i};
	return (struct lp_place){function, LP_NO_INDEX};
}

static inline void feed(struct lp_edges *edges, const struct lp_place *places, size_t count,
		 uint64_t ticks)
{
	const struct lp_edge_path path = {places, count};

	assert_int_equal(lp_edges_add_self(edges, &path, 0, ticks, 1), LP_OK);
	assert_int_equal(lp_edges_add_totals(edges, &path, 0, ticks, 1), LP_OK);
}

#endif
