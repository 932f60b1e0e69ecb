/* test_model.c: counts of functions and lines; sources, sort keys, text, digests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/md5.h"
#include "viewer/model/names.h"
#include "viewer/model/profile.h"
#include "viewer/model/sort.h"
#include "viewer/model/source.h"
#include "viewer/model/utf8.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { SOURCE_A = 11, SOURCE_B = 22 };

static void begin_profile(struct builder *builder)
{
	const struct lp_info info = {.ticks_per_second = 1000000000, .end_ticks = 100};
	const struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};

	builder_begin(builder, &info);
	builder_module(builder, &module, "/bin/model");
	builder_file(builder, 0, SOURCE_B, NULL, "/src/b.c");
	builder_file(builder, 0, SOURCE_A, NULL, "/src/a.c");
}

static enum lp_status open_profile(struct lp_profile *profile, struct builder *builder,
				   struct lp_error *error)
{
	char path[] = "/tmp/test_model.XXXXXX";
	const int fd = mkstemp(path);
	enum lp_status status;

	assert_true(fd >= 0);
	builder_end(builder);
	assert_int_equal(write(fd, builder->data, builder->size), builder->size);
	close(fd);
	status = lp_profile_open(profile, path, error);
	unlink(path);
	free(builder->data);
	return status;
}

static uint64_t hits_at(const struct lp_profile *profile, uint32_t source, uint32_t line)
{
	const size_t at = lp_line_find(profile, source, line);

	assert_true(at < profile->line_count);
	assert_int_equal(profile->lines[at].source, source);
	assert_int_equal(profile->lines[at].line, line);
	return profile->lines[at].hits;
}

static void threads_add_up(void **state)
{
	static const uint64_t first[] = {3, 20};
	static const uint64_t second[] = {1, 7};
	static const uint64_t early[] = {0, 100};
	struct small_function function;
	struct lp_profile profile;
	struct builder builder;

	(void)state;
	begin_profile(&builder);
	small_function(&function, "f", SOURCE_A, 10, NULL);
	builder_funcs(&builder, 0, &function.table, 1);
	builder_counters(&builder, 0, 1, first, 2);
	builder_counters(&builder, 0, 2, second, 2);
	builder_counters(&builder, 0, LP_THREAD_STATIC, early, 2);
	assert_int_equal(open_profile(&profile, &builder, NULL), LP_OK);
	assert_string_equal(profile.sources[0].path, "/src/a.c");
	assert_int_equal(profile.functions[0].ncalls, 4);
	assert_int_equal(hits_at(&profile, 0, 11), 131);
	assert_int_equal(hits_at(&profile, 0, 12), 127);
	assert_int_equal(hits_at(&profile, 0, 13), 4);
	assert_int_equal(profile.call_count, 4);
	lp_profile_free(&profile);
}

/* Of the counters 4 and 5, which belong to no function, 4 counts for 0 and twice for 1. */
static void shared_counters_are_added(void **state)
{
	static const uint64_t first[] = {3, 20, 1, 1, 100, 9};
	static const uint64_t second[] = {0, 0, 0, 0, 10, 0};
	const struct lp_links head = {.module = 0, .count = 5};
	const struct lp_link links[] = {{4, 0}, {4, 1}, {4, 1}, {4, 6}, {UINT32_MAX, 0}};
	struct small_function function;
	struct lp_profile profile;
	struct builder builder;

	(void)state;
	begin_profile(&builder);
	small_function(&function, "f", SOURCE_A, 10, NULL);
	builder_funcs(&builder, 0, &function.table, 1);
	builder_section(&builder, "link", &head, sizeof(head), links, sizeof(links));
	builder_counters(&builder, 0, 1, first, 6);
	builder_counters(&builder, 0, 2, second, 6);
	assert_int_equal(open_profile(&profile, &builder, NULL), LP_OK);
	assert_int_equal(profile.functions[0].ncalls, 113);
	assert_int_equal(hits_at(&profile, 0, 12), 240);
	lp_profile_free(&profile);
}

/* 5/1: five calls, four of them from itself. */
static void own_calls_are_not_primitive(void **state)
{
	static const uint64_t counters[] = {5, 4};
	struct small_function function;
	struct lp_profile profile;
	struct builder builder;

	(void)state;
	begin_profile(&builder);
	small_function(&function, "f", SOURCE_A, 10, "f");
	builder_funcs(&builder, 0, &function.table, 1);
	builder_counters(&builder, 0, 1, counters, 2);
	assert_int_equal(open_profile(&profile, &builder, NULL), LP_OK);
	assert_int_equal(profile.functions[0].ncalls, 5);
	assert_int_equal(profile.functions[0].primitive_calls, 1);
	lp_profile_free(&profile);
}

