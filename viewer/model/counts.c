/* counts.c: from counters to the hits of lines and the calls of functions. */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "format/table.h"
#include "viewer/model/names.h"
#include "viewer/model/steps.h"

/* What is needed while the functions are counted. */
struct counting {
	struct lp_profile *profile;
	struct lp_map sources;        /* path_hash to index */
	struct lp_map lines;          /* source and line to index */
	struct lp_map function_lines; /* function and line index to index */
	size_t line_capacity;
	size_t function_line_capacity;
	size_t function_capacity;
	uint64_t *counters; /* of one object, summed over its threads */
	size_t counter_count;
	uint64_t *edge_counts; /* of one variant */
	uint64_t *node_counts;
	size_t edge_capacity;
	size_t node_capacity;
};

/* `array`, moved to where it has room for one more element; NULL, and `array`
 * stays as it is, when out of memory. */
static void *with_room(void *array, size_t count, size_t *capacity, size_t element_bytes)
{
	const size_t wanted = *capacity ? 2 * *capacity : 256;
	void *grown;

	if (count < *capacity)
		return array;
	grown = realloc(array, wanted * element_bytes);
	if (grown)
		*capacity = wanted;
	return grown;
}

/* ---- counters ---- */

static bool add_counters(struct counting *counting, const uint64_t *values, size_t count)
{
	if (count > counting->counter_count) {
		uint64_t *const grown =
		    (uint64_t *)realloc(counting->counters, count * sizeof(*grown));

		if (!grown)
			return false;
		memset(grown + counting->counter_count, 0,
		       (count - counting->counter_count) * sizeof(*grown));
		counting->counters = grown;
		counting->counter_count = count;
	}
	for (size_t i = 0; i < count; i++)
		counting->counters[i] += values[i];
	return true;
}

/* The counters of `object`, summed over all threads and the static section. */
static bool sum_counters(struct counting *counting, uint32_t object)
{
	struct lp_section_at at = {0};

	free(counting->counters);
	counting->counters = NULL;
	counting->counter_count = 0;
	while (lp_reader_next(&counting->profile->reader, &at)) {
		const struct lp_counters *const counters = lp_section_counters(&at);

		if (at.kind != LP_SECT_COUNTERS || counters->module != object)
			continue;
		if (!add_counters(counting, lp_section_counter_values(&at),
				  (size_t)counters->count))
			return false;
	}
	return true;
}

/* ---- rows ---- */

/* The source that a table calls `path_hash`; one that no section names gets a row. */
static uint32_t source_of(struct counting *counting, uint64_t path_hash)
{
	struct lp_profile *const profile = counting->profile;
	const uint32_t found = lp_map_find(&counting->sources, path_hash);

	if (found != LP_MAP_NONE)
		return found;
	if (profile->source_count == 0 ||
	    profile->sources[profile->source_count - 1].path_hash != 0)
		profile->sources[profile->source_count++] = (struct lp_source){.path = "<unknown>"};
	return (uint32_t)profile->source_count - 1;
}

static uint32_t line_at(struct counting *counting, uint32_t source, uint32_t line)
{
	struct lp_profile *const profile = counting->profile;
	uint32_t *const place = lp_map_at(&counting->lines, (uint64_t)source << 32 | line);
	struct lp_line *lines;

	if (!place)
		return LP_NO_INDEX;
	if (*place != LP_MAP_NONE)
		return *place;
	lines = (struct lp_line *)with_room(profile->lines, profile->line_count,
					    &counting->line_capacity, sizeof(*lines));
	if (!lines)
		return LP_NO_INDEX;
	profile->lines = lines;
	*place = (uint32_t)profile->line_count++;
	profile->lines[*place] = (struct lp_line){.source = source, .line = line};
	return *place;
}

