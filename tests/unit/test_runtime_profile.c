/* test_runtime_profile.c: the profile's file: its name, its owner, and how it survives. */
#include "runtime_fixture.h"

#include <signal.h>
#include <sys/resource.h>

static int run_plain(void)
{
	count(7);
	if (__lineprof_register(&subject_module))
		return 9;
	count(7);
	count(1999);
	return 256 + 3; /* which the parent gets as 3 */
}

/* Switched off, no probe asks. */
static int run_off(void)
{
	__lineprof_register(&subject_module);
	return !subject_funcs[0].gate || !subject_funcs[1].gate || enter(0, HERE);
}

static int run_killed(void)
{
	__lineprof_register(&subject_module);
	for (int i = 0; i < 1000; i++)
		count(1);
	kill(getpid(), SIGKILL);
	return 0;
}

/* Runs until the file "go" is there. */
static int run_waiting(void)
{
	__lineprof_register(&subject_module);
	count(2);
	if (write(open("ready", O_WRONLY | O_CREAT | O_APPEND, 0666), "+", 1) != 1)
		return 1;
	while (access("go", F_OK))
		usleep(1000);
	return 0;
}

static int run_limited(void)
{
	const struct rlimit limit = {200 << 10, 200 << 10};

	setrlimit(RLIMIT_FSIZE, &limit);
	return run_plain();
}

static int run_old_abi(void)
{
	static const struct lp_abi_ops something;

	/* Of another version, other things stand where its fields are here. */
	subject_module.abi_version = LP_ABI_VERSION + 1;
	subject_module.ops = (void *)&something;
	return __lineprof_register(&subject_module) == -1 ? 0 : 1;
}

/* Two records, one behind the other; numbers of one byte and of two. */
static int register_links(uint32_t last_count)
{
	static struct {
		struct lp_abi_links head;
		unsigned char pairs[8];
	} records[2] = {{{0}, {0, 3, 1, 0x88, 1}}, {{0}, {0xc8, 1, 7}}};

	for (int i = 0; i < 2; i++) {
		struct lp_abi_links *const head = &records[i].head;

		head->shared = relative(&subject_counters[1500 + i], &head->shared);
		head->counters = relative(&subject_counters[500 * i], &head->counters);
		head->pair_count = i == 0 ? 2 : last_count;
		head->pairs_bytes = sizeof records[i].pairs;
	}
	subject_module.links_begin = records;
	subject_module.links_end = records + 2;
	return __lineprof_register(&subject_module);
}

static int run_linked(void)
{
	return register_links(1);
}

/* What stands there is of another version. */
static int run_mixed(void)
{
	return register_links(5) == -1 ? 0 : 1;
}

/* Units with the same patterns are summed up, with one section. */
static int run_selecting(void)
{
	static const char patterns[2][16] = {"include=a.c\0", "exclude=f*\0"};
	static struct lp_abi_unit units[3];

	for (int i = 0; i < 3; i++) {
		struct lp_abi_unit *const unit = &units[i];

		unit->patterns = relative(patterns[i == 1], &unit->patterns);
		unit->patterns_bytes = i == 1 ? 11 : 12;
		unit->counted = 1u << i;
		unit->excluded = 10u << i;
		unit->matched = (uint64_t)i;
		unit->flags = i == 2 ? LP_UNIT_SELECTS : 0;
	}
	subject_module.units_begin = units;
	subject_module.units_end = units + 3;
	return __lineprof_register(&subject_module);
}

/* As a daemon does; then all numbers are files of its own, until "go" is there. */
static int run_closing(void)
{
	const int directory = open(".", O_RDONLY | O_DIRECTORY);
	int own;

	__lineprof_register(&subject_module);
	for (int fd = directory + 1; fd < 1024; fd++)
		close(fd);
	if (chdir("/"))
		return 1;
	count(3);
	do
		own = openat(directory, "own", O_WRONLY | O_CREAT | O_APPEND, 0666);
	while (own >= 0 && own < 1015);
	if (write(openat(directory, "ready", O_WRONLY | O_CREAT, 0666), "+", 1) != 1)
		return 2;
	while (faccessat(directory, "go", F_OK, 0))
		usleep(1000);
	return 0;
}

/* Whether no sample's signal, which is a real-time one, comes where a page is replaced: there SIGBUS
 * is blocked, and the next page that is gone would end the program. */
static bool pages_are_replaced_alone(void)
{
	struct sigaction watching;
	bool is_alone = sigaction(SIGBUS, NULL, &watching) == 0;

	for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
		is_alone = is_alone && sigismember(&watching.sa_mask, number) == 1;
	return is_alone;
}

