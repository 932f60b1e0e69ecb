/* pair_sources.c: pairs that are each other's closest, until none are left. */
#include "viewer/model/pair_sources.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/file_paths.h"
#include "viewer/model/source.h"

/* Each pairs those that are closest at least; real trees need two or three. */
enum { ROUNDS_MOST = 16 };

/* One side: its sources' partners on the other. */
struct side {
	const struct lp_profile *profile;
	uint32_t *partners;
};

static const char *path_of(const struct side *side, size_t source)
{
	return side->profile->sources[source].path;
}

bool lp_is_same_text(const struct lp_source *left, const struct lp_source *right)
{
	return memcmp(left->digest, right->digest, sizeof(left->digest)) == 0 &&
	       lp_source_is_known(left);
}

/* How much a source and one of the other side have in common; 0: nothing. */
typedef size_t likeness(const struct lp_source *, const struct lp_source *);

static size_t by_path(const struct lp_source *left, const struct lp_source *right)
{
	return lp_path_common_end(left->path, right->path);
}

static size_t by_text(const struct lp_source *left, const struct lp_source *right)
{
	return lp_is_same_text(left, right) ? 1 + by_path(left, right) : 0;
}

/* Of the sources without a partner the first one that has most in common with `source`. */
static uint32_t closest(const struct side *side, const struct lp_source *source,
			likeness *common_to)
{
	uint32_t best = LP_NO_INDEX;
	size_t best_size = 0;

	for (size_t i = 0; i < side->profile->source_count; i++) {
		size_t size;

		if (side->partners[i] != LP_NO_INDEX)
			continue;
		size = common_to(source, &side->profile->sources[i]);
		if (size > best_size) {
			best = (uint32_t)i;
			best_size = size;
		}
	}
	return best;
}

static void pair(struct side sides[2], uint32_t left, uint32_t right)
{
	sides[0].partners[left] = right;
	sides[1].partners[right] = left;
}

/* Where the sources from `first` on with the path of that one end. */
static uint32_t end_of_path(const struct side *side, uint32_t first)
{
	uint32_t end = first + 1;

	while (end < side->profile->source_count &&
	       strcmp(path_of(side, first), path_of(side, end)) == 0)
		end++;
	return end;
}

/* Pairs sources of one path, `from` to before `to` on each side: those with the same text first,
 * the others in their order. */
static void pair_path(struct side sides[2], const uint32_t from[2], const uint32_t to[2])
{
	for (int any_text = 0; any_text < 2; any_text++)
		for (uint32_t left = from[0]; left < to[0]; left++)
			for (uint32_t right = from[1];
			     right < to[1] && sides[0].partners[left] == LP_NO_INDEX; right++)
				if (sides[1].partners[right] == LP_NO_INDEX &&
				    (any_text ||
				     lp_is_same_text(&sides[0].profile->sources[left],
						     &sides[1].profile->sources[right])))
					pair(sides, left, right);
}

/* Sources are sorted by path. */
static void pair_same(struct side sides[2])
{
	uint32_t from[2] = {0, 0};

	while (from[0] < sides[0].profile->source_count &&
	       from[1] < sides[1].profile->source_count) {
		const int order = strcmp(path_of(&sides[0], from[0]), path_of(&sides[1], from[1]));
		const uint32_t to[2] = {end_of_path(&sides[0], from[0]),
					end_of_path(&sides[1], from[1])};

		if (order == 0)
			pair_path(sides, from, to);
		from[0] = order <= 0 ? to[0] : from[0];
		from[1] = order >= 0 ? to[1] : from[1];
	}
}

/* Whether any came together. */
static bool pair_closest(struct side sides[2], likeness *common_to)
{
	bool is_any = false;

	for (uint32_t left = 0; left < sides[0].profile->source_count; left++) {
		uint32_t right;

		if (sides[0].partners[left] != LP_NO_INDEX)
			continue;
		right = closest(&sides[1], &sides[0].profile->sources[left], common_to);
		if (right == LP_NO_INDEX ||
		    closest(&sides[0], &sides[1].profile->sources[right], common_to) != left)
			continue;
		pair(sides, left, right);
		is_any = true;
	}
	return is_any;
}

enum lp_status lp_pair_sources(const struct lp_profile *before, const struct lp_profile *after,
			       uint32_t *partners)
{
	uint32_t *const others = (uint32_t *)malloc((after->source_count + 1) * sizeof(*others));
	struct side sides[2] = {{before, partners}, {after, others}};
	/* A text tells which file was moved, or has another name, better than its path does. */
	likeness *const kinds[] = {by_text, by_path};

	if (!others)
		return LP_MEMORY;
	memset(partners, 0xff, before->source_count * sizeof(*partners));
	memset(others, 0xff, after->source_count * sizeof(*others));
	pair_same(sides);
	for (int kind = 0; kind < 2; kind++)
		for (int i = 0; i < ROUNDS_MOST && pair_closest(sides, kinds[kind]); i++)
			;
	free(others);
	return LP_OK;
}
