/* rank_sums.c: sums, smallest and largest numbers of lines and functions over processes. */
#include "viewer/model/rank_sums.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/saturating.h"

enum { COUNTS, SELF, TOTAL, NUMBERS };

/* A line or function: over all processes so far, and in the profile that is being added. */
struct lp_rank_entry {
	uint64_t path_hash;
	uint64_t name_hash;
	uint32_t line;
	uint32_t ranks;
	struct lp_rank_range ranges[NUMBERS]; /* over the first `rank_count` processes */
	size_t rank_count;
	uint32_t ranks_now;
	bool is_now; /* its number is in lp_rank_sums.now */
	struct lp_rank_range now[NUMBERS];
};

/* ---- ranges ---- */

static struct lp_rank_range one(uint64_t value)
{
	return (struct lp_rank_range){.sum = value, .min = value, .max = value};
}

/* Adds numbers of other processes, whose rows begin at `first`. */
static void add_range(struct lp_rank_range *sum, const struct lp_rank_range *more, size_t first)
{
	lp_add_to(&sum->sum, more->sum);
	if (more->min < sum->min || first == 0) {
		sum->min = more->min;
		sum->min_rank = (uint32_t)(first + more->min_rank);
	}
	if (more->max > sum->max || first == 0) {
		sum->max = more->max;
		sum->max_rank = (uint32_t)(first + more->max_rank);
	}
}

double lp_rank_mean(const struct lp_rank_range *range, size_t ranks)
{
	return ranks > 0 ? (double)range->sum / (double)ranks : 0;
}

double lp_rank_imbalance(const struct lp_rank_range *range, size_t ranks)
{
	return (double)range->max - lp_rank_mean(range, ranks);
}

double lp_rank_imbalance_pct(const struct lp_rank_range *range, size_t ranks)
{
	const double worst =
	    ranks > 1 ? (double)range->max * (1 - 1 / (double)ranks) : 0; /* one has it all */

	return worst > 0 ? 100 * lp_rank_imbalance(range, ranks) / worst : 0;
}

/* ---- entries ---- */

/* The rows with room for one more, moved if need be; NULL when out of memory, then they are
 * where they were. */
static void *with_room(void *rows, size_t count, size_t *capacity, size_t size)
{
	const size_t more = 2 * *capacity + 64;
	void *grown;

	if (count < *capacity)
		return rows;
	grown = realloc(rows, more * size);
	if (grown)
		*capacity = more;
	return grown;
}

/* `file`: a path_hash, or a source of one profile. */
static uint64_t key_of(uint64_t file, uint64_t name_hash, uint32_t line)
{
	const uint64_t what[] = {file, name_hash, line};

	return lp_hash(what, sizeof(what));
}

/* Notes that the profile that is being added has the entry. */
static bool note_now(struct lp_rank_sums *sums, uint32_t number)
{
	uint32_t *now;

	if (sums->entries[number].is_now)
		return true;
	now = (uint32_t *)with_room(sums->now, sums->now_count, &sums->now_capacity, sizeof(*now));
	if (!now)
		return false;
	sums->now = now;
	sums->now[sums->now_count++] = number;
	sums->entries[number].is_now = true;
	return true;
}

/* The entry of a line or function of the profile that is being added, which has zeros there if it
 * is the first time; NULL when out of memory. Valid until the next call. */
static struct lp_rank_entry *entry_of(struct lp_rank_sums *sums, uint64_t path_hash,
				      uint64_t name_hash, uint32_t line)
{
	uint32_t *const number = lp_map_at(&sums->numbers, key_of(path_hash, name_hash, line));

	if (!number)
		return NULL;
	if (*number == LP_MAP_NONE) {
		struct lp_rank_entry *const entries = (struct lp_rank_entry *)with_room(
		    sums->entries, sums->entry_count, &sums->entry_capacity, sizeof(*entries));

		if (!entries)
			return NULL;
		sums->entries = entries;
		*number = (uint32_t)sums->entry_count++;
		sums->entries[*number] = (struct lp_rank_entry){
		    .path_hash = path_hash, .name_hash = name_hash, .line = line};
	}
	return note_now(sums, *number) ? &sums->entries[*number] : NULL;
}

static bool add_numbers(struct lp_rank_sums *sums, uint64_t path_hash, uint64_t name_hash,
			uint32_t line, const uint64_t numbers[NUMBERS])
{
	struct lp_rank_entry *entry;

	/* As if it did not have the entry (add_zeros()): of a large program, each process runs and
	 * spends its time in a small part. */
	if (!numbers[COUNTS] && !numbers[SELF] && !numbers[TOTAL])
		return true;
	entry = entry_of(sums, path_hash, name_hash, line);
	if (!entry)
		return false;
	/* Copies of a function, in several libraries, are one here. */
	for (int i = 0; i < NUMBERS; i++)
		entry->now[i] = one(entry->now[i].sum + numbers[i]);
	entry->ranks_now = entry->now[COUNTS].sum > 0;
	return true;
}

