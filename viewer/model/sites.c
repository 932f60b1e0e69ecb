/* sites.c: from sampled addresses to instrumented functions and lines. */
#include "viewer/model/sites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/build_id.h"
#include "viewer/model/steps.h"
#include "viewer/model/symbols.h"

static uint32_t object_of(const struct lp_profile *profile, uint64_t address)
{
	for (uint32_t i = 0; i < profile->object_count; i++) {
		const struct lp_module *const module = profile->objects[i].module;

		/* A return address may be the first one behind the text. */
		if (address >= module->text_begin && address <= module->text_end)
			return i;
	}
	return LP_NO_INDEX;
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
	return LP_OK;
}

const struct lp_stack_node *lp_sites_node(const struct lp_sites *sites, uint32_t number)
{
	for (size_t i = 0; i < sites->stack_count; i++) {
		const struct lp_stack_range *const stacks = &sites->stacks[i];

		if (number >= stacks->first && number - stacks->first < stacks->count)
			return &stacks->nodes[number - stacks->first];
	}
	return NULL;
}

static void add_site(struct lp_sites *sites, const struct lp_profile *profile,
		     const struct lp_stack_node *node)
{
	if (node->kind != LP_STACK_CALL && node->kind != LP_STACK_LEAF)
		return;
	sites->sites[sites->site_count++] = (struct lp_site){
	    .address = node->address,
	    .is_leaf = node->kind == LP_STACK_LEAF,
	    .object = object_of(profile, node->address),
	};
}

static void remove_doubles(struct lp_sites *sites)
{
	size_t kept = 0;

	for (size_t i = 0; i < sites->site_count; i++)
		if (kept == 0 || by_address(&sites->sites[kept - 1], &sites->sites[i]) != 0)
			sites->sites[kept++] = sites->sites[i];
	sites->site_count = kept;
}

static enum lp_status collect(struct lp_sites *sites, const struct lp_profile *profile)
{
	size_t count = 0;

	if (collect_stacks(sites, &profile->reader) != LP_OK)
		return LP_MEMORY;
	for (size_t i = 0; i < sites->stack_count; i++)
		count += sites->stacks[i].count;
	sites->sites = (struct lp_site *)calloc(count + 1, sizeof(*sites->sites));
	if (!sites->sites)
		return LP_MEMORY;
	for (size_t i = 0; i < sites->stack_count; i++)
		for (uint32_t k = 0; k < sites->stacks[i].count; k++)
			add_site(sites, profile, &sites->stacks[i].nodes[k]);
	qsort(sites->sites, sites->site_count, sizeof(*sites->sites), by_address);
	remove_doubles(sites);
	return LP_OK;
}

/* ---- look up ---- */

/* Whether the file at the object's path is what ran; says so if not. */
static bool is_unchanged(struct lp_profile *profile, const struct lp_object *object)
{
	unsigned char id[sizeof(object->module->build_id)];
	size_t size = 0;

	switch (lp_build_id_read(object->path, id, sizeof(id), &size)) {
	case LP_OK:
		break;
	case LP_IO:
		lp_warn(profile, object->path,
			errno == ENOENT ? "the binary is gone: no times for its lines"
					: "the binary cannot be read: no times for its lines");
		return false;
	default:
		lp_warn(profile, object->path, "is no binary any more: no times for its lines");
		return false;
	}
	if (size == object->module->build_id_bytes &&
	    memcmp(id, object->module->build_id, size) == 0)
		return true;
	lp_warn(profile, object->path,
		"the binary has changed since it ran: no times for its lines");
	return false;
}

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

static uint32_t line_of_frame(const struct lp_profile *profile, uint32_t function,
			      const struct lp_frame *frame)
{
	const struct lp_function *const f = &profile->functions[function];
	uint32_t source = f->source;

	if (frame->line == 0)
		return lp_function_line_find(profile, function, f->source, f->line);
	if (strcmp(profile->sources[source].path, frame->file) != 0)
		source = lp_source_find(profile, frame->file);
	if (source == LP_NO_INDEX)
		return lp_function_line_find(profile, function, f->source, f->line);
	return lp_function_line_find(profile, function, source, frame->line);
}

static bool is_in_probe(const struct lp_symbol_query *query)
{
	return query->frame_count > 0 &&
	       strcmp(query->frames[0].linkage_name, LP_SYMBOL_PROBE) == 0;
}

