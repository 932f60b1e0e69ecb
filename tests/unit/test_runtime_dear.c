/* test_runtime_dear.c: a thread whose samples are too dear is left to the timer, unless perf was
 * asked for. A governor that finds all of them so takes the place of the runtime's. */
#include "runtime_fixture.h"

#include "runtime/governor.h"

#define MS_NS UINT64_C(1000000)

static volatile unsigned sink;

unsigned lp_governor_multiple(uint64_t cost_ns, uint64_t base_ns, unsigned most)
{
	(void)cost_ns;
	(void)base_ns;
	(void)most;
	return 1;
}

bool lp_governor_add(struct lp_governor *governor, uint64_t cost_ns, uint64_t cpu_ns)
{
	(void)governor;
	(void)cost_ns;
	(void)cpu_ns;
	return true;
}

/* Events that the process has: a ring each. */
static int rings(void)
{
	FILE *const maps = fopen("/proc/self/maps", "r");
	char line[512];
	int count = 0;

	while (maps && fgets(line, sizeof line, maps))
		count += strstr(line, "[perf_event]") != NULL;
	if (maps)
		fclose(maps);
	return count;
}

static int run_busy(void)
{
	const uint64_t end_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) + 500 * MS_NS;

	__lineprof_register(&subject_module);
	while (lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) < end_ns)
		sink++;
	return rings();
}

static const struct subject subjects[] = {{"busy", run_busy}};

/* The exit status of a subject that was sampled by `engine`: events that it had in the end. */
static int rings_with(const char *engine)
{
	int status;

	use_engine(engine);
	status = run_subject("busy");
	skip_without_perf();
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void test_left_to_timer(void **state)
{
	struct profile profile;
	const struct lp_info *info;

	(void)state;
#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	assert_int_equal(rings_with("auto"), 0);
	/* Samples go on. */
	profile = open_own_profile("");
	info = profile.reader.info;
	assert_true(info->samples_taken * info->sample_period_ns > 400 * MS_NS);
	close_profile(&profile);
}

static void test_asked_for(void **state)
{
	(void)state;
#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	assert_int_equal(rings_with("perf"), 2);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_left_to_timer),
    RUNTIME_TEST(test_asked_for),
};

RUNTIME_TEST_MAIN(subjects, tests)
