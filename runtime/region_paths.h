/*
 * region_paths.h: which regions were open at once, as a tree: a path is a region and the
 * path of those around it. So a number of 12 bits goes with work of a GPU, and that work
 * can be added to all regions that were open. Bounded: what finds no room is one path, of
 * LP_REGION_OTHERS.
 */
#ifndef LINEPROF_RUNTIME_REGION_PATHS_H
#define LINEPROF_RUNTIME_REGION_PATHS_H

#include <stdint.h>

enum { LP_REGION_PATHS_MAX = 4096 }; /* numbers are below */

/* The path of the region with that name, its number + 1, in `outer`; 0: in no other. Never
 * 0. A region directly in one of its own name is the same path. Any thread, not under the
 * lock. */
uint32_t lp_region_path_within(uint32_t outer, uint32_t name);

/* The name, its number + 1, of the path's innermost region, with `*outer` the path around
 * it; 0 for 0 and for what is none. Any thread. */
uint32_t lp_region_path_name(uint32_t path, uint32_t *outer);

#endif
