/*
 * runtime_fixture.h: tests of the runtime without the plugin. A test runs its own
 * program again as a "subject": a program with a module made by hand, in an empty
 * directory; then it reads the profile that the subject left.
 */
#ifndef LINEPROF_TESTS_RUNTIME_FIXTURE_H
#define LINEPROF_TESTS_RUNTIME_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "format/abi.h"
#include "format/reader.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/register.h"

#define MAYBE __attribute__((unused)) static

/* --- the subject's side --- */

enum { SUBJECT_FUNCS = 4, SUBJECT_COUNTERS = 2000 };

static uint64_t subject_counters[SUBJECT_COUNTERS] __attribute__((aligned(64)));
static struct lp_abi_func subject_funcs[SUBJECT_FUNCS];
static struct lp_abi_file subject_files[2];
static struct lp_abi_module subject_module;
static __thread intptr_t subject_delta;

static intptr_t *subject_delta_address(void)
{
	return &subject_delta;
}

static int64_t relative(const void *target, const int64_t *field)
{
	return (int64_t)((uintptr_t)target - (uintptr_t)field);
}

static void subject_set_up(void)
{
	static const char table[] = "table";
	static const char path[] = "/src/subject.c";

	for (int i = 0; i < SUBJECT_FUNCS; i++) {
		struct lp_abi_func *const func = &subject_funcs[i];

		func->counters = relative(&subject_counters[i * 500], &func->counters);
		func->table = relative(table, &func->table);
		func->counter_count = 500;
		func->table_bytes = sizeof table - 1;
		func->name_hash = 100 + (uint64_t)i;
		func->flags = LP_FUNC_CLOCKED;
	}
	for (int i = 0; i < 2; i++) {
		subject_files[i].path = relative(path, &subject_files[i].path);
		subject_files[i].path_bytes = sizeof path - 1;
	}
	subject_module = (struct lp_abi_module){
	    .abi_version = LP_ABI_VERSION,
	    .funcs_begin = subject_funcs,
	    .funcs_end = subject_funcs + SUBJECT_FUNCS,
	    .files_begin = subject_files,
	    .files_end = subject_files + 2,
	    .counters_begin = subject_counters,
	    .counters_end = subject_counters + SUBJECT_COUNTERS,
	    .delta = (void *)(uintptr_t)subject_delta_address,
	};
}

MAYBE const struct lp_abi_ops *subject_ops(void)
{
	return subject_module.ops;
}

/* As instrumented code counts. */
MAYBE void count(unsigned counter)
{
	if (!subject_delta && subject_module.ops)
		subject_ops()->thread(&subject_module);
	++*(uint64_t *)((uintptr_t)&subject_counters[counter] + (uintptr_t)subject_delta);
}

MAYBE uint32_t enter(unsigned func, void *frame)
{
	return subject_ops()->enter(&subject_module, &subject_funcs[func], frame);
}

MAYBE void leave(uint32_t is_open, void *frame)
{
	if (is_open)
		subject_ops()->leave(frame);
}

/* The frame of the function around, as its probes have it. */
#define HERE __builtin_frame_address(0)

/* Uses so much CPU time. */
MAYBE void burn_us(unsigned microseconds)
{
	const uint64_t end_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) + microseconds * 1000ul;

	while (lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) < end_ns)
		;
}

struct subject {
	const char *name;
	int (*run)(void);
};

/* --- the test's side --- */

struct profile {
	char path[PATH_MAX];
	void *data;
	size_t size;
	struct lp_reader reader;
};

/* Has the subjects of this test sampled by the engine `name`. */
MAYBE void use_engine(const char *name)
{
	setenv("LINEPROF_ENGINE", name, 1);
}

/* Runs `test` in a fresh directory. */
MAYBE int fresh_directory(void **state)
{
	static char directory[64];

	(void)state;
	unsetenv("LINEPROF_ENGINE");
	strcpy(directory, "/tmp/lprof-unit-XXXXXX");
	return mkdtemp(directory) ? chdir(directory) : -1;
}

MAYBE int remove_directory(void **state)
{
	char directory[PATH_MAX], command[PATH_MAX + 16];

	(void)state;
	if (!getcwd(directory, sizeof directory) || strncmp(directory, "/tmp/lprof-unit-", 16))
		return -1;
	snprintf(command, sizeof command, "rm -rf %s", directory);
	return system(command);
}

/* Starts this program again as the subject `name`; stderr goes to the file "stderr". */
MAYBE pid_t start_subject(const char *name)
{
	const pid_t pid = fork();

	if (!pid) {
		const int fd = open("stderr", O_WRONLY | O_CREAT | O_APPEND, 0666);

		/* Built with a sanitizer, the subject's signals are still its own. */
		setenv("ASAN_OPTIONS", "detect_leaks=0:handle_sigbus=0", 1);
		dup2(fd, STDERR_FILENO);
		close(fd);
		execl("/proc/self/exe", "subject", name, (char *)NULL);
		_exit(127);
	}
	assert_true(pid > 0);
	return pid;
}

/* Returns the status of wait(). */
MAYBE int run_subject(const char *name)
{
	const pid_t pid = start_subject(name);
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

/* "WHICH.lprof", where WHICH follows this program's name. */
MAYBE void profile_name(char out[PATH_MAX], const char *which)
{
	char program[PATH_MAX] = "";

	assert_true(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
	snprintf(out, PATH_MAX, "%s%s.lprof", strrchr(program, '/') + 1, which);
}

MAYBE struct profile open_profile(const char *path)
{
	const int fd = open(path, O_RDONLY);
	struct profile profile = {.data = NULL};
	struct lp_error error = {0};
	struct stat info;

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &info), 0);
	profile.size = (size_t)info.st_size;
	profile.data = mmap(NULL, profile.size, PROT_READ, MAP_PRIVATE, fd, 0);
	assert_true(profile.data != MAP_FAILED);
	close(fd);
	if (lp_reader_open(&profile.reader, profile.data, profile.size, &error))
		fail_msg("%s: at %zu, expected %s", path, error.offset_bytes, error.expected);
	return profile;
}

