/* test_runtime_large.c: modules whose tables fill many pages of the profile. */
#include "runtime_fixture.h"

#include <sys/resource.h>

enum {
	LARGE_FUNCS = 3,
	LARGE_COUNTERS = 30,
	TABLE_BYTES = 150001, /* no multiple of anything */
};

static uint64_t large_counters[LARGE_COUNTERS] __attribute__((aligned(64)));
static struct lp_abi_func large_funcs[LARGE_FUNCS];
static struct lp_abi_file large_file;
static struct lp_abi_module large_module;
static __thread intptr_t large_delta;

static intptr_t *large_delta_address(void)
{
	return &large_delta;
}

static unsigned char table_byte(unsigned func, unsigned i)
{
	return (unsigned char)(i * 2654435761u >> 24) + (unsigned char)func;
}

static int register_large(void)
{
	static unsigned char tables[LARGE_FUNCS][TABLE_BYTES];
	static const char path[] = "/src/large.c";

	for (unsigned func = 0; func < LARGE_FUNCS; func++) {
		struct lp_abi_func *const at = &large_funcs[func];

		for (unsigned i = 0; i < TABLE_BYTES; i++)
			tables[func][i] = table_byte(func, i);
		at->counters = relative(&large_counters[func * 10], &at->counters);
		at->counter_count = 10;
		at->table = relative(tables[func], &at->table);
		at->table_bytes = TABLE_BYTES;
	}
	large_file.path = relative(path, &large_file.path);
	large_file.path_bytes = sizeof path - 1;
	large_module = (struct lp_abi_module){
	    .abi_version = LP_ABI_VERSION,
	    .funcs_begin = large_funcs,
	    .funcs_end = large_funcs + LARGE_FUNCS,
	    .files_begin = &large_file,
	    .files_end = &large_file + 1,
	    .counters_begin = large_counters,
	    .counters_end = large_counters + LARGE_COUNTERS,
	    .delta = (void *)(uintptr_t)large_delta_address,
	};
	return __lineprof_register(&large_module);
}

/* The child says what its file is called. */
static int fork_child(void)
{
	const pid_t pid = fork();
	int status;

	if (!pid)
		_exit(0);
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		return 1;
	return dprintf(open("child", O_WRONLY | O_CREAT, 0666), ".%d", (int)pid) > 1 ? 0 : 1;
}

static int run_large(void)
{
	if (register_large())
		return 1;
	return fork_child();
}

/* The number of the profile's descriptor is now one of the program's own files. */
static int run_late(void)
{
	int own;

	if (__lineprof_register(&subject_module))
		return 1;
	for (int fd = STDERR_FILENO + 1; fd < 1024; fd++)
		close(fd);
	do
		own = open("own", O_WRONLY | O_CREAT | O_APPEND, 0666);
	while (own >= 0 && own < 1015);
	return run_large();
}

/* No room in the file: the tables are in memory, and written at the end. */
static int run_no_room(void)
{
	const struct rlimit small = {300 << 10, RLIM_INFINITY};
	const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};

	if (setrlimit(RLIMIT_FSIZE, &small) || __lineprof_register(&subject_module) ||
	    register_large() || setrlimit(RLIMIT_FSIZE, &all))
		return 1;
	return 0;
}

static const struct subject subjects[] = {
    {"large", run_large},
    {"late", run_late},
    {"no_room", run_no_room},
};

static void expect_tables(const struct lp_section_at *at)
{
	const struct lp_func_entry *const funcs = lp_section_func_entries(at);

	for (unsigned func = 0; func < LARGE_FUNCS; func++) {
		const unsigned char *const table = lp_section_func_table(at, &funcs[func]);

		assert_int_equal(funcs[func].table_bytes, TABLE_BYTES);
		for (unsigned i = 0; i < TABLE_BYTES; i++)
			if (table[i] != table_byte(func, i))
				fail_msg("function %u: byte %u of its table", func, i);
	}
}

static void expect_profile(const char *which)
{
	struct profile profile = open_own_profile(which);
	struct lp_section_at at = {0};
	unsigned modules = 0;

	while (lp_reader_next(&profile.reader, &at))
		if (at.kind == LP_SECT_FUNCS && lp_section_funcs(&at)->count == LARGE_FUNCS) {
			expect_tables(&at);
			modules++;
		}
	assert_int_equal(modules, 1);
	close_profile(&profile);
}

static void expect_parent_and_child(void)
{
	char child[32] = "";

	assert_true(stderr_is_empty());
	assert_true(read(open("child", O_RDONLY), child, sizeof child - 1) > 1);
	expect_profile("");
	expect_profile(child);
}

static void test_large(void **state)
{
	(void)state;
	assert_int_equal(run_subject("large"), 0);
	expect_parent_and_child();
}

static void test_late(void **state)
{
	struct stat own;

	(void)state;
	assert_int_equal(run_subject("late"), 0);
	expect_parent_and_child();
	assert_int_equal(stat("own", &own), 0);
	assert_int_equal(own.st_size, 0);
}

static void test_no_room(void **state)
{
	(void)state;
	assert_int_equal(run_subject("no_room"), 0);
	assert_true(stderr_has("cannot grow"));
	expect_profile("");
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_large),
    RUNTIME_TEST(test_late),
    RUNTIME_TEST(test_no_room),
};

RUNTIME_TEST_MAIN(subjects, tests)
