/* json_ranks.c: which processes there were, and how much lines differ between them. */
#include "viewer/export/json_ranks.h"

#include <stdlib.h>

#include "viewer/model/rank_sums.h"

void lp_json_rank(struct lp_json *json, uint64_t rank)
{
	if (rank > 0) {
		lp_json_number(json, "rank", rank - 1);
		return;
	}
	lp_json_begin(json, "rank");
	fputs("null", json->out);
}

static void put_rank(struct lp_json *json, const struct lp_rank *rank, const char *strings)
{
	lp_json_open(json, NULL, '{');
	lp_json_rank(json, rank->rank);
	lp_json_number(json, "pid", rank->pid);
	lp_json_text(json, "host", strings + rank->host);
	lp_json_text(json, "profile", strings + rank->path);
	lp_json_number(json, "threads", rank->threads);
	lp_json_number(json, "wall_ns", rank->wall_ns);
	lp_json_number(json, "cpu_ns", rank->cpu_ns);
	lp_json_number(json, "lifetime_ns", rank->lifetime_ns);
	lp_json_number(json, "samples", rank->samples);
	lp_json_close(json, '}');
}

static void put_range(struct lp_json *json, const char *name, const struct lp_rank_range *range,
		      size_t ranks)
{
	lp_json_open(json, name, '{');
	lp_json_number(json, "sum", range->sum);
	lp_json_number(json, "min", range->min);
	lp_json_number(json, "max", range->max);
	lp_json_number(json, "min_at", range->min_rank);
	lp_json_number(json, "max_at", range->max_rank);
	lp_json_begin(json, "imbalance_pct");
	fprintf(json->out, "%.3f", lp_rank_imbalance_pct(range, ranks));
	lp_json_close(json, '}');
}

static void put_spread(struct lp_json *json, const struct lp_rank_spread *spread, uint32_t number,
		       size_t ranks)
{
	const struct lp_profile *const profile = json->profile;
	const bool is_function = spread->name_hash != 0;
	const uint32_t source =
	    is_function ? profile->functions[number].source : profile->lines[number].source;

	lp_json_open(json, NULL, '{');
	lp_json_file(json, source);
	lp_json_number(json, "line", spread->line);
	lp_json_text(json, "function",
		     is_function ? profile->functions[number].linkage_name : NULL);
	lp_json_number(json, "ranks", spread->ranks);
	put_range(json, is_function ? "ncalls" : "hits", &spread->counts, ranks);
	put_range(json, "self_ns", &spread->self_ns, ranks);
	put_range(json, "time_ns", &spread->total_ns, ranks);
	lp_json_close(json, '}');
}

enum lp_status lp_json_ranks(struct lp_json *json)
{
	const struct lp_rank_table table = lp_rank_table_of(json->profile);
	uint32_t *const numbers = lp_rank_table_numbers(&table, json->profile);

	if (!numbers)
		return LP_MEMORY;
	lp_json_open(json, "ranks", '[');
	for (size_t i = 0; i < table.rank_count; i++)
		put_rank(json, &table.ranks[i], table.strings);
	lp_json_close(json, ']');
	lp_json_open(json, "rank_spreads", '[');
	for (size_t i = 0; i < table.spread_count; i++)
		if (numbers[i] != LP_NO_INDEX)
			put_spread(json, &table.spreads[i], numbers[i], table.rank_count);
	lp_json_close(json, ']');
	free(numbers);
	return LP_OK;
}
