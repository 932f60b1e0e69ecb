/* pair_sources.c: pairs that are each other's closest, until none are left. */
#include "viewer/model/pair_sources.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/file_paths.h"

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

/* Of the sources without a partner the first one that shares most with `path`. */
static uint32_t closest(const struct side *side, const char *path)
{
	uint32_t best = LP_NO_INDEX;
	size_t best_size = 0;

	for (size_t i = 0; i < side->profile->source_count; i++) {
		size_t size;

		if (side->partners[i] != LP_NO_INDEX)
			continue;
		size = lp_path_common_end(path, path_of(side, i));
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

/* Sources are sorted by path. */
static void pair_same(struct side sides[2])
{
	uint32_t left = 0, right = 0;

	while (left < sides[0].profile->source_count && right < sides[1].profile->source_count) {
		const int order = strcmp(path_of(&sides[0], left), path_of(&sides[1], right));

		if (order == 0)
			pair(sides, left, right);
		left += order <= 0;
		right += order >= 0;
	}
}

/* Whether any came together. */
static bool pair_closest(struct side sides[2])
{
	bool is_any = false;

	for (uint32_t left = 0; left < sides[0].profile->source_count; left++) {
		uint32_t right;

		if (sides[0].partners[left] != LP_NO_INDEX)
			continue;
		right = closest(&sides[1], path_of(&sides[0], left));
		if (right == LP_NO_INDEX || closest(&sides[0], path_of(&sides[1], right)) != left)
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

	if (!others)
		return LP_MEMORY;
	memset(partners, 0xff, before->source_count * sizeof(*partners));
	memset(others, 0xff, after->source_count * sizeof(*others));
	pair_same(sides);
	for (int i = 0; i < ROUNDS_MOST && pair_closest(sides); i++)
		;
	free(others);
	return LP_OK;
}
