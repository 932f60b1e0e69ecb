/*
 * gpu.h: what the file says of GPUs: payloads of the sections whose tags begin with
 * "G". There are none where no place that makes a GPU work was come to.
 *
 * Times are nanoseconds. A site is a place in the source that makes the GPU work; its
 * number is `first` of its section + its index; in rows it is number + 1, and 0 is
 * work that came from no site: from threads of libraries, or from code that was
 * compiled without the plugin.
 */
#ifndef LINEPROF_FORMAT_GPU_H
#define LINEPROF_FORMAT_GPU_H

#include <stdint.h>

#include "format/reader.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Payload of "Gsit": this, `count` lp_gpu_site, then `name_bytes` of names. */
struct lp_gpu_sites {
	uint32_t module;
	uint32_t first; /* number of its first site */
	uint32_t count;
	uint32_t name_bytes;
};

struct lp_gpu_site {
	uint64_t path_hash;   /* lp_file_entry.path_hash */
	uint32_t function;    /* index into the module's functions */
	uint32_t node;        /* of its flow graph: how often control came here, exactly */
	uint32_t line;        /* 1-based */
	uint32_t group;       /* enum lp_gpu_group of format/abi.h */
	uint32_t name_offset; /* among the names */
	uint32_t name_bytes;  /* 0: a kernel that only its rows name */
};

/* Payload of "Gtim": this, then `count` lp_gpu_site_time, of the sites from `first` on:
 * what the program's threads spent there, by the profile's clock, while the GPU was
 * profiled. */
struct lp_gpu_site_times {
	uint32_t first;
	uint32_t count;
};

struct lp_gpu_site_time {
	uint64_t calls;
	uint64_t ticks; /* from before the call until it returned */
};

/* Payload of "Grun": the GPU's part of the run. */
struct lp_gpu_run {
	uint32_t state;         /* enum lp_gpu_state */
	uint32_t cupti_version; /* as cuptiGetVersion() says; 0 unknown */
	char note[112];         /* why there is no profile of the GPU; zero-terminated */
	uint64_t records;       /* of work on the GPU that were summed up */
	uint64_t dropped;       /* records that CUPTI threw away */
	uint64_t crowded;       /* records in rows of several places, as there were too many */
	uint64_t unplaced;      /* records whose site is not known, though they may have one */
	uint64_t late;          /* intervals that came too late for busy times and gaps */
	uint64_t lost_frees;    /* memory given back that was not seen to be got */
};

enum lp_gpu_state {
	LP_GPU_UNTRIED = 0,
	LP_GPU_LIVE = 1,
	LP_GPU_OFF = 2, /* sites are counted; nothing is known of the GPU: see the note */
};

/* Payload of "Gnam": this, then `bytes` of zero-terminated names. A name is known by its
 * offset among all of them + 1. */
struct lp_gpu_names {
	uint32_t first; /* offset of the section's first byte */
	uint32_t bytes;
};

/* Payload of "Grow": this, then `count` lp_gpu_row; also of "Gmem", "Gdev" and
 * "Greg", with theirs. A row is empty while its first field is 0. */
struct lp_gpu_rows {
	uint32_t reserved; /* 0 */
	uint32_t count;
};

enum lp_gpu_row_kind {
	LP_GPU_ROW_EMPTY = 0,
	LP_GPU_ROW_KERNEL = 1,
	LP_GPU_ROW_COPY = 2,
	LP_GPU_ROW_SET = 3,
	LP_GPU_ROW_WAIT = 4, /* of the host */
};

/* All work of one kind from one site that is alike. What a kind does not have is 0. */
struct lp_gpu_row {
	uint32_t kind;   /* enum lp_gpu_row_kind */
	uint32_t site;   /* number + 1; 0: none */
	uint32_t device; /* number; of a wait 0 */
	uint32_t region; /* number + 1 of the region that the thread was in; 0: none */
	uint32_t detail; /* of a copy LP_GPU_COPY_*; of a set or a wait as CUPTI has it */
	uint32_t name;   /* of a kernel, see "Gnam"; 0: too many */
	uint32_t grid[3];
	uint32_t block[3];
	uint32_t registers;      /* of a thread */
	uint32_t static_shared;  /* bytes of a block */
	uint32_t dynamic_shared; /* bytes of a block */
	uint32_t local_memory;   /* bytes of a thread */
	uint64_t count;
	uint64_t total_ns;
	uint64_t min_ns; /* 0 while count is 0 */
	uint64_t max_ns;
	uint64_t bytes;    /* of copies and sets */
	uint64_t delay_ns; /* from the call until the work began, where both are known */
	uint64_t max_delay_ns;
	uint64_t delays; /* how many of `count` delay_ns is of */
};

/* lp_gpu_row.detail of a copy: from and to are CUPTI's kinds of memory. */
#define LP_GPU_COPY(kind, from, to, is_async)                                                      \
	((uint32_t)(kind) | (uint32_t)(from) << 8 | (uint32_t)(to) << 16 |                         \
	 (uint32_t)((is_async) != 0) << 24)
