/* test_runtime_stop.c: stop and start, and regions, without the plugin. */
#include "runtime_fixture.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { SWITCHES = 300, THREADS = 4, PER_PAUSE = 7 };

static int control(int what)
{
	return subject_ops()->control(&subject_module, what);
}

static void begin(const char *name)
{
	subject_ops()->region(&subject_module, LP_REGION_BEGIN, name);
}

static void end(void)
{
	subject_ops()->region(&subject_module, LP_REGION_END, NULL);
}

static void burn(unsigned milliseconds)
{
	struct timespec now, start;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 <
	       (long)milliseconds);
}

/* The section that says what is outside of `counters`; false if there is none. */
static bool find_excluded(const struct profile *profile, const struct lp_counters *counters,
			  struct lp_section_at *at)
{
	*at = (struct lp_section_at){0};
	while (lp_reader_next(&profile->reader, at))
		if (at->kind == LP_SECT_EXCLUDED &&
		    lp_section_counters(at)->thread == counters->thread)
			return true;
	return false;
}

/* What is to be seen of a counter: as docs/format.md says. */
static uint64_t shown(const struct profile *profile, unsigned counter)
{
	const bool is_stopped = profile->reader.info->flags & LP_INFO_STOPPED;
	struct lp_section_at at = {0}, excluded;
	uint64_t sum = 0;

	while (lp_reader_next(&profile->reader, &at)) {
		uint64_t value;

		if (at.kind != LP_SECT_COUNTERS)
			continue;
		value = lp_section_counter_values(&at)[counter];
		if (find_excluded(profile, lp_section_counters(&at), &excluded)) {
			const uint64_t outside = lp_section_outside(&excluded)[counter];

			assert_true(is_stopped || outside <= value);
			value = is_stopped ? lp_section_kept(&excluded)[counter] : value - outside;
		}
		sum += value;
	}
	return sum;
}

static int run_switching(void)
{
	count(1);
	__lineprof_register(&subject_module);
	for (int i = 0; i < SWITCHES; i++) {
		count(2);
		if (control(LP_CONTROL_STOP) || control(LP_CONTROL_STOP))
			return 1;
		for (int k = 0; k < PER_PAUSE; k++)
			count(2);
		count(3);
		if (control(LP_CONTROL_START) || control(LP_CONTROL_START))
			return 1;
		count(4);
	}
	return 0;
}

/* Dies in a random moment of many switches; counter 2 only counts while stopped. */
static int run_killed(void)
{
	struct timespec now;

	__lineprof_register(&subject_module);
	clock_gettime(CLOCK_REALTIME, &now);
	for (int i = 0; i < 200 + now.tv_nsec / 1000 % 300; i++) {
		count(1);
		control(LP_CONTROL_STOP);
		count(2);
		control(LP_CONTROL_START);
	}
	if (now.tv_nsec & 1024)
		control(LP_CONTROL_STOP);
	kill(getpid(), SIGKILL);
	return 0;
}

/* As run_killed(), but by somebody else, at any instruction. */
static int run_switching_on(void)
{
	__lineprof_register(&subject_module);
	while (!access("/", F_OK)) {
		control(LP_CONTROL_STOP);
		for (int i = 0; i < 1000; i++)
			count(2);
		control(LP_CONTROL_START);
		close(open("ready", O_WRONLY | O_CREAT, 0666));
	}
	return 0;
}

static pthread_barrier_t barrier;

