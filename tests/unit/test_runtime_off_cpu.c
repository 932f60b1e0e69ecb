/* test_runtime_off_cpu.c: how long threads are not on a CPU, by function. */
#include "runtime_fixture.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

enum { THREADS = 200, MS_TO_US = 1000 };

__attribute__((noinline)) static void callee(void)
{
	const uint32_t is_open = enter(1, HERE);

	usleep(30 * MS_TO_US);
	leave(is_open, HERE);
}

static int run_nested(void)
{
	uint32_t is_open;

	__lineprof_register(&subject_module);
	is_open = enter(0, HERE);
	usleep(20 * MS_TO_US);
	callee();
	burn_us(40 * MS_TO_US);
	leave(is_open, HERE);
	return 0;
}

/* What it sleeps before the next clock is no part of that. */
static int run_outside(void)
{
	uint32_t is_open;

	__lineprof_register(&subject_module);
	count(1);
	usleep(50 * MS_TO_US);
	is_open = enter(0, HERE);
	burn_us(40 * MS_TO_US);
	leave(is_open, HERE);
	return 0;
}

static void *sleep_a_bit(void *unused)
{
	const uint32_t is_open = enter(2, HERE);

	usleep(1 * MS_TO_US);
	leave(is_open, HERE);
	return unused;
}

/* So many that most give up their rows. */
static int run_threads(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&thread, NULL, sleep_a_bit, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}

__attribute__((noinline)) static void be_called(void)
{
	leave(enter(0, HERE), HERE);
}

/* The child's CPU time begins anew. */
static int run_child(void)
{
	uint32_t is_open;

	__lineprof_register(&subject_module);
	is_open = enter(3, HERE);
	burn_us(30 * MS_TO_US);
	be_called();
	if (!fork()) {
		callee();
		exit(0);
	}
	wait(NULL);
	leave(is_open, HERE);
	return 0;
}

/* Its calls that wait get a processor at once: of these it is soon asked no more. Then it shares
 * one with a process that is ready all the time. */
static int run_quiet(void)
{
	cpu_set_t one;
	pid_t other;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof one, &one);
	other = fork();
	while (!other)
		;
	kill(other, SIGSTOP);
	__lineprof_register(&subject_module);
	for (int i = 0; i < 80; i++)
		sleep_a_bit(NULL);
	kill(other, SIGCONT);
	for (int i = 0; i < 60; i++) {
		const uint32_t is_open = enter(3, HERE);

		burn_us(2 * MS_TO_US);
		leave(is_open, HERE);
	}
	kill(other, SIGKILL);
	return 0;
}

/* Sleeps that are shorter than a while, with clocks around each, and then work. */
static int run_short(void)
{
	__lineprof_register(&subject_module);
	prctl(PR_SET_TIMERSLACK, 1);
	for (int i = 0; i < 100; i++) {
		uint32_t is_open;

		for (int waits = 0; waits < 20; waits++) {
			is_open = enter(0, HERE);
			usleep(20);
			leave(is_open, HERE);
		}
		is_open = enter(1, HERE);
		burn_us(1 * MS_TO_US);
		leave(is_open, HERE);
	}
	return 0;
}

/* Nothing but work, in calls of a few microseconds, and without a call of the kernel. */
static int run_work(void)
{
	volatile unsigned sum = 0;

	__lineprof_register(&subject_module);
	for (int i = 0; i < 100000; i++) {
		const uint32_t is_open = enter(1, HERE);

		for (unsigned j = 0; j < 2000; j++)
			sum += j;
		leave(is_open, HERE);
	}
	return 0;
}

/* As where a page is missing, or a hypervisor has other work. */
static bool is_slow_to_tell;

uint64_t __real_lp_threads_measured_cpu_ns(const struct lp_thread_state *thread);
uint64_t __wrap_lp_threads_measured_cpu_ns(const struct lp_thread_state *thread);

uint64_t __wrap_lp_threads_measured_cpu_ns(const struct lp_thread_state *thread)
{
	if (is_slow_to_tell)
		burn_us(200);
	return __real_lp_threads_measured_cpu_ns(thread);
}

static int run_late(void)
{
	__lineprof_register(&subject_module);
	prctl(PR_SET_TIMERSLACK, 1);
	for (int i = 0; i < 20; i++) {
		const uint32_t is_open = enter(0, HERE);

		usleep(2 * MS_TO_US);
		is_slow_to_tell = true;
		leave(is_open, HERE);
		is_slow_to_tell = false;
	}
	return 0;
}

static const struct subject subjects[] = {
    {"nested", run_nested}, {"outside", run_outside}, {"threads", run_threads},
    {"child", run_child},   {"quiet", run_quiet},     {"short", run_short},
    {"work", run_work},     {"late", run_late},
};

static double off_cpu_ms(const struct profile *profile, unsigned func)
{
	return seconds_of(profile, off_cpu_sum(profile, func)) * 1000;
}