#define LP_GPU_COPY_KIND(detail) ((detail)&0xff)
#define LP_GPU_COPY_FROM(detail) ((detail) >> 8 & 0xff)
#define LP_GPU_COPY_TO(detail) ((detail) >> 16 & 0xff)
#define LP_GPU_COPY_IS_ASYNC(detail) ((detail) >> 24 & 1)

/* Memory of one kind on one device that one site got. */
struct lp_gpu_memory {
	uint32_t used; /* 1 */
	uint32_t site; /* number + 1; 0: none */
	uint32_t device;
	uint32_t memory_kind; /* as CUPTI has it */
	uint64_t count;       /* times that it got some */
	uint64_t freed;       /* of these, given back, by whomever */
	uint64_t bytes;       /* got, all in all */
	uint64_t live_bytes;  /* now, or when the program ended */
	uint64_t most_bytes;  /* at once */
	uint64_t peak_bytes;  /* when the device had most */
};

/* "Greg": work that was asked for while a region was open, in it or in one that began in it.
 * The region's own is in the rows of "Grow". */
struct lp_gpu_region {
	uint32_t region; /* number + 1 */
	uint32_t reserved;
	uint64_t kernels;
	uint64_t kernel_ns;
	uint64_t copies; /* and sets */
	uint64_t copy_ns;
};

enum { LP_GPU_GAP_SIZES = 12 };

/* A GPU. Kernels, copies and sets that run at one time are busy once. */
struct lp_gpu_device {
	uint32_t used;            /* 1 */
	uint32_t device;          /* number */
	uint32_t multiprocessors; /* 0: nothing is known of it but its work */
	uint32_t warps;           /* at once on a multiprocessor */
	uint32_t blocks;          /* at once on a multiprocessor */
	uint32_t registers;       /* of a multiprocessor */
	uint32_t shared_bytes;    /* of a multiprocessor */
	uint32_t warp_threads;
	uint32_t capability; /* major << 16 | minor */
	uint32_t clock_khz;
	uint64_t memory_bytes;
	uint64_t bandwidth; /* of its memory, kilobytes a second */
	uint64_t first_ns;  /* when its first work began, on CUPTI's clock */
	uint64_t last_ns;   /* when its last work ended */
	uint64_t busy_ns;   /* with anything */
	uint64_t kernel_ns; /* with kernels */
	uint64_t copy_ns;   /* with copies and sets */
	uint64_t gap_count;
	uint64_t gap_ns;                 /* between first and last, with nothing */
	uint64_t longest_ns;             /* gap */
	uint64_t gaps[LP_GPU_GAP_SIZES]; /* of 4^n us and less, by n; the last: all longer ones */
	uint64_t gaps_ns[LP_GPU_GAP_SIZES];
	uint64_t live_bytes; /* of device memory, got and not given back */
	uint64_t peak_bytes;
	char name[64]; /* zero-terminated */
};

/* Of a section of that kind, which the reader has checked. */
static inline const struct lp_gpu_sites *lp_section_gpu_sites(const struct lp_section_at *at)
{
	return (const struct lp_gpu_sites *)(const void *)at->payload;
}

static inline const struct lp_gpu_site *lp_section_gpu_site_values(const struct lp_section_at *at)
{
	return (const struct lp_gpu_site *)(const void *)(lp_section_gpu_sites(at) + 1);
}

static inline const char *lp_section_gpu_site_names(const struct lp_section_at *at)
{
	return (const char *)(lp_section_gpu_site_values(at) + lp_section_gpu_sites(at)->count);
}

static inline const struct lp_gpu_site_times *
lp_section_gpu_site_times(const struct lp_section_at *at)
{
	return (const struct lp_gpu_site_times *)(const void *)at->payload;
}

static inline const struct lp_gpu_site_time *
lp_section_gpu_site_time_values(const struct lp_section_at *at)
{
	return (const struct lp_gpu_site_time *)(const void *)(at->payload +
							       sizeof(struct lp_gpu_site_times));
}

static inline const struct lp_gpu_run *lp_section_gpu_run(const struct lp_section_at *at)
{
	return (const struct lp_gpu_run *)(const void *)at->payload;
}

static inline const struct lp_gpu_names *lp_section_gpu_names(const struct lp_section_at *at)
{
	return (const struct lp_gpu_names *)(const void *)at->payload;
}

static inline const char *lp_section_gpu_name_bytes(const struct lp_section_at *at)
{
	return (const char *)(lp_section_gpu_names(at) + 1);
}

/* How many rows a "Grow", "Gmem", "Gdev" or "Greg" has, and its rows. */
static inline uint32_t lp_section_gpu_row_count(const struct lp_section_at *at)
{
	return ((const struct lp_gpu_rows *)(const void *)at->payload)->count;
}

static inline const void *lp_section_gpu_row_values(const struct lp_section_at *at)
{
	return at->payload + sizeof(struct lp_gpu_rows);
}

/* Why the section, one of a GPU, is not sound: what was expected; NULL if it is. */
const char *lp_gpu_check(const struct lp_section_at *at);

#ifdef __cplusplus
}
#endif
#endif
