/* test_runtime_threads.c: counters, rows and clocks of threads, and forked children. */
#include "runtime_fixture.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { SHORT_THREADS = 200, THREADS = 8, COUNTS = 200000 };

/* Seldom in the kernel: on a busy machine its ticks may not meet a thread for long. */
static void burn(unsigned milliseconds)
{
	static _Thread_local volatile unsigned sink;
	struct timespec now, begin;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	do {
		for (int i = 0; i < 10000; i++)
			sink++;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 <
		 (long)milliseconds);
}

static void *count_much(void *unused)
{
	(void)unused;
	for (int i = 0; i < COUNTS; i++)
		count(5);
	return NULL;
}

static int run_parallel(void)
{
	pthread_t threads[THREADS];

	__lineprof_register(&subject_module);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, count_much, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* Destructors of other keys count after ours was called first. */
static pthread_key_t late_key;

static void count_late(void *unused)
{
	void *const frame = __builtin_frame_address(0);
	const uint32_t is_open = enter(3, frame);

	(void)unused;
	count(6);
	usleep(100);
	leave(is_open, frame);
}

static void *be_short(void *milliseconds)
{
	void *const frame = __builtin_frame_address(0);
	uint32_t is_open;

	pthread_setspecific(late_key, &late_key);
	count(5);
	is_open = enter(1, frame);
	burn((unsigned)(uintptr_t)milliseconds);
	leave(is_open, frame);
	return NULL;
}

static int run_short(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	pthread_key_create(&late_key, count_late);
	for (int i = 0; i < SHORT_THREADS; i++) {
		pthread_create(&thread, NULL, be_short, (void *)(uintptr_t)(i % 4 ? 0 : 10));
		pthread_join(thread, NULL);
	}
	return 0;
}

/* Threads end with their clocks open: cancelled, and by pthread_exit(). */
static void *end_in_the_middle(void *unused)
{
	(void)unused;
	enter(2, __builtin_frame_address(0));
	usleep(20000);
	pthread_exit(NULL);
}

static int run_ended_open(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	pthread_create(&thread, NULL, end_in_the_middle, NULL);
	pthread_join(thread, NULL);
	return 0;
}

static int run_forking(void)
{
	__lineprof_register(&subject_module);
	for (int i = 0; i < 10; i++)
		count(1);
	for (int child = 0; child < 3; child++) {
		if (!fork()) {
			for (int i = 0; i <= child; i++)
				count(2);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		count(3);
	return 0;
}

static atomic_bool is_over;

static void *count_on(void *unused)
{
	(void)unused;
	while (!is_over)
		count(4);
	return NULL;
}

/* Forks while other threads count and the child makes threads of its own. */
static int run_forking_threads(void)
{
	pthread_t threads[3], own;

	__lineprof_register(&subject_module);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, count_on, NULL);
	usleep(20000);
	for (int i = 0; i < 5; i++)
		if (!fork()) {
			pthread_create(&own, NULL, count_much, NULL);
			pthread_join(own, NULL);
			count(2);
			exit(5);
		}
	while (wait(NULL) > 0)
		;
	is_over = true;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* Works unseen by samples, and lives when the program ends. */
static void *burn_and_wait(void *unused)
{
	sigset_t all;

	count(1);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	burn(60);
	is_over = true;
	pause();
	return unused;
}

static int run_left_alive(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	pthread_create(&thread, NULL, burn_and_wait, NULL);
	while (!is_over)
		usleep(1000);
	return 0;
}

static const struct subject subjects[] = {
    {"parallel", run_parallel},
    {"short", run_short},
    {"ended_open", run_ended_open},
    {"forking", run_forking},
    {"forking_threads", run_forking_threads},
    {"left_alive", run_left_alive},
};

static const uint64_t *counters_of(const struct profile *profile, uint32_t thread)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_COUNTERS && lp_section_counters(&at)->thread == thread)
			return lp_section_counter_values(&at);
	fail();
	return NULL;
}

static void test_parallel(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("parallel"), 0);
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 5), THREADS * COUNTS);
	assert_int_equal(profile.reader.info->threads_seen, THREADS + 1);
	assert_int_equal(profile.reader.info->threads_lost, 0);
	assert_int_equal(section_count(&profile, LP_SECT_THREAD), THREADS + 2);
	assert_true(row_of(&profile, 2).end_ticks > row_of(&profile, 2).start_ticks);
	assert_int_equal(row_of(&profile, 1).end_ticks, 0);
	close_profile(&profile);
}

