/* sites.c: from sampled addresses to instrumented functions and lines. */
#include "viewer/model/sites.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/cut_calls.h"
#include "viewer/model/frames.h"
#include "viewer/model/steps.h"

/* A return address may be the first one behind the text. */
static enum lp_status map_objects(struct lp_address_map *objects, const struct lp_profile *profile)
{
	struct lp_address_range *const ranges =
	    (struct lp_address_range *)calloc(profile->object_count + 1, sizeof(*ranges));
	bool is_made;

	if (!ranges)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->object_count; i++)
		ranges[i] = (struct lp_address_range){profile->objects[i].module->text_begin,
						      profile->objects[i].module->text_end};
	is_made = lp_address_map_make(objects, ranges, profile->object_count);
	free(ranges);
	return is_made ? LP_OK : LP_MEMORY;
}

static int by_address(const void *left, const void *right)
{
	const struct lp_site *const a = (const struct lp_site *)left;
	const struct lp_site *const b = (const struct lp_site *)right;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return (a->is_leaf > b->is_leaf) - (a->is_leaf < b->is_leaf);
}

/* ---- collect ---- */

static int by_first(const void *left, const void *right)
{
	const struct lp_stack_range *const a = (const struct lp_stack_range *)left;
	const struct lp_stack_range *const b = (const struct lp_stack_range *)right;

	return (a->first > b->first) - (a->first < b->first);
}

static enum lp_status collect_stacks(struct lp_sites *sites, const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	size_t count = 0;

	while (lp_reader_next(reader, &at))
		count += at.kind == LP_SECT_STACKS;
	sites->stacks = (struct lp_stack_range *)calloc(count + 1, sizeof(*sites->stacks));
	if (!sites->stacks)
		return LP_MEMORY;
	memset(&at, 0, sizeof(at));
	while (lp_reader_next(reader, &at))
		if (at.kind == LP_SECT_STACKS)
			sites->stacks[sites->stack_count++] = (struct lp_stack_range){
			    .first = lp_section_stacks(&at)->first,
			    .count = lp_section_stacks(&at)->capacity,
			    .nodes = lp_section_stack_nodes(&at),
			};
	qsort(sites->stacks, sites->stack_count, sizeof(*sites->stacks), by_first);
	return LP_OK;
}

const struct lp_stack_node *lp_sites_node(const struct lp_sites *sites, uint32_t number)
{
	size_t begin = 0;
	size_t end = sites->stack_count;

	/* The last range that does not begin behind it. */
	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (sites->stacks[middle].first <= number)
			begin = middle + 1;
		else
			end = middle;
	}
	if (begin == 0 || number - sites->stacks[begin - 1].first >= sites->stacks[begin - 1].count)
		return NULL;
	return &sites->stacks[begin - 1].nodes[number - sites->stacks[begin - 1].first];
}

static void add_site(struct lp_sites *sites, const struct lp_stack_node *node)
{
	if (node->kind != LP_STACK_CALL && node->kind != LP_STACK_LEAF &&
	    node->kind != LP_STACK_WAIT)
		return;
	sites->sites[sites->site_count++] = (struct lp_site){
	    .address = node->address,
	    .is_leaf = node->kind == LP_STACK_LEAF,
	    .samples = node->kind == LP_STACK_LEAF ? node->count : 0,
	    .object = lp_address_map_find(&sites->objects, node->address),
	    .called = LP_NO_INDEX,
	};
}

static void remove_doubles(struct lp_sites *sites)
{
	struct lp_site *shrunk;
	size_t kept = 0;

	for (size_t i = 0; i < sites->site_count; i++)
		if (kept == 0 || by_address(&sites->sites[kept - 1], &sites->sites[i]) != 0)
			sites->sites[kept++] = sites->sites[i];
		else
			sites->sites[kept - 1].samples += sites->sites[i].samples;
	sites->site_count = kept;
	shrunk = (struct lp_site *)realloc(sites->sites, (kept + 1) * sizeof(*shrunk));
	if (shrunk)
		sites->sites = shrunk;
}

enum lp_status lp_sites_collect(struct lp_sites *sites, const struct lp_profile *profile)
{
	size_t count = 0;

	memset(sites, 0, sizeof(*sites));
	if (map_objects(&sites->objects, profile) != LP_OK ||
	    collect_stacks(sites, &profile->reader) != LP_OK)
		return LP_MEMORY;
	for (size_t i = 0; i < sites->stack_count; i++)
		count += sites->stacks[i].count;
	sites->sites = (struct lp_site *)calloc(count + 1, sizeof(*sites->sites));
	if (!sites->sites)
		return LP_MEMORY;
	for (size_t i = 0; i < sites->stack_count; i++)
		for (uint32_t k = 0; k < sites->stacks[i].count; k++)
			add_site(sites, &sites->stacks[i].nodes[k]);
	qsort(sites->sites, sites->site_count, sizeof(*sites->sites), by_address);
	remove_doubles(sites);
	return LP_OK;
}

