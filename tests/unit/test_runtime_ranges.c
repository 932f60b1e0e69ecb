/* test_runtime_ranges.c: NVTX's ranges, as NVTX hands them over, and the tables behind them. */
#include "runtime_fixture.h"

#include <pthread.h>
#include <signal.h>
#include <wchar.h>

#include "runtime/nvtx.h"
#include "runtime/nvtx_names.h"
#include "runtime/open_ranges.h"
#include "runtime/region_names.h"
#include "runtime/region_paths.h"
#include "runtime/regions.h"

/* --- a stand-in for NVTX's headers: what a program calls --- */

enum { CALLS = 17 };

static lp_nvtx_function functions[2][CALLS];

static int table_of(int module, lp_nvtx_function ***table, unsigned *size)
{
	static lp_nvtx_function *places[2][CALLS];
	const int which = module == LP_NVTX_CORE2;

	for (int i = 1; i < CALLS; i++)
		places[which][i] = &functions[which][i];
	*table = places[which];
	*size = CALLS;
	return module == LP_NVTX_CORE || module == LP_NVTX_CORE2;
}

static const void *get_table(uint32_t table)
{
	static const struct lp_nvtx_callbacks callbacks = {sizeof callbacks, table_of};

	return table == LP_NVTX_TABLE_CALLBACKS ? &callbacks : NULL;
}

static bool attach(void)
{
	__lineprof_register(&subject_module);
	return subject_ops()->nvtx(&subject_module, (void *)(uintptr_t)get_table) == 1;
}

static struct lp_nvtx_event event_of(int type, const void *text)
{
	return (struct lp_nvtx_event){.version = 3,
				      .size_bytes = sizeof(struct lp_nvtx_event),
				      .text_type = type,
				      .text = text};
}

static void push(const char *text)
{
	((int (*)(const char *))functions[0][LP_NVTX_CORE_PUSH_A])(text);
}

static void pop(void)
{
	((int (*)(void))functions[0][LP_NVTX_CORE_POP])();
}

static void push_event(const struct lp_nvtx_event *event)
{
	((int (*)(const struct lp_nvtx_event *))functions[0][LP_NVTX_CORE_PUSH_EX])(event);
}

static void push_in(void *domain, const struct lp_nvtx_event *event)
{
	((int (*)(void *, const struct lp_nvtx_event *))functions[1][LP_NVTX_CORE2_PUSH_EX])(domain,
											     event);
}

static void pop_in(void *domain)
{
	((int (*)(void *))functions[1][LP_NVTX_CORE2_POP])(domain);
}

static uint64_t start(const char *text)
{
	return ((uint64_t(*)(const char *))functions[0][LP_NVTX_CORE_START_A])(text);
}

static void finish(uint64_t id)
{
	((void (*)(uint64_t))functions[0][LP_NVTX_CORE_END])(id);
}

static void *domain_of(const char *name)
{
	return ((void *(*)(const char *))functions[1][LP_NVTX_CORE2_DOMAIN_A])(name);
}

static void *string_of(void *domain, const char *text)
{
	return ((void *(*)(void *, const char *))functions[1][LP_NVTX_CORE2_STRING_A])(domain,
										       text);
}

/* --- what the profile says --- */

static bool is_name(const struct profile *profile, uint32_t number, const char *name)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_region_names *head;
		const struct lp_region_name *here;

		if (at.kind != LP_SECT_REGION_NAMES)
			continue;
		head = lp_section_region_names(&at);
		if (number - head->first >= head->count)
			continue;
		here = &lp_section_region_name_values(&at)[number - head->first];
		return here->bytes == strlen(name) && !memcmp(here->text, name, here->bytes);
	}
	return false;
}

/* The sum over threads of the region with that name. */
static struct lp_region region_sum(const struct profile *profile, const char *name)
{
	struct lp_region sum = {.calls = 0};
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		for (uint32_t i = 0;
		     at.kind == LP_SECT_REGIONS && i < lp_section_regions(&at)->count; i++) {
			const struct lp_region *const row = &lp_section_region_values(&at)[i];

			if (!row->name || !is_name(profile, row->name - 1, name))
				continue;
			sum.calls += row->calls;
			sum.open += row->open;
			sum.self_ticks += row->self_ticks;
			sum.total_ticks += row->total_ticks;
		}
	return sum;
}

