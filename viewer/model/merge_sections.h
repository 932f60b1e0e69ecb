/* merge_sections.h: a run that is summed up, and its sections as sections of the sum. */
#ifndef LINEPROF_VIEWER_MODEL_MERGE_SECTIONS_H
#define LINEPROF_VIEWER_MODEL_MERGE_SECTIONS_H

#include "format/reader.h"
#include "viewer/model/address_map.h"
#include "viewer/model/image.h"

/* A module of a run, or of the sum. All that it points to is borrowed. */
struct lp_merge_module {
	const struct lp_module *head;
	const char *path;
	const struct lp_section_at *funcs;   /* NULL: it has none */
	const struct lp_section_at *remarks; /* the same */
	uint64_t moved_by;                   /* address in the sum - address in the run */
	uint32_t number;                     /* in the sum */
};

/* The same of a run. */
struct lp_merge_run {
	const struct lp_reader *reader;
	struct lp_merge_module *modules; /* by their numbers in the run */
	uint32_t module_count;
	struct lp_address_map addresses; /* of the modules */
	const char *program;
	const struct lp_section_at *programs; /* of a sum of several, in the arena; or NULL */
	uint32_t first_thread; /* in the sum */
	uint32_t thread_count;
	uint32_t first_node;
	uint32_t node_count;
	uint32_t first_region; /* name */
	uint32_t region_count;
	uint64_t samples_done; /* of its samples, those that are written */
};

/* What is written. */
struct lp_merge_sum {
	struct lp_image *image; /* failures stay in it */
	uint64_t ticks_per_second;
	uint64_t sample_unit_ns; /* what its samples stand for; 0: for what those of each run do */
};

/* A duration of a run in ticks of the sum. */
uint64_t lp_merge_ticks(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			uint64_t ticks);

/* So many samples of a run in those of the sum, which stand for as much CPU time. */
uint64_t lp_merge_samples(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			  uint64_t samples);

/*
 * Writes what a run has of its own: files, threads, counters, clocks, call paths, regions,
 * symbols, with the numbers and addresses that `run` gives them in the sum.
 */
void lp_merge_put_run(const struct lp_merge_sum *sum, struct lp_merge_run *run);

#endif
