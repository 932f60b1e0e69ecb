/*
 * gpu_collector.h: what the runtime and liblineprof_gpu.so, which knows CUPTI, want
 * of each other. The collector is opened when control first comes to a place that
 * makes a GPU work, so that programs that never do so pay nothing.
 */
#ifndef LINEPROF_RUNTIME_GPU_COLLECTOR_H
#define LINEPROF_RUNTIME_GPU_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "format/gpu.h"

#define LP_GPU_COLLECTOR_VERSION 3
#define LP_GPU_COLLECTOR_SONAME "liblineprof_gpu.so"
#define LP_GPU_COLLECTOR_OPEN "lp_gpu_collector_open"

/* What a place's work is told by: its site's number + 1, the path of the regions that were
 * open, of which there are less than 4096, and the step. */
#define LP_GPU_WORK(site, path, step)                                                              \
	((uint64_t)(step) << 44 | (uint64_t)((path)&0xfff) << 32 | (site))
#define LP_GPU_WORK_SITE(work) ((uint32_t)(work))
#define LP_GPU_WORK_PATH(work) ((uint32_t)((work) >> 32 & 0xfff))
#define LP_GPU_WORK_STEP(work) ((uint32_t)((work) >> 44))
/* The site of work that was asked for while the program was not measured. */
#define LP_GPU_SITE_STOPPED UINT32_MAX

/* What the runtime offers. Any thread; none may hold the runtime's lock. */
struct lp_gpu_host {
	uint32_t version; /* LP_GPU_COLLECTOR_VERSION */
	/* As lp_file_append(), and shown to readers; NULL when there is no room. */
	void *(*append)(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes);
	void (*log)(const char *which, const char *what, const char *why);
	/* "file.cu:12 saxpy" of the site, cut to `size`. */
	void (*describe)(uint32_t site, char *out, uint64_t size);
	/* The step with that number, in the profile; NULL: there is none. */
	struct lp_step *(*step)(uint32_t number);
	/* The path's innermost region, its number + 1, with `*outer` the path around it. */
	uint32_t (*region)(uint32_t path, uint32_t *outer);
	struct lp_gpu_run *run; /* in the profile */
	bool wants_ranges;      /* NVTX */
};

/* What is to be known of the whole run; the first note is kept. */
static inline void lp_gpu_note(const struct lp_gpu_host *host, const char *text)
{
	if (!host->run->note[0])
		strncpy(host->run->note, text, sizeof host->run->note - 1);
}

/* What the collector offers. */
struct lp_gpu_collector {
	/* Around a site, in the thread that is there, ends in the order of begins. */
	void (*begin)(uint64_t work);
	void (*end)(void);
	/* All work asked for so far is waited for and in the profile, if it can be. The last
	 * time, work whose place has not been told is without one from then on. */
	void (*flush)(bool is_last);
};

/*
 * Begins to collect. Returns NULL, or why there will be no profile of the GPU; then
 * `*collector` may still have begin() and end(), for ranges that other tools see.
 */
typedef const char *(*lp_gpu_collector_open_fn)(const struct lp_gpu_host *host,
						struct lp_gpu_collector *collector);

#endif