static void *count_in_turn(void *unused)
{
	(void)unused;
	for (int i = 0; i < SWITCHES; i++) {
		count(5);
		pthread_barrier_wait(&barrier);
		pthread_barrier_wait(&barrier);
		count(6);
		pthread_barrier_wait(&barrier);
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

static void *count_once(void *counter)
{
	count((unsigned)(uintptr_t)counter);
	return NULL;
}

static void run_thread(unsigned counter)
{
	pthread_t thread;

	pthread_create(&thread, NULL, count_once, (void *)(uintptr_t)counter);
	pthread_join(thread, NULL);
}

/* Others begin and end meanwhile: their rows are given up, and serve new ones. */
static int run_threads(void)
{
	pthread_t threads[THREADS];

	__lineprof_register(&subject_module);
	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, count_in_turn, NULL);
	for (int i = 0; i < SWITCHES; i++) {
		run_thread(7);
		pthread_barrier_wait(&barrier);
		control(LP_CONTROL_STOP);
		pthread_barrier_wait(&barrier);
		run_thread(8);
		pthread_barrier_wait(&barrier);
		control(LP_CONTROL_START);
		pthread_barrier_wait(&barrier);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* Clocks of a frame that is open all the time, of one that begins while stopped. */
static int run_clocks(void)
{
	/* Each begins with the caller's frame, and where the function returns to. */
	uintptr_t frames[2][2] = {{0}};
	const uint32_t outer = (__lineprof_register(&subject_module), enter(0, frames[1]));
	uint32_t inner;

	burn(20);
	control(LP_CONTROL_STOP);
	burn(400);
	inner = enter(1, frames[0]);
	burn(300);
	control(LP_CONTROL_START);
	burn(20);
	leave(inner, frames[0]);
	leave(outer, frames[1]);
	return 0;
}

static atomic_bool is_over;

static void *enter_and_leave(void *unused)
{
	void *const frame = __builtin_frame_address(0);

	(void)unused;
	while (!is_over) {
		const uint32_t is_open = enter(2, frame);

		begin("busy");
		burn(2);
		end();
		leave(is_open, frame);
	}
	return NULL;
}

/* Other threads read the clock in any moment of a switch. */
static int run_clocks_of_others(void)
{
	pthread_t threads[THREADS];

	__lineprof_register(&subject_module);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, enter_and_leave, NULL);
	for (int i = 0; i < SWITCHES; i++) {
		control(LP_CONTROL_STOP);
		usleep(100);
		control(LP_CONTROL_START);
		usleep(100);
	}
	is_over = true;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

static int run_regions(void)
{
	__lineprof_register(&subject_module);
	end();
	begin("a");
	burn(20);
	begin("b");
	burn(20);
	begin("a");
	burn(20);
	end();
	end();
	end();
	begin(NULL);
	begin("open");
	kill(getpid(), SIGKILL);
	return 0;
}

static void *name_many(void *unused)
{
	char name[32];

	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "%d", i);
		begin(name);
		end();
	}
	return unused;
}

/* All at once, more names than there is room for. */
static int run_many_names(void)
{
	pthread_t threads[THREADS];

	__lineprof_register(&subject_module);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, name_many, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

enum { ALARMS = 1000, ALARM_NS = 50000 };

static volatile sig_atomic_t alarms;

static void on_alarm(int number)
{
	(void)number;
	begin("handler");
	end();
	alarms++;
}

/* ThreadSanitizer runs handlers late, and where one comes just as it begins with that, it
 * leaves all signals blocked for good: the mask that it saves is one for all. */
static void unblock_alarms(void)
{
#ifdef __SANITIZE_THREAD__
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#endif
}

/* A handler that comes in the middle of a call stays out of its way. */
static int run_handlers(void)
{
	const struct sigaction action = {.sa_handler = on_alarm};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	const struct itimerspec often = {{0, ALARM_NS}, {0, ALARM_NS}};
	timer_t timer;

	__lineprof_register(&subject_module);
	sigaction(SIGUSR1, &action, NULL);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &often, NULL);
	while (alarms < ALARMS) {
		begin("main");
		end();
		unblock_alarms();
	}
	timer_delete(timer);
	return 0;
}

static int run_stopped_from_the_start(void)
{
	count(1);
	__lineprof_register(&subject_module);
	count(1);
	run_thread(1);
	control(LP_CONTROL_START);
	count(2);
	run_thread(2);
	return 0;
}

static const struct subject subjects[] = {
    {"switching", run_switching},
    {"killed", run_killed},
    {"switching_on", run_switching_on},
    {"threads", run_threads},
    {"clocks", run_clocks},
    {"clocks_of_others", run_clocks_of_others},
    {"regions", run_regions},
    {"many_names", run_many_names},
    {"handlers", run_handlers},
    {"stopped_from_the_start", run_stopped_from_the_start},
};

/* --- tests --- */

static struct lp_region region_sum(const struct profile *profile, const char *wanted)
{
	struct lp_section_at names = {0}, rows = {0};
	struct lp_region sum = {0};
	uint32_t number = UINT32_MAX;

	while (lp_reader_next(&profile->reader, &names))
		for (uint32_t i = 0; names.kind == LP_SECT_REGION_NAMES &&
				     i < lp_section_region_names(&names)->count;
		     i++) {
			const struct lp_region_name *const name =
			    &lp_section_region_name_values(&names)[i];

			if (name->bytes == strlen(wanted) &&
			    !memcmp(name->text, wanted, name->bytes))
				number = lp_section_region_names(&names)->first + i;
		}
	while (lp_reader_next(&profile->reader, &rows))
		for (uint32_t i = 0;
		     rows.kind == LP_SECT_REGIONS && i < lp_section_regions(&rows)->count; i++) {
			const struct lp_region *const row = &lp_section_region_values(&rows)[i];

			if (row->name != number + 1)
				continue;
			sum.calls += row->calls;
			sum.open += row->open;
			sum.self_ticks += row->self_ticks;
			sum.total_ticks += row->total_ticks;
		}
	return sum;
}

static void test_switching(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("switching"), 0);
	assert_true(stderr_is_empty());
	profile = open_own_profile("");
	assert_int_equal(shown(&profile, 1), 1);
	assert_int_equal(shown(&profile, 2), SWITCHES);
	assert_int_equal(shown(&profile, 3), 0);
	assert_int_equal(shown(&profile, 4), SWITCHES);
	close_profile(&profile);
}

