/* test_runtime_samples.c: samples, by both engines. */
#include "runtime_fixture.h"

#include <link.h>
#include <signal.h>
#include <time.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/sampler.h"

#define MS_NS UINT64_C(1000000)

/* A ring has room for 255 samples, which may be a quarter further from each other than a period. */
#define BLOCKED_PERIODS 400

/* Seldom in the kernel, where perf is not to look: a call in about 0.1 ms. But ThreadSanitizer, which
 * is ten times as slow, runs handlers only at calls: what a sample is late is nobody's. */
#ifdef __SANITIZE_THREAD__
enum { TURNS_PER_CALL = 5000 };
#else
enum { TURNS_PER_CALL = 50000 };
#endif

static volatile unsigned sink;

__attribute__((noinline)) static void burn_until_cpu(uint64_t end_ns)
{
	struct timespec now;

	do {
		for (int i = 0; i < TURNS_PER_CALL; i++)
			sink++;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (lp_clock_ns_of(&now) < end_ns);
}

__attribute__((noinline)) static void burn_caller(void)
{
	const uint32_t is_open = enter(2, HERE);

	burn_until_cpu(1000 * MS_NS);
	burn_until_sample(&sink);
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
	for (int i = 0; i < 1000000; i++)
		framed();
	sink++;
}

static int run_bare(void)
{
	__lineprof_register(&subject_module);
	while (lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) < 2000 * MS_NS)
		call_framed();
	sink++;
	return 0;
}

/* All samples at once, after the signal was blocked. More than a ring has room for. */
static void block_samples(void)
{
	uint64_t block_ns;
	sigset_t all, old;

	block_ns = BLOCKED_PERIODS * lp_run->sample_period_ns;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	burn_until_cpu(lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) + block_ns);
	sigprocmask(SIG_SETMASK, &old, NULL);
	/* With the next sample comes how many were lost. The last one comes late on a busy machine, and
	 * is for all that was before. */
	burn_until_cpu(lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) + block_ns / 8);
	burn_until_sample(&sink);
}

static int run_blocked(void)
{
	__lineprof_register(&subject_module);
	block_samples();
	return 0;
}

/* Nearly all the time in the runtime itself, where signals are blocked for less than a period. */
__attribute__((noinline)) static void hold_lock(uint64_t hold_ns)
{
	const uint32_t is_open = enter(2, HERE);
	struct lp_guard guard;

	lp_lock(&guard);
	burn_until_cpu(lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) + hold_ns);
	lp_unlock(&guard);
	leave(is_open, HERE);
	sink++;
}

static int run_locked(void)
{
	__lineprof_register(&subject_module);
	while (lp_clock_ns(CLOCK_THREAD_CPUTIME_ID) < 500 * MS_NS)
		hold_lock(lp_run->sample_period_ns / 2);
	sink++;
	return 0;
}

/* Not the first one, which stands for itself. */
static int run_blocked_later(void)
{
	__lineprof_register(&subject_module);
	burn_until_sample(&sink);
	block_samples();
	return 0;
}

/* As children do before exec: no signal of ours may end them. */
static int run_resetting(void)
{
	__lineprof_register(&subject_module);
	for (int number = 1; number < 65; number++)
		signal(number, SIG_DFL);
	burn_until_cpu(1000 * MS_NS);
	return 0;
}

/* Until the thread has had `end_ns` of CPU time; returns for how many periods samples stood. */
__attribute__((noinline)) static uint64_t taken_until(uint64_t end_ns)
{
	const uint64_t before = __atomic_load_n(&lp_run->samples_taken, __ATOMIC_RELAXED);

	burn_until_cpu(end_ns);
	return __atomic_load_n(&lp_run->samples_taken, __ATOMIC_RELAXED) - before;
}

/* A thread that is interrupted comes out of step soon, but not within so many periods. */
enum { IN_STEP_PERIODS = 512, IN_STEP_WINDOW = 32, IN_STEP_TOO_FEW = 101 };

/*
 * Does the same in every period of its CPU time, and has it in two halves. Returns by how many
 * percent of all samples the halves of each window differ: 100 where all met the same half.
 */
static int run_in_step(void)
{
	uint64_t period_ns, now_ns, all = 0, apart = 0;

	__lineprof_register(&subject_module);
	period_ns = lp_run->sample_period_ns;
	now_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	for (int window = 0; window < IN_STEP_PERIODS / IN_STEP_WINDOW; window++) {
		uint64_t first = 0, second = 0;

		for (int i = 0; i < IN_STEP_WINDOW; i++) {
			first += taken_until(now_ns += period_ns / 2);
			second += taken_until(now_ns += period_ns / 2);
		}
		all += first + second;
		apart += first > second ? first - second : second - first;
	}
	return all < IN_STEP_PERIODS * 9 / 10 ? IN_STEP_TOO_FEW : (int)(apart * 100 / all);
}

/* A sample that counts for one period, and one that counts for three. */
static int run_weighted(void)
{
	const uintptr_t here = (uintptr_t)run_weighted + 1;

	__lineprof_register(&subject_module);
	leave(enter(2, HERE), HERE);
	lp_sampler_take_at(lp_self, NULL, here, 1);
	lp_sampler_take_at(lp_self, NULL, here, 3);
	return 0;
}

/* Only begins. */
static int run_idle(void)
{
	return __lineprof_register(&subject_module);
}

