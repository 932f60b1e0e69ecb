/*
 * mkprofile.c: writes profiles for the tests of lpview: mkprofile KIND makes
 * KIND.lprof in the working directory, and fake.c, the source of the fake program,
 * beside it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/remarks.h"
#include "tests/tools/branchy_profile.h"
#include "tests/tools/deep_profile.h"
#include "tests/tools/fake_profile.h"
#include "tests/tools/sampled_kinds.h"
#include "tests/tools/sites_profile.h"
#include "tests/tools/straight_profiles.h"
#include "tests/tools/told_profile.h"
#include "tests/tools/write_profile.h"

static void make_fake(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	write_profile(kind, &builder);
}

static void make_changed(const char *kind)
{
	static const unsigned char digest[16] = "another source!";
	const struct builder builder = fake_profile(digest);

	write_profile(kind, &builder);
}

/* The same program, but built anew. */
static void make_rebuilt(const char *kind)
{
	const struct builder builder = fake_profile(NULL);
	struct lp_section_header *header;

	for (size_t at = sizeof(struct lp_file_header); at < builder.size;
	     at += sizeof(*header) + ((header->payload_bytes + 7) & ~UINT64_C(7))) {
		header = (struct lp_section_header *)(void *)(builder.data + at);
		if (memcmp(header->tag, "modl", 4) == 0)
			((struct lp_module *)(void *)(header + 1))->build_id[0] ^= 1;
	}
	write_profile(kind, &builder);
}

/* The fake program with three threads, and seven that ended before. */
static void make_threads(const char *kind)
{
	static const struct lp_thread threads[] = {
	    {.thread = 0, .life_ticks = 70 * MS, .cpu_ns = 63 * MS, .folded = 7},
	    {1, 4711, "fake", 1, 1 + 1260 * MS, 0, 60 * MS, 0, 0, 0},
	    {2, 4712, "busy \033[31m", 1, 1 + 1000 * MS, 0, 900 * MS, 0, 0, 0},
	    {3, 4713, "idle", 1, 1 + 1000 * MS, 0, 100 * MS, 0, 0, 0},
	};
	static const uint64_t counters[][2 * FAKE_FUNCTIONS] = {
	    {7, 70}, {0, 0, 5, 4, 0, 0, 1, 3}, {2, 900}, {1, 100}};
	const struct lp_info info = {
	    .start_ticks = 1,
	    .end_ticks = 1 + 1260 * MS,
	    .ticks_per_second = 1000 * MS,
	    .cpu_ns = 1123 * MS,
	    .overhead_ticks = 33 * MS,
	    .threads_seen = 10,
	};
	struct builder builder;

	begin_fake(&builder, &info, NULL);
	for (uint32_t i = 0; i < 4; i++) {
		builder_thread(&builder, &threads[i]);
		builder_counters(&builder, 0, i, counters[i], 2 * FAKE_FUNCTIONS);
	}
	builder_end(&builder);
	write_profile(kind, &builder);
}

/* Numbers as of a run of months. */
static void make_big(const char *kind)
{
	static const uint64_t counters[] = {
	    UINT64_C(2000000000), UINT64_C(1234567890123456), 5, 4, 0, 0, 1, 3};
	static const struct lp_clock clocks[FAKE_FUNCTIONS] = {
	    [FAKE_SUM] = {UINT64_C(2000000000), 8000000000 * MS, 8000000000 * MS, 0, 0},
	};
	const struct fake_run run = {counters, clocks, 9000000000, 9000000000, 0};
	const struct builder builder = fake_profile_of(&run, NULL);

	write_profile(kind, &builder);
}

/* Clocks of all calls, of a recursive function too, of some calls, and of the first ones only. */
static void make_clocks(const char *kind)
{
	static const uint64_t counters[] = {3, 300, 5, 4, 4, 0, 1, 3};
	static const struct lp_clock clocks[FAKE_FUNCTIONS] = {
	    [FAKE_SUM] = {3, 1000 * MS, 1000 * MS, 0, 0},
	    [FAKE_FACT] = {5, 100 * MS, 150 * MS, 0, 0},
	    [FAKE_NEVER] = {2, 20 * MS, 20 * MS, 0, 0},
	    [FAKE_MAIN] = {1, 10 * MS, 70 * MS, 0, LP_CLOCK_COLLAPSED},
	};
	const struct fake_run run = {counters, clocks, 1260, 1200, 1};
	const struct builder builder = fake_profile_of(&run, NULL);

	write_profile(kind, &builder);
}

