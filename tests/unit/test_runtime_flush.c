/* test_runtime_flush.c: what a program has brought into the file at moments of its own. */
#include "runtime_fixture.h"

#include <signal.h>

static int run_flushing(void)
{
	__lineprof_register(&subject_module);
	count(4);
	if (subject_ops()->control(&subject_module, LP_CONTROL_FLUSH))
		return 1;
	if (subject_ops()->control(&subject_module, 99) != -1)
		return 2;
	kill(getpid(), SIGKILL);
	return 0;
}

/* Behind the end of the profile. */
static void flush_late(void)
{
	subject_ops()->control(&subject_module, LP_CONTROL_FLUSH);
	kill(getpid(), SIGKILL);
}

static int run_flushing_late(void)
{
	atexit(flush_late);
	__lineprof_register(&subject_module);
	count(4);
	return 6;
}

static const struct subject subjects[] = {
    {"flushing", run_flushing},
    {"flushing_late", run_flushing_late},
};

static void test_flush(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(WTERMSIG(run_subject("flushing")), SIGKILL);
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 4), 1);
	assert_int_equal(profile.reader.header->state, LP_FILE_RUNNING);
	close_profile(&profile);
}

static void test_flush_behind_end(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(WTERMSIG(run_subject("flushing_late")), SIGKILL);
	profile = open_own_profile("");
	assert_int_equal(counter_sum(&profile, 4), 1);
	assert_int_equal(profile.reader.header->state, LP_FILE_FINISHED);
	assert_int_equal(profile.reader.info->exit_status, 6);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_flush),
    RUNTIME_TEST(test_flush_behind_end),
};

RUNTIME_TEST_MAIN(subjects, tests)
