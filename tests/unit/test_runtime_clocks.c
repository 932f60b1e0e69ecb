/* test_runtime_clocks.c: function clocks. */
#include "runtime_fixture.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "runtime/clock_budget.h"
#include "runtime/shadow.h"

static volatile unsigned sink;

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Notes for the test how long it took by another clock: on a busy machine anything may last. */
static int take_time(void (*work)(void))
{
	const double begin = now_ms();
	FILE *file;

	work();
	file = fopen("elapsed", "w");
	return !file || fprintf(file, "%f", now_ms() - begin) < 0 || fclose(file);
}

static void sleep_ms(unsigned milliseconds)
{
	usleep(milliseconds * 1000);
}

__attribute__((noinline)) static void sleeping_callee(void)
{
	const uint32_t is_open = enter(1, HERE);

	sleep_ms(30);
	leave(is_open, HERE);
}

__attribute__((noinline)) static void caller(void)
{
	const uint32_t is_open = enter(0, HERE);

	sleep_ms(20);
	sleeping_callee();
	leave(is_open, HERE);
}

static void call_twice(void)
{
	caller();
	caller();
}

static int run_nested(void)
{
	__lineprof_register(&subject_module);
	return take_time(call_twice);
}

__attribute__((noinline)) static void recurse(int depth)
{
	const uint32_t is_open = enter(0, HERE);

	sleep_ms(5);
	if (depth)
		recurse(depth - 1);
	leave(is_open, HERE);
	sink++;
}

static void recurse_deep(void)
{
	recurse(5);
}

/* The profile is brought up to date while all of its calls are open. */
__attribute__((noinline)) static void recurse_and_flush(int depth)
{
	const uint32_t is_open = enter(0, HERE);

	sleep_ms(5);
	if (depth)
		recurse_and_flush(depth - 1);
	else
		subject_ops()->control(&subject_module, LP_CONTROL_FLUSH);
	leave(is_open, HERE);
	sink++;
}

static int run_recursive_flushing(void)
{
	__lineprof_register(&subject_module);
	recurse_and_flush(2);
	return 0;
}

static int run_recursive(void)
{
	__lineprof_register(&subject_module);
	return take_time(recurse_deep);
}

/* Calls that all are open, as if each had a frame of its own below that of its caller; and one in
 * the innermost. */
static int open_many(int calls)
{
	char frames[LP_SHADOW_DEPTH_MOST + 20];
	char *frame = frames + sizeof(frames);

	__lineprof_register(&subject_module);
	errno = ENXIO;
	for (int i = 0; i < calls; i++)
		enter(0, --frame);
	leave(enter(1, frame - 1), frame - 1);
	return errno != ENXIO;
}

static int run_deep(void)
{
	return open_many(3000);
}

static int run_too_deep(void)
{
	return open_many(LP_SHADOW_DEPTH_MOST + 10);
}

__attribute__((noinline)) static void tiny(void)
{
	const uint32_t is_open = enter(3, HERE);

	sink++;
	leave(is_open, HERE);
}

static jmp_buf target;

__attribute__((noinline, noreturn)) static void jump_from(int depth)
{
	enter(depth ? 1 : 2, HERE);
	if (!depth)
		longjmp(target, 1);
	jump_from(depth - 1);
}

__attribute__((noinline)) static void jumped_over(void)
{
	const uint32_t is_open = enter(0, HERE);

	for (volatile int i = 0; i < 50; i++)
		if (!setjmp(target))
			jump_from(i % 7);
	tiny();
	sleep_ms(30);
	leave(is_open, HERE);
}

static int run_jumping(void)
{
	__lineprof_register(&subject_module);
	return take_time(jumped_over);
}

/* Where control lands, the plugin closes what is below; a sample does where it does not. */
__attribute__((noinline)) static void landed(bool by_sample)
{
	const uint32_t is_open = enter(0, HERE);
	const uintptr_t here = (uintptr_t)HERE;

	sleep_ms(10);
	if (!setjmp(target))
		jump_from(0);
	if (by_sample)
		lp_shadow_close_left(lp_self, here);
	else
		subject_ops()->leave((void *)(here - 1));
	sleep_ms(30);
	leave(is_open, HERE);
}

static void land_both_ways(void)
{
	landed(false);
	landed(true);
}

static int run_landing(void)
{
	__lineprof_register(&subject_module);
	return take_time(land_both_ways);
}

static int run_collapsing(void)
{
	__lineprof_register(&subject_module);
	for (int i = 0; i < 100000; i++)
		tiny();
	return subject_funcs[3].gate ? 0 : 1;
}

static int run_counts_only(void)
{
	__lineprof_register(&subject_module);
	/* No call need ask. */
	return !subject_funcs[0].gate || enter(0, HERE);
}

/* Open clocks of a killed program are at most a second or so behind. */
static int run_killed(void)
{
	const time_t begin = time(NULL);

	__lineprof_register(&subject_module);
	enter(0, HERE);
	while (time(NULL) < begin + 4)
		sink++;
	kill(getpid(), SIGKILL);
	return 0;
}

