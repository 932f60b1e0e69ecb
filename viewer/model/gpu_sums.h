/*
 * gpu_sums.h: what the profile says of GPUs: the places that make them work, their
 * work, and both summed by line. Times on the GPU are in ns, those of the program in
 * ticks as elsewhere.
 */
#ifndef LINEPROF_VIEWER_MODEL_GPU_SUMS_H
#define LINEPROF_VIEWER_MODEL_GPU_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/gpu.h"
#include "format/status.h"

struct lp_profile;

/* A place in the source that makes a GPU work. */
struct lp_gpu_place {
	uint32_t source;
	uint32_t line;     /* 1-based */
	uint32_t function; /* LP_NO_INDEX: not known */
	uint32_t group;    /* enum lp_gpu_group */
	const char *name;  /* of the kernel or of what is called; "" if not known */
	uint64_t count;    /* how often control came here: exact, also without a GPU */
	uint64_t calls;    /* of these, while the GPU was profiled */
	uint64_t ticks;    /* that the program spent in them */
};

/* Kernels, copies and the like from one place that are alike. */
struct lp_gpu_work {
	struct lp_gpu_row row; /* row.site is a number + 1 of no use any more */
	uint32_t place;        /* LP_NO_INDEX: work from no place */
	const char *name;      /* of a kernel: demangled, shortened; else "" */
	const char *region;    /* name; NULL: in none */
};

struct lp_gpu_holding {
	struct lp_gpu_memory memory;
	uint32_t place; /* LP_NO_INDEX: got from no place */
};

/* The work that was asked for while a region was open. */
struct lp_gpu_region_sum {
	const char *name;           /* of the region */
	struct lp_gpu_region total; /* with what was asked for in regions that began in it */
	uint64_t kernel_self_ns;    /* of kernels that were not */
};

/* The work that one line asked for. */
struct lp_gpu_line {
	uint32_t source;
	uint32_t line;
	uint64_t launches;   /* of kernels and graphs: exact, also without a GPU */
	uint64_t kernel_ns;  /* on the GPU */
	uint64_t copy_bytes; /* of copies and sets */
	uint64_t copy_ns;    /* on the GPU */
	uint64_t wait_ticks; /* that the program spent waiting or copying synchronously */
};

struct lp_gpu_sums {
	bool is_there;         /* false: nothing in the program makes a GPU work */
	struct lp_gpu_run run; /* state UNTRIED: a sum of profiles, or it never came to a place */
	struct lp_gpu_place *places; /* by source, line; those that were never come to, too */
	size_t place_count;
	struct lp_gpu_work *work; /* most total_ns first */
	size_t work_count;
	struct lp_gpu_holding *holdings; /* most peak_bytes first */
	size_t holding_count;
	struct lp_gpu_device *devices;
	size_t device_count;
	struct lp_gpu_region_sum *regions; /* by name */
	size_t region_count;
	struct lp_gpu_line *lines; /* by source, line */
	size_t line_count;
	struct lp_gpu_line total; /* of all lines; and of no place, kernel_ns and copies */
};

/* Reads what there is of GPUs. After lp_count(). LP_OK, LP_MEMORY, LP_CORRUPT. */
enum lp_status lp_gpu_sums(struct lp_gpu_sums *gpu, struct lp_profile *profile);

/* Whether the program stands still there until the GPU is done. */
bool lp_gpu_place_waits(const struct lp_gpu_place *place);

/* The sums of a line; NULL if it makes no GPU work. */
const struct lp_gpu_line *lp_gpu_line_find(const struct lp_gpu_sums *gpu, uint32_t source,
					   uint32_t line);

/* The sums of the region of that name; NULL if no GPU worked for it. */
const struct lp_gpu_region_sum *lp_gpu_region_find(const struct lp_gpu_sums *gpu, const char *name);

/*
 * The share of a multiprocessor's warps that the kernel of `row` can keep there at once,
 * by its registers, shared memory and blocks; 0 if the device is not known. An
 * estimate: how finely registers and memory are given out differs between GPUs.
 */
double lp_gpu_occupancy(const struct lp_gpu_sums *gpu, const struct lp_gpu_row *row);

/* What CUPTI's numbers mean: "HtoD", "pinned", "stream". Static; never NULL. */
const char *lp_gpu_copy_name(uint32_t detail);
const char *lp_gpu_memory_name(uint32_t memory_kind);
const char *lp_gpu_wait_name(uint32_t detail);
const char *lp_gpu_group_name(uint32_t group);

void lp_gpu_sums_free(struct lp_gpu_sums *gpu);

#endif
