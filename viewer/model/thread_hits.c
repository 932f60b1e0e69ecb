/* thread_hits.c: solves the flow of the functions of some lines, thread by thread. */
#include "viewer/model/thread_hits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/flow_counts.h"
#include "viewer/model/rank_sums.h"

/* A function with a chosen line, as one unit compiled it. */
struct wanted {
	const struct lp_variant *variant;
	struct lp_table table;
	uint32_t *rows; /* of each line of the table, which of the chosen; or LP_NO_INDEX */
};

struct solving {
	const struct lp_profile *profile;
	struct lp_map chosen; /* line number to its row */
	struct lp_flow flow;
	struct wanted *wanted;
	size_t wanted_count;
	uint64_t *hits;
};

bool lp_thread_is_used(const struct lp_thread_row *row)
{
	return row->thread->tid != 0 || row->thread->folded > 0 || row->lifetime_ticks > 0;
}

/* By CPU time, then by number. */
static int by_time(const void *left, const void *right, void *data)
{
	const struct lp_thread_row *const threads = (const struct lp_thread_row *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;

	if (threads[a].thread->cpu_ns != threads[b].thread->cpu_ns)
		return threads[a].thread->cpu_ns < threads[b].thread->cpu_ns ? 1 : -1;
	return (a > b) - (a < b);
}

uint32_t *lp_threads_by_time(const struct lp_profile *profile, size_t *count)
{
	uint32_t *const numbers = (uint32_t *)calloc(profile->thread_count + 1, sizeof(*numbers));

	*count = 0;
	if (!numbers)
		return NULL;
	for (uint32_t i = 0; i < profile->thread_count; i++)
		if (lp_thread_is_used(&profile->threads[i]))
			numbers[(*count)++] = i;
	qsort_r(numbers, *count, sizeof(*numbers), by_time, profile->threads);
	return numbers;
}

uint64_t lp_threads_cpu_time(const struct lp_profile *profile)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < profile->thread_count; i++)
		sum += profile->threads[i].thread->cpu_ns;
	return sum;
}

size_t lp_thread_hits_threads(const struct lp_profile *profile)
{
	size_t count = 0;

	for (size_t i = 0; i < profile->thread_count; i++)
		count += lp_thread_is_used(&profile->threads[i]);
	return count;
}

static bool is_merged(const struct lp_profile *profile)
{
	return lp_rank_table_of(profile).rank_count > 0;
}

const char *lp_thread_hits_lacking(const struct lp_profile *profile)
{
	if (lp_thread_hits_threads(profile) > 1)
		return NULL;
	return is_merged(profile)
		   ? "threads of merged profiles are summed up; --ranks shows the processes"
		   : "all of it ran in one thread";
}

void lp_thread_hits_describe_folded(const struct lp_profile *profile, char *out, size_t size)
{
	uint64_t folded = 0;

	for (size_t i = 0; i < profile->thread_count; i++)
		folded += profile->threads[i].thread->folded;
	*out = '\0';
	if (folded > 0 && !is_merged(profile))
		snprintf(
		    out, size,
		    "%llu ended threads gave up their rows: summed in one, left out of the lines",
		    (unsigned long long)folded);
}

/* ---- what is wanted ---- */

/* Marks the functions that have a chosen line. */
static bool mark_functions(const struct solving *solving, bool *marks)
{
	const struct lp_profile *const profile = solving->profile;
	bool *const is_chosen = (bool *)calloc(profile->line_count + 1, sizeof(*is_chosen));

	if (!is_chosen)
		return false;
	/* The other way round, a look-up for each of millions of lines would be noticed. */
	for (size_t i = 0; i < solving->chosen.capacity; i++)
		if (solving->chosen.slots[i].value != LP_MAP_NONE)
			is_chosen[solving->chosen.slots[i].key] = true;
	lp_lines_mark_functions(profile, is_chosen, marks);
	free(is_chosen);
	return true;
}

/* The row of a line of a table. */
static uint32_t row_of(const struct solving *solving, const struct lp_table *table,
		       const struct lp_table_line *line)
{
	const struct lp_profile *const profile = solving->profile;
	const uint32_t source =
	    lp_map_find(&solving->profile->source_numbers, table->files[line->file]);
	const size_t at =
	    source == LP_MAP_NONE ? profile->line_count : lp_line_find(profile, source, line->line);

	if (at == profile->line_count || profile->lines[at].source != source ||
	    profile->lines[at].line != line->line)
		return LP_NO_INDEX;
	return lp_map_find(&solving->chosen, at);
}

static enum lp_status add_wanted(struct solving *solving, const struct lp_variant *variant)
{
	struct wanted *const wanted = &solving->wanted[solving->wanted_count];
	const enum lp_status status =
	    lp_table_decode(&wanted->table, variant->table, variant->entry->table_bytes, NULL);

