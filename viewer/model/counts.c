/* counts.c: from counters to the hits of lines and the calls of functions. */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/brief_names.h"
#include "viewer/model/flow_counts.h"
#include "viewer/model/growth.h"
#include "viewer/model/line_rows.h"
#include "viewer/model/lost_rounds.h"
#include "viewer/model/names.h"
#include "viewer/model/steps.h"

/* What is needed while the functions are counted. */
struct counting {
	struct lp_profile *profile;
	struct lp_map defined; /* name and place to the function that is defined there */
	struct lp_map named;   /* object and name, and place of a static one, to the same */
	uint64_t last_hash;    /* asked for last: nearly always the next one too */
	uint32_t last_source;  /* what the answer was; LP_NO_INDEX: nothing yet */
	size_t function_line_capacity;
	size_t function_capacity;
	size_t namesake_capacity;
	size_t site_capacity;
	size_t type_capacity;
	struct lp_flow flow; /* of one object, summed over its threads */
	struct lp_lost_rounds lost;
};

/* ---- rows ---- */

/* The source that a table calls `path_hash`; one that no section names gets a row. */
static uint32_t source_of(struct counting *counting, uint64_t path_hash)
{
	struct lp_profile *const profile = counting->profile;
	uint32_t *number;

	if (counting->last_source != LP_NO_INDEX && counting->last_hash == path_hash)
		return counting->last_source;
	counting->last_hash = path_hash;
	counting->last_source = lp_map_find(&profile->source_numbers, path_hash);
	if (counting->last_source != LP_MAP_NONE)
		return counting->last_source;
	if (profile->source_count == 0 ||
	    profile->sources[profile->source_count - 1].path_hash != 0)
		profile->sources[profile->source_count++] = (struct lp_source){.path = "<unknown>"};
	counting->last_source = (uint32_t)profile->source_count - 1;
	number = lp_map_at(&profile->source_numbers, 0);
	if (number) /* else no view finds it by that */
		*number = counting->last_source;
	return counting->last_source;
}

/* Adds a part of a line; NULL when out of memory. Valid until the next call. */
static struct lp_function_line *add_part(struct counting *counting, uint32_t function,
					 uint32_t source, uint32_t line)
{
	struct lp_profile *const profile = counting->profile;
	struct lp_function_line *const parts = (struct lp_function_line *)lp_with_room(
	    profile->function_lines, profile->function_line_count,
	    &counting->function_line_capacity, sizeof(*parts));

	/* Their numbers have 32 bits. */
	if (!parts || profile->function_line_count == LP_NO_INDEX)
		return NULL;
	profile->function_lines = parts;
	parts[profile->function_line_count] = lp_line_part(function, source, line);
	return &parts[profile->function_line_count++];
}

/* ---- functions ---- */

/* Whether its two names are one: then it is kept once. */
static bool is_of_c(const struct lp_table *table)
{
	return table->name_bytes == table->linkage_name_bytes &&
	       memcmp(table->name, table->linkage_name, table->name_bytes) == 0;
}

/* Adds a row for the function of `table`; LP_NO_INDEX when out of memory. */
static uint32_t add_function(struct counting *counting, uint32_t object,
			     const struct lp_table *table, uint32_t source)
{
	struct lp_profile *const profile = counting->profile;
	struct lp_function *const functions =
	    (struct lp_function *)lp_with_room(profile->functions, profile->function_count,
					       &counting->function_capacity, sizeof(*functions));
	struct lp_function *function;
	const char *name;

	if (!functions)
		return LP_NO_INDEX;
	profile->functions = functions;
	function = &profile->functions[profile->function_count];
	*function = (struct lp_function){
	    .object = object,
	    .source = source,
	    .line = table->line,
	    .end_line = table->end_line,
	    .flags = table->flags & LP_TABLE_LOCAL ? LP_FUNCTION_LOCAL : 0,
	};
	function->linkage_name =
	    lp_arena_copy(&profile->arena, table->linkage_name, table->linkage_name_bytes);
	name = is_of_c(table) ? function->linkage_name
			      : lp_arena_copy(&profile->arena, table->name, table->name_bytes);
	if (!function->linkage_name || !name)
		return LP_NO_INDEX;
	function->name = lp_name_shown(&profile->arena, function->linkage_name, name);
	if (!function->name)
		return LP_NO_INDEX;
	function->brief = lp_name_brief(&profile->arena, function->name);
	if (!function->brief)
		return LP_NO_INDEX;
	return (uint32_t)profile->function_count++;
}

/* Tells a function of a name from others of it. A static function of a header is one function,
 * whoever includes it. */
static uint64_t place_key(uint64_t name_key, const struct lp_table *table, uint32_t source)
{
	const uint32_t place[] = {source, table->line, table->flags & LP_TABLE_LOCAL};

	return lp_hash_more(name_key, place, sizeof(place));
}