/* Sum of the samples at leaves, by the thread that their paths start at. */
static uint64_t samples_at_leaves(const struct profile *profile, uint32_t thread)
{
	const struct lp_stack_node *nodes[8] = {0};
	const struct lp_stacks *heads[8] = {0};
	struct lp_section_at at = {0};
	uint64_t sum = 0;
	unsigned tables = 0;

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_STACKS) {
			heads[tables] = lp_section_stacks(&at);
			nodes[tables++] = lp_section_stack_nodes(&at);
		}
	assert_true(tables > 0);
	for (uint32_t i = 0; i < heads[0]->capacity; i++) {
		const struct lp_stack_node *node = &nodes[0][i];

		if (node->kind != LP_STACK_LEAF)
			continue;
		while (node->kind != LP_STACK_THREAD)
			node = &nodes[0][node->parent];
		if (node->address == thread)
			sum += nodes[0][i].count;
	}
	return sum;
}

static void test_short_threads(void **state)
{
	struct profile profile;
	struct lp_thread sum;
	uint64_t samples = 0, cpu_ns = 0, expected;

	(void)state;
	assert_int_equal(run_subject("short"), 0);
	profile = open_own_profile("");
	sum = row_of(&profile, 0);
	assert_int_equal(counter_sum(&profile, 5), SHORT_THREADS);
	assert_int_equal(counter_sum(&profile, 6), SHORT_THREADS);
	assert_int_equal(profile.reader.info->threads_seen, SHORT_THREADS + 1);
	assert_in_range(section_count(&profile, LP_SECT_THREAD), 3, 40);
	assert_int_equal(sum.folded + section_count(&profile, LP_SECT_THREAD) - 1,
			 SHORT_THREADS + 1);
	assert_true(sum.life_ticks > 0);
	assert_true(sum.samples > 0);
	assert_int_equal(counters_of(&profile, 0)[5], sum.folded);
	assert_int_equal(clock_sum(&profile, 1).calls, SHORT_THREADS);
	assert_int_equal(clock_sum(&profile, 3).calls, SHORT_THREADS);
	for (uint32_t i = 0; i < section_count(&profile, LP_SECT_THREAD); i++) {
		assert_int_equal(samples_at_leaves(&profile, i), row_of(&profile, i).samples);
		samples += row_of(&profile, i).samples;
		cpu_ns += row_of(&profile, i).cpu_ns;
	}
	assert_int_equal(samples, profile.reader.info->samples_taken);
	expected = cpu_ns / profile.reader.info->sample_period_ns;
	assert_in_range(samples, expected / 3, expected + expected / 5);
	assert_in_range(profile.size, 1, 3 << 20);
	close_profile(&profile);
}

static void test_ended_open(void **state)
{
	struct profile profile;
	struct lp_clock clock;

	(void)state;
	assert_int_equal(run_subject("ended_open"), 0);
	profile = open_own_profile("");
	clock = clock_sum(&profile, 2);
	assert_int_equal(clock.calls, 1);
	assert_int_equal(clock.active, 0);
	assert_in_range(seconds_of(&profile, clock.total_ticks) * 1000, 19, 200);
	close_profile(&profile);
}

/* Opens the profile of the child that counted `counter` `count` times. */
static unsigned profiles_with(unsigned counter, uint64_t count, uint32_t flags)
{
	DIR *const directory = opendir(".");
	const struct dirent *entry;
	unsigned found = 0;

	while ((entry = readdir(directory)))
		if (strstr(entry->d_name, ".lprof")) {
			struct profile profile = open_profile(entry->d_name);

			found += counter_sum(&profile, counter) == count &&
				 profile.reader.info->flags == flags;
			close_profile(&profile);
		}
	closedir(directory);
	return found;
}

static void test_fork(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("forking"), 0);
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 1), 10);
	assert_int_equal(counter_sum(&profile, 2), 0);
	assert_int_equal(counter_sum(&profile, 3), 3);
	close_profile(&profile);
	for (uint64_t child = 1; child <= 3; child++)
		assert_int_equal(profiles_with(2, child, LP_INFO_FORKED), 1);
	assert_int_equal(profiles_with(1, 10, 0), 1);
	assert_int_equal(profiles_with(1, 0, LP_INFO_FORKED), 3);
}

static void test_fork_with_threads(void **state)
{
	(void)state;
#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer does not support threads behind such a fork */
#endif
	assert_int_equal(run_subject("forking_threads"), 0);
	assert_int_equal(profiles_with(5, COUNTS, LP_INFO_FORKED), 5);
	assert_int_equal(profiles_with(2, 1, LP_INFO_FORKED), 5);
	assert_int_equal(profiles_with(4, 0, LP_INFO_FORKED), 5);
	assert_int_equal(profiles_with(5, 0, 0), 1);
	assert_true(stderr_is_empty());
}

static void test_left_alive(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("left_alive"), 0);
	profile = open_own_profile("");
	assert_in_range(row_of(&profile, 2).cpu_ns, 60000000, 200000000);
	assert_int_equal(row_of(&profile, 2).end_ticks, 0);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_parallel),          RUNTIME_TEST(test_short_threads),
    RUNTIME_TEST(test_ended_open),        RUNTIME_TEST(test_fork),
    RUNTIME_TEST(test_fork_with_threads), RUNTIME_TEST(test_left_alive),
};

RUNTIME_TEST_MAIN(subjects, tests)