static void test_killed(void **state)
{
	(void)state;
	for (int i = 0; i < 10; i++) {
		struct profile profile;

		assert_int_equal(WTERMSIG(run_subject("killed")), SIGKILL);
		profile = open_own_profile("");
		assert_true(shown(&profile, 1) >= 200);
		assert_int_equal(shown(&profile, 2), 0);
		close_profile(&profile);
	}
}

static void test_killed_anywhere(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) {
		const pid_t pid = start_subject("switching_on");
		struct profile profile;
		int status;

		while (access("ready", F_OK))
			usleep(100);
		usleep((unsigned)(i * 137 % 1000));
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		unlink("ready");
		profile = open_own_profile("");
		assert_int_equal(shown(&profile, 2), 0);
		close_profile(&profile);
	}
}

static void test_threads(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("threads"), 0);
	profile = open_own_profile("");
	assert_int_equal(shown(&profile, 5), THREADS * SWITCHES);
	assert_int_equal(shown(&profile, 6), 0);
	assert_int_equal(shown(&profile, 7), SWITCHES);
	assert_int_equal(shown(&profile, 8), 0);
	close_profile(&profile);
}

static void test_clocks(void **state)
{
	struct profile profile;
	struct lp_clock outer, inner;

	(void)state;
	assert_int_equal(run_subject("clocks"), 0);
	profile = open_own_profile("");
	outer = clock_sum(&profile, 0);
	inner = clock_sum(&profile, 1);
	assert_int_equal(outer.calls, 1);
	assert_int_equal(inner.calls, 0);
	assert_true(seconds_of(&profile, outer.total_ticks) >= 0.038);
	assert_true(seconds_of(&profile, outer.total_ticks) < 0.400);
	assert_true(seconds_of(&profile, inner.total_ticks) >= 0.019);
	assert_true(seconds_of(&profile, inner.total_ticks) < 0.290);
	assert_true(seconds_of(&profile, profile.reader.info->paused_ticks) >= 0.650);
	close_profile(&profile);
}