static enum lp_status place_frames(struct lp_sites *sites, const struct lp_profile *profile,
				   struct lp_site *site, const struct lp_symbol_query *query)
{
	site->first_place = (uint32_t)sites->place_count;
	site->is_probe = is_in_probe(query);
	for (size_t i = 0; i < query->frame_count; i++) {
		const struct lp_frame *const frame = &query->frames[i];
		const uint32_t function =
		    lp_function_find(profile, site->object, frame->linkage_name, frame->declared_in,
				     frame->declared_line);

		if (function == LP_NO_INDEX)
			continue; /* not instrumented: what it is inlined into may be */
		if (add_place(sites, function, line_of_frame(profile, function, frame)) != LP_OK)
			return LP_MEMORY;
	}
	site->place_count = (uint32_t)sites->place_count - site->first_place;
	return LP_OK;
}

/*
 * Takes samples that stand behind the end of a probe for what they stand at. The
 * time of a sample is that of the instruction before it, but nothing waits for the
 * last instruction of a probe, an increment: the sample waited for the program. One
 * inside a probe remains the probe's.
 */
static enum lp_status look_behind_probes(const char *path, struct lp_symbol_query *queries,
					 size_t count, struct lp_arena *arena)
{
	struct lp_symbol_query *const behind =
	    (struct lp_symbol_query *)calloc(count, sizeof(*behind));
	enum lp_status status = LP_OK;
	size_t probes = 0;

	if (!behind)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		if (queries[i].is_leaf && is_in_probe(&queries[i]))
			behind[probes++] = (struct lp_symbol_query){
			    .address = queries[i].address + 1, /* whose byte before is at the sample */
			    .is_leaf = true,
			};
	if (probes > 0)
		status = lp_symbols_find(path, behind, probes, arena);
	for (size_t i = 0, at = 0; i < count && at < probes; i++)
		if (queries[i].is_leaf && is_in_probe(&queries[i])) {
			if (behind[at].frame_count > 0 && !is_in_probe(&behind[at])) {
				queries[i].frames = behind[at].frames;
				queries[i].frame_count = behind[at].frame_count;
			}
			at++;
		}
	free(behind);
	return status == LP_MEMORY ? LP_MEMORY : LP_OK;
}

/* Finds the frames of `count` queries, all in one object; says what hinders it. */
static enum lp_status find_frames(struct lp_profile *profile, const char *path,
				  struct lp_symbol_query *queries, size_t count,
				  struct lp_arena *arena)
{
	const enum lp_status status = lp_symbols_find(path, queries, count, arena);

	if (status == LP_NOT_FOUND)
		lp_warn(profile, path, "has no debug information: no times for its lines");
	if (status == LP_CORRUPT)
		lp_warn(profile, path, "has damaged debug information: some lines have no times");
	if (status == LP_MEMORY)
		return LP_MEMORY;
	return look_behind_probes(path, queries, count, arena);
}

/* Finds the places of `count` sites, all in one object. */
static enum lp_status look_up(struct lp_sites *sites, struct lp_profile *profile,
			      struct lp_site *first, size_t count)
{
	const struct lp_object *const object = &profile->objects[first->object];
	struct lp_symbol_query *const queries =
	    (struct lp_symbol_query *)calloc(count, sizeof(*queries));
	struct lp_arena arena = {0};
	enum lp_status status;

	if (!queries)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		queries[i] = (struct lp_symbol_query){
		    .address = first[i].address - object->module->load_bias,
		    .is_leaf = first[i].is_leaf,
		};
	status = find_frames(profile, object->path, queries, count, &arena);
	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = place_frames(sites, profile, &first[i], &queries[i]);
	free(queries);
	lp_arena_free(&arena);
	return status;
}

enum lp_status lp_sites_find(struct lp_sites *sites, struct lp_profile *profile)
{
	enum lp_status status;

	memset(sites, 0, sizeof(*sites));
	status = collect(sites, profile);
	for (size_t begin = 0, end; begin < sites->site_count && status == LP_OK; begin = end) {
		struct lp_site *const first = &sites->sites[begin];

		for (end = begin; end < sites->site_count; end++)
			if (sites->sites[end].object != first->object)
				break;
		if (first->object != LP_NO_INDEX &&
		    is_unchanged(profile, &profile->objects[first->object]))
			status = look_up(sites, profile, first, end - begin);
	}
	return status;
}

const struct lp_site *lp_site_of(const struct lp_sites *sites, const struct lp_profile *profile,
				 uint64_t address, bool is_leaf)
{
	const struct lp_site key = {
	    .address = address, .is_leaf = is_leaf, .object = object_of(profile, address)};

	if (sites->site_count == 0)
		return NULL;
	return (const struct lp_site *)bsearch(&key, sites->sites, sites->site_count, sizeof(key),
					       by_address);
}

void lp_sites_free(struct lp_sites *sites)
{
	free(sites->stacks);
	free(sites->sites);
	free(sites->places);
	memset(sites, 0, sizeof(*sites));
}
