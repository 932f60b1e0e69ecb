/* pair_keys.c: names of functions and lines as both sides of a comparison know them. */
#include "viewer/model/pair_keys.h"

#include <ctype.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/pair_sources.h"
#include "viewer/model/pair_texts.h"
#include "viewer/model/unnamed.h"

static uint32_t partner_of(const struct lp_keyed *side, const struct lp_function *function)
{
	return side->partners[function->source];
}

/* The source of a function, as a number of `after`. */
static uint32_t source_there(const struct lp_keyed *side, const struct lp_function *function)
{
	return side->is_after ? function->source : partner_of(side, function);
}

/* Its line, in the text of `after`; 0: that has it no more, or nobody knows. */
static uint32_t line_there(const struct lp_keyed *side, const struct lp_function *function)
{
	return side->is_after ? function->line
			      : lp_line_there(side->comparison, function->source, function->line);
}

static bool has_same_text(const struct lp_keyed *side, const struct lp_function *function)
{
	const struct lp_comparison *const comparison = side->comparison;
	const uint32_t partner = partner_of(side, function);
	const uint32_t before = side->is_after ? partner : function->source;

	return partner != LP_NO_INDEX && comparison->texts[before].alignment == LP_ALIGNED_SAME;
}

/* ---- lambdas ---- */

/* What is behind may be the end of several names: these are hashed from behind. */
static uint64_t hash_before(uint64_t hash, const char *name, size_t end)
{
	return lp_hash_more(hash, &name[end - 1], 1);
}

/* Where the name of a lambda begins in that of its body: "auto f()::{lambda(auto:1)#1}" returns
 * what its arguments say. */
static size_t begin_of_lambda(const char *body)
{
	static const char deduced[] = "auto ";

	return strncmp(body, deduced, sizeof(deduced) - 1) == 0 ? sizeof(deduced) - 1 : 0;
}

bool lp_keyed_begin(struct lp_keyed *side)
{
	struct lp_counted counted;

	for (uint32_t i = 0; i < side->profile->function_count; i++) {
		const char *const name = side->profile->functions[i].name;
		uint64_t hash = lp_hash("", 0);
		uint32_t *body;

		if (!lp_counted_lambda(name, &counted))
			continue;
		for (size_t at = counted.end; at > begin_of_lambda(name); at--)
			hash = hash_before(hash, name, at);
		body = lp_map_at(&side->lambdas, hash);
		if (!body)
			return false;
		*body = i;
	}
	return true;
}

/* Whether a name may begin there in `name`, as an argument of a template does. */
static bool may_begin(const char *name, size_t at)
{
	const char before = at > 0 ? name[at - 1] : ' ';

	return !isalnum((unsigned char)before) && before != '_' && before != ':';
}

/* The body of the lambda whose name ends at `end` in `name`, the longest of those that do; NULL:
 * it is none that is counted. */
static const struct lp_function *lambda_at(const struct lp_keyed *side, const char *name,
					   size_t end)
{
	const struct lp_function *found = NULL;
	uint64_t hash = lp_hash("", 0);

	for (; end > 0; end--) {
		uint32_t body = LP_MAP_NONE;

		hash = hash_before(hash, name, end);
		if (may_begin(name, end - 1))
			body = lp_map_find(&side->lambdas, hash);
		if (body != LP_MAP_NONE)
			found = &side->profile->functions[body];
	}
	return found;
}

/* ---- keys ---- */

/* `side` NULL: of the name without its numbers. The linkage name says more, but has numbers of the
 * demangled one in other places. */
static uint64_t hash_name(const struct lp_keyed *side, const struct lp_function *function)
{
	const char *const name = function->name;
	struct lp_counted counted;
	uint64_t hash = lp_hash("", 0);
	size_t at = 0;

	if (!lp_counted_next(name, 0, &counted))
		return lp_hash(function->linkage_name, strlen(function->linkage_name));
	do {
		const struct lp_function *const lambda =
		    side ? lambda_at(side, name, counted.end) : NULL;
		const uint32_t line = side ? line_there(side, lambda ? lambda : function) : 0;

		hash = lp_hash_more(hash, name + at, counted.begin - at);
		hash = lp_hash_more(hash, &line, sizeof(line));
		at = counted.end;
	} while (lp_counted_next(name, at, &counted));
	return lp_hash_more(hash, name + at, strlen(name + at));
}

uint64_t lp_pair_key(const struct lp_keyed *side, const struct lp_function *function)
{
	const uint32_t place[] = {source_there(side, function),
				  has_same_text(side, function) ? function->line : 0};

	return lp_hash_more(hash_name(side, function), place, sizeof(place));
}

uint64_t lp_pair_key_of_name(const struct lp_function *function)
{
	return hash_name(NULL, function);
}

uint64_t lp_pair_key_without_lines(const struct lp_keyed *side, const struct lp_function *function)
{
	const uint32_t source = source_there(side, function);

	return lp_hash_more(lp_pair_key_of_name(function), &source, sizeof(source));
}
