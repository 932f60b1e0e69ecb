/* test_model_explain.c: a profile that shows little says why, and what can be done. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/profile.h"

enum { SOURCE = 11 };

#define MS UINT64_C(1000000)

/* A run to be explained; what a test does not name is as in a good one. */
struct run {
	enum lp_engine engine;
	const char *note;
	uint64_t samples;
	uint64_t squares; /* more than samples if some count for several */
	uint64_t samples_lost;
	uint64_t deep_samples;
	uint64_t threads_lost;
	uint64_t children_lost;
	uint32_t children_error;
	uint32_t clocks_lost;
	uint32_t info_flags;
	uint64_t calls;
	uint64_t passes; /* of a loop in a function that was called before it was measured */
	uint64_t clock_calls;
	uint64_t clock_ticks;
	uint64_t off_ticks; /* of these, off CPUs */
	uint32_t clock_flags;
	uint32_t table_flags;
	bool has_no_functions;
	uint32_t
	    patterns; /* of one unit, all of which have matched something; another has one more */
	uint64_t missed; /* of its calls, which it has not counted */
	bool is_cut;  /* its samples are in a function of whose callers one is missing */
	enum lp_file_state state;
};

static const struct run good = {
    .engine = LP_ENGINE_TIMER,
    .note = "",
    .samples = 500,
    .calls = 5,
    .clock_calls = 5,
    .clock_ticks = 100,
    .state = LP_FILE_FINISHED,
};

/* What the sampled address is in. */
#define SAMPLED_AT 0x1500

/* "include=NUMBER", each of its own, and a last one that has matched nothing. */
static void put_patterns(struct builder *builder, uint32_t count)
{
	struct lp_selection selection = {.units = 1, .matched = UINT64_MAX};
	char *const texts = (char *)malloc((size_t)count * 20 + 1);
	size_t bytes = 0;

	assert_non_null(texts);
	for (uint32_t i = 0; i < count; i++)
		bytes += (size_t)sprintf(texts + bytes, "include=%u", i) + 1;
	selection.patterns_bytes = (uint32_t)bytes;
	builder_section(builder, "Slct", &selection, sizeof(selection), texts, bytes);
	free(texts);
	/* Known from another unit, and nobody's. */
	selection.matched = 0;
	selection.patterns_bytes = sizeof("include=7\0exclude=nothing");
	builder_section(builder, "Slct", &selection, sizeof(selection),
			"include=7\0exclude=nothing", selection.patterns_bytes);
}

static struct builder profile_of(const struct run *run)
{
	const char *const texts[] = {"/bin/app", "/", "host", run->note, "app"};
	const uint64_t counters[] = {run->calls - run->missed,
				     run->calls - run->missed + run->passes,
				     1,
				     run->calls - 1,
				     1,
				     1};
	const struct lp_clock clocks[3] = {
	    {run->clock_calls, run->clock_ticks, run->clock_ticks, 0, run->clock_flags}};
	const uint64_t waited[3] = {run->off_ticks};
	const uint64_t *const off_cpu[LP_CLOCK_ARRAYS] = {waited};
	const struct lp_info info = {
	    .end_ticks = 1000 * MS,
	    .ticks_per_second = 1000 * MS,
	    .engine = run->engine,
	    .sample_period_ns = run->engine ? 4 * MS : 0,
	    .samples_taken = run->samples,
	    .sample_squares = run->squares ? run->squares : run->samples,
	    .samples_lost = run->samples_lost,
	    .deep_samples = run->deep_samples,
	    .cpu_ns = 3 * MS,
	    .threads_lost = run->threads_lost,
	    .children_lost = run->children_lost,
	    .children_error = run->children_error,
	    .clocks_lost = run->clocks_lost,
	    .flags = run->info_flags,
	};
	const struct lp_thread thread = {.thread = 1, .start_ticks = 1, .end_ticks = 1000 * MS};
	const struct lp_stack_node nodes[] = {
	    {.kind = LP_STACK_THREAD, .address = 1},
	    {.kind = LP_STACK_LEAF, .address = SAMPLED_AT, .count = run->samples},
	};
	const struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	const char *const callee = run->is_cut ? "f" : NULL;
	const size_t functions = run->calls > 0 ? 3 : 1;
	struct small_function f[3];
	struct lp_table tables[3];
	struct builder builder;

