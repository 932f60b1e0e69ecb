/* test_model_symbols.c: addresses looked up in DWARF that test_model_symbols.s writes by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <link.h>

#include "viewer/model/symbols.h"

extern const char s0[], s1[], s2[], s3[], s4[], s5[], s6[], s7[], s8[], s9[], s10[], s11[];

static int take_first(struct dl_phdr_info *info, size_t size, void *bias)
{
	(void)size;
	*(uintptr_t *)bias = info->dlpi_addr;
	return 1;
}

/* The address that the file has for `label`. */
static uint64_t in_file(const char *label)
{
	uintptr_t bias = 0;

	dl_iterate_phdr(take_first, &bias);
	return (uintptr_t)label - bias;
}

/* `want`: "function:line" of each frame, innermost first; "" for no answer. */
static void assert_found(struct lp_symbol_query query, const char *want)
{
	struct lp_arena arena = {0};
	char got[256] = "";

	assert_int_equal(lp_symbols_find("/proc/self/exe", &query, 1, &arena), LP_OK);
	for (size_t i = 0; i < query.frame_count; i++) {
		const struct lp_frame *const frame = &query.frames[i];
		const size_t used = strlen(got);

		assert_string_equal(frame->file, "/nowhere/subject.c");
		assert_string_equal(frame->declared_in, "/nowhere/subject.c");
		snprintf(got + used, sizeof(got) - used, "%s%s:%u", i ? " " : "",
			 frame->linkage_name, frame->line);
	}
	assert_string_equal(got, want);
	lp_arena_free(&arena);
}

/* Looks up the instruction that ends at `end`: what a sample or a call is charged to. */
static void assert_before(const char *end, const char *want)
{
	assert_found((struct lp_symbol_query){.address = in_file(end)}, want);
	assert_found((struct lp_symbol_query){.address = in_file(end), .is_leaf = true}, want);
}

static void lines_of_a_function(void **state)
{
	(void)state;
	assert_before(s1, "outer:10");
	assert_before(s6, "outer:13");
	assert_found((struct lp_symbol_query){.address = in_file(s9)}, "outer:15");
}

static void what_is_inlined(void **state)
{
	(void)state;
	assert_before(s3, "first:3 outer:11");
	assert_before(s5, "second:6 outer:12");
	assert_before(s7, "first:3 outer:14");
}

/* It goes with the code before, unless that is of something inlined and not its own. */
static void code_without_a_line(void **state)
{
	(void)state;
	assert_before(s2, "outer:10");
	assert_before(s4, "second:6 outer:12");
	assert_before(s8, "outer:15");
}

static void the_first_instruction(void **state)
{
	(void)state;
	assert_found((struct lp_symbol_query){.address = in_file(s9), .is_leaf = true},
		     "_ZN5space5Class4nextEv:20");
}

static void a_method_declared_elsewhere(void **state)
{
	struct lp_symbol_query query = {.address = in_file(s11)};
	struct lp_arena arena = {0};

	(void)state;
	assert_before(s10, "_ZN5space5Class4nextEv:20");
	assert_before(s11, "_ZN5space5Class4nextEv:21");
	assert_int_equal(lp_symbols_find("/proc/self/exe", &query, 1, &arena), LP_OK);
	assert_int_equal(query.frames[0].declared_line, 19);
	lp_arena_free(&arena);
}

static void many_at_once(void **state)
{
	const char *const ends[] = {s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11};
	const uint32_t lines[] = {10, 10, 3, 6, 6, 13, 3, 15, 15, 20, 21};
	enum { COUNT = sizeof(ends) / sizeof(*ends) };
	struct lp_symbol_query queries[COUNT + 2] = {{.address = 0}};
	struct lp_arena arena = {0};

	(void)state;
	for (size_t i = 0; i < COUNT; i++)
		queries[i + 1].address = in_file(ends[i]);
	queries[COUNT + 1].address = UINT64_MAX;
	assert_int_equal(lp_symbols_find("/proc/self/exe", queries, COUNT + 2, &arena), LP_OK);
	assert_int_equal(queries[0].frame_count, 0);
	assert_int_equal(queries[COUNT + 1].frame_count, 0);
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(queries[i + 1].frames[0].line, lines[i]);
	lp_arena_free(&arena);
}

static void no_dwarf(void **state)
{
	struct lp_symbol_query query = {.address = 1};
	struct lp_arena arena = {0};

	(void)state;
	assert_int_not_equal(
	    lp_symbols_find(LINEPROF_TESTS "/unit/test_model_symbols.c", &query, 1, &arena), LP_OK);
	assert_int_equal(query.frame_count, 0);
	lp_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lines_of_a_function),
	    cmocka_unit_test(what_is_inlined),
	    cmocka_unit_test(code_without_a_line),
	    cmocka_unit_test(the_first_instruction),
	    cmocka_unit_test(a_method_declared_elsewhere),
	    cmocka_unit_test(many_at_once),
	    cmocka_unit_test(no_dwarf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