uint64_t lp_ticks_ns(const struct lp_info *info, uint64_t ticks)
{
	const uint64_t rate = info->ticks_per_second;

	return rate > 0 ? lp_scaled(ticks, 1000000000, rate) : 0;
}

static uint64_t ns_of(const struct lp_profile *profile, uint64_t ticks)
{
	return lp_ticks_ns(&profile->info, ticks);
}

static bool add_lines(struct lp_rank_sums *sums, const struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->line_count; i++) {
		const struct lp_line *const line = &profile->lines[i];
		const uint64_t numbers[NUMBERS] = {line->hits, ns_of(profile, line->self_ticks),
						   ns_of(profile, line->total_ticks)};

		if (!add_numbers(sums, profile->sources[line->source].path_hash, 0, line->line,
				 numbers))
			return false;
	}
	return true;
}

static uint64_t name_hash_of(const struct lp_function *function)
{
	return lp_hash(function->linkage_name, strlen(function->linkage_name));
}

static bool add_functions(struct lp_rank_sums *sums, const struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		const uint64_t numbers[NUMBERS] = {function->ncalls,
						   ns_of(profile, function->self_ticks),
						   ns_of(profile, function->total_ticks)};

		if (!add_numbers(sums, profile->sources[function->source].path_hash,
				 name_hash_of(function), function->line, numbers))
			return false;
	}
	return true;
}

/* Adds zeros for the processes before `count` that did not have the entry. */
static void add_zeros(struct lp_rank_entry *entry, size_t count)
{
	static const struct lp_rank_range none;

	for (int i = 0; i < NUMBERS && entry->rank_count < count; i++)
		add_range(&entry->ranges[i], &none, entry->rank_count);
	entry->rank_count = count;
}

/* The profile is added, whose rows begin at `first`. Takes time by what it has, not by what all
 * before it had. */
static void end_profile(struct lp_rank_sums *sums, size_t first)
{
	for (size_t i = 0; i < sums->now_count; i++) {
		struct lp_rank_entry *const entry = &sums->entries[sums->now[i]];

		add_zeros(entry, first);
		for (int k = 0; k < NUMBERS; k++)
			add_range(&entry->ranges[k], &entry->now[k], first);
		memset(entry->now, 0, sizeof(entry->now));
		entry->rank_count = sums->rank_count;
		entry->ranks += entry->ranks_now;
		entry->ranks_now = 0;
		entry->is_now = false;
	}
	sums->now_count = 0;
}

/* ---- processes ---- */

static uint32_t add_string(struct lp_rank_sums *sums, const char *text)
{
	const uint32_t offset = (uint32_t)sums->strings.size;

	if (!*text)
		return 0;
	lp_image_put(&sums->strings, text, strlen(text) + 1);
	return offset;
}

static enum lp_status add_rank(struct lp_rank_sums *sums, const struct lp_rank *rank,
			       const char *host, const char *path)
{
	struct lp_rank row = *rank;
	struct lp_rank *const ranks = (struct lp_rank *)with_room(
	    sums->ranks, sums->rank_count, &sums->rank_capacity, sizeof(*ranks));

	if (!ranks)
		return LP_MEMORY;
	sums->ranks = ranks;
	if (sums->strings.size == 0)
		lp_image_put(&sums->strings, "", 1);
	row.host = add_string(sums, host);
	row.path = add_string(sums, path);
	if (sums->strings.failed || sums->rank_count >= UINT32_MAX ||
	    sums->strings.size >= UINT32_MAX)
		return LP_MEMORY;
	sums->ranks[sums->rank_count++] = row;
	return LP_OK;
}

uint64_t lp_rank_wall_ns(const struct lp_info *info)
{
	return info->end_ticks > info->start_ticks
		   ? lp_ticks_ns(info, info->end_ticks - info->start_ticks)
		   : 0;
}

static enum lp_status add_process(struct lp_rank_sums *sums, const struct lp_profile *profile,
				  const char *path)
{
	const struct lp_info *const info = &profile->info;
	const struct lp_rank rank = {
	    .rank = profile->reader.header->rank,
	    .pid = profile->reader.header->pid,
	    .threads = (uint32_t)info->threads_seen,
	    .wall_ns = lp_rank_wall_ns(info),
	    .cpu_ns = info->cpu_ns,
	    .lifetime_ns = ns_of(profile, profile->lifetime_ticks),
	    .samples = profile->sample_count,
	};
	const enum lp_status status = add_rank(sums, &rank, profile->host, path);

	return status != LP_OK || !add_lines(sums, profile) || !add_functions(sums, profile)
		   ? LP_MEMORY
		   : LP_OK;
}

static bool is_range_good(const struct lp_rank_range *range, size_t ranks)
{
	return range->min_rank < ranks && range->max_rank < ranks;
}