/* The part of a line in a function; NULL when out of memory. Valid until the next call. */
static struct lp_function_line *function_line_at(struct counting *counting, uint32_t function,
						 uint32_t source, uint32_t line)
{
	struct lp_profile *const profile = counting->profile;
	const uint32_t line_index = line_at(counting, source, line);
	uint32_t *const place =
	    lp_map_at(&counting->function_lines, (uint64_t)function << 32 | line_index);
	struct lp_function_line *rows;

	if (line_index == LP_NO_INDEX || !place)
		return NULL;
	if (*place == LP_MAP_NONE) {
		rows = (struct lp_function_line *)with_room(
		    profile->function_lines, profile->function_line_count,
		    &counting->function_line_capacity, sizeof(*rows));
		if (!rows)
			return NULL;
		profile->function_lines = rows;
		*place = (uint32_t)profile->function_line_count++;
		profile->function_lines[*place] =
		    (struct lp_function_line){.function = function, .line = line_index};
	}
	return &profile->function_lines[*place];
}

/* ---- functions ---- */

static bool is_same(const struct lp_function *function, const struct lp_table *table,
		    uint32_t source)
{
	if (!(function->flags & LP_FUNCTION_LOCAL))
		return !(table->flags & LP_TABLE_LOCAL);
	/* A static function of a header is one function, whoever includes it. */
	return (table->flags & LP_TABLE_LOCAL) && function->source == source &&
	       function->line == table->line;
}

/* Adds a row for the function of `table`; LP_NO_INDEX when out of memory. */
static uint32_t add_function(struct counting *counting, uint32_t object,
			     const struct lp_table *table, uint32_t source)
{
	struct lp_profile *const profile = counting->profile;
	struct lp_function *const functions =
	    (struct lp_function *)with_room(profile->functions, profile->function_count,
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
	    .namesake = LP_NO_INDEX,
	    .flags = table->flags & LP_TABLE_LOCAL ? LP_FUNCTION_LOCAL : 0,
	};
	function->linkage_name =
	    lp_arena_copy(&profile->arena, table->linkage_name, table->linkage_name_bytes);
	name = lp_arena_copy(&profile->arena, table->name, table->name_bytes);
	if (!function->linkage_name || !name)
		return LP_NO_INDEX;
	function->name = lp_name_shown(&profile->arena, function->linkage_name, name);
	if (!function->name)
		return LP_NO_INDEX;
	return (uint32_t)profile->function_count++;
}

/* The function that `table` is a variant of. */
static uint32_t function_of(struct counting *counting, uint32_t object,
			    const struct lp_table *table, uint32_t source)
{
	struct lp_profile *const profile = counting->profile;
	uint32_t *const first =
	    lp_map_at(&profile->names,
		      lp_function_key(object, table->linkage_name, table->linkage_name_bytes));
	uint32_t added;

	if (!first)
		return LP_NO_INDEX;
	if (*first != LP_MAP_NONE)
		for (uint32_t at = *first; at != LP_NO_INDEX; at = profile->functions[at].namesake)
			if (is_same(&profile->functions[at], table, source))
				return at;
	added = add_function(counting, object, table, source);
	if (added == LP_NO_INDEX)
		return LP_NO_INDEX;
	if (*first != LP_MAP_NONE)
		profile->functions[added].namesake = *first;
	*first = added;
	return added;
}

/* ---- variants ---- */

static uint64_t hits_of(const struct lp_table *table, const struct lp_table_line *line,
			const struct counting *counting)
{
	uint64_t hits = 0;

	for (uint32_t i = 0; i < line->term_count; i++) {
		const struct lp_term *const term = &table->terms[line->first_term + i];

		hits += term->is_edge ? counting->edge_counts[term->index]
				      : counting->node_counts[term->index];
	}
	return hits;
}

