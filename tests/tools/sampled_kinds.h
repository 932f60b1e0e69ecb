/* sampled_kinds.h: kinds of profiles with samples, for mkprofile. */
#ifndef LINEPROF_TESTS_TOOLS_SAMPLED_KINDS_H
#define LINEPROF_TESTS_TOOLS_SAMPLED_KINDS_H

#include "tests/tools/sampled_profile.h"
#include "tests/tools/write_profile.h"

static inline void write_run(const char *kind, const struct sampled_run *run)
{
	const struct builder builder = sampled_profile(run);

	write_profile(kind, &builder);
}

/* By a clock whose ticks are no nanoseconds. */
static inline struct sampled_run run_by(const struct lp_stack_node *nodes, uint32_t count)
{
	struct sampled_run run = sampled_run_by(nodes, count);

	run.ticks_per_second = 1000 * MS_TICKS;
	run.lifetime_ticks = 1000 * MS_TICKS;
	run.clocks[SAMPLED_F_CALLER] = (struct lp_clock){7, 999 * MS_TICKS, 999 * MS_TICKS, 0, 0};
	return run;
}

static inline void make_sampled_by(const char *kind, const struct lp_stack_node *nodes,
				   uint32_t count)
{
	const struct sampled_run run = run_by(nodes, count);

	write_run(kind, &run);
}

static inline void make_sampled(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 500),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 300),
	};

	make_sampled_by(kind, nodes, sizeof(nodes) / sizeof(nodes[0]));
}

/* A function whose code is another file, which it could include; its own is gone. */
static inline void make_included(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 500),
	    NODE_LEAF(1, mark_leaf_last, SAMPLED_F_CALLER, 100),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 200),
	};
	struct sampled_run run = run_by(nodes, sizeof(nodes) / sizeof(nodes[0]));

	run.leaf_path = LINEPROF_TESTS "/tools/generated.c";
	write_run(kind, &run);
}

/* It waits for half of its time, at one line. */
static inline void make_waiting(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 500),
	    NODE_WAIT(1, mark_leaf_first + 1, SAMPLED_F_CALLER, 500 * MS_TICKS),
	};

	make_sampled_by(kind, nodes, sizeof(nodes) / sizeof(nodes[0]));
}

/* A line with time of its own and of what it calls. */
static inline void make_calling(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 300),
	    NODE_LEAF(0, mark_behind_call - 1, SAMPLED_F_CALLER, 500),
	};

	make_sampled_by(kind, nodes, sizeof(nodes) / sizeof(nodes[0]));
}

/* Its samples count for two periods each. */
static inline void make_weighted(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 800),
	};
	struct sampled_run run = run_by(nodes, sizeof(nodes) / sizeof(nodes[0]));

	run.samples_taken = 800;
	run.sample_squares = 400 * 2 * 2;
	write_run(kind, &run);
}

/* As much time as in make_weighted(), by fewer samples. */
static inline void make_rare(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_CALLER, 200),
	};
	struct sampled_run run = run_by(nodes, sizeof(nodes) / sizeof(nodes[0]));

	run.samples_taken = 200;
	run.sample_squares = 200;
	run.sample_period_ns = 4 * MS;
	write_run(kind, &run);
}

/* The run of make_sampled() in two threads, of which one pays more for the same line. On it are
 * divisions, of which one is seldom executed, a square root and an allocation in no loop. */
static inline void make_hinted(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, -1, 500),
	    NODE_LEAF(0, mark_inlined, -1, 300),
	    {.kind = LP_STACK_THREAD, .parent = 3, .address = 2},
	    NODE_LEAF(3, mark_leaf_first, -1, 200),
	};
	const struct lp_thread second = {2, 4712, "second", 1, 1 + 200 * MS, 0, 200 * MS, 0, 0, 0};
	const uint64_t calls[SAMPLED_FUNCTIONS] = {0, 40000000, 0};
	const struct sampled_run run = {
	    .lifetime_ticks = 800 * MS,
	    .cpu_ns = 800 * MS,
	    .calls = {999, 10000000, 7},
	    .nodes = nodes,
	    .node_count = sizeof(nodes) / sizeof(nodes[0]),
	    .engine = LP_ENGINE_TIMER,
	};
	struct builder builder = sampled_profile(&run);
	struct builder body = {.size = 0};

	builder_thread(&builder, &second);
	builder_counters(&builder, 0, 2, calls, SAMPLED_FUNCTIONS);
	builder_remark(&body, SAMPLED_INLINED_CODE, LP_REMARK_FLOAT_DIVISION, 0, "", "");
	builder_remark(&body, SAMPLED_LEAF_FIRST - SAMPLED_INLINED_CODE, LP_REMARK_DIVISION, 0, "",
		       "");
	builder_remark(&body, 0, LP_REMARK_FLOAT_DIVISION, LP_REMARK_OWN_CODE, "", "");
	builder_remark(&body, 0, LP_REMARK_SQUARE_ROOT, LP_REMARK_EACH_ROUND, "", "");
	builder_remark(&body, 0, LP_REMARK_ALLOCATION, LP_REMARK_OWN_CODE, "malloc", "");
	builder_remarks(&builder, 0, SAMPLED_SOURCE, &body, 0);
	builder_end(&builder);
	write_profile(kind, &builder);
}

/* As if it had called itself. */
static inline void make_recursive(const char *kind)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 330),
	    NODE_CALL(1, mark_behind_call),
	    NODE_LEAF(3, mark_leaf_last, SAMPLED_F_CALLER, 60),
	    NODE_LEAF(3, mark_inlined, SAMPLED_F_CALLER, 210),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 200),
	};

	make_sampled_by(kind, nodes, sizeof(nodes) / sizeof(nodes[0]));
}

#endif