MAYBE struct profile open_own_profile(const char *which)
{
	char path[PATH_MAX];

	profile_name(path, which);
	return open_profile(path);
}

MAYBE struct lp_thread row_of(const struct profile *profile, uint32_t thread)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_THREAD && lp_section_thread(&at)->thread == thread)
			return *lp_section_thread(&at);
	fail();
	return (struct lp_thread){0};
}

MAYBE void close_profile(struct profile *profile)
{
	munmap(profile->data, profile->size);
}

MAYBE unsigned section_count(const struct profile *profile, enum lp_section kind)
{
	struct lp_section_at at = {0};
	unsigned sections = 0;

	while (lp_reader_next(&profile->reader, &at))
		sections += at.kind == kind;
	return sections;
}

/* Sum of a counter over all threads. */
MAYBE uint64_t counter_sum(const struct profile *profile, unsigned counter)
{
	struct lp_section_at at = {0};
	uint64_t sum = 0;

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_COUNTERS)
			sum += lp_section_counter_values(&at)[counter];
	return sum;
}

/* Sum of a function's clocks over all threads. */
MAYBE struct lp_clock clock_sum(const struct profile *profile, unsigned func)
{
	struct lp_section_at at = {0};
	struct lp_clock sum = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_CLOCKS) {
			const struct lp_clock *const clock = &lp_section_clock_values(&at)[func];

			sum.calls += clock->calls;
			sum.self_ticks += clock->self_ticks;
			sum.total_ticks += clock->total_ticks;
			sum.active += clock->active;
			sum.flags |= clock->flags;
		}
	return sum;
}

/* Sum of a function's values behind its clocks, over all threads. */
MAYBE uint64_t clock_array_sum(const struct profile *profile, unsigned func,
			       enum lp_clock_array which)
{
	struct lp_section_at at = {0};
	uint64_t sum = 0;

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_CLOCKS) {
			assert_non_null(lp_section_clock_array(&at, which));
			sum += lp_section_clock_array(&at, which)[func];
		}
	return sum;
}

/* How long a function's clocks were off CPUs. */
MAYBE uint64_t off_cpu_sum(const struct profile *profile, unsigned func)
{
	return clock_array_sum(profile, func, LP_CLOCK_OFF_CPU);
}

MAYBE double seconds_of(const struct profile *profile, uint64_t ticks)
{
	return (double)ticks / (double)profile->reader.info->ticks_per_second;
}

MAYBE bool stderr_has(const char *text)
{
	static char content[65536];
	FILE *const file = fopen("stderr", "r");
	size_t size;

	if (!file)
		return false;
	size = fread(content, 1, sizeof content - 1, file);
	content[size] = '\0';
	fclose(file);
	return strstr(content, text);
}

MAYBE bool stderr_is_empty(void)
{
	struct stat info;

	return stat("stderr", &info) || !info.st_size;
}

/* Skips the test if the subject that ran last was not sampled by perf: each process asks anew what
 * a sample costs, and where that is about what is too dear, they do not agree. */
MAYBE void skip_without_perf(void)
{
	struct profile profile = open_own_profile("");
	const enum lp_engine engine = (enum lp_engine)profile.reader.info->engine;

	close_profile(&profile);
	if (engine == LP_ENGINE_PERF)
		return;
	print_message("skipped: not sampled by perf here; see the file stderr\n");
	skip();
}

/*
 * By perf; skips the test where a subject that only begins gets another engine: the
 * system refuses perf, or samples are too dear. `subject` ends soon.
 */
MAYBE void need_perf(const char *subject)
{
	use_engine("perf");
	assert_int_equal(run_subject(subject), 0);
	skip_without_perf();
}

/*
 * In a subject: nothing of the calling thread's time is behind its last sample then. On a
 * busy machine the next one may be far away, but not seconds of CPU time.
 */
MAYBE __attribute__((noinline)) void burn_until_sample(volatile unsigned *sink)
{
	const uint64_t before = __atomic_load_n(&lp_run->samples_taken, __ATOMIC_RELAXED);
	const uint64_t end_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) + UINT64_C(5000000000);

	while (__atomic_load_n(&lp_run->samples_taken, __ATOMIC_RELAXED) == before &&
	       lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) < end_ns)
		for (int i = 0; i < 10000; i++)
			++*sink;
}

/* The main function of a test program: a subject when named, else all tests. */
#define RUNTIME_TEST_MAIN(subjects, tests)                                                         \
	int main(int argc, char **argv)                                                            \
	{                                                                                          \
		if (argc < 2)                                                                      \
			return cmocka_run_group_tests(tests, NULL, NULL);                          \
		for (size_t i = 0; i < sizeof(subjects) / sizeof *(subjects); i++)                 \
			if (!strcmp(argv[1], (subjects)[i].name)) {                                \
				alarm(60); /* a test that failed leaves none behind */             \
				subject_set_up();                                                  \
				return (subjects)[i].run();                                        \
			}                                                                          \
		return 127;                                                                        \
	}

#define RUNTIME_TEST(test) cmocka_unit_test_setup_teardown(test, fresh_directory, remove_directory)

#endif