/* ---- look up ---- */

static enum lp_status add_place(struct lp_sites *sites, uint32_t function, uint32_t line)
{
	if (sites->place_count == sites->place_capacity) {
		const size_t capacity = 2 * sites->place_capacity + 256;
		struct lp_place *const grown =
		    (struct lp_place *)realloc(sites->places, capacity * sizeof(*sites->places));

		if (!grown)
			return LP_MEMORY;
		sites->places = grown;
		sites->place_capacity = capacity;
	}
	sites->places[sites->place_count++] = (struct lp_place){function, line};
	return LP_OK;
}

/* Code that LLVM has merged has the line of one of the places that it was: that may be one that
 * never ran. Then the line is not known. */
static uint32_t line_of(const struct lp_sites *sites, const struct lp_profile *profile,
			uint32_t function, const struct lp_frame *frame)
{
	const uint32_t line = lp_frame_line(profile, function, frame);

	if (line == LP_NO_INDEX || !sites->has_whole_calls)
		return line;
	return lp_function_line_is_passed_by(profile, &profile->function_lines[line]) ? LP_NO_INDEX
										      : line;
}

static enum lp_status place_frames(struct lp_sites *sites, const struct lp_profile *profile,
				   struct lp_site *site, const struct lp_symbol_query *query)
{
	site->first_place = (uint32_t)sites->place_count;
	site->is_probe = lp_frames_are_probe(query);
	site->called = query->called_count
			   ? lp_frame_function(profile, &profile->objects[site->object],
					       &query->frames[query->frame_count])
			   : LP_NO_INDEX;
	for (size_t i = 0; i < query->frame_count; i++) {
		const struct lp_frame *const frame = &query->frames[i];
		const uint32_t function =
		    lp_frame_function(profile, &profile->objects[site->object], frame);

		if (function == LP_NO_INDEX)
			continue; /* not instrumented: what it is inlined into may be */
		if (add_place(sites, function, line_of(sites, profile, function, frame)) != LP_OK)
			return LP_MEMORY;
	}
	site->place_count = (uint32_t)sites->place_count - site->first_place;
	return LP_OK;
}

struct lp_symbol_query lp_site_query(const struct lp_site *site, const struct lp_object *object)
{
	return (struct lp_symbol_query){
	    .address = site->address - object->module->load_bias,
	    .is_leaf = site->is_leaf,
	    .samples = site->samples,
	};
}

/* Finds the places of `count` sites, all in one object. */
static enum lp_status look_up(struct lp_sites *sites, struct lp_profile *profile,
			      struct lp_site *first, size_t count)
{
	struct lp_object *const object = &profile->objects[first->object];
	struct lp_symbol_query *const queries =
	    (struct lp_symbol_query *)calloc(count, sizeof(*queries));
	struct lp_arena arena = {0};
	const char *trouble = NULL;
	enum lp_status status;

	if (!queries)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		queries[i] = lp_site_query(&first[i], object);
	status = lp_frames_find(profile, object, queries, count, &arena, &trouble);
	object->lines_are_unknown = trouble;
	if (trouble) {
		const char *const slash = strrchr(object->path, '/');
		const char *const name = slash ? slash + 1 : object->path;

		/* In any order. */
		profile->untimed_objects += lp_hash(name, strlen(name));
	}
	if (status == LP_OK && trouble)
		lp_warn(profile, object->path, trouble, lp_frames_remedy(trouble));
	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = place_frames(sites, profile, &first[i], &queries[i]);
	free(queries);
	lp_arena_free(&arena);
	return status;
}

enum lp_status lp_sites_find(struct lp_sites *sites, struct lp_profile *profile)
{
	enum lp_status status;

	status = lp_sites_collect(sites, profile);
	sites->has_whole_calls = lp_has_whole_calls(profile);
	for (size_t begin = 0, end; begin < sites->site_count && status == LP_OK; begin = end) {
		struct lp_site *const first = &sites->sites[begin];

		for (end = begin; end < sites->site_count; end++)
			if (sites->sites[end].object != first->object)
				break;
		if (first->object != LP_NO_INDEX)
			status = look_up(sites, profile, first, end - begin);
	}
	return status;
}

const struct lp_site *lp_site_of(const struct lp_sites *sites, uint64_t address, bool is_leaf)
{
	const struct lp_site key = {.address = address,
				    .is_leaf = is_leaf,
				    .object = lp_address_map_find(&sites->objects, address)};

	if (sites->site_count == 0)
		return NULL;
	return (const struct lp_site *)bsearch(&key, sites->sites, sites->site_count, sizeof(key),
					       by_address);
}

void lp_sites_free(struct lp_sites *sites)
{
	lp_address_map_free(&sites->objects);
	free(sites->stacks);
	free(sites->sites);
	free(sites->places);
	memset(sites, 0, sizeof(*sites));
}