/* The function of that name at that place, whichever objects have copies of it. */
static uint32_t defined_function(struct counting *counting, uint32_t object,
				 const struct lp_table *table, uint32_t source)
{
	uint32_t *const known = lp_map_at(
	    &counting->defined,
	    place_key(lp_function_key(LP_NO_INDEX, table->linkage_name, table->linkage_name_bytes),
		      table, source));

	if (!known)
		return LP_NO_INDEX;
	if (*known == LP_MAP_NONE)
		*known = add_function(counting, object, table, source);
	return *known;
}

/* Puts the namesake in front of those that are defined at its line. */
static bool add_to_line(struct lp_profile *profile, uint64_t name_key, uint32_t number)
{
	struct lp_namesake *const namesake = &profile->namesakes[number];
	const uint32_t line = profile->functions[namesake->function].line;
	uint32_t *const first = lp_map_at(&profile->names, lp_namesakes_key(name_key, line));

	if (!first)
		return false;
	namesake->next_of_line = *first;
	*first = number;
	return true;
}

/* Puts the function in front of its namesakes in `object`. One that has none is found without its
 * line. */
static bool add_namesake(struct counting *counting, uint64_t name_key, uint32_t object,
			 uint32_t function)
{
	struct lp_profile *const profile = counting->profile;
	const uint32_t number = (uint32_t)profile->namesake_count;
	struct lp_namesake *const namesakes =
	    (struct lp_namesake *)lp_with_room(profile->namesakes, profile->namesake_count,
					       &counting->namesake_capacity, sizeof(*namesakes));
	uint32_t *const first = lp_map_at(&profile->names, name_key);
	uint32_t next;

	if (namesakes)
		profile->namesakes = namesakes;
	if (!namesakes || !first)
		return false;
	next = *first;
	*first = number;
	namesakes[number] =
	    (struct lp_namesake){.object = object, .function = function, .next = next};
	profile->namesake_count++;
	if (next == LP_NO_INDEX)
		return true;
	if (namesakes[next].next == LP_NO_INDEX && !add_to_line(profile, name_key, next))
		return false;
	return add_to_line(profile, name_key, number);
}

/* Of a constructor's or destructor's variants that of base objects (C2, D2) names it, whichever
 * come first or are there at all. False when out of memory. */
static bool choose_name(struct lp_profile *profile, uint32_t number, const struct lp_table *table)
{
	struct lp_function *const function = &profile->functions[number];
	const size_t bytes = table->linkage_name_bytes;
	const char *name;

	if (strlen(function->linkage_name) != bytes ||
	    memcmp(function->linkage_name, table->linkage_name, bytes) >= 0)
		return true;
	name = lp_arena_copy(&profile->arena, table->linkage_name, bytes);
	if (name)
		function->linkage_name = name;
	return name != NULL;
}

/* The function that `table` is a variant of. In an object there is one of a name that is not
 * static, wherever its copies are defined. */
static uint32_t function_of(struct counting *counting, uint32_t object,
			    const struct lp_table *table, uint32_t source)
{
	const uint64_t name_key =
	    lp_function_key(object, table->linkage_name, table->linkage_name_bytes);
	uint32_t *const known = lp_map_at(&counting->named, table->flags & LP_TABLE_LOCAL
								? place_key(name_key, table, source)
								: name_key);

	if (!known)
		return LP_NO_INDEX;
	if (*known == LP_MAP_NONE) {
		*known = defined_function(counting, object, table, source);
		if (*known == LP_NO_INDEX || !add_namesake(counting, name_key, object, *known))
			return LP_NO_INDEX;
	}
	return choose_name(counting->profile, *known, table) ? *known : LP_NO_INDEX;
}

/* ---- variants ---- */

static bool add_lines(struct counting *counting, uint32_t function, const struct lp_table *table)
{
	/* The head has a row even without code: the prologue's time goes there. */
	if (table->line > 0 &&
	    !add_part(counting, function, source_of(counting, table->files[table->file]),
		      table->line))
		return false;
	for (size_t i = 0; i < table->line_count; i++) {
		const struct lp_table_line *const line = &table->lines[i];
		struct lp_function_line *const row = add_part(
		    counting, function, source_of(counting, table->files[line->file]), line->line);

		if (!row)
			return false;
		row->hits = lp_flow_hits(&counting->flow, table, line);
		row->flags = LP_LINE_CODE;
		if (row->hits == 0 && lp_lost_rounds_has(&counting->lost, table, line))
			row->flags |= LP_LINE_UNSEEN;
	}
	return true;
}

static void add_calls(struct lp_function *function, const struct lp_variant *variant,
		      const struct lp_table *table, const struct counting *counting)
{
	uint64_t ncalls = 0;
	uint64_t self_calls = 0;

	for (size_t i = 0; i < table->edge_count; i++)
		if ((table->edges[i].flags & LP_EDGE_ENTRY) &&
		    !(table->flags & LP_TABLE_HANDS_OVER))
			ncalls += counting->flow.edge_counts[i];
	for (size_t i = 0; i < table->call_count; i++)
		if (table->calls[i].callee == variant->entry->name_hash)
			self_calls += counting->flow.node_counts[table->calls[i].node];
	function->ncalls += ncalls;
	/* In a killed program the call may be counted and its entry not yet. */
	function->primitive_calls += self_calls < ncalls ? ncalls - self_calls : 0;
	if (table->flags & LP_TABLE_APPROXIMATE)
		function->flags |= LP_FUNCTION_APPROXIMATE;
	if (table->flags & (LP_TABLE_SUSPENDS | LP_TABLE_COROUTINE))
		function->flags |= LP_FUNCTION_COROUTINE;
	if (!(table->flags & LP_TABLE_NAMED_ONLY))
		function->flags |= LP_FUNCTION_POINTED_TO;
	if (table->end_line > function->end_line)
		function->end_line = table->end_line;
}