static enum lp_status add_merged(struct lp_rank_sums *sums, const struct lp_rank_table *table)
{
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < table->rank_count && status == LP_OK; i++)
		status = add_rank(sums, &table->ranks[i], table->strings + table->ranks[i].host,
				  table->strings + table->ranks[i].path);
	for (size_t i = 0; i < table->spread_count && status == LP_OK; i++) {
		const struct lp_rank_spread *const spread = &table->spreads[i];
		struct lp_rank_entry *const entry =
		    entry_of(sums, spread->path_hash, spread->name_hash, spread->line);

		if (!entry)
			return LP_MEMORY;
		if (!is_range_good(&spread->counts, table->rank_count) ||
		    !is_range_good(&spread->self_ns, table->rank_count) ||
		    !is_range_good(&spread->total_ns, table->rank_count))
			return LP_CORRUPT;
		entry->ranks_now = spread->ranks;
		entry->now[COUNTS] = spread->counts;
		entry->now[SELF] = spread->self_ns;
		entry->now[TOTAL] = spread->total_ns;
	}
	return status;
}

enum lp_status lp_rank_sums_add(struct lp_rank_sums *sums, const struct lp_profile *profile,
				const char *path)
{
	const struct lp_rank_table table = lp_rank_table_of(profile);
	const size_t first = sums->rank_count;
	const enum lp_status status =
	    table.rank_count > 0 ? add_merged(sums, &table) : add_process(sums, profile, path);

	if (status == LP_OK)
		end_profile(sums, first);
	return status;
}

void lp_rank_sums_put(struct lp_rank_sums *sums, struct lp_image *image)
{
	const struct lp_ranks head = {(uint32_t)sums->rank_count, (uint32_t)sums->strings.size};
	struct lp_rank_spreads spreads = {0, 0};

	lp_image_open(image, LP_SECT_RANKS);
	lp_image_put(image, &head, sizeof(head));
	lp_image_put(image, sums->ranks, sums->rank_count * sizeof(*sums->ranks));
	lp_image_put(image, sums->strings.data, sums->strings.size);
	lp_image_close(image);
	for (size_t i = 0; i < sums->entry_count; i++) {
		add_zeros(&sums->entries[i], sums->rank_count);
		spreads.count +=
		    sums->entries[i].ranks > 0 || sums->entries[i].ranges[SELF].sum > 0;
	}
	lp_image_open(image, LP_SECT_RANK_SPREADS);
	lp_image_put(image, &spreads, sizeof(spreads));
	for (size_t i = 0; i < sums->entry_count; i++) {
		const struct lp_rank_entry *const entry = &sums->entries[i];
		const struct lp_rank_spread row = {
		    .path_hash = entry->path_hash,
		    .name_hash = entry->name_hash,
		    .line = entry->line,
		    .ranks = entry->ranks,
		    .counts = entry->ranges[COUNTS],
		    .self_ns = entry->ranges[SELF],
		    .total_ns = entry->ranges[TOTAL],
		};

		if (entry->ranks > 0 || entry->ranges[SELF].sum > 0)
			lp_image_put(image, &row, sizeof(row));
	}
	lp_image_close(image);
}

void lp_rank_sums_free(struct lp_rank_sums *sums)
{
	free(sums->ranks);
	free(sums->entries);
	free(sums->now);
	free(sums->strings.data);
	lp_map_free(&sums->numbers);
	memset(sums, 0, sizeof(*sums));
}

/* ---- reading ---- */

struct lp_rank_table lp_rank_table_of(const struct lp_profile *profile)
{
	struct lp_rank_table table = {0};
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		if (at.kind == LP_SECT_RANKS) {
			table.ranks = lp_section_rank_values(&at);
			table.rank_count = lp_section_ranks(&at)->count;
			table.strings = lp_section_rank_strings(&at);
		} else if (at.kind == LP_SECT_RANK_SPREADS) {
			table.spreads = lp_section_rank_spread_values(&at);
			table.spread_count = lp_section_rank_spreads(&at)->count;
		}
	}
	return table;
}

/* Functions and lines by what their spreads are known by; the first of several. */
static bool enter_all(const struct lp_profile *profile, struct lp_map *known)
{
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		uint32_t *const number = lp_map_at(
		    known, key_of(function->source, name_hash_of(function), function->line));

		if (!number)
			return false;
		if (*number == LP_MAP_NONE)
			*number = (uint32_t)i;
	}
	for (size_t i = 0; i < profile->line_count; i++) {
		const struct lp_line *const line = &profile->lines[i];
		uint32_t *const number = lp_map_at(known, key_of(line->source, 0, line->line));

		if (!number)
			return false;
		*number = (uint32_t)i;
	}
	return true;
}

uint32_t *lp_rank_table_numbers(const struct lp_rank_table *table, const struct lp_profile *profile)
{
	uint32_t *const numbers = (uint32_t *)calloc(table->spread_count + 1, sizeof(*numbers));
	struct lp_map known = {0};
	const bool worked = numbers && enter_all(profile, &known);

	for (size_t i = 0; worked && i < table->spread_count; i++) {
		const struct lp_rank_spread *const spread = &table->spreads[i];
		const uint32_t source = lp_map_find(&profile->source_numbers, spread->path_hash);

		numbers[i] = lp_map_find(&known, key_of(source, spread->name_hash, spread->line));
	}
	lp_map_free(&known);
	if (worked)
		return numbers;
	free(numbers);
	return NULL;
}
