/* test_screen_parts.c: what lpview's screens are made of: lexer, search, list, numbers, cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/screen/actions.h"
#include "viewer/screen/grid.h"
#include "viewer/screen/key.h"
#include "viewer/screen/lexer.h"
#include "viewer/screen/list.h"
#include "viewer/screen/match.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/prompt.h"

/* ---- lexer ---- */

/* The styles of a line, a letter a byte. */
static const char *lexed(struct lp_lexer *lexer, const char *text)
{
	static const char letters[] = {
#define LETTER(name, letter) letter,
	    LP_STYLE_LIST(LETTER)
#undef LETTER
	};
	static char styles[256];
	const size_t size = strlen(text);
	size_t at = 0;

	lp_lexer_begin_line(lexer);
	while (at < size) {
		enum lp_style style = LP_STYLE_PLAIN;
		const size_t length = lp_lexer_next(lexer, text + at, size - at, &style);

		assert_true(length >= 1 && at + length <= size);
		memset(styles + at, letters[style], length);
		at += length;
	}
	styles[size] = '\0';
	return styles;
}

static void lexes_lines(void **unused)
{
	static const struct {
		const char *text;
		const char *styles;
	} lines[] = {
	    {"if (x) return 0x1fUL;", "kk     kkkkkk nnnnnn "},
	    {"uint32_t n = 1.5e-3f;", "tttttttt     nnnnnnn "},
	    {"long ifs = 1'000;", "tttt       nnnnn "},
	    {"f(\"a\\\"b\", 'c'); // d", "  qqqqqq  qqq   cccc"},
	    {"a /* b */ + c", "  ccccccc    "},
	    {"#include <a.h> // b", "dddddddd qqqqq cccc"},
	    {"  # define X 1", "  dddddddd   n"},
	    {"a < b > c", "         "},
	    {"R\"x(a)\" \")x\" b", "qqqqqqqqqqqq  "},
	    {"and _Alignas __shared__ while", "kkk kkkkkkkk kkkkkkkkkk kkkkk"},
	    {"__global__ void f()", "kkkkkkkkkk tttt    "},
	    {"", ""},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct lp_lexer lexer = {.in_comment = false};

		assert_string_equal(lexed(&lexer, lines[i].text), lines[i].styles);
	}
}

static void lexes_over_lines(void **unused)
{
	struct lp_lexer lexer = {.in_comment = false};

	(void)unused;
	assert_string_equal(lexed(&lexer, "a /* b"), "  cccc");
	assert_string_equal(lexed(&lexer, "int c"), "ccccc");
	assert_string_equal(lexed(&lexer, "*/ int"), "cc ttt");
	assert_string_equal(lexed(&lexer, "\"a\\"), "qqq");
	assert_string_equal(lexed(&lexer, "int\" int"), "qqqq ttt");
	assert_string_equal(lexed(&lexer, "\"open"), "qqqqq");
	assert_string_equal(lexed(&lexer, "int"), "ttt");
	assert_string_equal(lexed(&lexer, "R\"(\" /*"), "qqqqqqq");
	assert_string_equal(lexed(&lexer, "int )\" int"), "qqqqqq ttt");
}

/* Whatever the bytes are, it ends and stays inside. */
static void lexes_anything(void **unused)
{
	static const char bytes[] = "\"'\\/*#R(){}<>\n\x80\xff 0x.eE+-_aZ)\"";
	struct lp_lexer lexer = {.in_comment = false};
	unsigned seed = 1;

	(void)unused;
	for (int round = 0; round < 20000; round++) {
		char text[40];
		size_t size = 0;

		for (; size < 39; size++) {
			seed = seed * 1103515245 + 12345;
			text[size] = bytes[(seed >> 16) % (sizeof(bytes) - 1)];
		}
		text[size] = '\0';
		lexed(&lexer, text);
	}
}

/* ---- search ---- */

static void matches_with_smart_case(void **unused)
{
	(void)unused;
	assert_int_equal(lp_match("Total total", 11, "total"), 0);
	assert_int_equal(lp_match("total Total", 11, "Total"), 6);
	assert_int_equal(lp_match("total", 5, "Total"), SIZE_MAX);
	assert_int_equal(lp_match("aaab", 4, "aab"), 1);
	assert_int_equal(lp_match("a\0b", 3, "b"), 2);
	assert_int_equal(lp_match("abc", 2, "c"), SIZE_MAX);
	assert_int_equal(lp_match("abc", 3, ""), SIZE_MAX);
	assert_int_equal(lp_match("", 0, "a"), SIZE_MAX);
	assert_int_equal(lp_match("f(int*)", 7, "(int*)"), 1);
}