static void calls_are(const struct profile *profile, const char *name, uint64_t calls)
{
	const uint64_t got = region_sum(profile, name).calls;

	if (got != calls)
		fail_msg("calls of %s: %llu, not %llu", name, (unsigned long long)got,
			 (unsigned long long)calls);
}

static struct profile profile_of(const char *subject)
{
	assert_int_equal(run_subject(subject), 0);
	assert_true(stderr_is_empty());
	return open_own_profile("");
}

/* --- ranges of a thread --- */

static int run_domains(void)
{
	struct lp_nvtx_event event = event_of(LP_NVTX_TEXT_ASCII, "step");
	void *one, *two;

	if (!attach())
		return 1;
	one = domain_of("one");
	two = domain_of("two");
	if (one == two || domain_of("one") != one)
		return 2;
	/* Each domain has a stack of its own, and so have lineprof's regions. */
	push_in(one, &event);
	push("plain");
	subject_ops()->region(&subject_module, LP_REGION_BEGIN, "ours");
	push_in(two, &event);
	pop_in(one);
	pop();
	pop_in(one); /* has none any more */
	subject_ops()->region(&subject_module, LP_REGION_END, NULL);
	/* Its own ranges, which another tool would see, are none. */
	push_in(domain_of("lineprof"), &event);
	pop_in(domain_of("lineprof"));
	return 0;
}

static void test_domains(void **state)
{
	struct profile profile = profile_of("domains");

	(void)state;
	calls_are(&profile, "one:step", 1);
	calls_are(&profile, "two:step", 1);
	calls_are(&profile, "nvtx:plain", 1);
	calls_are(&profile, "ours", 1);
	calls_are(&profile, "lineprof:step", 0);
	calls_are(&profile, "<end without begin>", 1);
	assert_int_equal(region_sum(&profile, "two:step").open, 1);
	assert_int_equal(region_sum(&profile, "one:step").open, 0);
	assert_int_equal(region_sum(&profile, "ours").open, 0);
	/* Self times make up what the first one took, and what was open beyond its end. */
	assert_true(region_sum(&profile, "one:step").total_ticks <=
		    region_sum(&profile, "one:step").self_ticks +
			region_sum(&profile, "nvtx:plain").self_ticks +
			region_sum(&profile, "ours").self_ticks +
			region_sum(&profile, "two:step").self_ticks);
	close_profile(&profile);
}

/* --- hostile names --- */

static int run_names(void)
{
	static const wchar_t wide[] = {0x20ac, 0xd800, 0x110000, 'z', 0};
	struct lp_nvtx_event event = event_of(LP_NVTX_TEXT_WIDE, wide);
	char text[300];

	if (!attach())
		return 1;
	push_event(NULL);
	event.size_bytes = 40; /* too short for a text: what lies there is none of its own */
	push_event(&event);
	event.size_bytes = sizeof event;
	push_event(&event);
	event = event_of(LP_NVTX_TEXT_REGISTERED, (void *)12345678);
	push_event(&event);
	event.text = string_of(NULL, "known");
	if (event.text != string_of(NULL, "known"))
		return 2;
	push_event(&event);
	push_in((void *)0x7fff00001234, &event);
	event = event_of(77, "no type");
	push_event(&event);
	push(NULL);
	push("");
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	memcpy(text + 118, "\xe2\x82\xac", 3); /* across the end of what is kept, with "nvtx:" */
	push(text);
	for (int i = 0; i < 9; i++)
		pop();
	return 0;
}

static void test_names(void **state)
{
	struct profile profile = profile_of("names");
	char text[] =
	    "nvtx:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

	(void)state;
	assert_int_equal(strlen(text), 5 + 118);
	calls_are(&profile, "nvtx:<no name>", 5);
	calls_are(&profile, "nvtx:\xe2\x82\xac\xef\xbf\xbd\xef\xbf\xbdz", 1);
	calls_are(&profile, "nvtx:<unknown string>", 1);
	calls_are(&profile, "nvtx:known", 1);
	calls_are(&profile, "<other domains>:known", 1);
	calls_are(&profile, text, 1);
	close_profile(&profile);
}

enum { MANY = 5000 };