/* The same inline function, compiled with two flow graphs: one function. */
static void variants_are_one_function(void **state)
{
	static const uint64_t counters[] = {2, 10, 3, 30};
	struct small_function functions[2];
	struct lp_table tables[2];
	struct lp_profile profile;
	struct builder builder;

	(void)state;
	begin_profile(&builder);
	small_function(&functions[0], "_ZN1C1mEv", SOURCE_A, 10, NULL);
	small_function(&functions[1], "_ZN1C1mEv", SOURCE_A, 10, "g");
	tables[0] = functions[0].table;
	tables[1] = functions[1].table;
	builder_funcs(&builder, 0, tables, 2);
	builder_counters(&builder, 0, 1, counters, 4);
	assert_int_equal(open_profile(&profile, &builder, NULL), LP_OK);
	assert_int_equal(profile.function_count, 1);
	assert_string_equal(profile.functions[0].name, "C::m()");
	assert_int_equal(profile.functions[0].ncalls, 5);
	assert_int_equal(profile.functions[0].line_count, 4);
	assert_int_equal(hits_at(&profile, 0, 12), 40);
	lp_profile_free(&profile);
}

/* Static functions of the same name in two files are two; template instances are
 * two, but share their lines. */
static void names_and_places_tell_functions_apart(void **state)
{
	static const uint64_t counters[] = {1, 1, 2, 2, 4, 4, 8, 8};
	struct small_function functions[4];
	struct lp_table tables[4];
	struct lp_profile profile;
	struct builder builder;

	(void)state;
	begin_profile(&builder);
	small_function(&functions[0], "local", SOURCE_A, 10, NULL);
	small_function(&functions[1], "local", SOURCE_B, 10, NULL);
	small_function(&functions[2], "_Z1tIiEvT_", SOURCE_B, 50, NULL);
	small_function(&functions[3], "_Z1tIdEvT_", SOURCE_B, 50, NULL);
	functions[0].table.flags = functions[1].table.flags = LP_TABLE_LOCAL;
	for (int i = 0; i < 4; i++)
		tables[i] = functions[i].table;
	builder_funcs(&builder, 0, tables, 4);
	builder_counters(&builder, 0, 1, counters, 8);
	assert_int_equal(open_profile(&profile, &builder, NULL), LP_OK);
	assert_int_equal(profile.function_count, 4);
	assert_int_equal(hits_at(&profile, 0, 12), 1);
	assert_int_equal(hits_at(&profile, 1, 12), 2);
	assert_int_equal(hits_at(&profile, 1, 52), 12);
	lp_profile_free(&profile);
}

/* Each template argument names the one before twice: 2^40 of them, were they written out. */
static void names_do_not_explode(void **state)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct lp_arena arena = {0};
	char name[512] = "_Z1fSt4pairIiiE";

	(void)state;
	assert_string_equal(lp_name_shown(&arena, name, "f"), "f(std::pair<int, int>)");
	for (int i = 1; i < 36; i++)
		snprintf(name + strlen(name), sizeof(name) - strlen(name), "S_IS%c_S%c_E",
			 digits[i - 1], digits[i - 1]);
	assert_string_equal(lp_name_shown(&arena, name, "f"), "f");
	assert_string_equal(lp_name_shown(&arena, "_ZN4main4work17h0123456789abcdefE", "w"),
			    "main::work");
	assert_string_equal(lp_name_shown(&arena, "_RNvC6_123foo3bar", "b"), "123foo::bar");
	assert_string_equal(lp_name_shown(&arena, "_Zero", "zero"), "zero");
	assert_string_equal(lp_name_shown(&arena, "plain", ""), "plain");
	/* A name that no demangler knows, with the plugin's. */
	assert_string_equal(lp_name_shown(&arena, "_Z?", "f(std::vector<int, std::allocator<int> >)"),
			    "f(std::vector<int>)");
	lp_arena_free(&arena);
}