static bool add_lines(struct counting *counting, uint32_t function, const struct lp_table *table)
{
	/* The head has a row even without code: the prologue's time goes there. */
	if (table->line > 0 &&
	    !function_line_at(counting, function, source_of(counting, table->files[table->file]),
			      table->line))
		return false;
	for (size_t i = 0; i < table->line_count; i++) {
		const struct lp_table_line *const line = &table->lines[i];
		struct lp_function_line *const row = function_line_at(
		    counting, function, source_of(counting, table->files[line->file]), line->line);

		if (!row)
			return false;
		row->hits += hits_of(table, line, counting);
		row->flags |= LP_LINE_CODE;
	}
	return true;
}

static void add_calls(struct lp_function *function, const struct lp_variant *variant,
		      const struct lp_table *table, const struct counting *counting)
{
	uint64_t ncalls = 0;
	uint64_t self_calls = 0;

	for (size_t i = 0; i < table->edge_count; i++)
		if (table->edges[i].flags & LP_EDGE_ENTRY)
			ncalls += counting->edge_counts[i];
	for (size_t i = 0; i < table->call_count; i++)
		if (table->calls[i].callee == variant->entry->name_hash)
			self_calls += counting->node_counts[table->calls[i].node];
	function->ncalls += ncalls;
	/* In a killed program the call may be counted and its entry not yet. */
	function->primitive_calls += self_calls < ncalls ? ncalls - self_calls : 0;
	if (table->flags & LP_TABLE_APPROXIMATE)
		function->flags |= LP_FUNCTION_APPROXIMATE;
	if (table->end_line > function->end_line)
		function->end_line = table->end_line;
}

static void zero_counts(struct counting *counting, const struct lp_table *table)
{
	if (table->edge_count > 0)
		memset(counting->edge_counts, 0, table->edge_count * sizeof(uint64_t));
	memset(counting->node_counts, 0, table->node_count * sizeof(uint64_t));
}

/* Makes `*scratch` at least `count` long; false when out of memory. */
static bool reserve(uint64_t **scratch, size_t count, size_t *capacity)
{
	uint64_t *grown;

	if (count <= *capacity)
		return true;
	grown = (uint64_t *)realloc(*scratch, 2 * count * sizeof(*grown));
	if (!grown)
		return false;
	*scratch = grown;
	*capacity = 2 * count;
	return true;
}

/* Solves the flow of `table` into the scratch arrays. */
static enum lp_status solve(struct counting *counting, const struct lp_func_entry *entry,
			    const struct lp_table *table)
{
	if (!reserve(&counting->edge_counts, table->edge_count, &counting->edge_capacity) ||
	    !reserve(&counting->node_counts, table->node_count, &counting->node_capacity))
		return LP_MEMORY;
	if (lp_table_counter_count(table) != entry->counter_count)
		return LP_CORRUPT;
	/* Registered, but no thread has run in it: all is 0. */
	if (counting->counter_count == 0) {
		zero_counts(counting, table);
		return LP_OK;
	}
	if (entry->first_counter > counting->counter_count ||
	    entry->counter_count > counting->counter_count - entry->first_counter)
		return LP_CORRUPT;
	return lp_table_solve(table, counting->counters + entry->first_counter,
			      counting->edge_counts, counting->node_counts);
}

static enum lp_status count_table(struct counting *counting, struct lp_variant *variant,
				  const struct lp_table *table)
{
	const uint32_t source = source_of(counting, table->files[table->file]);
	const enum lp_status status = solve(counting, variant->entry, table);

	if (status != LP_OK)
		return status;
	variant->function = function_of(counting, variant->object, table, source);
	if (variant->function == LP_NO_INDEX)
		return LP_MEMORY;
	add_calls(&counting->profile->functions[variant->function], variant, table, counting);
	return add_lines(counting, variant->function, table) ? LP_OK : LP_MEMORY;
}

static enum lp_status count_variant(struct counting *counting, struct lp_variant *variant,
				    struct lp_error *error)
{
	const size_t offset = (size_t)(variant->table - counting->profile->data);
	struct lp_error inner = {0, "counters that fit the function's flow graph"};
	struct lp_table table;
	enum lp_status status =
	    lp_table_decode(&table, variant->table, variant->entry->table_bytes, &inner);