	if (status != LP_OK)
		return status;
	wanted->variant = variant;
	solving->wanted_count++;
	wanted->rows = (uint32_t *)calloc(wanted->table.line_count + 1, sizeof(*wanted->rows));
	if (!wanted->rows)
		return LP_MEMORY;
	for (size_t i = 0; i < wanted->table.line_count; i++)
		wanted->rows[i] = row_of(solving, &wanted->table, &wanted->table.lines[i]);
	return LP_OK;
}

static enum lp_status find_wanted(struct solving *solving)
{
	const struct lp_profile *const profile = solving->profile;
	bool *const marks = (bool *)calloc(profile->function_count + 1, sizeof(*marks));
	enum lp_status status = LP_OK;

	solving->wanted =
	    (struct wanted *)calloc(profile->variant_count + 1, sizeof(*solving->wanted));
	if (!marks || !solving->wanted || !mark_functions(solving, marks))
		status = LP_MEMORY;
	for (size_t i = 0; status == LP_OK && i < profile->variant_count; i++)
		if (marks[profile->variants[i].function])
			status = add_wanted(solving, &profile->variants[i]);
	free(marks);
	return status;
}

/* ---- threads ---- */

static void add_hits(struct solving *solving, const struct wanted *wanted, uint32_t thread)
{
	for (size_t i = 0; i < wanted->table.line_count; i++)
		if (wanted->rows[i] != LP_NO_INDEX)
			solving->hits[wanted->rows[i] * solving->profile->thread_count + thread] +=
			    lp_flow_hits(&solving->flow, &wanted->table, &wanted->table.lines[i]);
}

/* Adds what one thread counted in one module. */
static enum lp_status add_thread(struct solving *solving, uint32_t thread,
				 const struct lp_counters *counters, const uint64_t *values)
{
	if (lp_flow_take(&solving->flow, values, (size_t)counters->count) != LP_OK)
		return LP_MEMORY;
	for (size_t i = 0; i < solving->wanted_count; i++) {
		const struct wanted *const wanted = &solving->wanted[i];
		enum lp_status status;

		if (wanted->variant->object != counters->module ||
		    !lp_flow_has_run(&solving->flow, wanted->variant->entry))
			continue;
		status = lp_flow_solve(&solving->flow, wanted->variant->entry, &wanted->table);
		if (status != LP_OK)
			return status;
		add_hits(solving, wanted, thread);
	}
	return LP_OK;
}

static enum lp_status add_threads(struct solving *solving)
{
	const struct lp_profile *const profile = solving->profile;
	struct lp_section_at at = {0};
	enum lp_status status = LP_OK;

	while (status == LP_OK && lp_reader_next(&profile->reader, &at)) {
		const struct lp_counters *const counters = lp_section_counters(&at);
		uint32_t thread;

		if (at.kind != LP_SECT_COUNTERS)
			continue;
		thread = lp_map_find(&profile->thread_numbers, counters->thread);
		if (thread != LP_MAP_NONE)
			status =
			    add_thread(solving, thread, counters, lp_section_counter_values(&at));
	}
	return status;
}

static bool choose(struct solving *solving, const uint32_t *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t *const place = lp_map_at(&solving->chosen, lines[i]);

		if (!place)
			return false;
		*place = (uint32_t)i;
	}
	return true;
}

enum lp_status lp_thread_hits_find(const struct lp_profile *profile, const uint32_t *lines,
				   size_t count, uint64_t **hits)
{
	struct solving solving = {.profile = profile};
	enum lp_status status = LP_MEMORY;

	solving.hits = (uint64_t *)calloc(count * profile->thread_count + 1, sizeof(uint64_t));
	if (solving.hits && choose(&solving, lines, count))
		status = find_wanted(&solving);
	if (status == LP_OK)
		status = add_threads(&solving);
	for (size_t i = 0; i < solving.wanted_count; i++) {
		lp_table_free(&solving.wanted[i].table);
		free(solving.wanted[i].rows);
	}
	free(solving.wanted);
	lp_map_free(&solving.chosen);
	lp_flow_free(&solving.flow);
	if (status != LP_OK) {
		free(solving.hits);
		solving.hits = NULL;
	}
	*hits = solving.hits;
	return status;
}

struct lp_spread lp_thread_hits_spread(const struct lp_profile *profile, const uint64_t *hits)
{
	struct lp_spread spread = {.min = UINT64_MAX};

	for (size_t i = 0; i < profile->thread_count; i++) {
		if (hits[i] == 0 || profile->threads[i].thread->folded > 0)
			continue;
		spread.threads++;
		spread.sum += hits[i];
		spread.min = hits[i] < spread.min ? hits[i] : spread.min;
		spread.max = hits[i] > spread.max ? hits[i] : spread.max;
	}
	if (spread.threads == 0)
		spread.min = 0;
	return spread;
}
