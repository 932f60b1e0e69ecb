/* merged_processes.c: processes by what tells one from all others. */
#include "viewer/model/merged_processes.h"

#include <stdbool.h>
#include <string.h>

#include "format/abi.h"

static uint64_t hash_process(const struct lp_rank *rank, const char *host)
{
	const uint64_t numbers[] = {rank->pid, rank->rank};

	return lp_hash_more(lp_hash(numbers, sizeof(numbers)), host, strlen(host));
}

static uint64_t hash_times(const struct lp_rank *rank, uint64_t process)
{
	const uint64_t times[] = {rank->wall_ns, rank->cpu_ns, rank->lifetime_ns, rank->samples};

	return lp_hash_more(process, times, sizeof(times));
}

/* A process that was killed at once may have no times: these tell it from no other. */
static bool has_times(const struct lp_rank *rank)
{
	return rank->wall_ns > 0 && rank->cpu_ns > 0;
}

static bool is_elsewhere(const struct lp_map *map, uint64_t key, uint32_t file, uint32_t *other)
{
	const uint32_t found = lp_map_find(map, key);

	if (found == LP_MAP_NONE || found == file)
		return false;
	*other = found;
	return true;
}

static bool enter(struct lp_map *map, uint64_t key, uint32_t file)
{
	uint32_t *const place = lp_map_at(map, key);

	if (!place)
		return false;
	*place = file;
	return true;
}

enum lp_status lp_merged_processes_add(struct lp_merged_processes *known,
				       const struct lp_rank *rank, const char *host,
				       uint64_t start_unix_ns, uint32_t file, uint32_t *other)
{
	const uint64_t process = hash_process(rank, host);
	const uint64_t by_times = hash_times(rank, process);
	const uint64_t by_start = lp_hash_more(process, &start_unix_ns, sizeof(start_unix_ns));
	const bool has_start = start_unix_ns > 0;

	if (has_start && is_elsewhere(&known->by_start, by_start, file, other))
		return LP_DIFFERENT;
	if (has_start && !enter(&known->by_start, by_start, file))
		return LP_MEMORY;
	if (!has_times(rank))
		return LP_OK;
	if (is_elsewhere(&known->by_times_merged, by_times, file, other) ||
	    (!has_start && is_elsewhere(&known->by_times, by_times, file, other)))
		return LP_DIFFERENT;
	return enter(has_start ? &known->by_times : &known->by_times_merged, by_times, file)
		   ? LP_OK
		   : LP_MEMORY;
}

void lp_merged_processes_free(struct lp_merged_processes *known)
{
	lp_map_free(&known->by_start);
	lp_map_free(&known->by_times);
	lp_map_free(&known->by_times_merged);
}