static int run_many(void)
{
	struct lp_nvtx_event event = event_of(LP_NVTX_TEXT_ASCII, "x");
	char text[40];

	if (!attach())
		return 1;
	for (int i = 0; i < MANY; i++) {
		void *domain;

		snprintf(text, sizeof text, "domain %d", i);
		domain = domain_of(text);
		event = event_of(LP_NVTX_TEXT_ASCII, "x");
		push_in(domain, &event);
		pop_in(domain);
		snprintf(text, sizeof text, "string %d", i);
		event = event_of(LP_NVTX_TEXT_REGISTERED, string_of(NULL, text));
		push_event(&event);
		pop();
	}
	/* Nested more deeply than is followed, in two domains at once. */
	for (int i = 0; i < 600; i++) {
		push_event(&event);
		push_in(domain_of("domain 1"), &event);
	}
	for (int i = 0; i < 600; i++) {
		pop();
		pop_in(domain_of("domain 1"));
	}
	return 0;
}

static void test_many(void **state)
{
	struct profile profile = profile_of("many");
	uint64_t calls = 0, open = 0;
	struct lp_section_at at = {0};

	(void)state;
	while (lp_reader_next(&profile.reader, &at))
		for (uint32_t i = 0;
		     at.kind == LP_SECT_REGIONS && i < lp_section_regions(&at)->count; i++) {
			calls += lp_section_region_values(&at)[i].calls;
			open += lp_section_region_values(&at)[i].open;
		}
	assert_int_equal(calls, 2 * MANY + 1200);
	assert_int_equal(open, 0);
	calls_are(&profile, "<end without begin>", 0);
	calls_are(&profile, "domain 7:x", 1);
	assert_true(region_sum(&profile, "<other domains>:x").calls > MANY - 100);
	assert_true(region_sum(&profile, "<other regions>").calls > 0);
	assert_true(profile.size < 1 << 20);
	close_profile(&profile);
}

/* --- ranges of the process --- */

static uint64_t handed_over;

static void *end_elsewhere(void *unused)
{
	finish(handed_over);
	return unused;
}

static int run_process(void)
{
	uint64_t first, second, lost[LP_OPEN_RANGES_MAX + 3];
	pthread_t thread;

	if (!attach())
		return 1;
	/* They overlap, and one ends in another thread. */
	handed_over = start("a");
	second = start("b");
	if (!handed_over || second == handed_over || !lp_regions_path())
		return 2;
	pthread_create(&thread, NULL, end_elsewhere, NULL);
	pthread_join(thread, NULL);
	finish(second);
	if (lp_regions_path())
		return 3;
	finish(second);
	finish(UINT64_MAX);
	for (int i = 0; i < LP_OPEN_RANGES_MAX + 3; i++)
		lost[i] = start("crowd");
	for (int i = 0; i < LP_OPEN_RANGES_MAX + 3; i++)
		finish(lost[i]);
	first = start("open");
	return first ? 0 : 4;
}

/* --- regions that are open while others end, or the profile is brought up to date --- */

/* Notes for the test that something began, or what it took. */
static int note(const char *name, uint64_t ticks)
{
	FILE *const file = fopen(name, "w");

	return !file || fprintf(file, "%llu", (unsigned long long)ticks) < 0 || fclose(file);
}

static uint64_t noted(const char *name)
{
	FILE *const file = fopen(name, "r");
	unsigned long long ticks = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%llu", &ticks), 1);
	fclose(file);
	return ticks;
}

static int run_open(void)
{
	uint64_t begin;

	if (!attach())
		return 1;
	/* Of one name, and of two owners. */
	begin = lp_clock_ticks();
	push("both");
	subject_ops()->region(&subject_module, LP_REGION_BEGIN, "nvtx:both");
	usleep(5000);
	pop();
	usleep(5000);
	subject_ops()->region(&subject_module, LP_REGION_END, NULL);
	if (note("both", lp_clock_ticks() - begin))
		return 2;
	begin = lp_clock_ticks();
	if (!start("open") || note("open", begin))
		return 3;
	for (int i = 0; i < 5; i++) {
		usleep(5000);
		subject_ops()->control(&subject_module, LP_CONTROL_FLUSH);
	}
	return 0;
}

static void test_open(void **state)
{
	struct profile profile = profile_of("open");

	(void)state;
	calls_are(&profile, "nvtx:both", 2);
	assert_in_range(region_sum(&profile, "nvtx:both").total_ticks, 1, noted("both"));
	/* The end is told as it was before the last sum, or behind it. */
	assert_in_range(region_sum(&profile, "nvtx:open").total_ticks, 1,
			2 * (profile.reader.info->end_ticks - noted("open")));
	close_profile(&profile);
}

