/* unnamed.c: finds what the compiler counted in names. */
#include "viewer/model/unnamed.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Whether the digits from `begin` to `end` are such a number. */
static bool is_counted(const char *name, size_t begin, size_t end)
{
	const char behind = name[end];

	switch (begin > 0 ? name[begin - 1] : 0) {
	case '_': /* main::$_0: of one unit */
		return begin > 1 && name[begin - 2] == '$';
	case '#': /* f()::{lambda(int)#1}, {unnamed type#1}: of several, as in inline functions */
		return behind == '}';
	case '.': /* __cxx_global_var_init.1, work(int) [clone .omp_outlined.1] */
		return behind == 0 || behind == ']';
	default:
		return false;
	}
}

bool lp_counted_next(const char *name, size_t at, struct lp_counted *counted)
{
	size_t end;

	for (; name[at]; at = end > at ? end : at + 1) {
		end = at;
		while (is_digit(name[end]))
			end++;
		if (end == at || !is_counted(name, at, end))
			continue;
		*counted = (struct lp_counted){at, end + (name[end] == '}')};
		return true;
	}
	return false;
}

bool lp_counted_lambda(const char *name, struct lp_counted *counted)
{
	static const char call[] = "::operator()";
	struct lp_counted next = {0, 0};
	bool is_lambda = false;

	/* Of one in another one, the inner one's comes last. */
	while (lp_counted_next(name, next.end, &next))
		if (strncmp(name + next.end, call, sizeof(call) - 1) == 0) {
			*counted = next;
			is_lambda = true;
		}
	return is_lambda;
}
