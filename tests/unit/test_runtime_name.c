/* test_runtime_name.c: where the profile is written to, at the bounds of what may be asked for. */
#include "runtime_fixture.h"

static int run_plain(void)
{
	__lineprof_register(&subject_module);
	count(7);
	return 0;
}

static const struct subject subjects[] = {{"plain", run_plain}};

/* Runs the subject with a variable of its environment. */
static void run_with(const char *variable, const char *value)
{
	setenv(variable, value, 1);
	assert_int_equal(run_subject("plain"), 0);
	unsetenv(variable);
}

/* What only begins with a number is none. */
static void test_no_rank(void **state)
{
	struct profile profile;

	(void)state;
	run_with("PMI_RANK", "5x");
	profile = open_own_profile("");
	assert_int_equal(profile.reader.header->rank, 0);
	close_profile(&profile);
}

/* With its end it is longer than a path by one byte. */
static void test_as_long_as_a_path(void **state)
{
	char value[PATH_MAX + 1] = "";
	struct profile profile;

	(void)state;
	memset(value, 'a', PATH_MAX);
	run_with("LINEPROF_FILE", value);
	assert_true(stderr_has("longer than a path can be, using the default"));
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 7), 1);
	close_profile(&profile);
}

/* In /dev there are devices; but what is in /dev/shm are files. */
static void test_shared_memory(void **state)
{
	struct profile profile;
	char path[64];

	(void)state;
	if (access("/dev/shm", W_OK))
		skip();
	snprintf(path, sizeof path, "/dev/shm/lprof-unit-%d.lprof", (int)getpid());
	run_with("LINEPROF_FILE", path);
	profile = open_profile(path);
	assert_int_equal(counter_sum(&profile, 7), 1);
	close_profile(&profile);
	unlink(path);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_no_rank),
    RUNTIME_TEST(test_as_long_as_a_path),
    RUNTIME_TEST(test_shared_memory),
};

RUNTIME_TEST_MAIN(subjects, tests)