/* Somebody empties the profile; counting, a fork and the end must go on. */
static int run_truncated(void)
{
	char path[PATH_MAX];

#ifdef __SANITIZE_THREAD__
	/* ThreadSanitizer runs handlers with all signals blocked, SIGBUS too: the
	 * handler of samples would die of the page that is gone. */
	setenv("LINEPROF_ENGINE", "none", 1);
#endif
	__lineprof_register(&subject_module);
	count(1);
	profile_name(path, "");
	if (!pages_are_replaced_alone() || truncate(path, 0))
		return 1;
	for (unsigned i = 0; i < SUBJECT_COUNTERS; i++)
		count(i);
	if (!fork()) {
		count(2);
		_exit(0);
	}
	wait(NULL);
	return 5;
}

static int run_other_bus_error(void)
{
	char *page;
	const int fd = open("empty", O_RDWR | O_CREAT, 0666);

	__lineprof_register(&subject_module);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	*(volatile char *)page = 1;
	return 0;
}

static int run_sent_bus_error(void)
{
	__lineprof_register(&subject_module);
	kill(getpid(), SIGBUS);
	return 0;
}

/* Until so many subjects are waiting. */
static void await_ready(off_t waiting)
{
	struct stat info;

	while (stat("ready", &info) || info.st_size < waiting)
		usleep(1000);
}

static const struct subject subjects[] = {
    {"plain", run_plain},
    {"off", run_off},
    {"killed", run_killed},
    {"waiting", run_waiting},
    {"limited", run_limited},
    {"old_abi", run_old_abi},
    {"linked", run_linked},
    {"mixed", run_mixed},
    {"selecting", run_selecting},
    {"closing", run_closing},
    {"truncated", run_truncated},
    {"other_bus_error", run_other_bus_error},
    {"sent_bus_error", run_sent_bus_error},
};

static void test_plain(void **state)
{
	struct profile profile;
	struct lp_section_at at = {0};

	(void)state;
	assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
	assert_true(stderr_is_empty());
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 7), 2);
	assert_int_equal(counter_sum(&profile, 1999), 1);
	assert_int_equal(counter_sum(&profile, 8), 0);
	assert_int_equal(profile.reader.header->state, LP_FILE_FINISHED);
	assert_int_equal(profile.reader.info->exit_status, 3);
	assert_int_equal(profile.reader.info->threads_seen, 1);
	assert_int_equal(section_count(&profile, LP_SECT_MODULE), 1);
	assert_int_equal(section_count(&profile, LP_SECT_COUNTERS), 1);
	while (lp_reader_next(&profile.reader, &at)) {
		if (at.kind == LP_SECT_MODULE) {
			const struct lp_module *const module = lp_section_module(&at);

			assert_true(module->text_begin <= (uintptr_t)module->text_end);
			assert_true(module->path_bytes > 4);
		}
		if (at.kind == LP_SECT_FUNCS) {
			const struct lp_func_entry *const entry = lp_section_func_entries(&at) + 3;

			assert_int_equal(entry->first_counter, 1500);
			assert_int_equal(entry->counter_count, 500);
			assert_memory_equal(lp_section_func_table(&at, entry), "table", 5);
		}
		if (at.kind == LP_SECT_TEXT)
			assert_string_equal(lp_section_text(&at, LP_TEXT_ARGV + 1), "plain");
	}
	close_profile(&profile);
}

static void test_killed(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(WTERMSIG(run_subject("killed")), SIGKILL);
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 1), 1000);
	assert_int_equal(profile.reader.header->state, LP_FILE_RUNNING);
	close_profile(&profile);
	/* Nobody holds it any more: the next run replaces it. */
	run_subject("plain");
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 1), 0);
	close_profile(&profile);
}

static void test_two_at_once(void **state)
{
	struct profile profile;
	char which[32];
	pid_t first, second;

	(void)state;
	first = start_subject("waiting");
	await_ready(1);
	second = start_subject("plain");
	waitpid(second, NULL, 0);
	close(open("go", O_WRONLY | O_CREAT, 0666));
	waitpid(first, NULL, 0);
	profile = open_own_profile("");
	assert_int_equal(profile.reader.header->pid, first);
	assert_int_equal(counter_sum(&profile, 2), 1);
	assert_int_equal(counter_sum(&profile, 7), 0);
	close_profile(&profile);
	snprintf(which, sizeof which, ".%d", (int)second);
	profile = open_own_profile(which);
	assert_int_equal(counter_sum(&profile, 7), 2);
	close_profile(&profile);
	assert_true(stderr_is_empty());
}

