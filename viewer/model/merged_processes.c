/* merged_processes.c: processes by what tells one from all others. */
#include "viewer/model/merged_processes.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/rank_sums.h"

struct process {
	const char *host;
	uint64_t pid;
	uint64_t rank;
	uint64_t start_unix_ns; /* when its profile began; 0: not known */
	uint64_t wall_ns;
	uint64_t cpu_ns;
};

static uint64_t hash_process(const struct process *process)
{
	const uint64_t numbers[] = {process->pid, process->rank};

	return lp_hash_more(lp_hash(numbers, sizeof(numbers)), process->host,
			    strlen(process->host));
}

static uint64_t hash_times(const struct process *process)
{
	const uint64_t times[] = {process->wall_ns, process->cpu_ns};

	return lp_hash_more(hash_process(process), times, sizeof(times));
}

static uint64_t hash_start(const struct process *process)
{
	return lp_hash_more(hash_process(process), &process->start_unix_ns,
			    sizeof(process->start_unix_ns));
}

/* A process that was killed at once may have no times: these tell it from no other. */
static bool has_times(const struct process *process)
{
	return process->wall_ns > 0 && process->cpu_ns > 0;
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

static enum lp_status add_process(struct lp_merged_processes *known, const struct process *process,
				  uint32_t file, uint32_t *other)
{
	const uint64_t by_start = hash_start(process);
	const uint64_t by_times = hash_times(process);
	const bool has_start = process->start_unix_ns > 0;

	if (has_start && is_elsewhere(&known->by_start, by_start, file, other))
		return LP_DIFFERENT;
	if (has_start && !enter(&known->by_start, by_start, file))
		return LP_MEMORY;
	if (!has_times(process))
		return LP_OK;
	if (is_elsewhere(&known->by_times_merged, by_times, file, other) ||
	    (!has_start && is_elsewhere(&known->by_times, by_times, file, other)))
		return LP_DIFFERENT;
	return enter(has_start ? &known->by_times : &known->by_times_merged, by_times, file)
		   ? LP_OK
		   : LP_MEMORY;
}

static enum lp_status add_or_refuse(struct lp_merged_processes *known,
				    const struct process *process, size_t file,
				    struct lp_open_failure *failure)
{
	uint32_t other = 0;
	const enum lp_status status = add_process(known, process, (uint32_t)file, &other);

	if (status != LP_DIFFERENT)
		return status;
	failure->which = file;
	failure->other = other;
	failure->difference = (struct lp_difference){.which = file, .why = "is in both"};
	snprintf(failure->difference.what, sizeof(failure->difference.what), "process %u",
		 (unsigned)process->pid);
	return LP_DIFFERENT;
}

/* ---- processes of profiles ---- */

static enum lp_status add_rows(struct lp_merged_processes *known, const struct lp_section_at *at,
			       size_t file, struct lp_open_failure *failure)
{
	const struct lp_rank *const ranks = lp_section_rank_values(at);
	const char *const strings = lp_section_rank_strings(at);
	const uint32_t count = lp_section_ranks(at)->count;
	enum lp_status status = LP_OK;

	for (uint32_t i = 0; i < count && status == LP_OK; i++) {
		const struct process process = {
		    .host = strings + ranks[i].host,
		    .pid = ranks[i].pid,
		    .rank = ranks[i].rank,
		    .wall_ns = ranks[i].wall_ns,
		    .cpu_ns = ranks[i].cpu_ns,
		};

		status = add_or_refuse(known, &process, file, failure);
	}
	return status;
}

/* The process that wrote the profile itself. */
static struct process writer_of(const struct lp_reader *reader, const char *host)
{
	const struct lp_info *const info = reader->info;
	struct process process = {
	    .host = host,
	    .pid = reader->header->pid,
	    .rank = reader->header->rank,
	    .start_unix_ns = reader->header->start_unix_ns,
	};

	if (info) {
		process.wall_ns = lp_rank_wall_ns(info);
		process.cpu_ns = info->cpu_ns;
	}
	return process;
}

enum lp_status lp_merged_processes_add(struct lp_merged_processes *known,
				       const struct lp_reader *reader, size_t file,
				       struct lp_open_failure *failure)
{
	struct lp_section_at at = {0};
	struct process process;
	const char *host = "";

	while (lp_reader_next(reader, &at)) {
		if (at.kind == LP_SECT_RANKS && lp_section_ranks(&at)->count > 0)
			return add_rows(known, &at, file, failure);
		if (at.kind == LP_SECT_TEXT)
			host = lp_section_text(&at, LP_TEXT_HOST);
	}
	process = writer_of(reader, host);
	return add_or_refuse(known, &process, file, failure);
}

void lp_merged_processes_free(struct lp_merged_processes *known)
{
	lp_map_free(&known->by_start);
	lp_map_free(&known->by_times);
	lp_map_free(&known->by_times_merged);
}
