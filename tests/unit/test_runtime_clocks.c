/* test_runtime_clocks.c: function clocks and samples. */
#include "runtime_fixture.h"

#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "runtime/lifecycle.h"

#define HERE __builtin_frame_address(0)

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

static int run_recursive(void)
{
	__lineprof_register(&subject_module);
	return take_time(recurse_deep);
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
	/* The first call says that no other need ask. */
	return enter(0, HERE) || !subject_funcs[0].gate;
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

__attribute__((noinline)) static void burn_here(void)
{
	struct timespec now;

	do {
		/* Seldom in the kernel, where perf is not to look; but ThreadSanitizer runs
		 * handlers only at calls, so several times in each tick. */
		for (int i = 0; i < 50000; i++)
			sink++;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (now.tv_sec < 1);
}

/* Nothing is behind the last sample: on a busy machine the next one may be far away. */
__attribute__((noinline)) static void burn_until_sample(void)
{
	const uint64_t before = __atomic_load_n(&lp_run->samples_taken, __ATOMIC_RELAXED);

	while (__atomic_load_n(&lp_run->samples_taken, __ATOMIC_RELAXED) == before)
		sink++;
}

__attribute__((noinline)) static void burn_caller(void)
{
	const uint32_t is_open = enter(2, HERE);

	burn_here();
	burn_until_sample();
	leave(is_open, HERE);
	sink++;
}

static int run_sampled(void)
{
	__lineprof_register(&subject_module);
	burn_caller();
	return 0;
}

static int compare(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	/* Has a frame then, as all functions that the plugin compiles. */
	sink = (unsigned)(uintptr_t)HERE;
	return x < y ? -1 : x > y;
}

/* Samples in the C library name the instrumented function that called it. */
__attribute__((noinline)) static void sort_much(uint32_t *numbers, size_t count_)
{
	struct timespec now;

	do {
		for (size_t i = 0; i < count_; i++)
			numbers[i] = (uint32_t)rand();
		qsort(numbers, count_, sizeof *numbers, compare);
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (now.tv_sec < 1);
	sink++;
}

static int run_library(void)
{
	static uint32_t numbers[100000];

	__lineprof_register(&subject_module);
	sort_much(numbers, sizeof numbers / sizeof *numbers);
	return 0;
}

__attribute__((noinline)) static void framed(void)
{
	sink = (unsigned)(uintptr_t)HERE;
}

__attribute__((noinline)) static void call_framed(void)
{
	for (long i = 0; i < 400000000; i++)
		framed();
	sink++;
}

static int run_bare(void)
{
	__lineprof_register(&subject_module);
	call_framed();
	sink++;
	return 0;
}

/* All samples at once, after the signal was blocked. */
static int run_blocked(void)
{
	sigset_t all, old;

	__lineprof_register(&subject_module);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	burn_here();
	sigprocmask(SIG_SETMASK, &old, NULL);
	/* With the next sample comes how many were lost. */
	for (int i = 0; i < 50000000; i++)
		sink++;
	return 0;
}

/* As children do before exec: no signal of ours may end them. */
static int run_resetting(void)
{
	__lineprof_register(&subject_module);
	for (int number = 1; number < 65; number++)
		signal(number, SIG_DFL);
	burn_here();
	return 0;
}

/* Only begins. */
static int run_idle(void)
{
	return __lineprof_register(&subject_module);
}

static const struct subject subjects[] = {
    {"idle", run_idle},
    {"nested", run_nested},
    {"recursive", run_recursive},
    {"jumping", run_jumping},
    {"killed", run_killed},
    {"collapsing", run_collapsing},
    {"counts_only", run_counts_only},
    {"signals", run_signals},
    {"signal_stack", run_signal_stack},
    {"sampled", run_sampled},
    {"library", run_library},
    {"resetting", run_resetting},
    {"bare", run_bare},
    {"blocked", run_blocked},
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

static void test_collapse(void **state)
{
	struct profile profile;

	(void)state;
	assert_int_equal(run_subject("collapsing"), 0);
	profile = open_own_profile("");
	assert_int_equal(clock_sum(&profile, 3).calls, 64);
	assert_int_equal(clock_sum(&profile, 3).flags, LP_CLOCK_COLLAPSED);
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

/* Samples whose path holds `call`-th an address of this program, by region. */
static uint64_t samples_where(const struct profile *profile, uint64_t region, unsigned min_calls)
{
	struct lp_section_at at = {0};
	uint64_t sum = 0;

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_stack_node *nodes;

		if (at.kind != LP_SECT_STACKS)
			continue;
		nodes = lp_section_stack_nodes(&at);
		for (uint32_t i = 0; i < lp_section_stacks(&at)->capacity; i++) {
			const struct lp_stack_node *node = &nodes[i];
			unsigned calls = 0;

			if (node->kind != LP_STACK_LEAF || (region && node->region != region))
				continue;
			for (; node->kind != LP_STACK_THREAD; node = &nodes[node->parent])
				calls++;
			if (calls > min_calls)
				sum += nodes[i].count;
		}
	}
	return sum;
}

static void check_samples(enum lp_engine engine)
{
	struct profile profile;
	const struct lp_info *info;
	uint64_t expected;

	assert_int_equal(run_subject("sampled"), 0);
	profile = open_own_profile("");
	info = profile.reader.info;
	expected = info->cpu_ns / info->sample_period_ns;
	assert_int_equal(info->engine, engine);
	assert_in_range(info->samples_taken, expected * 95 / 100, expected * 105 / 100 + 1);
	assert_int_equal(info->samples_lost, 0);
	assert_int_equal(samples_where(&profile, 0, 0), info->samples_taken);
	/* burn_here, burn_caller, run_sampled and main, seldom clock_gettime above them */
	assert_in_range(samples_where(&profile, LP_REGION(0, 2), 3), info->samples_taken * 9 / 10,
			info->samples_taken);
	assert_true(info->overhead_ticks > 0);
	close_profile(&profile);
}

static void test_samples_by_timer(void **state)
{
	(void)state;
	use_engine("timer");
	check_samples(LP_ENGINE_TIMER);
}

static void test_samples_by_perf(void **state)
{
	(void)state;
	need_perf("idle");
	check_samples(LP_ENGINE_PERF);
}

static void check_library(void)
{
	struct profile profile;
	const struct lp_info *info;

#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	assert_int_equal(run_subject("library"), 0);
	profile = open_own_profile("");
	info = profile.reader.info;
	assert_in_range(samples_where(&profile, 0, 2), info->samples_taken * 9 / 10,
			info->samples_taken);
	close_profile(&profile);
}

static void test_library_by_timer(void **state)
{
	(void)state;
	use_engine("timer");
	check_library();
}

static void test_library_by_perf(void **state)
{
	(void)state;
	need_perf("idle");
	check_library();
}

static int note_bias(struct dl_phdr_info *info, size_t size, void *bias)
{
	(void)size;
	*(uint64_t *)bias = info->dlpi_addr;
	return 1;
}

/* How far this process has the program from where the subject had it. */
static uint64_t displacement(uint64_t subject_bias)
{
	uint64_t bias = 0;

	dl_iterate_phdr(note_bias, &bias);
	return subject_bias - bias;
}

static uint64_t load_bias_of(const struct profile *profile)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_MODULE)
			return lp_section_module(&at)->load_bias;
	return 0;
}

/* A function that has no frame yet, or no longer, still names its caller. */
static void check_without_frame(void)
{
	struct lp_section_at at = {0};
	struct profile profile;
	uint64_t moved, inside = 0, with_caller = 0;

#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	assert_int_equal(run_subject("bare"), 0);
	profile = open_own_profile("");
	moved = displacement(load_bias_of(&profile));
	while (lp_reader_next(&profile.reader, &at)) {
		const struct lp_stack_node *nodes;

		if (at.kind != LP_SECT_STACKS)
			continue;
		nodes = lp_section_stack_nodes(&at);
		for (uint32_t i = 0; i < lp_section_stacks(&at)->capacity; i++) {
			const struct lp_stack_node *const node = &nodes[i];
			const uint64_t caller = nodes[node->parent].address;

			if (node->kind != LP_STACK_LEAF ||
			    node->address - moved - (uintptr_t)framed > 15)
				continue;
			inside += node->count;
			if (caller - moved - (uintptr_t)call_framed < 80)
				with_caller += node->count;
		}
	}
	assert_true(inside > 20);
	assert_in_range(with_caller, inside * 97 / 100, inside);
	close_profile(&profile);
}

static void test_frame_by_timer(void **state)
{
	(void)state;
	use_engine("timer");
	check_without_frame();
}

static void test_frame_by_perf(void **state)
{
	(void)state;
	need_perf("idle");
	check_without_frame();
}

static void test_overdue_by_timer(void **state)
{
	struct profile profile;

	(void)state;
	use_engine("timer");
	assert_int_equal(run_subject("blocked"), 0);
	profile = open_own_profile("");
	assert_in_range(profile.reader.info->samples_taken, 225, 325);
	close_profile(&profile);
}

/* A ring has room for some of them; the others are known to be lost. */
static void test_overdue_by_perf(void **state)
{
	struct profile profile;
	const struct lp_info *info;
	uint64_t expected;

	(void)state;
	need_perf("idle");
	assert_int_equal(run_subject("blocked"), 0);
	profile = open_own_profile("");
	info = profile.reader.info;
	expected = info->cpu_ns / info->sample_period_ns;
	assert_in_range(info->samples_taken, 1, expected);
	assert_true(info->samples_lost > 0);
	assert_in_range(info->samples_taken + info->samples_lost, expected * 90 / 100,
			expected * 110 / 100);
	close_profile(&profile);
}

static void test_reset_handlers(void **state)
{
	(void)state;
	assert_int_equal(run_subject("resetting"), 0);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_nested),           RUNTIME_TEST(test_recursive),
    RUNTIME_TEST(test_longjmp),          RUNTIME_TEST(test_collapse),
    RUNTIME_TEST(test_counts_only),      RUNTIME_TEST(test_killed),
    RUNTIME_TEST(test_signals),          RUNTIME_TEST(test_signal_stack),
    RUNTIME_TEST(test_samples_by_timer), RUNTIME_TEST(test_samples_by_perf),
    RUNTIME_TEST(test_library_by_timer), RUNTIME_TEST(test_library_by_perf),
    RUNTIME_TEST(test_frame_by_timer),   RUNTIME_TEST(test_frame_by_perf),
    RUNTIME_TEST(test_overdue_by_timer), RUNTIME_TEST(test_overdue_by_perf),
    RUNTIME_TEST(test_reset_handlers),
};

RUNTIME_TEST_MAIN(subjects, tests)