/* The sum of three ranks: the second one has most of the work. */
static void make_ranks(const char *kind)
{
	static const char strings[] = "\0n1\0n2\0run.0.lprof\0run.1.lprof\0run.\033[31m.lprof";
	static const struct lp_rank ranks[] = {
	    {1, 100, 1, 1, 7, 500 * MS, 300 * MS, 400 * MS, 30},
	    {2, 101, 1, 1, 19, 510 * MS, 500 * MS, 450 * MS, 50},
	    {0, 102, 2, 4, 31, 490 * MS, 400 * MS, 410 * MS, 40},
	};
	static const struct lp_rank_spread spreads[] = {
	    {7, 0, 5, 3, {300, 50, 200, 0, 1}, {900 * MS, 100 * MS, 600 * MS, 0, 1}, {0}},
	    {7, 0, 4, 3, {303, 51, 201, 0, 1}, {9 * MS, 3 * MS, 3 * MS, 0, 0}, {0}},
	    {7, 0, 24, 3, {3, 1, 1, 0, 0}, {0}, {0}},
	    {7, 0, 99, 3, {3, 1, 2, 0, 1}, {0}, {0}}, /* of no line here */
	};
	const struct lp_ranks head = {3, sizeof(strings)};
	struct lp_rank_spread sum = spreads[0];
	struct lp_rank_spreads spread_head = {5, 0};
	struct builder builder = fake_profile(NULL);

	sum.line = 3;
	sum.name_hash = builder_name_hash("_ZN4demo3sumEi");
	builder_begin_section(&builder, "Rank");
	builder_put(&builder, &head, sizeof(head));
	builder_put(&builder, ranks, sizeof(ranks));
	builder_put(&builder, strings, sizeof(strings));
	builder_end_section(&builder);
	builder_begin_section(&builder, "Rspr");
	builder_put(&builder, &spread_head, sizeof(spread_head));
	builder_put(&builder, spreads, sizeof(spreads));
	builder_put(&builder, &sum, sizeof(sum));
	builder_end_section(&builder);
	builder_end(&builder);
	write_profile(kind, &builder);
}

static struct builder branchy_here(const uint64_t counters[BRANCHY_COUNTERS], uint32_t branch_count)
{
	char path[4096];

	if (!getcwd(path, sizeof(path) - 16))
		abort();
	strcat(path, "/branchy.c");
	write_file("branchy.c", branchy_source, sizeof(branchy_source) - 1);
	return branchy_profile(path, counters, branch_count);
}