	builder_begin(&builder, &info);
	builder_header(&builder)->state = run->state;
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, "/bin/app");
	builder_file(&builder, 0, SOURCE, NULL, "/src/a.c");
	builder_thread(&builder, &thread);
	if (run->patterns)
		put_patterns(&builder, run->patterns);
	if (run->has_no_functions) {
		builder_end(&builder);
		return builder;
	}
	small_function(&f[0], "f", SOURCE, 10, NULL);
	small_function(&f[1], "caller", SOURCE, 20, callee);
	small_function(&f[2], "other_caller", SOURCE, 30, callee);
	f[0].table.flags = run->table_flags;
	for (size_t i = 0; i < functions; i++)
		tables[i] = f[i].table;
	builder_funcs(&builder, 0, tables, functions);
	builder_counters(&builder, 0, 1, counters, 2 * functions);
	builder_clocks_arrays(&builder, 0, 1, clocks, off_cpu, functions);
	builder_stacks(&builder, nodes, 2);
	builder_symbols(&builder, 0, SAMPLED_AT, true, "f", "/src/a.c", 12);
	builder_end(&builder);
	return builder;
}

static struct lp_profile open_profile(const struct run *run)
{
	struct builder builder = profile_of(run);
	char path[] = "/tmp/test_explain.XXXXXX";
	const int fd = mkstemp(path);
	struct lp_profile profile;

	assert_int_equal(write(fd, builder.data, builder.size), builder.size);
	close(fd);
	free(builder.data);
	assert_int_equal(lp_profile_open(&profile, path, NULL), LP_OK);
	unlink(path);
	return profile;
}

/* `remedy` NULL: there is none. */
static void is_warning(const struct lp_warning *warning, const char *text, const char *remedy)
{
	assert_non_null(warning);
	assert_null(warning->which);
	assert_string_equal(warning->text, text);
	if (remedy)
		assert_non_null(strstr(warning->remedy, remedy));
	else
		assert_null(warning->remedy);
}

/* The profile of `run` says `text`, with `remedy`, and nothing else if it is the only
 * cause. `text` NULL: it says nothing. */
static void says(const struct run *run, const char *text, const char *remedy)
{
	struct lp_profile profile = open_profile(run);

	if (text) {
		is_warning(profile.warnings, text, remedy);
		assert_null(profile.warnings->next);
	} else {
		assert_null(profile.warnings);
	}
	lp_profile_free(&profile);
}

/* The same, with others. */
static void tells(const struct run *run, const char *text, const char *remedy)
{
	struct lp_profile profile = open_profile(run);
	const struct lp_warning *warning = profile.warnings;

	while (warning && strcmp(warning->text, text) != 0)
		warning = warning->next;
	is_warning(warning, text, remedy);
	lp_profile_free(&profile);
}

/* Of a function of one unit the linker has no other copy. */
static void calls_are_missing(void **state)
{
	struct run run = good;

	(void)state;
	run.is_cut = true;
	run.missed = 1;
	tells(&run,
	      "calls of f are missing: the linker kept a copy that does not count, or the stack "
	      "overflowed",
	      "-isystem");
	run.table_flags = LP_TABLE_LOCAL;
	tells(
	    &run,
	    "calls of f are missing: before they counted, a signal's handler left them by a jump, "
	    "the thread was cancelled, or the stack overflowed",
	    NULL);
}

static void a_good_one_says_nothing(void **state)
{
	(void)state;
	says(&good, NULL, NULL);
}

