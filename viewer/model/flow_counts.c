/* flow_counts.c: solves flow graphs from the counters in the file. */
#include "viewer/model/flow_counts.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/by_module.h"
#include "viewer/model/saturating.h"

/* Makes `*values` at least `count` long; what was in it is kept. */
static bool reserve(uint64_t **values, size_t count, size_t *capacity)
{
	uint64_t *grown;

	if (count <= *capacity)
		return true;
	grown = (uint64_t *)realloc(*values, 2 * count * sizeof(*grown));
	if (!grown)
		return false;
	*values = grown;
	*capacity = 2 * count;
	return true;
}

static bool add_counters(struct lp_flow *flow, const uint64_t *values, size_t count)
{
	if (!reserve(&flow->counters, count, &flow->counter_capacity))
		return false;
	if (count > flow->counter_count) {
		memset(flow->counters + flow->counter_count, 0,
		       (count - flow->counter_count) * sizeof(*flow->counters));
		flow->counter_count = count;
	}
	for (size_t i = 0; i < count; i++)
		flow->counters[i] += values[i];
	return true;
}

enum lp_status lp_flow_sum(struct lp_flow *flow, const struct lp_profile *profile, uint32_t object)
{
	size_t count;
	const struct lp_module_section *const sections =
	    lp_by_module_find(profile, LP_SECT_COUNTERS, object, &count);

	flow->counter_count = 0;
	for (size_t i = 0; i < count; i++)
		if (!add_counters(flow, lp_section_counter_values(&sections[i].at),
				  (size_t)lp_section_counters(&sections[i].at)->count))
			return LP_MEMORY;
	return LP_OK;
}

enum lp_status lp_flow_take(struct lp_flow *flow, const uint64_t *values, size_t count)
{
	flow->counter_count = 0;
	return add_counters(flow, values, count) ? LP_OK : LP_MEMORY;
}

/* Whether the counters of the function are among those that there are. */
static bool has_counters(const struct lp_flow *flow, const struct lp_func_entry *entry)
{
	return entry->first_counter <= flow->counter_count &&
	       entry->counter_count <= flow->counter_count - entry->first_counter;
}

bool lp_flow_has_run(const struct lp_flow *flow, const struct lp_func_entry *entry)
{
	if (!has_counters(flow, entry))
		return false;
	for (uint32_t i = 0; i < entry->counter_count; i++)
		if (flow->counters[entry->first_counter + i] > 0)
			return true;
	return false;
}

static void zero_counts(struct lp_flow *flow, const struct lp_table *table)
{
	if (table->edge_count > 0)
		memset(flow->edge_counts, 0, table->edge_count * sizeof(*flow->edge_counts));
	memset(flow->node_counts, 0, table->node_count * sizeof(*flow->node_counts));
}

enum lp_status lp_flow_solve(struct lp_flow *flow, const struct lp_func_entry *entry,
			     const struct lp_table *table)
{
	if (!reserve(&flow->edge_counts, table->edge_count, &flow->edge_capacity) ||
	    !reserve(&flow->node_counts, table->node_count, &flow->node_capacity))
		return LP_MEMORY;
	if (lp_table_counter_count(table) != entry->counter_count)
		return LP_CORRUPT;
	/* Registered, but no thread has run in it: all is 0. */
	if (flow->counter_count == 0) {
		zero_counts(flow, table);
		return LP_OK;
	}
	if (!has_counters(flow, entry))
		return LP_CORRUPT;
	if (!lp_flow_has_run(flow, entry)) {
		zero_counts(flow, table);
		return LP_OK;
	}
	return lp_table_solve(table, flow->counters + entry->first_counter, flow->edge_counts,
			      flow->node_counts);
}

uint64_t lp_flow_hits(const struct lp_flow *flow, const struct lp_table *table,
		      const struct lp_table_line *line)
{
	uint64_t hits = 0;

	for (uint32_t i = 0; i < line->term_count; i++) {
		const struct lp_term *const term = &table->terms[line->first_term + i];

		lp_add_to(&hits, term->is_edge ? flow->edge_counts[term->index]
					       : flow->node_counts[term->index]);
	}
	return hits;
}

void lp_flow_free(struct lp_flow *flow)
{
	free(flow->counters);
	free(flow->edge_counts);
	free(flow->node_counts);
	memset(flow, 0, sizeof(*flow));
}