static void variant_digit_tells_constructors_and_destructors(void **state)
{
	static const struct {
		const char *name;
		size_t digit; /* 0: none */
	} rows[] = {
	    {"_ZN6MiddleC2Ev", 11}, {"_ZN4BaseD0Ev", 9}, {"_ZN4RingIdLi2EEC1Ev", 16},
	    {"_ZN1AC2IiEET_", 6},   {"_ZN1A2C1Ev", 0},   {"_Z2D1v", 0},
	    {"_ZN2D1E", 0},         {"D1E", 0},          {"main", 0},
	    {"_ZN1AC1", 0},
	    /* What this demangler does not know (`Tn`). */
	    {"_ZN3app1SC2IiTnNSt9enable_ifIXsr3stdE13is_integral_vIT_EEiE4typeELi0EEES3_",
	     10},
	    {"_ZN3app4RingILi100EEC2IiTnNSt9enable_ifIXsr3stdE13is_integral_vIT_EEiE4typeELi0EEES4_",
	     21},
	    {"_ZN3app4isC2IiTnNSt9enable_ifIXsr3stdE13is_integral_vIT_EEiE4typeELi0EEES3_", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(lp_name_variant_digit(rows[i].name, strlen(rows[i].name)),
				 rows[i].digit);
}

static void parts_of_coroutines_have_its_name(void **state)
{
	static const struct {
		const char *name;
		size_t own;
	} rows[] = {
	    {"_Z7numbersv.resume", 11},
	    {"_Z7numbersv.destroy", 11},
	    {"_Z7numbersv.cleanup", 11},
	    {"_Z7numbersv.cold", 16},
	    {"_Z7numbersv", 11},
	    {".resume", 7},
	    {"", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(lp_name_own_bytes(rows[i].name, strlen(rows[i].name)),
				 rows[i].own);
}

static void counters_must_fit(void **state)
{
	static const uint64_t too_few[] = {1};
	struct small_function function;
	struct lp_profile profile;
	struct lp_error error;
	struct builder builder;

	(void)state;
	begin_profile(&builder);
	small_function(&function, "f", SOURCE_A, 10, NULL);
	builder_funcs(&builder, 0, &function.table, 1);
	builder_counters(&builder, 0, 1, too_few, 1);
	assert_int_equal(open_profile(&profile, &builder, &error), LP_CORRUPT);
	assert_string_equal(error.expected, "counters that fit the function's flow graph");
}

static void a_profile_without_code_is_empty(void **state)
{
	const struct lp_info info = {.ticks_per_second = 1};
	struct lp_profile profile;
	struct builder builder;

	(void)state;
	builder_begin(&builder, &info);
	assert_int_equal(open_profile(&profile, &builder, NULL), LP_EMPTY);
}

static void sort_keys_may_be_abbreviated(void **state)
{
	(void)state;
	assert_string_equal(lp_sort_key_find("tottime", 7)->title, "internal time");
	assert_string_equal(lp_sort_key_find("cum", 3)->title, "cumulative time");
	assert_string_equal(lp_sort_key_find("nc", 2)->title, "call count");
	assert_string_equal(lp_sort_key_find("file", 4)->title, "file name");
	assert_null(lp_sort_key_find("n", 1));
	assert_null(lp_sort_key_find("", 0));
	assert_null(lp_sort_key_find("calls!", 6));
}

static void many_functions_are_sorted(void **state)
{
	struct lp_source sources[] = {{.path = "/a.c"}};
	struct lp_function functions[] = {
	    {.name = "b", .linkage_name = "b", .line = 3, .ncalls = 7, .self_ticks = 1},
	    {.name = "a", .linkage_name = "a", .line = 1, .ncalls = 7, .self_ticks = 2},
	    {.name = "c", .linkage_name = "c", .line = 2, .ncalls = 9, .self_ticks = 1},
	};
	const struct lp_profile profile = {.sources = sources, .functions = functions};
	struct lp_sort_order order = {.count = 1};
	uint32_t numbers[] = {0, 1, 2};

	(void)state;
	order.keys[0] = lp_sort_key_find("time", 4);
	lp_sort_functions(&profile, &order, numbers, 3);
	assert_int_equal(numbers[0], 1);
	assert_int_equal(numbers[1], 2); /* as much time as the other, but line 2 */
	order.keys[0] = lp_sort_key_find("calls", 5);
	order.keys[1] = lp_sort_key_find("name", 4);
	order.count = 2;
	lp_sort_functions(&profile, &order, numbers, 3);
	assert_int_equal(numbers[0], 2);
	assert_int_equal(numbers[1], 1);
}

/* The examples of RFC 1321, A.5. */
static void digests_are_md5(void **state)
{
	static const struct {
		const char *text;
		const char *digest;
	} examples[] = {
	    {"", "d41d8cd98f00b204e9800998ecf8427e"},
	    {"abc", "900150983cd24fb0d6963f7d28e17f72"},
	    {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	     "d174ab98d277d9f5a5611c2c9f419d9f"},
	    {"1234567890123456789012345678901234567890123456789012345678901234567890123456789"
	     "0",
	     "57edf4a22be3c955ac49da2e2107b67a"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		unsigned char digest[16];
		char text[33];

		lp_md5(examples[i].text, strlen(examples[i].text), digest);
		for (int k = 0; k < 16; k++)
			snprintf(text + 2 * k, 3, "%02x", digest[k]);
		assert_string_equal(text, examples[i].digest);
	}
}

static void sources_have_lines_and_states(void **state)
{
	static const char text[] = "one\n\nthree\r\nfour\r\r\nlast";
	char path[] = "/tmp/test_model.XXXXXX";
	const int fd = mkstemp(path);
	const struct lp_source_paths paths = {.folder_count = 0};
	struct lp_source source = {.path = path};
	struct lp_source_text read;
	size_t size;

	(void)state;
	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	lp_md5(text, sizeof(text) - 1, source.digest);
	assert_int_equal(lp_source_read(&read, &source, &paths), LP_OK);
	assert_int_equal(read.state, LP_SOURCE_SAME);
	assert_int_equal(read.line_count, 6);
	assert_memory_equal(lp_source_line(&read, 3, &size), "three", 5);
	assert_int_equal(size, 5);
	assert_memory_equal(lp_source_line(&read, 4, &size), "four", 4);
	assert_int_equal(size, 4);
	assert_non_null(lp_source_line(&read, 5, &size));
	assert_int_equal(size, 0);
	assert_memory_equal(lp_source_line(&read, 6, &size), "last", 4);
	assert_null(lp_source_line(&read, 7, &size));
	assert_null(lp_source_line(&read, 0, &size));
	lp_source_free(&read);
	source.digest[0] ^= 1;
	assert_int_equal(lp_source_read(&read, &source, &paths), LP_OK);
	assert_int_equal(read.state, LP_SOURCE_CHANGED);
	lp_source_free(&read);
	unlink(path);
	assert_int_equal(lp_source_read(&read, &source, &paths), LP_OK);
	assert_int_equal(read.state, LP_SOURCE_MISSING);
	lp_source_free(&read);
}

static void utf8_is_told_from_bytes(void **state)
{
	uint32_t c = 0;

	(void)state;
	assert_int_equal(lp_utf8_character("a", 1, &c), 1);
	assert_int_equal(lp_utf8_character("\xc3\xa4", 2, &c), 2);
	assert_int_equal(c, 0xe4);
	assert_int_equal(lp_utf8_character("\xf0\x9f\x98\x80", 4, &c), 4);
	assert_int_equal(c, 0x1f600);
	assert_int_equal(lp_utf8_character("\xc3", 1, &c), 0);             /* cut */
	assert_int_equal(lp_utf8_character("\xc0\x80", 2, &c), 0);         /* too long for 0 */
	assert_int_equal(lp_utf8_character("\xe0\x80\x80", 3, &c), 0);     /* the same */
	assert_int_equal(lp_utf8_character("\xed\xa0\x80", 3, &c), 0);     /* surrogate */
	assert_int_equal(lp_utf8_character("\xf4\x90\x80\x80", 4, &c), 0); /* too high */
	assert_int_equal(lp_utf8_character("\xff", 1, &c), 0);
}

/* 100 of 400, by Wilson: 0.25 + 0.0447 and - 0.0399; of 100, which 400 are worth that count for
 * four periods each: + 0.0930 and - 0.0745. */
static void weights_widen_intervals(void **state)
{
	struct lp_profile profile = {.sample_count = 400, .sampled_ticks = 100000};

	(void)state;
	profile.info = (struct lp_info){.samples_taken = 400, .sample_squares = 400};
	assert_int_equal(lp_profile_independent_samples(&profile), 400);
	assert_in_range(lp_profile_confidence_ticks(&profile, 100), 4400, 4500);
	profile.info.sample_squares = 1600;
	assert_int_equal(lp_profile_independent_samples(&profile), 100);
	assert_in_range(lp_profile_confidence_ticks(&profile, 100), 9250, 9350);
	profile.info.sample_squares = UINT64_MAX;
	assert_int_equal(lp_profile_independent_samples(&profile), 1);
	profile.sample_count = 0;
	assert_int_equal(lp_profile_independent_samples(&profile), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_add_up),
	    cmocka_unit_test(shared_counters_are_added),
	    cmocka_unit_test(own_calls_are_not_primitive),
	    cmocka_unit_test(variants_are_one_function),
	    cmocka_unit_test(names_and_places_tell_functions_apart),
	    cmocka_unit_test(names_do_not_explode),
	    cmocka_unit_test(counters_must_fit),
	    cmocka_unit_test(a_profile_without_code_is_empty),
	    cmocka_unit_test(sort_keys_may_be_abbreviated),
	    cmocka_unit_test(many_functions_are_sorted),
	    cmocka_unit_test(weights_widen_intervals),
	    cmocka_unit_test(digests_are_md5),
	    cmocka_unit_test(sources_have_lines_and_states),
	    cmocka_unit_test(utf8_is_told_from_bytes),
	    cmocka_unit_test(variant_digit_tells_constructors_and_destructors),
	    cmocka_unit_test(parts_of_coroutines_have_its_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