/* ---- list ---- */

static void list_moves(void **unused)
{
	struct lp_list list = {.height = 10};

	(void)unused;
	lp_list_set_count(&list, 100);
	lp_list_move(&list, LP_ACTION_UP);
	assert_int_equal(list.cursor, 0);
	lp_list_move(&list, LP_ACTION_PAGE_DOWN);
	assert_int_equal(list.cursor, 10);
	assert_int_equal(list.top, 1);
	lp_list_move(&list, LP_ACTION_HALF_DOWN);
	assert_int_equal(list.cursor, 15);
	lp_list_move(&list, LP_ACTION_LAST);
	lp_list_move(&list, LP_ACTION_DOWN);
	assert_int_equal(list.cursor, 99);
	assert_int_equal(list.top, 90);
	lp_list_centre(&list, 50);
	assert_int_equal(list.top, 45);
	lp_list_set_height(&list, 20);
	assert_int_equal(list.top, 40);
	lp_list_move(&list, LP_ACTION_DOWN);
	lp_list_set_height(&list, 6);
	assert_int_equal(list.cursor, 51);
	assert_int_equal(list.top, 46);
	lp_list_scroll(&list, 10);
	assert_int_equal(list.cursor, 56);
	lp_list_scroll(&list, -1000);
	assert_int_equal(list.cursor, 5);
	lp_list_set_count(&list, 3);
	assert_int_equal(list.cursor, 2);
	assert_int_equal(list.top, 0);
	lp_list_set_count(&list, 0);
	assert_true(lp_list_move(&list, LP_ACTION_DOWN));
	assert_true(lp_list_move(&list, LP_ACTION_PAGE_UP));
	assert_int_equal(list.cursor, 0);
	assert_false(lp_list_move(&list, LP_ACTION_OPEN));
}

/* Before there is a screen nothing says which rows fit on it. */
static void list_scrolls_when_it_has_a_height(void **unused)
{
	struct lp_list list = {.height = 0};

	(void)unused;
	lp_list_set_count(&list, 100);
	lp_list_go(&list, 5);
	lp_list_set_height(&list, 10);
	assert_int_equal(list.cursor, 5);
	assert_int_equal(list.top, 0);
	list = (struct lp_list){.count = 100};
	lp_list_go(&list, 30);
	lp_list_set_height(&list, 10);
	assert_int_equal(list.cursor, 30);
	assert_int_equal(list.top, 21);
	lp_list_set_height(&list, 0);
	assert_int_equal(list.top, 30);
	list = (struct lp_list){.count = 100};
	lp_list_scroll(&list, 3);
	assert_int_equal(list.cursor, 0);
}

/* ---- numbers ---- */

static void formats_numbers(void **unused)
{
	static const struct {
		uint64_t count;
		const char *text;
	} counts[] = {
	    {0, "0"},           {99999, "99999"},    {123456, "123k"},     {9994999, "9.99M"},
	    {9995000, "10.0M"}, {999499999, "999M"}, {999500000, "1.00G"}, {UINT64_MAX, "18.4E"}};
	static const struct {
		double seconds;
		const char *text;
	} times[] = {{1.5, "1.50s"},    {12.34, "12.3s"},     {123.4, "123s"},    {0.9994, "999ms"},
		     {0.9996, "1.00s"}, {0.0042, "4.20ms"},   {2.5e-9, "2.50ns"}, {1e-12, "0.00ns"},
		     {0, "0s"},         {9000000, "9000000s"}};
	char text[64];

	(void)unused;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		lp_format_count(text, sizeof(text), 5, counts[i].count);
		assert_string_equal(text, counts[i].text);
	}
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		lp_format_time(text, sizeof(text), times[i].seconds, 0);
		assert_string_equal(text, times[i].text);
	}
	lp_format_time(text, sizeof(text), 0.25, 1e-3);
	assert_string_equal(text, "250.00");
}

/* ---- cells ---- */

static const char *row_of(struct lp_grid *grid, int row)
{
	static char text[512];
	FILE *const out = fmemopen(text, sizeof(text), "w");

	lp_grid_put_row(grid, row, out);
	fclose(out);
	return text;
}