	if (status == LP_OK) {
		status = count_table(counting, variant, &table);
		lp_table_free(&table);
	}
	if (status == LP_CORRUPT && error)
		*error = (struct lp_error){offset + inner.offset_bytes, inner.expected};
	return status;
}

static enum lp_status count_objects(struct counting *counting, struct lp_error *error)
{
	struct lp_profile *const profile = counting->profile;

	for (uint32_t i = 0; i < profile->object_count; i++) {
		const struct lp_object *const object = &profile->objects[i];

		if (!sum_counters(counting, i))
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

static int by_place(const void *left, const void *right, void *lines)
{
	const struct lp_line *const a = &((const struct lp_line *)lines)[*(const uint32_t *)left];
	const struct lp_line *const b = &((const struct lp_line *)lines)[*(const uint32_t *)right];

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static int by_function(const void *left, const void *right)
{
	const struct lp_function_line *const a = (const struct lp_function_line *)left;
	const struct lp_function_line *const b = (const struct lp_function_line *)right;

	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

/* Sorts the lines by place; function_lines follow. */
static enum lp_status sort_lines(struct lp_profile *profile)
{
	const size_t count = profile->line_count;
	uint32_t *const order = (uint32_t *)calloc(count + 1, sizeof(*order));
	uint32_t *const place = (uint32_t *)calloc(count + 1, sizeof(*place));
	struct lp_line *const sorted = (struct lp_line *)calloc(count + 1, sizeof(*sorted));

	if (!order || !place || !sorted) {
		free(order);
		free(place);
		free(sorted);
		return LP_MEMORY;
	}
	for (size_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, count, sizeof(*order), by_place, profile->lines);
	for (size_t i = 0; i < count; i++) {
		sorted[i] = profile->lines[order[i]];
		place[order[i]] = (uint32_t)i;
	}
	for (size_t i = 0; i < profile->function_line_count; i++)
		profile->function_lines[i].line = place[profile->function_lines[i].line];
	free(profile->lines);
	profile->lines = sorted;
	free(order);
	free(place);
	return LP_OK;
}

static void sum_up(struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->function_line_count; i++) {
		const struct lp_function_line *const part = &profile->function_lines[i];
		struct lp_function *const function = &profile->functions[part->function];

		if (function->line_count++ == 0)
			function->first_line = (uint32_t)i;
		profile->lines[part->line].hits += part->hits;
		profile->lines[part->line].flags |= part->flags;
	}
	for (size_t i = 0; i < profile->function_count; i++) {
		profile->call_count += profile->functions[i].ncalls;
		profile->primitive_call_count += profile->functions[i].primitive_calls;
	}
}

static enum lp_status count_all(struct counting *counting, struct lp_error *error)
{
	struct lp_profile *const profile = counting->profile;
	enum lp_status status;

	for (size_t i = 0; i < profile->source_count; i++) {
		uint32_t *const place =
		    lp_map_at(&counting->sources, profile->sources[i].path_hash);

		if (!place)
			return LP_MEMORY;
		*place = (uint32_t)i;
	}
	status = count_objects(counting, error);
	if (status == LP_OK)
		status = sort_lines(profile);
	if (status != LP_OK)
		return status;
	if (profile->function_line_count > 0)
		qsort(profile->function_lines, profile->function_line_count,
		      sizeof(*profile->function_lines), by_function);
	sum_up(profile);
	return LP_OK;
}

enum lp_status lp_count(struct lp_profile *profile, struct lp_error *error)
{
	struct counting counting = {.profile = profile};
	const enum lp_status status = count_all(&counting, error);

	lp_map_free(&counting.sources);
	lp_map_free(&counting.lines);
	lp_map_free(&counting.function_lines);
	free(counting.counters);
	free(counting.edge_counts);
	free(counting.node_counts);
	return status;
}