static void test_clocks_of_others(void **state)
{
	struct profile profile;
	uint64_t life_ticks;

	(void)state;
	assert_int_equal(run_subject("clocks_of_others"), 0);
	profile = open_own_profile("");
	life_ticks = profile.reader.info->end_ticks - profile.reader.info->start_ticks;
	assert_in_range(clock_sum(&profile, 2).self_ticks, 1, THREADS * life_ticks);
	assert_in_range(clock_sum(&profile, 2).total_ticks, 1, THREADS * life_ticks);
	assert_in_range(region_sum(&profile, "busy").total_ticks, 1, THREADS * life_ticks);
	assert_int_equal(region_sum(&profile, "busy").open, 0);
	close_profile(&profile);
}

static void test_regions(void **state)
{
	struct profile profile;
	struct lp_region a, b;

	(void)state;
	assert_int_equal(WTERMSIG(run_subject("regions")), SIGKILL);
	profile = open_own_profile("");
	a = region_sum(&profile, "a");
	b = region_sum(&profile, "b");
	assert_int_equal(a.calls, 2);
	assert_int_equal(b.calls, 1);
	assert_true(seconds_of(&profile, a.self_ticks) >= 0.038);
	assert_true(seconds_of(&profile, b.self_ticks) >= 0.019);
	assert_int_equal(a.total_ticks, a.self_ticks + b.self_ticks);
	assert_true(b.total_ticks > b.self_ticks && b.total_ticks < a.total_ticks);
	assert_int_equal(region_sum(&profile, "<end without begin>").calls, 1);
	assert_int_equal(region_sum(&profile, "<no name>").calls, 1);
	assert_int_equal(region_sum(&profile, "open").open, 1);
	close_profile(&profile);
}

static void test_many_names(void **state)
{
	struct profile profile;
	uint64_t calls = 0;

	(void)state;
	assert_int_equal(run_subject("many_names"), 0);
	profile = open_own_profile("");
	for (int i = 0; i < 3000; i++) {
		char name[32];

		snprintf(name, sizeof name, "%d", i);
		calls += region_sum(&profile, name).calls;
	}
	assert_int_equal(calls + region_sum(&profile, "<other regions>").calls, THREADS * 3000);
	assert_true(calls >= THREADS * 1000);
	close_profile(&profile);
}

static void test_handlers(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("handlers"), 0);
	profile = open_own_profile("");
	assert_int_equal(region_sum(&profile, "main").open, 0);
	assert_int_equal(region_sum(&profile, "handler").open, 0);
	assert_int_equal(region_sum(&profile, "<end without begin>").calls, 0);
#ifdef __SANITIZE_THREAD__
	/* It lets handlers run only inside of calls that it knows: all in the middle. */
	const uint64_t least = 0;
#else
	const uint64_t least = 1;
#endif
	assert_in_range(region_sum(&profile, "handler").calls, least, 100000);
	close_profile(&profile);
}

static void test_stopped_from_the_start(void **state)
{
	struct profile profile;

	(void)state;
	setenv("LINEPROF_START", "off", 1);
	assert_int_equal(run_subject("stopped_from_the_start"), 0);
	setenv("LINEPROF_START", "perhaps", 1);
	profile = open_own_profile("");
	assert_int_equal(shown(&profile, 1), 0);
	assert_int_equal(shown(&profile, 2), 2);
	close_profile(&profile);
	assert_true(stderr_is_empty());
	assert_int_equal(run_subject("stopped_from_the_start"), 0);
	unsetenv("LINEPROF_START");
	assert_true(stderr_has("LINEPROF_START: 'perhaps': unknown value"));
	profile = open_own_profile("");
	assert_int_equal(shown(&profile, 1), 3);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_switching),       RUNTIME_TEST(test_killed),
    RUNTIME_TEST(test_killed_anywhere), RUNTIME_TEST(test_threads),
    RUNTIME_TEST(test_clocks),          RUNTIME_TEST(test_clocks_of_others),
    RUNTIME_TEST(test_regions),         RUNTIME_TEST(test_many_names),
    RUNTIME_TEST(test_handlers),        RUNTIME_TEST(test_stopped_from_the_start),
};

RUNTIME_TEST_MAIN(subjects, tests)
