/*
 * clock_regions.h: what function clocks say of the time of threads.
 *
 * A thread's lifetime is cut into regions: the time in which one function's clock
 * was the innermost open one, and, as region 0, the time in which none was. Each
 * region's time is known by clock. Of what is off CPUs for long at once the runtime has measured
 * how long it ran, else its samples tell: what it has beyond its CPU time was spent in the kernel
 * or waiting; or it had no CPU, as others had them all. The kernel tells how long that was in a
 * thread's life, and the runtime has asked it in which regions, where that was long at once; the
 * rest befalls who runs, so regions have it as they have samples. It is no time of the program's.
 * Of some of the waiting it is known in which calls it was.
 */
#ifndef LINEPROF_VIEWER_MODEL_CLOCK_REGIONS_H
#define LINEPROF_VIEWER_MODEL_CLOCK_REGIONS_H

#include "viewer/model/profile.h"

/* A region of a thread. */
struct lp_clock_region {
	uint32_t thread;      /* row; the number of threads: of several */
	uint64_t number;      /* as in lp_stack_node */
	uint32_t function;    /* LP_NO_INDEX: none that is instrumented */
	uint64_t ticks;       /* without delay_ticks and known_ticks, once these are known */
	uint64_t off_ticks;   /* of `ticks` off CPUs at the least, by the runtime */
	uint64_t ready_ticks; /* of these, without a CPU, by the kernel; there may be more */
	uint64_t unasked_ticks; /* and these may have been, where `tells_unasked` */
	bool tells_unasked;
	double cpu_ticks;     /* on a CPU */
	bool is_measured;     /* that is by the runtime, not by samples */
	bool is_outside;      /* region 0 */
	bool tells_callers;   /* the runtime has delay for clocks that were open above, too */
	uint32_t calls;       /* clocked_paths.h: number + 1; 0: none of its calls is known */
	uint64_t delay_ticks; /* without a CPU, and ready to run */
	uint64_t told_ticks;  /* of these, which the clocks above have by the runtime */
	uint64_t samples;
	uint64_t known_ticks;   /* to be shared out over the waits */
	uint64_t sampled_ticks; /* to be shared out over the samples */
	uint64_t wait_ticks;    /* the rest */
	uint64_t samples_done;
	uint64_t known;      /* waits, as in the profile */
	uint64_t known_done; /* of these */
};

/* For maps of regions, by row of a thread. */
uint64_t lp_clock_region_key(uint32_t thread, uint64_t region);

/* The function with number `index` in module `module`, or LP_NO_INDEX. */
uint32_t lp_clock_function(const struct lp_profile *profile, uint64_t module, uint64_t index);

/* Starts as all zeros. */
struct lp_clock_regions {
	struct lp_clock_region *rows;
	size_t count;
	size_t capacity;
	struct lp_map numbers;
	uint32_t *pooled; /* by row of a thread: whose regions its are; NULL: its own */
};

/* The region of that number, as in lp_stack_node, of a thread; NULL when out of memory. Valid
 * until the next call. */
struct lp_clock_region *lp_clock_regions_at(struct lp_clock_regions *regions, uint32_t thread,
					    uint64_t region);

/* First: the clocks of the profile, which its functions get too; what they leave of the lifetime
 * of a thread is its region 0. LP_MEMORY. */
enum lp_status lp_clock_regions_read(struct lp_clock_regions *regions, struct lp_profile *profile);

/* Then, for each: a sampled address in the region, or one where it waited. */
void lp_clock_region_add_leaf(struct lp_clock_region *region, struct lp_profile *profile,
			      const struct lp_stack_node *leaf);

/* Then: takes out when threads had no CPU, of the profile's times too, and tells what the samples
 * of each region stand for from waiting. LP_MEMORY. */
enum lp_status lp_clock_regions_split(struct lp_clock_regions *regions, struct lp_profile *profile);

/* Then: keeps what each region had no CPU for, in profile->region_delays. LP_MEMORY. */
enum lp_status lp_clock_regions_keep_delays(const struct lp_clock_regions *regions,
					    struct lp_profile *profile);

/* Then: threads with few samples have their regions in common. Of 24 threads with one sample each,
 * these say little of where any of them was, and much of all. LP_MEMORY. */
enum lp_status lp_clock_regions_pool(struct lp_clock_regions *regions,
				     const struct lp_profile *profile);

void lp_clock_regions_free(struct lp_clock_regions *regions);

#endif
