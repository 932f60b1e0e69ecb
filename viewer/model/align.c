/* align.c: Heckel's passes over two texts. */
#include "viewer/model/align.h"

#include <stdlib.h>

#include "format/abi.h"
#include "viewer/model/map.h"

struct text {
	const struct lp_source_text *source;
	uint64_t *keys;  /* of line contents, by line number */
	uint32_t *other; /* line of the other text; 0: none */
	uint32_t count;
};

/* How often a line occurs: not, at one line, or at several. */
struct occurrence {
	uint32_t line[2]; /* in each of the texts; 0: nowhere */
	bool is_several[2];
};

static uint64_t key_of(const struct lp_source_text *source, uint32_t line)
{
	size_t size;
	const char *const text = lp_source_line(source, line, &size);

	return text ? lp_hash(text, size) : 0;
}

static bool read_text(struct text *text, const struct lp_source_text *source)
{
	text->source = source;
	text->count = (uint32_t)source->line_count;
	text->keys = (uint64_t *)calloc((size_t)text->count + 2, sizeof(*text->keys));
	text->other = (uint32_t *)calloc((size_t)text->count + 2, sizeof(*text->other));
	if (!text->keys || !text->other)
		return false;
	for (uint32_t line = 1; line <= text->count; line++)
		text->keys[line] = key_of(source, line);
	return true;
}

static void match(struct text texts[2], uint32_t left, uint32_t right)
{
	texts[0].other[left] = right;
	texts[1].other[right] = left;
}

static bool is_free_pair(const struct text texts[2], uint32_t left, uint32_t right)
{
	return left >= 1 && right >= 1 && left <= texts[0].count && right <= texts[1].count &&
	       !texts[0].other[left] && !texts[1].other[right];
}

static enum lp_status match_unique(struct text texts[2])
{
	const size_t most = (size_t)texts[0].count + texts[1].count + 1;
	struct occurrence *const found = (struct occurrence *)calloc(most, sizeof(*found));
	struct lp_map numbers = {0};
	uint32_t count = 0;
	enum lp_status status = found ? LP_OK : LP_MEMORY;

	for (int side = 0; side < 2; side++)
		for (uint32_t line = 1; status == LP_OK && line <= texts[side].count; line++) {
			uint32_t *const number = lp_map_at(&numbers, texts[side].keys[line]);

			if (!number) {
				status = LP_MEMORY;
				break;
			}
			if (*number == LP_MAP_NONE)
				*number = count++;
			found[*number].is_several[side] = found[*number].line[side] != 0;
			found[*number].line[side] = line;
		}
	for (uint32_t i = 0; status == LP_OK && i < count; i++)
		if (found[i].line[0] && found[i].line[1] && !found[i].is_several[0] &&
		    !found[i].is_several[1])
			match(texts, found[i].line[0], found[i].line[1]);
	lp_map_free(&numbers);
	free(found);
	return status;
}

/* Equal lines next to matched ones, line 0 and the one behind the last being matched. */
static void match_neighbours(struct text texts[2])
{
	const uint32_t end = texts[0].count + 1;

	texts[0].other[end] = texts[1].count + 1;
	for (uint32_t line = 0; line < end; line++) {
		const uint32_t right = texts[0].other[line] + 1;

		if ((line == 0 || texts[0].other[line]) && is_free_pair(texts, line + 1, right) &&
		    texts[0].keys[line + 1] == texts[1].keys[right])
			match(texts, line + 1, right);
	}
	for (uint32_t line = end; line > 1; line--) {
		const uint32_t right = texts[0].other[line] - 1;

		if (texts[0].other[line] && is_free_pair(texts, line - 1, right) &&
		    texts[0].keys[line - 1] == texts[1].keys[right])
			match(texts, line - 1, right);
	}
}

/* Between matched lines, as many free ones on either side. */
static void match_edited(struct text texts[2])
{
	for (uint32_t before = 0; before <= texts[0].count;) {
		uint32_t end = before + 1;
		uint32_t right = texts[0].other[before];

		while (end <= texts[0].count && !texts[0].other[end])
			end++;
		if ((before == 0 || right) && texts[0].other[end] > right &&
		    texts[0].other[end] - right == end - before) {
			bool are_free = true;

			for (uint32_t i = 1; i < end - before; i++)
				are_free &= is_free_pair(texts, before + i, right + i);
			for (uint32_t i = 1; are_free && i < end - before; i++)
				match(texts, before + i, right + i);
		}
		before = end;
	}
}

enum lp_status lp_align(const struct lp_source_text *left, const struct lp_source_text *right,
			uint32_t *other)
{
	struct text texts[2] = {{NULL, NULL, NULL, 0}, {NULL, NULL, NULL, 0}};
	enum lp_status status = LP_MEMORY;

	if (read_text(&texts[0], left) && read_text(&texts[1], right))
		status = match_unique(texts);
	if (status == LP_OK) {
		match_neighbours(texts);
		match_edited(texts);
		for (uint32_t line = 0; line <= texts[0].count; line++)
			other[line] = line ? texts[0].other[line] : 0;
	}
	for (int side = 0; side < 2; side++) {
		free(texts[side].keys);
		free(texts[side].other);
	}
	return status;
}
