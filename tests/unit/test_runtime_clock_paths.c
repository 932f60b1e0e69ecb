/* test_runtime_clock_paths.c: paths of calls whose clocks were read, with what they ran. */
#include "runtime_fixture.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>

enum { LONG_CALLS = 10, SHORT_CALLS = 2000 };

/* 5 ms, and 5 ms not on a CPU. */
__attribute__((noinline)) static void take_long(void)
{
	const uint32_t is_open = enter(0, HERE);

	burn_us(5000);
	usleep(5000);
	leave(is_open, HERE);
}

/* A tenth of what is always kept. */
__attribute__((noinline)) static void be_short(void)
{
	const uint32_t is_open = enter(1, HERE);

	burn_us(100);
	leave(is_open, HERE);
}

__attribute__((noinline)) static void call_long(void)
{
	take_long();
	count(1);
}

static int run_calls(void)
{
	__lineprof_register(&subject_module);
	count(0);
	for (int i = 0; i < LONG_CALLS; i++) {
		call_long();
		take_long();
	}
	for (int i = 0; i < SHORT_CALLS; i++)
		be_short();
	return 0;
}

/* As where others have the processor while a path is looked for. */
static bool is_interrupted;

size_t __real_lp_callpath_walk_callers(struct lp_thread_state *thread, uintptr_t frame,
				       uintptr_t *path);
size_t __wrap_lp_callpath_walk_callers(struct lp_thread_state *thread, uintptr_t frame,
				       uintptr_t *path);

size_t __wrap_lp_callpath_walk_callers(struct lp_thread_state *thread, uintptr_t frame,
				       uintptr_t *path)
{
	if (is_interrupted)
		usleep(20000);
	return __real_lp_callpath_walk_callers(thread, frame, path);
}

static int run_interrupted(void)
{
	__lineprof_register(&subject_module);
	is_interrupted = true;
	for (int i = 0; i < LONG_CALLS; i++)
		take_long();
	return 0;
}

static jmp_buf outside;

__attribute__((noinline)) static void jump_out(void)
{
	enter(2, HERE);
	burn_us(3000);
	longjmp(outside, 1);
}

/* Where the frame of a call was, others are when its clock is closed. */
static int run_jumps(void)
{
	__lineprof_register(&subject_module);
	for (volatile int i = 0; i < LONG_CALLS; i++)
		if (!setjmp(outside))
			jump_out();
	take_long();
	return 0;
}

__attribute__((noinline)) static void descend(int depth)
{
	if (depth == 0)
		take_long();
	else
		descend(depth - 1);
	count(2);
}

/* More callers than a path has addresses. */
static int run_deep(void)
{
	__lineprof_register(&subject_module);
	count(0);
	descend(2 * LP_PATH_DEPTH);
	return 0;
}

/* More than rows stay for, each with a call that is always kept and one that hardly ever is. */
enum { THREADS = 100 };

static void *run_briefly(void *unused)
{
	uint32_t is_open = enter(0, HERE);

	(void)unused;
	burn_us(1500);
	leave(is_open, HERE);
	is_open = enter(1, HERE);
	burn_us(5);
	leave(is_open, HERE);
	return NULL;
}

static int run_threads(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	count(0);
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&thread, NULL, run_briefly, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}

static const struct subject subjects[] = {
    {"calls", run_calls}, {"threads", run_threads},         {"deep", run_deep},
    {"jumps", run_jumps}, {"interrupted", run_interrupted},
};

/* Ticks with paths, and how many paths that is. */
struct kept {
	double ms;
	unsigned paths;
};

static struct kept kept_of(const struct profile *profile, uint32_t kind, unsigned func)
{
	struct lp_section_at at = {0};
	struct kept kept = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		if (at.kind != LP_SECT_STACKS)
			continue;
		for (uint32_t i = 0; i < lp_section_stacks(&at)->capacity; i++) {
			const struct lp_stack_node *const node = &lp_section_stack_nodes(&at)[i];

			if (node->kind != kind || node->region != LP_REGION(0, func))
				continue;
			kept.ms += (double)node->count * 1000 /
				   (double)profile->reader.info->ticks_per_second;
			kept.paths++;
		}
	}
	return kept;
}