static void nothing_was_counted(void **state)
{
	struct run run = good;

	(void)state;
	run.has_no_functions = true;
	run.samples = 0;
	says(&run, "no function is instrumented: include=, exclude= and attributes left none",
	     "-fplugin-arg-lineprof-help");
	run = good;
	run.calls = run.clock_calls = run.clock_ticks = run.samples = 0;
	says(&run, "no instrumented function has run", "lineprof was stopped");
	/* As a child has it that waits in the function that forked it. */
	run.clock_ticks = 900 * MS;
	run.samples = 500;
	run.info_flags = LP_INFO_FORKED;
	says(&run, "a forked child: counts begin at the fork", "lpview PARENT CHILD");
	run.clock_ticks = run.samples = 0;
	run.info_flags = LP_INFO_STOPPED;
	says(&run, "it was stopped all the time", "LINEPROF_SCHEDULE");
	/* Part of main's loop was measured, main itself was called before. */
	run.passes = 5;
	says(&run, "no samples in 3.0 ms of CPU time (one every 4.0 ms): no times of lines",
	     "lpview A B");
}

/* Looked at once, however many there are: looked for in each other, these would take hours. */
static void a_pattern_matched_nothing(void **state)
{
	struct run run = good;

	(void)state;
	run.patterns = 100000;
	says(&run, "exclude=nothing matches no function", "docs/options.md");
}

static void nothing_was_timed(void **state)
{
	struct run run = good;

	(void)state;
	run.samples = 0;
	says(&run, "no samples in 3.0 ms of CPU time (one every 4.0 ms): no times of lines",
	     "lpview A B");
	run.samples = 1;
	says(&run, "only 1 sample: times of lines are rough", "lpview A B");
	run.samples = 99;
	says(&run, "only 99 samples: times of lines are rough", "lpview A B");
	run.squares = 150;
	says(&run, "only 99 samples, as good as 65: times of lines are rough", "lpview A B");
	run.squares = 0;
	run.samples = 100;
	says(&run, NULL, NULL);
	run.samples = 0;
	run.engine = LP_ENGINE_NONE;
	run.note = "LINEPROF_MODE=counts";
	says(&run, "recorded with LINEPROF_MODE=counts: hits and calls only, no times",
	     "without LINEPROF_MODE");
	run.note = "mode=counts";
	says(&run, "compiled with mode=counts: hits and calls only, no times",
	     "compile without it");
	run.note = "timer_create: Operation not permitted";
	says(&run,
	     "no samples could be taken (timer_create: Operation not permitted): no times of lines",
	     NULL);
	run.note = "";
	run.clock_flags = LP_CLOCK_COLLAPSED;
	says(&run, "all calls are too short to be timed by clock (under 1 us)", NULL);
	/* Samples time them then. */
	run = good;
	run.clock_flags = LP_CLOCK_COLLAPSED;
	says(&run, NULL, NULL);
}

