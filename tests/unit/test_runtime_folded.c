/* test_runtime_folded.c: the row that many short threads share has what each of them waited for a
 * CPU. */
#include "runtime_fixture.h"

#include <pthread.h>

#include "runtime/run_delay.h"

enum { THREADS = 100, DELAY_NS = 1000 };

/* In the runtime's place: whenever it is asked, so much more. */
uint64_t lp_run_delay_ns(pid_t tid)
{
	static __thread uint64_t delay_ns;

	(void)tid;
	delay_ns += DELAY_NS;
	return delay_ns;
}

static void *be_short(void *unused)
{
	count(5);
	return unused;
}

static int run_short(void)
{
	pthread_t thread;

	__lineprof_register(&subject_module);
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&thread, NULL, be_short, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}

static const struct subject subjects[] = {{"short", run_short}};

static void test_delay(void **state)
{
	struct profile profile;
	struct lp_thread sum;

	(void)state;
	assert_int_equal(run_subject("short"), 0);
	profile = open_own_profile("");
	sum = row_of(&profile, 0);
	assert_true(sum.folded > THREADS / 2);
	assert_true(sum.delay_ns >= (uint64_t)sum.folded * DELAY_NS);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_delay),
};

RUNTIME_TEST_MAIN(subjects, tests)