/* By clock, without what it was off CPUs. */
static double ran_ms(const struct profile *profile, unsigned func)
{
	const uint64_t ticks = clock_sum(profile, func).self_ticks - off_cpu_sum(profile, func);

	return (double)ticks * 1000 / (double)profile->reader.info->ticks_per_second;
}

static void assert_about(double value, double expected, double tolerance)
{
	if (fabs(value - expected) > tolerance)
		fail_msg("%.3f instead of %.3f +- %.3f", value, expected, tolerance);
}

/* What it was off CPUs for, though it could have had one. */
static double waited_ms(const struct profile *profile, unsigned func)
{
	const uint64_t ticks =
	    off_cpu_sum(profile, func) - clock_array_sum(profile, func, LP_CLOCK_DELAY);

	return (double)ticks * 1000 / (double)profile->reader.info->ticks_per_second;
}

/* Of a run in which the function's calls always had a CPU, if one of three is such: what was lost
 * between two readings of the kernel's clocks is the path's or not. */
static struct profile calm_profile(const char *subject)
{
	struct profile profile;

	for (int tries = 1;; tries++) {
		assert_int_equal(run_subject(subject), 0);
		profile = open_own_profile("");
		if (tries == 3 || clock_array_sum(&profile, 0, LP_CLOCK_DELAY) == 0)
			return profile;
		close_profile(&profile);
	}
}

static void assert_calls_kept(const char *engine)
{
	struct profile profile;
	struct kept calls;

	use_engine(engine);
	profile = calm_profile("calls");
	calls = kept_of(&profile, LP_STACK_CLOCK, 0);
	assert_about(calls.ms, ran_ms(&profile, 0), 0.01);
	assert_int_equal(calls.paths, 2);
	calls = kept_of(&profile, LP_STACK_CLOCK_WAIT, 0);
	assert_true(calls.ms > 2 * LONG_CALLS * 5);
	assert_about(calls.ms, waited_ms(&profile, 0), 0.01);
	assert_int_equal(calls.paths, 2);
	/* Some 200 of them, each for about a millisecond, which chance makes 14 more or less. */
	calls = kept_of(&profile, LP_STACK_CLOCK, 1);
	assert_about(calls.ms, ran_ms(&profile, 1), 5 * 14.2);
	assert_int_equal(calls.paths, 1);
	close_profile(&profile);
}

static void test_calls(void **state)
{
	(void)state;
	assert_calls_kept("timer");
}

/* Clocks need none. */
static void test_without_samples(void **state)
{
	(void)state;
	assert_calls_kept("none");
}

/* What others do meanwhile is no work of lineprof's. */
static void test_interrupted(void **state)
{
	struct profile profile;
	const struct lp_info *info;

	(void)state;
	use_engine("timer");
	assert_int_equal(run_subject("interrupted"), 0);
	profile = open_own_profile("");
	info = profile.reader.info;
	assert_true(kept_of(&profile, LP_STACK_CLOCK, 0).paths > 0);
	/* A tenth of what it took. */
	assert_true((double)info->overhead_ticks / (double)info->ticks_per_second <
		    LONG_CALLS * 0.002);
	close_profile(&profile);
}

static void test_jumps(void **state)
{
	struct profile profile;

	(void)state;
	use_engine("timer");
	profile = calm_profile("jumps");
	assert_int_equal(kept_of(&profile, LP_STACK_CLOCK, 2).paths, 0);
	assert_about(kept_of(&profile, LP_STACK_CLOCK, 0).ms, ran_ms(&profile, 0), 0.01);
	close_profile(&profile);
}

static const struct lp_stack_node *node_numbered(const struct profile *profile, uint32_t number)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_STACKS && number >= lp_section_stacks(&at)->first &&
		    number - lp_section_stacks(&at)->first < lp_section_stacks(&at)->capacity)
			return &lp_section_stack_nodes(&at)[number - lp_section_stacks(&at)->first];
	fail_msg("no node %u", number);
	return NULL;
}

