/* missing_calls.c: functions that were called more often than they counted, and why that may be. */
#include "viewer/model/missing_calls.h"

#include <stdint.h>
#include <string.h>

#include "viewer/model/cut_calls.h"

/* Whether it was called more often than it was entered. */
static bool is_lacking(const struct lp_profile *profile, const struct lp_function *function,
		       uint64_t on_their_way)
{
	const uint64_t calls = lp_function_site_calls(profile, function);

	return calls > function->ncalls && calls - function->ncalls > on_their_way;
}

/* operator new and delete, of which C++ allows that a compiler leaves out pairs ([expr.new]): their
 * names begin so (Itanium C++ ABI, 5.1.5). */
static bool may_be_left_out(const struct lp_function *function)
{
	static const char *const names[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strncmp(function->linkage_name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static struct lp_missing *kind_of(struct lp_missing_calls *missing,
				  const struct lp_function *function)
{
	if (may_be_left_out(function))
		return &missing->left_out;
	return function->flags & LP_FUNCTION_LOCAL ? &missing->cut_off : &missing->passed_by;
}

struct lp_missing_calls lp_missing_calls_of(const struct lp_profile *profile)
{
	const uint64_t on_their_way = lp_cancelled_calls_most(&profile->reader);
	struct lp_missing_calls missing = {{0, NULL}, {0, NULL}, {0, NULL}};

	if (!lp_has_whole_calls(profile))
		return missing;
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		struct lp_missing *const kind = kind_of(&missing, function);

		if (is_lacking(profile, function, on_their_way) && kind->count++ == 0)
			kind->first = function;
	}
	return missing;
}

bool lp_misses_calls(const struct lp_missing_calls *missing)
{
	return missing->left_out.count + missing->cut_off.count + missing->passed_by.count > 0;
}