static void pen_stays_inside(void **unused)
{
	struct lp_grid grid = {.cells = NULL};
	struct lp_pen pen;

	(void)unused;
	assert_true(lp_grid_clear(&grid, 2, 10));
	pen = lp_pen_at(&grid, 0, 2, 8);
	lp_pen_put_foreign(&pen, LP_STYLE_PLAIN, "a\tbcdefgh", 9);
	assert_string_equal(row_of(&grid, 0), "  a    >");
	pen = lp_pen_at(&grid, 1, 0, 100);
	lp_pen_put_foreign(&pen, LP_STYLE_PLAIN, "\033[0m\xff", 5);
	assert_string_equal(row_of(&grid, 1), "^[[0m\\xff");
	for (int row = -1; row <= 2; row += 3) {
		pen = lp_pen_at(&grid, row, 0, 10);
		lp_pen_putf(&pen, LP_STYLE_PLAIN, "%s", "nowhere");
		lp_pen_go(&pen, LP_STYLE_PLAIN, 9);
		lp_pen_mark_cut(&pen);
	}
	assert_string_equal(row_of(&grid, 0), "  a    >");
	lp_grid_free(&grid);
}

static void ascii_only(void **unused)
{
	struct lp_grid grid = {.is_ascii = true};
	struct lp_pen pen;

	(void)unused;
	assert_true(lp_grid_clear(&grid, 1, 12));
	pen = lp_pen_at(&grid, 0, 0, 12);
	lp_pen_put(&pen, LP_STYLE_PLAIN, "9.1 ±0.8 é");
	assert_string_equal(row_of(&grid, 0), "9.1 +-0.8 ?");
	lp_grid_free(&grid);
}

/* ---- keys ---- */

static void keys_have_one_action(void **unused)
{
	(void)unused;
	for (int i = 0; i < LP_ACTION_COUNT; i++)
		for (const char *at = lp_actions[i].keys; *at;) {
			const size_t size = strcspn(at, " ");
			const uint32_t key = lp_key_of(at, size);

			assert_int_not_equal(key, 0);
			assert_int_equal(lp_action_of(key), i);
			at += size + (at[size] == ' ');
		}
	assert_int_equal(lp_action_of('Z'), LP_ACTION_NONE);
	assert_int_equal(lp_key_of("^C", 2), 3);
	assert_int_equal(lp_key_of("nonsense", 8), 0);
}

static void prompt_edits(void **unused)
{
	static const uint32_t typed[] = {'a', 0xe9, 0x6f22, 0x1f600, ' ', 'b', 1, 0xd800};
	struct lp_prompt prompt = {.kind = LP_PROMPT_SEARCH};
	struct lp_key key = {.code = LP_KEY_BACKSPACE};

	(void)unused;
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		const struct lp_key one = {.code = typed[i]};

		assert_int_equal(lp_prompt_take(&prompt, &one),
				 i < 6 ? LP_PROMPT_CHANGED : LP_PROMPT_IGNORED);
	}
	assert_string_equal(prompt.text, "a\xc3\xa9\xe6\xbc\xa2\xf0\x9f\x98\x80 b");
	for (int i = 0; i < 3; i++)
		lp_prompt_take(&prompt, &key);
	assert_string_equal(prompt.text, "a\xc3\xa9\xe6\xbc\xa2");
	key.code = 'C' & 0x1f;
	assert_int_equal(lp_prompt_take(&prompt, &key), LP_PROMPT_LEFT);
	key.code = 'x';
	for (int i = 0; i < 300; i++)
		lp_prompt_take(&prompt, &key);
	assert_true(strlen(prompt.text) < sizeof(prompt.text));
	key.code = 'U' & 0x1f;
	lp_prompt_take(&prompt, &key);
	assert_string_equal(prompt.text, "");
	key.code = LP_KEY_BACKSPACE;
	assert_int_equal(lp_prompt_take(&prompt, &key), LP_PROMPT_LEFT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lexes_lines),     cmocka_unit_test(lexes_over_lines),
	    cmocka_unit_test(lexes_anything),  cmocka_unit_test(matches_with_smart_case),
	    cmocka_unit_test(list_moves),      cmocka_unit_test(list_scrolls_when_it_has_a_height),
	    cmocka_unit_test(formats_numbers), cmocka_unit_test(pen_stays_inside),
	    cmocka_unit_test(ascii_only),      cmocka_unit_test(keys_have_one_action),
	    cmocka_unit_test(prompt_edits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