static void some_is_less_than_it_should_be(void **state)
{
	struct run run = good;

	(void)state;
	run.note = "perf_event_open: Permission denied";
	says(&run, "samples are coarser than they could be: perf_event_open: Permission denied",
	     "perf_event_paranoid");
	/* As under an emulator or valgrind: what is allowed is not the reason. */
	run.note = "perf refused: Function not implemented (perf_event_paranoid 2)";
	says(&run,
	     "samples are coarser than they could be: perf refused: Function not implemented "
	     "(perf_event_paranoid 2)",
	     NULL);
	run = good;
	run.table_flags = LP_TABLE_APPROXIMATE;
	says(&run, "compiled without the Clang side of the plugin: hits are approximate",
	     "-fplugin=");
	run = good;
	run.is_cut = true;
	says(&run,
	     "100 % of the samples do not show who called, most often f: cumtimes without a clock "
	     "are too low",
	     "-fno-omit-frame-pointer");
	run = good;
	run.state = LP_FILE_RUNNING;
	says(&run,
	     "the program still runs, was killed, or left by _exit or exec: counts up to then, "
	     "but for loops without calls that had not ended, times up to 1/16 s before",
	     NULL);
	run = good;
	run.threads_lost = 3;
	says(&run, "3 threads shared their counters: counts may be too low", NULL);
	run = good;
	run.children_lost = 3;
	run.children_error = EACCES;
	says(&run,
	     "3 forked children could not begin a profile (Permission denied): what they did may be "
	     "missing",
	     "LINEPROF_FILE=");
	run.children_lost = 1;
	run.children_error = 0;
	says(&run, "1 forked child could not begin a profile: what they did may be missing",
	     "LINEPROF_FILE=");
	run = good;
	run.clocks_lost = 7;
	says(&run,
	     "clocks of 7 calls are missing, as 65536 were open, or there was no memory for more: "
	     "where no samples tell, their time is that of the functions around them",
	     NULL);
	run = good;
	run.samples_lost = 26;
	says(&run, "more than 5 % of the samples were lost", NULL);
	run.samples_lost = 25;
	says(&run, NULL, NULL);
	run = good;
	run.is_cut = true;
	run.info_flags = LP_INFO_NO_PATHS;
	says(
	    &run,
	    "recorded with LINEPROF_PATHS=off: cumtime without a clock is too low, and the tree of "
	    "calls is not complete",
	    "LINEPROF_PATHS");
	run = good;
	run.is_cut = true;
	run.deep_samples = 500;
	says(&run,
	     "100 % of the samples lie deeper than 256 calls: who called the outermost of them is "
	     "not known, whose cumtime is too low",
	     NULL);
	/* Numbers of a program that was killed are of different moments: they are no more than all.
	 */
	run.deep_samples = 900;
	says(&run,
	     "100 % of the samples lie deeper than 256 calls: who called the outermost of them is "
	     "not known, whose cumtime is too low",
	     NULL);
	run = good;
	run.samples = 0;
	run.deep_samples = 7;
	says(&run, "no samples in 3.0 ms of CPU time (one every 4.0 ms): no times of lines",
	     "lpview A B");
	run = good;
	run.info_flags = LP_INFO_FORKED;
	says(&run, "a forked child: counts begin at the fork", "lpview PARENT CHILD");
}

static void the_file_could_not_grow(void **state)
{
	struct run run = good;
	struct lp_profile profile;

	(void)state;
	run.info_flags = LP_INFO_INCOMPLETE;
	says(&run,
	     "the file could not grow: threads, libraries and samples that came later are missing",
	     "a full disk");
	/* What is in it is then not known to be all. */
	run.samples = 1;
	profile = open_profile(&run);
	is_warning(profile.warnings->next, "only 1 sample: times of lines are rough", "lpview A B");
	assert_null(strstr(profile.warnings->next->remedy, "exact"));
	lp_profile_free(&profile);
	/* Nor whether something has run. */
	run.calls = run.clock_calls = run.samples = 0;
	says(&run, "the file could not grow: there are no counts in it", "a full disk");
	run.has_no_functions = true;
	says(&run, "the file could not grow: there are no counts in it", "a full disk");
}

/* A program that was killed has not said that it has the samples' signal; its clocks have. */
static void samples_that_did_not_come(void **state)
{
	struct run run = good;
	struct lp_profile profile;

	(void)state;
	run.samples = 4;
	run.clock_ticks = 400 * MS;
	says(
	    &run,
	    "hardly a sample came while functions ran: the program has taken or blocked the signal "
	    "of the samples",
	    NULL);
	run.info_flags = LP_INFO_SIGNAL_GONE;
	says(&run,
	     "the program has set a handler of its own, or none, for the signal of the samples: "
	     "there were none since",
	     NULL);
	/* Most of that was waiting; or there are as many as may be. */
	run.info_flags = 0;
	run.off_ticks = 100 * MS;
	says(&run, "only 4 samples: times of lines are rough", "lpview A B");
	run.off_ticks = 0;
	run.samples = 5;
	says(&run, "only 5 samples: times of lines are rough", "lpview A B");
	run.samples = 4;
	run.samples_lost = 1;
	profile = open_profile(&run);
	is_warning(profile.warnings, "only 4 samples: times of lines are rough", "lpview A B");
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_good_one_says_nothing),
	    cmocka_unit_test(calls_are_missing),
	    cmocka_unit_test(nothing_was_counted),
	    cmocka_unit_test(a_pattern_matched_nothing),
	    cmocka_unit_test(nothing_was_timed),
	    cmocka_unit_test(some_is_less_than_it_should_be),
	    cmocka_unit_test(the_file_could_not_grow),
	    cmocka_unit_test(samples_that_did_not_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
