/* test_model_short_names.c: what is left out of names of C++, and what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/model/short_names.h"

static const char *shortened(const char *name)
{
	static char text[512];
	size_t size = strlen(name);

	assert_true(size < sizeof(text));
	memcpy(text, name, size);
	size = lp_name_shorten(text, size);
	assert_true(size <= strlen(name));
	text[size] = '\0';
	return text;
}

static void defaults_are_left_out(void **state)
{
	(void)state;
	assert_string_equal(shortened("f(std::vector<int, std::allocator<int> > const&)"),
			    "f(std::vector<int> const&)");
	assert_string_equal(
	    shortened("f(std::map<int, long, std::less<int>, std::allocator<std::pair<int const, "
		      "long> > >&)"),
	    "f(std::map<int, long>&)");
	assert_string_equal(shortened("f(std::vector<std::vector<int, std::allocator<int> >, "
				      "std::allocator<std::vector<int, std::allocator<int> > > >)"),
			    "f(std::vector<std::vector<int> >)");
	assert_string_equal(shortened("f(std::unique_ptr<A, std::default_delete<A> >)"),
			    "f(std::unique_ptr<A>)");
}

static void strings_have_their_name(void **state)
{
	(void)state;
	assert_string_equal(shortened("f(std::__cxx11::basic_string<char, std::char_traits<char>, "
				      "std::allocator<char> > const&, std::basic_string_view<char, "
				      "std::char_traits<char> >)"),
			    "f(std::string const&, std::string_view)");
	assert_string_equal(shortened("std::basic_string<char>"), "std::string");
	assert_string_equal(shortened("my::std::basic_string<char>"),
			    "my::std::basic_string<char>");
}

static void units_have_no_mark(void **state)
{
	(void)state;
	assert_string_equal(shortened("burn(unsigned int) [clone .__uniq.2188212703]"),
			    "burn(unsigned int)");
	assert_string_equal(shortened("f() [clone .__uniq.12] [clone .llvm.3]"),
			    "f() [clone .llvm.3]");
	assert_string_equal(shortened("f() [clone .__uniq.12"), "f() [clone .__uniq.12");
}

static void regions_have_no_debug_mark(void **state)
{
	(void)state;
	assert_string_equal(shortened("main.omp_outlined_debug__"), "main.omp_outlined");
	assert_string_equal(shortened("fill(int) [clone .omp_outlined_debug__.omp_outlined_debug__]"),
			    "fill(int) [clone .omp_outlined.omp_outlined]");
}

static void modules_are_left_out(void **state)
{
	(void)state;
	assert_string_equal(shortened("ns::norm@m(int)"), "ns::norm(int)");
	assert_string_equal(shortened("geo::P@geo::P(int)"), "geo::P::P(int)");
	assert_string_equal(shortened("f@a.b.c:part(ns::T@m:p::U@x const&)"), "f(ns::T::U const&)");
	assert_string_equal(shortened("double geo::sq@geo<double>(double)"),
			    "double geo::sq<double>(double)");
	assert_string_equal(shortened("f@m::"), "f::");
}

static void all_else_is_kept(void **state)
{
	static const char *const names[] = {
	    "",
	    "main",
	    "f(std::set<int, std::less<void> >)",
	    "f(std::set<int, My<int> >)",
	    "f(std::vector<int, Mine::allocator<int> >)",
	    /* An argument of somebody else's template tells instances apart. */
	    "void g<int, std::allocator<int> >()",
	    "f(Mine<int, std::hash<int> >)",
	    "operator< <int, std::allocator<int> >(std::vector<int, std::allocator<int> >)",
	    "A::operator->()",
	    "f<(1)>(0)>()",
	    "my_debug__",
	    "@m",
	    "f@",
	    "f@@v1",
	    "f(@m)",
	    "f(std::vector<int, std::allocator<int",
	    "f(>std::vector<int, std::allocator<int> >)",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_string_equal(shortened(names[i]), names[i]);
}

static void deep_names_are_kept(void **state)
{
	char name[300] = "";

	(void)state;
	for (int i = 0; i < 70; i++)
		strcat(name, "a<");
	for (int i = 0; i < 70; i++)
		strcat(name, ">");
	assert_string_equal(shortened(name), name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(defaults_are_left_out), cmocka_unit_test(strings_have_their_name),
	    cmocka_unit_test(units_have_no_mark),    cmocka_unit_test(regions_have_no_debug_mark),
	    cmocka_unit_test(modules_are_left_out),  cmocka_unit_test(all_else_is_kept),
	    cmocka_unit_test(deep_names_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
