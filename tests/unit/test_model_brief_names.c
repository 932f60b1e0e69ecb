/* test_model_brief_names.c: what long names of C++ become in tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/model/brief_names.h"

/* 60 bytes. */
#define LONG_ARGUMENT "a_name_that_is_long_enough_for_two_of_it_to_be_far_too_long1"

static void assert_brief(const char *name, const char *expected)
{
	struct lp_arena arena = {NULL, 0};

	assert_string_equal(lp_name_brief(&arena, name), expected);
	lp_arena_free(&arena);
}

static void short_names_stay(void **state)
{
	const char *const name =
	    "std::vector<std::pair<int, long>>::push_back(std::pair<int, long>&&)";
	struct lp_arena arena = {NULL, 0};

	(void)state;
	assert_ptr_equal(lp_name_brief(&arena, name), name);
	lp_arena_free(&arena);
}

static void inner_levels_go_first(void **state)
{
	(void)state;
	assert_brief("f<A<" LONG_ARGUMENT "<int, int>, " LONG_ARGUMENT ">, int>()",
		     "f<A<...>, int>()");
	assert_brief("f<A<B<int>, " LONG_ARGUMENT LONG_ARGUMENT "> >(int)::{lambda()#1}",
		     "f<A<...> >(int)::{lambda()#1}");
	assert_brief("f<" LONG_ARGUMENT ", " LONG_ARGUMENT ">(int, long) [clone .cold]",
		     "f<...>(...) [clone .cold]");
}

static void operators_are_no_brackets(void **state)
{
	(void)state;
	assert_brief("A<" LONG_ARGUMENT ", " LONG_ARGUMENT ">::operator()(int) const",
		     "A<...>::operator()(...) const");
	assert_brief("A<" LONG_ARGUMENT ", " LONG_ARGUMENT ">::operator< <int>(int)",
		     "A<...>::operator< <...>(...)");
	assert_brief("A<" LONG_ARGUMENT ", " LONG_ARGUMENT ">::operator->()",
		     "A<...>::operator->()");
	assert_brief("(anonymous namespace)::A<" LONG_ARGUMENT ", " LONG_ARGUMENT
		     ">::operator<=>(int)",
		     "(anonymous namespace)::A<...>::operator<=>(...)");
	assert_brief("A<" LONG_ARGUMENT ", " LONG_ARGUMENT ">::operator==<int>(int)",
		     "A<...>::operator==<...>(...)");
	assert_brief("bool operator><" LONG_ARGUMENT ", " LONG_ARGUMENT ">(int)",
		     "bool operator><...>(...)");
	assert_brief("B<(0ul)<A<" LONG_ARGUMENT ", " LONG_ARGUMENT ">::n, (1)>=2>::type f<int>()",
		     "B<(...)<A<...>::n, (...)>=2>::type f<int>()");
	assert_brief("f<void (*)(int)>(" LONG_ARGUMENT ", " LONG_ARGUMENT ", void (*)(int))",
		     "f<...>(...)");
	assert_brief("my_operator<" LONG_ARGUMENT ", " LONG_ARGUMENT ">()", "my_operator<...>()");
}

/* Nothing is left out of what is not understood, nor where there is nothing to leave out. */
static void odd_names_stay(void **state)
{
	static const char *const names[] = {
	    LONG_ARGUMENT LONG_ARGUMENT "1",
	    "f<" LONG_ARGUMENT LONG_ARGUMENT ")",
	    "f<" LONG_ARGUMENT LONG_ARGUMENT,
	    LONG_ARGUMENT LONG_ARGUMENT "()>",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_brief(names[i], names[i]);
}

static void deep_names_end(void **state)
{
	char name[4096];

	(void)state;
	memset(name, '<', 2000);
	memset(name + 2000, '>', 2000);
	name[4000] = 0;
	assert_brief(name, name);
	memset(name, '(', 200);
	memset(name + 200, 'x', 100);
	memset(name + 300, ')', 200);
	name[500] = 0;
	struct lp_arena arena = {NULL, 0};
	assert_true(strlen(lp_name_brief(&arena, name)) <= LP_BRIEF_NAME_MOST);
	lp_arena_free(&arena);
}

static void outer_scopes_go_first(void **state)
{
	static const char *const name = "geo::Scene<geo::Shape>::close_pairs(double) const";

	(void)state;
	assert_string_equal(lp_name_inner(name, 100), name);
	assert_string_equal(lp_name_inner(name, 35), name);
	assert_string_equal(lp_name_inner(name, 34),
			    "Scene<geo::Shape>::close_pairs(double) const");
	assert_string_equal(lp_name_inner(name, 20), "close_pairs(double) const");
	assert_string_equal(lp_name_inner(name, 3), "close_pairs(double) const");
	assert_string_equal(lp_name_inner("void a::f<b::c>(d::e)", 4), "a::f<b::c>(d::e)");
	assert_string_equal(lp_name_inner("std::vector<int> a::f<b>()", 3), "f<b>()");
	assert_string_equal(lp_name_inner("unsigned long f<int>(int)", 1), "f<int>(int)");
	assert_string_equal(lp_name_inner("a::~a()", 2), "~a()");
	assert_string_equal(lp_name_inner("(anonymous namespace)::f(int) [clone .cold]", 1),
			    "f(int) [clone .cold]");
}

static void what_says_nothing_keeps_its_scope(void **state)
{
	(void)state;
	assert_string_equal(lp_name_inner("main", 1), "main");
	assert_string_equal(lp_name_inner("plain [clone .cold]", 1), "plain [clone .cold]");
	assert_string_equal(lp_name_inner("<all>", 1), "<all>");
	assert_string_equal(lp_name_inner("a::run(int)::$_0::operator()(long) const", 1),
			    "run(int)::$_0::operator()(long) const");
	assert_string_equal(lp_name_inner("a::f()::{lambda(int)#1}::operator()(int) const", 1),
			    "f()::{lambda(int)#1}::operator()(int) const");
	assert_string_equal(lp_name_inner("a::b::operator unsigned long() const", 1),
			    "operator unsigned long() const");
	assert_string_equal(lp_name_inner("bool a::operator< <int>(int)", 1),
			    "operator< <int>(int)");
	assert_string_equal(lp_name_inner("a::f<(b)1", 1), "a::f<(b)1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(short_names_stay),
	    cmocka_unit_test(inner_levels_go_first),
	    cmocka_unit_test(operators_are_no_brackets),
	    cmocka_unit_test(odd_names_stay),
	    cmocka_unit_test(deep_names_end),
	    cmocka_unit_test(outer_scopes_go_first),
	    cmocka_unit_test(what_says_nothing_keeps_its_scope),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