static const struct subject subjects[] = {
    {"idle", run_idle},           {"sampled", run_sampled},   {"library", run_library},
    {"resetting", run_resetting}, {"bare", run_bare},         {"blocked", run_blocked},
    {"in_step", run_in_step},     {"weighted", run_weighted}, {"blocked_later", run_blocked_later},
    {"locked", run_locked},
};

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

/* Whether the machine was so busy that samples came late, which is in nobody's nature. */
static bool is_disturbed(const struct lp_info *info)
{
	const uint64_t expected = info->cpu_ns / info->sample_period_ns;

	return info->samples_lost > 0 || info->samples_taken < expected * 95 / 100 ||
	       info->samples_taken > expected * 105 / 100 + 1;
}

/* Of a run that was not, if one of three is such. */
static struct profile sampled_profile(enum lp_engine engine)
{
	struct profile profile;

	for (int tries = 1;; tries++) {
		assert_int_equal(run_subject("sampled"), 0);
		if (engine == LP_ENGINE_PERF)
			skip_without_perf();
		profile = open_own_profile("");
		if (tries == 3 || !is_disturbed(profile.reader.info))
			return profile;
		close_profile(&profile);
	}
}

static void check_samples(enum lp_engine engine)
{
	struct profile profile = sampled_profile(engine);
	const struct lp_info *const info = profile.reader.info;
	const uint64_t expected = info->cpu_ns / info->sample_period_ns;

	assert_int_equal(info->engine, engine);
	assert_in_range(info->samples_taken, expected * 95 / 100, expected * 105 / 100 + 1);
	assert_int_equal(info->samples_lost, 0);
	assert_int_equal(samples_where(&profile, 0, 0), info->samples_taken);
	/* burn_until_cpu, burn_caller, run_sampled and main, seldom clock_gettime above them */
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
	assert_true(inside > 50);
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
	const struct lp_info *info;
	uint64_t expected;

	(void)state;
	use_engine("timer");
	assert_int_equal(run_subject("blocked"), 0);
	profile = open_own_profile("");
	info = profile.reader.info;
	expected = info->cpu_ns / info->sample_period_ns;
	assert_true(expected > BLOCKED_PERIODS);
	assert_in_range(info->samples_taken, expected * 90 / 100, expected * 105 / 100);
	close_profile(&profile);
}

/* A ring has room for some of them; the others are known to be lost. */
static void check_overdue_by_perf(const char *subject)
{
	struct profile profile;
	const struct lp_info *info;
	uint64_t expected;

	need_perf("idle");
	assert_int_equal(run_subject(subject), 0);
	skip_without_perf();
	profile = open_own_profile("");
	info = profile.reader.info;
	expected = info->cpu_ns / info->sample_period_ns;
	assert_in_range(info->samples_taken, 1, expected);
	assert_true(info->samples_lost > 0);
	assert_in_range(info->samples_taken + info->samples_lost, expected * 90 / 100,
			expected * 110 / 100);
	close_profile(&profile);
}

static void test_overdue_by_perf(void **state)
{
	(void)state;
	check_overdue_by_perf("blocked");
}

static void test_overdue_later_by_perf(void **state)
{
	(void)state;
	check_overdue_by_perf("blocked_later");
}

/* Who called is known of samples that the runtime's own lock held back: hold_lock(), run_locked()
 * and main(), but for those in between. */
static void test_locked_by_perf(void **state)
{
	struct profile profile;
	const struct lp_info *info;

	(void)state;
#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	need_perf("idle");
	assert_int_equal(run_subject("locked"), 0);
	skip_without_perf();
	profile = open_own_profile("");
	info = profile.reader.info;
	assert_in_range(samples_where(&profile, LP_REGION(0, 2), 3), info->samples_taken * 8 / 10,
			info->samples_taken);
	close_profile(&profile);
}

/* By the timer nothing can be done about it: it strikes at the kernel's tick. */
static void test_in_step(void **state)
{
	int status;

	(void)state;
#ifdef __SANITIZE_THREAD__
	skip(); /* ThreadSanitizer holds signals back until the code returns to it */
#endif
	need_perf("idle");
	status = run_subject("in_step");
	skip_without_perf();
	assert_true(WIFEXITED(status));
	/* About 25; 94 without periods that change. */
	assert_in_range(WEXITSTATUS(status), 0, 40);
}

static void test_weights(void **state)
{
	struct profile profile;

	(void)state;
	use_engine("none");
	assert_int_equal(run_subject("weighted"), 0);
	profile = open_own_profile("");
	assert_int_equal(profile.reader.info->samples_taken, 1 + 3);
	assert_int_equal(profile.reader.info->sample_squares, 1 + 3 * 3);
	close_profile(&profile);
}

static void test_reset_handlers(void **state)
{
	(void)state;
	assert_int_equal(run_subject("resetting"), 0);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_samples_by_timer), RUNTIME_TEST(test_samples_by_perf),
    RUNTIME_TEST(test_library_by_timer), RUNTIME_TEST(test_library_by_perf),
    RUNTIME_TEST(test_frame_by_timer),   RUNTIME_TEST(test_frame_by_perf),
    RUNTIME_TEST(test_overdue_by_timer), RUNTIME_TEST(test_overdue_by_perf),
    RUNTIME_TEST(test_reset_handlers),   RUNTIME_TEST(test_in_step),
    RUNTIME_TEST(test_weights),          RUNTIME_TEST(test_overdue_later_by_perf),
    RUNTIME_TEST(test_locked_by_perf),
};

RUNTIME_TEST_MAIN(subjects, tests)