/* Many at the same moment: each has a profile of its own. */
static void test_race(void **state)
{
	enum { RUNS = 20 };
	pid_t pids[RUNS];
	unsigned plain = 0;

	(void)state;
	for (int i = 0; i < RUNS; i++)
		pids[i] = start_subject("waiting");
	await_ready(RUNS);
	close(open("go", O_WRONLY | O_CREAT, 0666));
	for (int i = 0; i < RUNS; i++)
		waitpid(pids[i], NULL, 0);
	for (int i = 0; i < RUNS; i++) {
		char which[32], path[PATH_MAX];
		struct profile profile;

		snprintf(which, sizeof which, ".%d", (int)pids[i]);
		profile_name(path, which);
		if (access(path, F_OK)) {
			profile_name(path, "");
			plain++;
		}
		profile = open_profile(path);
		assert_int_equal(profile.reader.header->pid, pids[i]);
		assert_int_equal(counter_sum(&profile, 2), 1);
		close_profile(&profile);
	}
	assert_int_equal(plain, 1);
}

static void test_foreign_file(void **state)
{
	char path[PATH_MAX], content[16] = "";
	FILE *file;

	(void)state;
	profile_name(path, "");
	file = fopen(path, "w");
	fputs("precious", file);
	fclose(file);
	assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
	file = fopen(path, "r");
	assert_true(fread(content, 1, sizeof content - 1, file) > 0);
	fclose(file);
	assert_string_equal(content, "precious");
	assert_true(stderr_has("not a profile of lineprof, left alone"));
}

static void test_named(void **state)
{
	struct profile profile;
	char host[64] = "", path[128];

	(void)state;
	setenv("LINEPROF_FILE", "a-%h-%r-%q{WHO}-%%.x", 1);
	setenv("WHO", "me", 1);
	setenv("PMI_RANK", "5", 1);
	run_subject("plain");
	unsetenv("LINEPROF_FILE");
	unsetenv("PMI_RANK");
	gethostname(host, sizeof host - 1);
	snprintf(path, sizeof path, "a-%s-5-me-%%.x", host);
	profile = open_profile(path);
	assert_int_equal(counter_sum(&profile, 7), 2);
	close_profile(&profile);
}

static void test_hostile_settings(void **state)
{
	static const char *const patterns[][2] = {
	    {"%", "has another % than"},
	    {"%z", "has another % than"},
	    {"%q{", "has a %q that is not %q{VAR}"},
	    {"%q{NOT_SET}", "a VAR that is not set"},
	    {"%q{EVIL}", "has a value with a slash"},
	};
	struct profile profile;

	(void)state;
	setenv("EVIL", "../../x", 1);
	setenv("LINEPROF_MODE", "fast", 1);
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		setenv("LINEPROF_FILE", patterns[i][0], 1);
		assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
		assert_true(stderr_has(patterns[i][1]));
		assert_true(stderr_has("LINEPROF_MODE: 'fast': unknown value"));
		profile = open_own_profile("");
		assert_int_equal(counter_sum(&profile, 7), 2);
		close_profile(&profile);
		unlink("stderr");
	}
	unsetenv("LINEPROF_FILE");
	unsetenv("LINEPROF_MODE");
}

static void test_off(void **state)
{
	char path[PATH_MAX];

	(void)state;
	setenv("LINEPROF", "off", 1);
	assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
	assert_int_equal(run_subject("off"), 0);
	unsetenv("LINEPROF");
	profile_name(path, "");
	assert_int_equal(access(path, F_OK), -1);
	assert_true(stderr_is_empty());
}

static void test_report(void **state)
{
	(void)state;
	setenv("LINEPROF_REPORT", "always", 1);
	run_subject("plain");
	unsetenv("LINEPROF_REPORT");
	assert_true(stderr_has("lineprof: wrote test_runtime_profile"));
	assert_true(stderr_has("; look at it with: lpview test_runtime_profile"));
}

static void test_no_directory(void **state)
{
	(void)state;
	setenv("LINEPROF_FILE", "/nowhere/at/all.lprof", 1);
	assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
	unsetenv("LINEPROF_FILE");
	assert_true(stderr_has("/nowhere/at/all.lprof: cannot create it"));
}

/* The directory comes while the program runs: the profile is written at its end. */
static void test_late_directory(void **state)
{
	struct profile profile;
	pid_t pid;

	(void)state;
	setenv("LINEPROF_FILE", "late/x.lprof", 1);
	pid = start_subject("waiting");
	unsetenv("LINEPROF_FILE");
	await_ready(1);
	mkdir("late", 0777);
	close(open("go", O_WRONLY | O_CREAT, 0666));
	waitpid(pid, NULL, 0);
	profile = open_profile("late/x.lprof");
	assert_int_equal(counter_sum(&profile, 2), 1);
	assert_int_equal(profile.reader.header->state, LP_FILE_FINISHED);
	close_profile(&profile);
}

/* A limit that the first blocks fit in, but not what the runtime reserves ahead. */
static void test_limited_file(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(WEXITSTATUS(run_subject("limited")), 3);
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 7), 2);
	close_profile(&profile);
}