/* How many addresses the path of the function's first calls has. */
static unsigned depth_of(const struct profile *profile, unsigned func)
{
	struct lp_section_at at = {0};
	unsigned depth = 0;

	while (lp_reader_next(&profile->reader, &at))
		for (uint32_t i = 0;
		     at.kind == LP_SECT_STACKS && i < lp_section_stacks(&at)->capacity; i++) {
			const struct lp_stack_node *node = &lp_section_stack_nodes(&at)[i];

			if (node->kind != LP_STACK_CLOCK || node->region != LP_REGION(0, func))
				continue;
			for (; node->kind != LP_STACK_THREAD; depth++)
				node = node_numbered(profile, node->parent);
			return depth;
		}
	return 0;
}

/* Adds what the function's clock has in each row of a thread, but for row 0. */
static void add_clocks(const struct profile *profile, unsigned func, double ms[2 * THREADS])
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		if (at.kind != LP_SECT_CLOCKS || lp_section_clocks(&at)->thread == 0)
			continue;
		assert_true(lp_section_clocks(&at)->thread < 2 * THREADS);
		ms[lp_section_clocks(&at)->thread] +=
		    (double)lp_section_clock_values(&at)[func].self_ticks * 1000 /
		    (double)profile->reader.info->ticks_per_second;
	}
}

/* The same of the function's paths. */
static void add_paths(const struct profile *profile, unsigned func, double ms[2 * THREADS])
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		for (uint32_t i = 0;
		     at.kind == LP_SECT_STACKS && i < lp_section_stacks(&at)->capacity; i++) {
			const struct lp_stack_node *node = &lp_section_stack_nodes(&at)[i];
			const double here = (double)node->count * 1000 /
					    (double)profile->reader.info->ticks_per_second;

			if (node->kind != LP_STACK_CLOCK || node->region != LP_REGION(0, func))
				continue;
			while (node->kind != LP_STACK_THREAD)
				node = node_numbered(profile, node->parent);
			assert_true(node->address < 2 * THREADS);
			ms[node->address] += here;
		}
}

/* How many times what its clock has the paths of the function have in a row of one thread, at the
 * most. */
static double most_of_thread(const struct profile *profile, unsigned func)
{
	double most = 0, paths[2 * THREADS] = {0}, clocks[2 * THREADS] = {0};

	add_paths(profile, func, paths);
	add_clocks(profile, func, clocks);
	for (unsigned i = 1; i < 2 * THREADS; i++)
		if (paths[i] > most * clocks[i])
			most = paths[i] / clocks[i];
	return most;
}

/* Of threads that are gone the paths go where their clocks go, and the first call of each is drawn
 * for as any other. */
static void test_threads(void **state)
{
	struct profile profile;

	(void)state;
	use_engine("timer");
	assert_int_equal(run_subject("threads"), 0);
	profile = open_own_profile("");
	assert_about(kept_of(&profile, LP_STACK_CLOCK, 0).ms, ran_ms(&profile, 0), 0.01);
	assert_true(most_of_thread(&profile, 0) < 1.7);
	/* Half a millisecond in all, of which about half a path is kept. */
	assert_true(kept_of(&profile, LP_STACK_CLOCK, 1).ms < ran_ms(&profile, 1) + 10);
	close_profile(&profile);
}

/* Paths of ended threads are read again, into as much. */
static void test_deep(void **state)
{
	struct profile profile;

	(void)state;
	use_engine("timer");
	assert_int_equal(run_subject("deep"), 0);
	profile = open_own_profile("");
	assert_int_equal(depth_of(&profile, 0), LP_PATH_DEPTH);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_calls),       RUNTIME_TEST(test_threads), RUNTIME_TEST(test_jumps),
    RUNTIME_TEST(test_interrupted), RUNTIME_TEST(test_deep),    RUNTIME_TEST(test_without_samples),
};

RUNTIME_TEST_MAIN(subjects, tests)