static bool add_sites(struct counting *counting, const struct lp_variant *variant,
		      const struct lp_table *table)
{
	struct lp_profile *const profile = counting->profile;

	for (size_t i = 0; i < table->call_count; i++) {
		const struct lp_call *const call = &table->calls[i];
		struct lp_call_site *const sites = (struct lp_call_site *)lp_with_room(
		    profile->call_sites, profile->call_site_count, &counting->site_capacity,
		    sizeof(*sites));

		if (!sites)
			return false;
		profile->call_sites = sites;
		sites[profile->call_site_count++] = (struct lp_call_site){
		    .object = variant->object,
		    .caller = variant->function,
		    .callee = LP_NO_INDEX,
		    .source = source_of(counting, table->files[call->file]),
		    .line = call->line,
		    .is_direct = call->callee != 0,
		    .callee_hash = call->callee,
		    .type = call->type,
		    .count = counting->flow.node_counts[call->node],
		};
	}
	return true;
}

static bool add_types(struct counting *counting, uint32_t function, const struct lp_table *table)
{
	struct lp_profile *const profile = counting->profile;

	for (size_t i = 0; i < table->type_count; i++) {
		struct lp_function_type *const types = (struct lp_function_type *)lp_with_room(
		    profile->function_types, profile->function_type_count, &counting->type_capacity,
		    sizeof(*types));

		if (!types)
			return false;
		profile->function_types = types;
		types[profile->function_type_count++] =
		    (struct lp_function_type){.function = function, .type = table->types[i]};
	}
	return true;
}

static enum lp_status count_table(struct counting *counting, struct lp_variant *variant,
				  const struct lp_table *table)
{
	const uint32_t source = source_of(counting, table->files[table->file]);
	enum lp_status status = lp_flow_solve(&counting->flow, variant->entry, table);

	if (status == LP_OK)
		status = lp_lost_rounds_find(&counting->lost, &counting->flow, table);
	if (status != LP_OK)
		return status;
	variant->function = function_of(counting, variant->object, table, source);
	if (variant->function == LP_NO_INDEX)
		return LP_MEMORY;
	add_calls(&counting->profile->functions[variant->function], variant, table, counting);
	if (!add_sites(counting, variant, table) || !add_types(counting, variant->function, table))
		return LP_MEMORY;
	return add_lines(counting, variant->function, table) ? LP_OK : LP_MEMORY;
}

static enum lp_status count_variant(struct counting *counting, struct lp_variant *variant,
				    struct lp_error *error)
{
	const size_t offset = (size_t)(variant->table - counting->profile->data);
	struct lp_error inner = {.expected = "counters that fit the function's flow graph"};
	struct lp_table table;
	enum lp_status status =
	    lp_table_decode(&table, variant->table, variant->entry->table_bytes, &inner);

	if (status == LP_OK) {
		status = count_table(counting, variant, &table);
		lp_table_free(&table);
	}
	if (status == LP_CORRUPT && error)
		*error = (struct lp_error){.offset_bytes = offset + inner.offset_bytes,
					   .expected = inner.expected};
	return status;
}

static enum lp_status count_objects(struct counting *counting, struct lp_error *error)
{
	struct lp_profile *const profile = counting->profile;

	for (uint32_t i = 0; i < profile->object_count; i++) {
		const struct lp_object *const object = &profile->objects[i];

		if (lp_flow_sum(&counting->flow, profile, i) != LP_OK)
			return LP_MEMORY;
		for (uint32_t k = 0; k < object->variant_count; k++) {
			const enum lp_status status = count_variant(
			    counting, &profile->variants[object->first_variant + k], error);

			if (status != LP_OK)
				return status;
		}
	}
	return LP_OK;
}

/* ---- order ---- */

static void sum_up(struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->function_count; i++) {
		profile->call_count += profile->functions[i].ncalls;
		profile->primitive_call_count += profile->functions[i].primitive_calls;
	}
}

enum lp_status lp_count(struct lp_profile *profile, struct lp_error *error)
{
	struct counting counting = {.profile = profile, .last_source = LP_NO_INDEX};
	enum lp_status status = count_objects(&counting, error);

	/* The rows of lines take most of the memory: before, all that is done with is given back. */
	lp_map_free(&counting.defined);
	lp_map_free(&counting.named);
	lp_flow_free(&counting.flow);
	lp_lost_rounds_free(&counting.lost);
	if (status == LP_OK)
		status = lp_line_rows_make(profile);
	if (status == LP_OK)
		sum_up(profile);
	return status;
}
