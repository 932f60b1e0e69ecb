/* symbol_cache.c: what is known of sampled addresses, kept from reading to reading. */
#include "viewer/model/symbol_cache.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"

struct lp_known_symbol {
	struct lp_frame *frames;
	size_t frame_count;
	size_t called_count;
};

static uint64_t key_of_module(const struct lp_module *module)
{
	return lp_hash_more(lp_hash(&module->module, sizeof(module->module)), module->build_id,
			    sizeof(module->build_id));
}

static uint64_t key_of(const struct lp_module *module, const struct lp_symbol_query *query)
{
	const uint64_t what[] = {query->address, query->is_leaf};

	return lp_hash_more(key_of_module(module), what, sizeof(what));
}

/* Whether what is known rests on half of the queries' samples, or more. Else it is those that
 * decide now. */
static bool is_good(struct lp_symbol_cache *cache, const struct lp_module *module,
		    struct lp_symbol_query *const *queries, size_t count)
{
	uint32_t *const decided = lp_map_at(&cache->samples, key_of_module(module));
	uint64_t samples = 0;

	for (size_t i = 0; i < count; i++)
		samples += queries[i]->samples;
	if (!decided)
		return false;
	if (*decided != LP_MAP_NONE && samples <= 2 * (uint64_t)*decided)
		return true;
	*decided = samples < LP_MAP_NONE ? (uint32_t)samples : LP_MAP_NONE - 1;
	return false;
}

void lp_symbol_cache_answer(struct lp_symbol_cache *cache, const struct lp_module *module,
			    struct lp_symbol_query **open, size_t *left)
{
	size_t kept = 0;

	if (!is_good(cache, module, open, *left))
		return;
	for (size_t i = 0; i < *left; i++) {
		const uint32_t number = lp_map_find(&cache->numbers, key_of(module, open[i]));

		if (number == LP_MAP_NONE) {
			open[kept++] = open[i];
			continue;
		}
		open[i]->frames = cache->known[number].frames;
		open[i]->frame_count = cache->known[number].frame_count;
		open[i]->called_count = cache->known[number].called_count;
	}
	*left = kept;
}

static bool copy_string(struct lp_arena *arena, const char **text)
{
	*text = lp_arena_copy(arena, *text, strlen(*text));
	return *text;
}

static bool copy_frames(struct lp_arena *arena, const struct lp_symbol_query *query,
			struct lp_known_symbol *known)
{
	const size_t count = query->frame_count + query->called_count;
	bool worked = true;

	known->frame_count = query->frame_count;
	known->called_count = query->called_count;
	known->frames =
	    (struct lp_frame *)lp_arena_allocate(arena, (count + 1) * sizeof(*known->frames));
	for (size_t i = 0; known->frames && i < count; i++) {
		struct lp_frame *const frame = &known->frames[i];

		*frame = query->frames[i];
		worked = worked && copy_string(arena, &frame->linkage_name) &&
			 copy_string(arena, &frame->declared_in) &&
			 copy_string(arena, &frame->file);
	}
	return known->frames && worked;
}

static bool make_room(struct lp_symbol_cache *cache)
{
	const size_t capacity = 2 * cache->capacity + 256;
	struct lp_known_symbol *grown;

	if (cache->count < cache->capacity)
		return true;
	grown = (struct lp_known_symbol *)realloc(cache->known, capacity * sizeof(*grown));
	if (!grown)
		return false;
	cache->known = grown;
	cache->capacity = capacity;
	return true;
}

void lp_symbol_cache_keep(struct lp_symbol_cache *cache, const struct lp_module *module,
			  struct lp_symbol_query *const *queries, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct lp_known_symbol known;
		uint32_t *number;

		if (!make_room(cache) || !copy_frames(&cache->arena, queries[i], &known))
			return;
		number = lp_map_at(&cache->numbers, key_of(module, queries[i]));
		if (!number)
			return;
		*number = (uint32_t)cache->count;
		cache->known[cache->count++] = known;
	}
}

void lp_symbol_cache_free(struct lp_symbol_cache *cache)
{
	lp_map_free(&cache->numbers);
	lp_map_free(&cache->samples);
	lp_arena_free(&cache->arena);
	free(cache->known);
	*cache = (struct lp_symbol_cache){.known = NULL};
}