static void handle_nested(int number)
{
	const uint32_t is_open = enter(1, HERE);

	(void)number;
	count(9);
	leave(is_open, HERE);
}

static sigjmp_buf out_of_handler;

static void handle_by_jump(int number)
{
	enter(1, HERE);
	(void)number;
	siglongjmp(out_of_handler, 1);
}

/* Handlers enter and leave, some by a jump, in the middle of everything. */
static int run_signals(void)
{
	const struct itimerval period = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};
	volatile int jumps = 0;
	volatile int round = 0;
	uint32_t is_open;

	__lineprof_register(&subject_module);
	is_open = enter(0, HERE);
	signal(SIGALRM, handle_nested);
	setitimer(ITIMER_REAL, &period, NULL);
	for (int i = 0; i < 300000; i++)
		tiny();
	subject_funcs[3].gate = 0;
	if (sigsetjmp(out_of_handler, 1))
		jumps++;
	signal(SIGALRM, jumps < 200 ? handle_by_jump : SIG_IGN);
	while (round < 3000000) {
		round++;
		tiny();
	}
	setitimer(ITIMER_REAL, &never, NULL);
	leave(is_open, HERE);
	return 0;
}

/* On another stack than the thread's own, clocks stay shut. */
static int on_other_stack;

static void handle_elsewhere(int number)
{
	(void)number;
	on_other_stack = enter(1, HERE) != 0;
}

static int run_signal_stack(void)
{
	static char memory[65536];
	const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
	const struct sigaction action = {.sa_handler = handle_elsewhere, .sa_flags = SA_ONSTACK};

	__lineprof_register(&subject_module);
	sigaltstack(&stack, NULL);
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	return on_other_stack;
}

static const struct subject subjects[] = {
    {"nested", run_nested},
    {"recursive", run_recursive},
    {"recursive_flushing", run_recursive_flushing},
    {"deep", run_deep},
    {"too_deep", run_too_deep},
    {"jumping", run_jumping},
    {"killed", run_killed},
    {"collapsing", run_collapsing},
    {"counts_only", run_counts_only},
    {"signals", run_signals},
    {"signal_stack", run_signal_stack},
    {"landing", run_landing},
};

static double milliseconds(const struct profile *profile, uint64_t ticks)
{
	return seconds_of(profile, ticks) * 1000;
}

static double elapsed_ms(void)
{
	FILE *const file = fopen("elapsed", "r");
	double elapsed = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%lf", &elapsed), 1);
	fclose(file);
	return elapsed;
}

/* At least what was slept there, at most all the time but what was slept elsewhere. */
static void assert_ms(const struct profile *profile, uint64_t ticks, double slept, double elsewhere)
{
	const double measured = milliseconds(profile, ticks);
	const double most = elapsed_ms() - elsewhere;

	if (measured < slept * 0.999 || measured > most * 1.001)
		fail_msg("%.3f ms instead of %.3f to %.3f", measured, slept, most);
}

static void assert_open(const char *subject, uint64_t calls, uint64_t inner, uint64_t lost)
{
	struct profile profile;

	assert_int_equal(run_subject(subject), 0);
	profile = open_own_profile("");
	assert_int_equal(clock_sum(&profile, 0).calls, calls);
	assert_int_equal(clock_sum(&profile, 1).calls, inner);
	assert_int_equal(lp_reader_info(&profile.reader).clocks_lost, lost);
	close_profile(&profile);
}

/* What has no room for its clock is counted. */
static void test_deep(void **state)
{
	(void)state;
	assert_open("deep", 3000, 1, 0);
	assert_open("too_deep", LP_SHADOW_DEPTH_MOST, 0, 11);
}

static void test_nested(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("nested"), 0);
	profile = open_own_profile("");
	assert_int_equal(clock_sum(&profile, 0).calls, 2);
	assert_int_equal(clock_sum(&profile, 0).active, 0);
	assert_ms(&profile, clock_sum(&profile, 0).self_ticks, 40, 60);
	assert_ms(&profile, clock_sum(&profile, 0).total_ticks, 100, 0);
	assert_ms(&profile, clock_sum(&profile, 1).self_ticks, 60, 40);
	assert_int_equal(clock_sum(&profile, 1).self_ticks, clock_sum(&profile, 1).total_ticks);
	assert_int_equal(clock_sum(&profile, 0).self_ticks + clock_sum(&profile, 1).self_ticks,
			 clock_sum(&profile, 0).total_ticks);
	assert_int_equal(profile.reader.info->clock_reads, 8);
	close_profile(&profile);
}

static void test_recursive(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("recursive"), 0);
	profile = open_own_profile("");
	assert_int_equal(clock_sum(&profile, 0).calls, 6);
	assert_int_equal(clock_sum(&profile, 0).self_ticks, clock_sum(&profile, 0).total_ticks);
	assert_ms(&profile, clock_sum(&profile, 0).total_ticks, 30, 0);
	close_profile(&profile);
}