static void test_full_disk(void **state)
{
	(void)state;
	mkdir("small", 0777);
	if (system("mount -t tmpfs -o size=64k none small 2>/dev/null"))
		skip();
	setenv("LINEPROF_FILE", "small/x.lprof", 1);
	assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
	unsetenv("LINEPROF_FILE");
	assert_true(stderr_has("there will be no profile unless it can be written at the end, or "
			       "LINEPROF_FILE names another place: No space left on device"));
	assert_int_equal(system("umount small"), 0);
}

static void test_old_abi(void **state)
{
	(void)state;
	assert_int_equal(WEXITSTATUS(run_subject("old_abi")), 0);
	assert_true(stderr_has("compiled for a newer runtime"));
}

static void test_links(void **state)
{
	static const struct lp_link expected[] = {{1500, 3}, {1501, 136}, {1701, 507}};
	struct lp_section_at at = {0};
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("linked"), 0);
	assert_true(stderr_is_empty());
	profile = open_own_profile("");
	while (lp_reader_next(&profile.reader, &at) && at.kind != LP_SECT_LINKS)
		;
	assert_int_equal(at.kind, LP_SECT_LINKS);
	assert_int_equal(lp_section_links(&at)->count, 3);
	assert_memory_equal(lp_section_link_values(&at), expected, sizeof expected);
	close_profile(&profile);
	assert_int_equal(run_subject("mixed"), 0);
	assert_true(stderr_has("parts of it were compiled for another runtime"));
}

static void test_closing(void **state)
{
	struct profile profile;
	struct stat own;
	pid_t pid;

	(void)state;
	pid = start_subject("closing");
	await_ready(1);
	/* The mapping keeps the lock of the closed descriptor. */
	assert_int_equal(WEXITSTATUS(run_subject("plain")), 3);
	close(open("go", O_WRONLY | O_CREAT, 0666));
	waitpid(pid, NULL, 0);
	profile = open_own_profile("");
	assert_int_equal(profile.reader.header->pid, pid);
	assert_int_equal(counter_sum(&profile, 3), 1);
	assert_int_equal(profile.reader.header->state, LP_FILE_FINISHED);
	close_profile(&profile);
	assert_int_equal(stat("own", &own), 0);
	assert_int_equal(own.st_size, 0);
}

static void test_truncated(void **state)
{
	(void)state;
	assert_int_equal(WEXITSTATUS(run_subject("truncated")), 5);
	assert_true(stderr_has("it was truncated while the program ran"));
}

/* Faults that are not ours end the program as without us. */
static void test_other_bus_errors(void **state)
{
	(void)state;
	assert_int_equal(WTERMSIG(run_subject("other_bus_error")), SIGBUS);
	assert_int_equal(WTERMSIG(run_subject("sent_bus_error")), SIGBUS);
}

static void test_selection(void **state)
{
	struct lp_section_at at = {0};
	struct profile profile;
	unsigned sections = 0;

	(void)state;
	assert_int_equal(run_subject("selecting"), 0);
	profile = open_own_profile("");
	while (lp_reader_next(&profile.reader, &at)) {
		const struct lp_selection *const selection = lp_section_selection(&at);

		if (at.kind != LP_SECT_SELECTION)
			continue;
		assert_string_equal(lp_section_next_pattern(&at, NULL),
				    sections ? "exclude=f*" : "include=a.c");
		assert_null(lp_section_next_pattern(
		    &at, lp_section_next_pattern(&at, NULL)));
		assert_int_equal(selection->units, sections ? 1 : 2);
		assert_int_equal(selection->counted, sections ? 2 : 5);
		assert_int_equal(selection->excluded, sections ? 20 : 50);
		assert_int_equal(selection->matched, sections ? 1 : 2);
		assert_int_equal(selection->flags, sections ? 0 : LP_UNIT_SELECTS);
		sections++;
	}
	assert_int_equal(sections, 2);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_plain),
    RUNTIME_TEST(test_killed),
    RUNTIME_TEST(test_two_at_once),
    RUNTIME_TEST(test_race),
    RUNTIME_TEST(test_foreign_file),
    RUNTIME_TEST(test_named),
    RUNTIME_TEST(test_hostile_settings),
    RUNTIME_TEST(test_off),
    RUNTIME_TEST(test_report),
    RUNTIME_TEST(test_no_directory),
    RUNTIME_TEST(test_late_directory),
    RUNTIME_TEST(test_limited_file),
    RUNTIME_TEST(test_full_disk),
    RUNTIME_TEST(test_old_abi),
    RUNTIME_TEST(test_links),
    RUNTIME_TEST(test_selection),
    RUNTIME_TEST(test_closing),
    RUNTIME_TEST(test_truncated),
    RUNTIME_TEST(test_other_bus_errors),
};

RUNTIME_TEST_MAIN(subjects, tests)