static void test_process(void **state)
{
	struct profile profile = profile_of("process");

	(void)state;
	calls_are(&profile, "nvtx:a", 1);
	calls_are(&profile, "nvtx:b", 1);
	calls_are(&profile, "<end without begin>", 2);
	calls_are(&profile, "nvtx:crowd", LP_OPEN_RANGES_MAX);
	calls_are(&profile, "<ranges without room>", 3);
	assert_int_equal(region_sum(&profile, "nvtx:crowd").open, 0);
	assert_int_equal(region_sum(&profile, "nvtx:open").open, 1);
	assert_true(region_sum(&profile, "nvtx:open").total_ticks > 0);
	assert_int_equal(region_sum(&profile, "nvtx:a").self_ticks, 0);
	assert_true(region_sum(&profile, "nvtx:a").total_ticks > 0);
	close_profile(&profile);
}

/* --- not received --- */

static int run_off(void)
{
	setenv("LINEPROF_NVTX", "off", 1);
	return attach() ? 1 : 0;
}

static int run_disabled(void)
{
	setenv("LINEPROF", "off", 1);
	return attach() || InitializeInjectionNvtx2(get_table) ? 1 : 0;
}

static void test_off(void **state)
{
	(void)state;
	assert_int_equal(run_subject("off"), 0);
	assert_int_equal(run_subject("disabled"), 0);
	assert_int_equal(InitializeInjectionNvtx2(get_table), 0);
	assert_int_equal(InitializeInjectionNvtx2(NULL), 0);
}

/* --- tables --- */

static void test_open_ranges(void **state)
{
	struct lp_open_range range, *at = NULL;
	uint64_t ids[LP_OPEN_RANGES_MAX];
	uint32_t count = 0;

	(void)state;
	for (uint32_t i = 0; i < LP_OPEN_RANGES_MAX; i++) {
		ids[i] = lp_open_ranges_add(i, 10 * i);
		assert_true(ids[i] && lp_open_ranges_has(ids[i]));
	}
	assert_int_equal(lp_open_ranges_add(1, 1), 0);
	while ((at = lp_open_ranges_next(at)))
		count++;
	assert_int_equal(count, LP_OPEN_RANGES_MAX);
	assert_true(lp_open_ranges_take(ids[5], &range));
	assert_int_equal(range.name, 5);
	assert_int_equal(range.since_ticks, 50);
	assert_false(lp_open_ranges_take(ids[5], &range));
	assert_false(lp_open_ranges_has(0));
	assert_false(lp_open_ranges_take(0, &range));
	/* The place again, but not the id. */
	ids[0] = lp_open_ranges_add(9, 9);
	assert_true(ids[0] && ids[0] != ids[5]);
	assert_false(lp_open_ranges_has(ids[5]));
}

static void test_paths(void **state)
{
	const uint32_t a = lp_region_path_within(0, 7), ab = lp_region_path_within(a, 8);
	uint32_t outer = 99, last = 0;

	(void)state;
	assert_true(a && ab && a != ab);
	assert_int_equal(lp_region_path_within(0, 7), a);
	assert_int_equal(lp_region_path_within(ab, 8), ab);
	assert_int_not_equal(lp_region_path_within(ab, 7), a);
	assert_int_equal(lp_region_path_name(ab, &outer), 8);
	assert_int_equal(outer, a);
	assert_int_equal(lp_region_path_name(0, &outer), 0);
	assert_int_equal(lp_region_path_name(LP_REGION_PATHS_MAX, &outer), 0);
	for (uint32_t i = 0; i < 2 * LP_REGION_PATHS_MAX; i++)
		last = lp_region_path_within(a, 100 + i);
	assert_int_equal(lp_region_path_name(last, &outer), LP_REGION_OTHERS + 1);
	assert_int_equal(outer, 0);
	assert_int_equal(lp_region_path_within(a, 8), ab);
}

static const struct subject subjects[] = {
    {"domains", run_domains},   {"names", run_names}, {"many", run_many},
    {"process", run_process},   {"open", run_open},   {"off", run_off},
    {"disabled", run_disabled},
};

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_domains),     RUNTIME_TEST(test_names), RUNTIME_TEST(test_many),
    RUNTIME_TEST(test_process),     RUNTIME_TEST(test_open),  RUNTIME_TEST(test_off),
    RUNTIME_TEST(test_open_ranges), RUNTIME_TEST(test_paths),
};

RUNTIME_TEST_MAIN(subjects, tests)