static void make_branchy(const char *kind)
{
	struct builder builder = branchy_here(branchy_ten, BRANCHY_BRANCHES);

	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_doubled(const char *kind)
{
	struct builder builder = branchy_here(branchy_ten, BRANCHY_BRANCHES + 1);

	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_once(const char *kind)
{
	struct builder builder = branchy_here(branchy_once, BRANCHY_BRANCHES);

	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_skewed(const char *kind)
{
	struct builder builder = branchy_here(branchy_skewed, BRANCHY_BRANCHES);

	builder_end(&builder);
	write_profile(kind, &builder);
}

/* Branchy, with remarks on its loops, which begin on lines 2 and 5. */
static void make_looped(const char *kind)
{
	struct builder builder = branchy_here(branchy_ten, BRANCHY_BRANCHES);
	struct builder body = {.size = 0};

	builder_remark(&body, 2, LP_REMARK_NOT_VECTORISED, 0, "", "a reason");
	builder_remark(&body, 0, LP_REMARK_SPILLED, 2, "", "2 spills");
	builder_remark(&body, 3, LP_REMARK_VECTORISED, 4, "", "width 4");
	builder_remark(&body, 0, LP_REMARK_NOT_UNROLLED, 0, "", "");
	builder_remark(&body, 0, LP_REMARK_NOT_INLINED, 0, "beside_it", "");
	builder_remark(&body, 1, LP_REMARK_NOT_INLINED, 0, "of_its_own", "");
	builder_remarks(&builder, 0, BRANCHY_SOURCE, &body, 0);
	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_twins(const char *kind)
{
	const struct builder builder = twins_profile();

	write_profile(kind, &builder);
}

static void make_nested(const char *kind)
{
	const struct builder builder = nested_profile("/src/nested.cpp");

	write_profile(kind, &builder);
}

static void make_sites(const char *kind)
{
	const struct builder builder = sites_profile();

	write_profile(kind, &builder);
}

static void make_far(const char *kind)
{
	const struct builder builder = far_profile();

	write_profile(kind, &builder);
}

static void make_running(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	builder_header(&builder)->state = LP_FILE_RUNNING;
	write_profile(kind, &builder);
}

static void make_truncated(const char *kind)
{
	struct builder builder = fake_profile(NULL);

	builder.size -= 100;
	write_profile(kind, &builder);
}

static void make_corrupt(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	/* The size of the first section. */
	memset(builder.data + sizeof(struct lp_file_header) + 8, 0x7f, 8);
	write_profile(kind, &builder);
}

static void make_too_new(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	builder_header(&builder)->version = LP_FILE_VERSION + 1;
	write_profile(kind, &builder);
}

static void make_too_old(const char *kind)
{
	const struct builder builder = fake_profile(NULL);

	builder_header(&builder)->version = 0;
	write_profile(kind, &builder);
}

static void make_unknown(const char *kind)
{
	struct builder builder = fake_profile(NULL);

	builder_section(&builder, "next", "?", 1, NULL, 0);
	builder_end(&builder);
	write_profile(kind, &builder);
}

/* No code has registered. */
static void make_idle(const char *kind)
{
	const struct lp_info info = {.ticks_per_second = 1};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_empty(const char *kind)
{
	struct builder builder = {.size = 0};

	builder_put(&builder, "", 0);
	write_profile(kind, &builder);
}

static void make_foreign(const char *kind)
{
	struct builder builder = {.size = 0};

	builder_put(&builder, fake_source, sizeof(fake_source));
	write_profile(kind, &builder);
}

/* The program was killed before any code registered. */
static void make_unborn(const char *kind)
{
	const struct lp_info info = {.ticks_per_second = 1};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_header(&builder)->state = LP_FILE_RUNNING;
	builder_end(&builder);
	write_profile(kind, &builder);
}

/* Begins as a pickle of Python's line_profiler does. */
static void make_python(const char *kind)
{
	struct builder builder = {.size = 0};

	builder_put(&builder, "\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c\x0cline_profiler", 25);
	write_profile(kind, &builder);
}

static void make_deep(const char *kind)
{
	const struct builder builder = deep_profile();

	write_profile(kind, &builder);
}

/* What is seen of a program that was stopped: `is_stopped` still, or before. */
static void make_stopped_as(const char *kind, bool is_stopped)
{
	static const struct lp_thread thread = {1, 4711, "fake", 1, 1 + 900 * MS, 0, 800 * MS, 0, 0, 0};
	static const uint64_t counters[2 * FAKE_FUNCTIONS] = {12, 1070, 9, 9, 0, 0, 1, 3};
	static const uint64_t excluded[2][2 * FAKE_FUNCTIONS] = {{5, 1000, 5, 5},
								 {6, 60, 4, 4, 0, 0, 1, 3}};
	static const struct lp_region_name names[] = {
	    {15, "<other regions>"}, {19, "<end without begin>"}, {5, "frame"}, {9, "\033[31mred\n"}, {0, ""},
	};
	static const struct lp_region rows[2][3] = {
	    {{3, 0, 250, 410 * MS, 800 * MS}, {2, 0, 2, 0, 0}, {0, 0, 0, 0, 0}},
	    {{4, 1, 1, 40 * MS, 40 * MS}, {3, 0, 10, 20 * MS, 20 * MS}, {77, 1, 1, 1, 1}},
	};
	const struct lp_info info = {.start_ticks = 1,
				     .end_ticks = 1 + 900 * MS,
				     .ticks_per_second = 1000 * MS,
				     .cpu_ns = 800 * MS,
				     .threads_seen = 1,
				     .paused_ticks = 1500 * MS,
				     .flags = is_stopped ? LP_INFO_STOPPED : 0};
	const struct lp_counters head = {.thread = 1, .count = 2 * FAKE_FUNCTIONS};
	const struct lp_region_names names_head = {0, 5};
	struct builder builder;

	begin_fake(&builder, &info, NULL);
	builder_thread(&builder, &thread);
	builder_section(&builder, "excl", &head, sizeof(head), excluded, sizeof(excluded));
	builder_counters(&builder, 0, 1, counters, 2 * FAKE_FUNCTIONS);
	for (uint32_t i = 0; i < 2; i++) {
		const struct lp_regions regions = {.thread = i, .count = 3};

		builder_section(&builder, "regn", &regions, sizeof(regions), rows[i],
				sizeof(rows[i]));
	}
	builder_section(&builder, "rnam", &names_head, sizeof(names_head), names, sizeof(names));
	builder_end(&builder);
	write_profile(kind, &builder);
}

/* Its steps: one before the first mark, a warm-up, some that are measured, and what was summed up. */
static void make_phased(const char *kind)
{
	static const struct lp_step steps[] = {
	    {1, LP_PHASE_NONE, 500 * MS, 400 * MS, 0, 0, 0, 0},
	    {1, LP_PHASE_WAIT, 70 * MS, 70 * MS, 0, 0, 0, 0},
	    {1, LP_PHASE_WARMUP, 90 * MS, 80 * MS, 0, 0, 0, 0},
	    {1, LP_PHASE_ACTIVE, 20 * MS, 15 * MS, 0, 0, 0, 0},
	    {2, LP_PHASE_ACTIVE, 60 * MS, 30 * MS, 0, 0, 0, 0},
	    {5, LP_PHASE_DONE, 300 * MS, 300 * MS, 0, 0, 0, 0},
	};
	const struct lp_steps head = {sizeof(steps) / sizeof(steps[0]), 0};
	struct builder builder = fake_profile(NULL);

	builder_section(&builder, "Step", &head, sizeof(head), steps, sizeof(steps));
	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_stopped(const char *kind)
{
	make_stopped_as(kind, true);
}

static void make_restarted(const char *kind)
{
	make_stopped_as(kind, false);
}

/* The fake program, with what an optimiser could have said of it. */
static void make_remarked(const char *kind)
{
	struct builder builder = fake_profile(NULL);
	struct builder body = {.size = 0};

	builder_remark(&body, 4, LP_REMARK_VECTORISED, 8, "", "width 4, 2 at a time");
	builder_remark(&body, 0, LP_REMARK_NOT_VECTORISED, 1, "", "no \033[31mbounds\xff");
	builder_remark(&body, 7, LP_REMARK_NOT_INLINED, 0, "fact", "recursive");
	builder_remark(&body, 5, LP_REMARK_NOT_VECTORISED, 0, "", "");
	builder_remark(&body, 7, LP_REMARK_INLINED, 0, "_ZN4demo3sumEi", "");
	builder_remark(&body, 0, LP_REMARK_NOT_INLINED, 0, "printf",
		       "its code is not in this unit");
	builder_remark(&body, 0, LP_REMARK_DIVISION, LP_REMARK_OWN_CODE, "", "");
	builder_remark(&body, 0, LP_REMARK_DIVISION, LP_REMARK_EACH_ROUND, "", "");
	builder_remark(&body, 0, 120, 0, "", "of a later version");
	builder_remark(&body, 60, LP_REMARK_DELETED, 0, "", "there is no such line");
	builder_remarks(&builder, 0, 7, &body, 3);
	builder_end(&builder);
	write_profile(kind, &builder);
}

static void make_told(const char *kind)
{
	const struct builder builder = told_profile(stdin);

	write_profile(kind, &builder);
}

static const struct {
	const char *name;
	void (*make)(const char *kind);
} kinds[] = {
    {"fake", make_fake},
    {"changed", make_changed},
    {"running", make_running},
    {"sampled", make_sampled},
    {"truncated", make_truncated},
    {"corrupt", make_corrupt},
    {"too-new", make_too_new},
    {"too-old", make_too_old},
    {"unknown", make_unknown},
    {"idle", make_idle},
    {"empty", make_empty},
    {"foreign", make_foreign},
    {"python", make_python},
    {"rebuilt", make_rebuilt},
    {"unborn", make_unborn},
    {"threads", make_threads},
    {"big", make_big},
    {"clocks", make_clocks},
    {"sites", make_sites},
    {"branchy", make_branchy},
    {"doubled", make_doubled},
    {"once", make_once},
    {"skewed", make_skewed},
    {"ranks", make_ranks},
    {"included", make_included},
    {"recursive", make_recursive},
    {"deep", make_deep},
    {"stopped", make_stopped},
    {"restarted", make_restarted},
    {"phased", make_phased},
    {"remarked", make_remarked},
    {"hinted", make_hinted},
    {"waiting", make_waiting},
    {"calling", make_calling},
    {"looped", make_looped},
    {"weighted", make_weighted},
    {"rare", make_rare},
    {"twins", make_twins},
    {"nested", make_nested},
    {"far", make_far},
    {"told", make_told},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, argv[1]) == 0) {
			write_file("fake.c", fake_source, sizeof(fake_source) - 1);
			kinds[i].make(argv[1]);
			return 0;
		}
	fputs("usage: mkprofile KIND; kinds are", stderr);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		fprintf(stderr, " %s", kinds[i].name);
	fputc('\n', stderr);
	return 2;
}