/* Each moment counts once, however many calls are open. */
static void test_recursive_flushing(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("recursive_flushing"), 0);
	profile = open_own_profile("");
	assert_int_equal(clock_sum(&profile, 0).calls, 3);
	assert_int_equal(clock_sum(&profile, 0).self_ticks, clock_sum(&profile, 0).total_ticks);
	close_profile(&profile);
}

static void test_longjmp(void **state)
{
	struct profile profile;
	uint64_t sum = 0;

	(void)state;
	assert_int_equal(run_subject("jumping"), 0);
	profile = open_own_profile("");
	for (unsigned func = 0; func < 3; func++)
		assert_int_equal(clock_sum(&profile, func).active, 0);
	assert_int_equal(clock_sum(&profile, 2).calls, 50);
	assert_int_equal(clock_sum(&profile, 1).calls, 7 * 21);
	for (unsigned func = 0; func < SUBJECT_FUNCS; func++)
		sum += clock_sum(&profile, func).self_ticks;
	assert_int_equal(sum, clock_sum(&profile, 0).total_ticks);
	/* The next function that entered closed the dead ones. */
	assert_ms(&profile, clock_sum(&profile, 0).self_ticks, 30, 0);
	close_profile(&profile);
}

static void test_landing(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("landing"), 0);
	profile = open_own_profile("");
	for (unsigned func = 0; func < 3; func++)
		assert_int_equal(clock_sum(&profile, func).active, 0);
	assert_int_equal(clock_sum(&profile, 2).calls, 2);
	assert_ms(&profile, clock_sum(&profile, 0).self_ticks, 80, 0);
	assert_ms(&profile, clock_sum(&profile, 2).total_ticks, 0, 80);
	close_profile(&profile);
}

/* After 64 calls, unless they took long: on a busy machine one may wait for a processor. */
static void test_collapse(void **state)
{
	const double least_ms = LP_CLOCK_LEAST_NS * 1e-6;
	struct profile profile;
	struct lp_clock clock;

	(void)state;
	assert_int_equal(run_subject("collapsing"), 0);
	profile = open_own_profile("");
	clock = clock_sum(&profile, 3);
	assert_int_equal(clock.calls % 64, 0);
	assert_true(clock.calls > 0);
	assert_true(milliseconds(&profile, clock.total_ticks) >=
		    (double)(clock.calls - 64) * least_ms);
	assert_int_equal(clock.flags, LP_CLOCK_COLLAPSED);
	assert_int_equal(clock_sum(&profile, 0).flags, 0);
	close_profile(&profile);
}

static void test_counts_only(void **state)
{
	struct profile profile;

	(void)state;
	setenv("LINEPROF_MODE", "counts", 1);
	assert_int_equal(run_subject("counts_only"), 0);
	unsetenv("LINEPROF_MODE");
	profile = open_own_profile("");
	assert_int_equal(profile.reader.info->engine, LP_ENGINE_NONE);
	assert_int_equal(section_count(&profile, LP_SECT_CLOCKS), 0);
	close_profile(&profile);
}

static void test_killed(void **state)
{
	struct profile profile;
	struct lp_clock clock;

	(void)state;
	assert_int_equal(WTERMSIG(run_subject("killed")), SIGKILL);
	profile = open_own_profile("");
	clock = clock_sum(&profile, 0);
	assert_int_equal(clock.active, 1);
	assert_in_range(milliseconds(&profile, clock.total_ticks), 1500, 4500);
	assert_int_equal(clock.total_ticks, clock.self_ticks);
	assert_in_range(milliseconds(&profile, profile.reader.info->end_ticks -
						   profile.reader.info->start_ticks),
			1500, 4500);
	close_profile(&profile);
}

static void test_signals(void **state)
{
	struct profile profile;
	uint64_t sum, total;

	(void)state;
	assert_int_equal(run_subject("signals"), 0);
	profile = open_own_profile("");
	assert_true(counter_sum(&profile, 9) > 0);
	for (unsigned func = 0; func < SUBJECT_FUNCS; func++)
		assert_int_equal(clock_sum(&profile, func).active, 0);
	/* A jump may leave a probe between its two stores: some ticks count twice. */
	sum = clock_sum(&profile, 0).self_ticks + clock_sum(&profile, 1).self_ticks +
	      clock_sum(&profile, 3).self_ticks;
	total = clock_sum(&profile, 0).total_ticks;
	assert_in_range(sum, total - total / 1000, total + total / 1000);
	close_profile(&profile);
}

static void test_signal_stack(void **state)
{
	(void)state;
	assert_int_equal(run_subject("signal_stack"), 0);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_nested),
    RUNTIME_TEST(test_recursive),
    RUNTIME_TEST(test_recursive_flushing),
    RUNTIME_TEST(test_deep),
    RUNTIME_TEST(test_longjmp),
    RUNTIME_TEST(test_collapse),
    RUNTIME_TEST(test_counts_only),
    RUNTIME_TEST(test_killed),
    RUNTIME_TEST(test_signals),
    RUNTIME_TEST(test_signal_stack),
    RUNTIME_TEST(test_landing),
};

RUNTIME_TEST_MAIN(subjects, tests)