/* Without what it was off CPUs. */
static double ran_ms(const struct profile *profile, unsigned func)
{
	return seconds_of(profile, clock_sum(profile, func).self_ticks) * 1000 -
	       off_cpu_ms(profile, func);
}

static void assert_about(double value, double least, double most)
{
	if (value < least || value > most)
		fail_msg("%.3f instead of %.3f to %.3f", value, least, most);
}

/* And no longer than the program, by the kernel: turns without a CPU that are too short to be seen
 * count as running. */
static void assert_ran(const struct profile *profile, unsigned func, double least_ms)
{
	const double cpu_ms = (double)profile->reader.info->cpu_ns / 1e6;

	assert_about(ran_ms(profile, func), least_ms, 1.1 * cpu_ms + 5);
}

static void test_nested(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("nested"), 0);
	profile = open_own_profile("");
	assert_about(off_cpu_ms(&profile, 0), 19.5, 1e6);
	assert_ran(&profile, 0, 39.5);
	assert_about(off_cpu_ms(&profile, 1), 29.5, 1e6);
	assert_ran(&profile, 1, 0);
	close_profile(&profile);
}

static void test_outside(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("outside"), 0);
	profile = open_own_profile("");
	assert_ran(&profile, 0, 39.5);
	close_profile(&profile);
}

static void test_threads(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("threads"), 0);
	profile = open_own_profile("");
	assert_int_equal(clock_sum(&profile, 2).calls, THREADS);
	assert_about(off_cpu_ms(&profile, 2), 0.9 * THREADS, 1e6);
	assert_ran(&profile, 2, 0);
	close_profile(&profile);
}

static void test_short(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("short"), 0);
	profile = open_own_profile("");
	assert_ran(&profile, 1, 90);
	close_profile(&profile);
}

/* No more off CPUs than the program was, but for a clock's error. */
static void test_work(void **state)
{
	const struct lp_info *info;
	struct profile profile;
	double cpu_ms, off_ms;

	(void)state;
	assert_int_equal(run_subject("work"), 0);
	profile = open_own_profile("");
	info = profile.reader.info;
	cpu_ms = (double)info->cpu_ns / 1e6;
	off_ms = seconds_of(&profile, info->end_ticks - info->start_ticks) * 1000 - cpu_ms;
	assert_about(off_cpu_ms(&profile, 1), 0, (off_ms > 0 ? off_ms : 0) + 0.05 * cpu_ms + 5);
	close_profile(&profile);
}

static void assert_child(const char *path)
{
	struct profile profile = open_profile(path);

	if (profile.reader.info->flags & LP_INFO_FORKED) {
		assert_about(off_cpu_ms(&profile, 1), 29.5, 1e6);
		assert_ran(&profile, 1, 0);
	} else {
		assert_about(off_cpu_ms(&profile, 3), 29.5, 1e6);
		assert_ran(&profile, 3, 29.5);
	}
	close_profile(&profile);
}

static void test_child(void **state)
{
	DIR *directory;
	const struct dirent *entry;
	unsigned found = 0;

	(void)state;
	assert_int_equal(run_subject("child"), 0);
	directory = opendir(".");
	while ((entry = readdir(directory)))
		if (strstr(entry->d_name, ".lprof")) {
			assert_child(entry->d_name);
			found++;
		}
	closedir(directory);
	assert_int_equal(found, 2);
}

/* That the kernel tells late is no time on a CPU behind what it tells of. */
static void test_late(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("late"), 0);
	profile = open_own_profile("");
	assert_about(off_cpu_ms(&profile, 0), 39, 1e6);
	close_profile(&profile);
}

/* What it had no processor for, alone and with what it called. */
static double delay_ms(const struct profile *profile, unsigned func, enum lp_clock_array which)
{
	return seconds_of(profile, clock_array_sum(profile, func, which)) * 1000;
}

static void test_quiet(void **state)
{
	struct profile profile;
	double off_ms;

	(void)state;
	if (access("/proc/self/schedstat", R_OK) != 0)
		skip();
	assert_int_equal(run_subject("quiet"), 0);
	profile = open_own_profile("");
	off_ms = off_cpu_ms(&profile, 3);
	assert_about(off_ms, 60, 1e6);
	assert_about(delay_ms(&profile, 3, LP_CLOCK_DELAY), 0.8 * off_ms, off_ms);
	assert_about(delay_ms(&profile, 3, LP_CLOCK_TOTAL_DELAY), 0.8 * off_ms, off_ms);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_nested), RUNTIME_TEST(test_outside), RUNTIME_TEST(test_threads),
    RUNTIME_TEST(test_short),  RUNTIME_TEST(test_work),    RUNTIME_TEST(test_child),
    RUNTIME_TEST(test_quiet),  RUNTIME_TEST(test_late),
};

RUNTIME_TEST_MAIN(subjects, tests)
