/*
 * abi.h: the contract in memory between instrumented code and the runtime.
 *
 * Instrumented code finds a counter at
 *
 *     static address of the counter + delta
 *
 * where `delta` is one hidden thread-local intptr_t in each executable or
 * shared library (LP_SYMBOL_DELTA). Zero, its initial value, means the static
 * section: so counting works before registration, in threads not yet set up and
 * without a runtime. The runtime gives each thread a block of the section's size
 * and sets delta = block - counters_begin. Records, counters and tables of a
 * function carry a hash of its table in their names and comdats, so a copy of a
 * header function that was compiled with another flow graph has its own.
 */
#ifndef LINEPROF_FORMAT_ABI_H
#define LINEPROF_FORMAT_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LP_ABI_VERSION 5
#define LP_GPU_VERSION 1 /* of struct lp_abi_gpu and lp_abi_gpu_site */

#define LP_SECTION_FUNCS "lineprof_funcs"
#define LP_SECTION_FILES "lineprof_files"
#define LP_SECTION_UNITS "lineprof_units"
#define LP_SECTION_COUNTERS "lineprof_counters"
#define LP_SECTION_GPU "lineprof_gpu"
#define LP_SECTION_LINKS "lineprof_links"
#define LP_SECTION_REMARKS "lineprof_remarks" /* read-only */

#define LP_SYMBOL_MODULE "__lineprof_module"
/* Libtool takes each symbol that could be a C name for one of the user's, and thread-local ones do
 * not link then. */
#define LP_SYMBOL_DELTA "__lineprof.delta"
/* How many more calls the thread lets pass at shut gates of the executable or library, an int32_t;
 * below 0 it asks. */
#define LP_SYMBOL_LOOKS "__lineprof.looks"
#define LP_SYMBOL_BOOT "__lineprof_boot"
#define LP_SYMBOL_THREAD "__lineprof_thread"
#define LP_SYMBOL_ENTER "__lineprof_enter"
#define LP_SYMBOL_LEAVE "__lineprof_leave"
#define LP_SYMBOL_CONTROL "__lineprof_control"
#define LP_SYMBOL_REGION "__lineprof_region"
#define LP_SYMBOL_GPU "__lineprof_gpu"
#define LP_SYMBOL_GPU_BEGIN "__lineprof_gpu_begin"
#define LP_SYMBOL_GPU_CLOSE "__lineprof_gpu_close"
#define LP_SYMBOL_LOOK "__lineprof_look"
#define LP_SYMBOL_NVTX "__lineprof_nvtx"
/* Another name than before there was a LP_SYMBOL_LOOKS, which the stub sees to: the linker keeps
 * one of all objects. */
#define LP_SYMBOL_WAIT_BEGIN "__lineprof_wait_looks"
#define LP_SYMBOL_WAIT_END "__lineprof_wait_end"
/* NVTX's: where a tool that is part of the program puts its entry point. */
#define LP_SYMBOL_NVTX_TOOL "InitializeInjectionNvtx2_fnptr"
/* The function that debug information places probes in, inlined into the user's:
 * the time of a sample there is lineprof's own. */
#define LP_SYMBOL_PROBE "__lineprof_probe"
#define LP_SYMBOL_REGISTER "__lineprof_register" /* the runtime's only entry point */

#define LP_RUNTIME_SONAME "liblineprof_rt.so"
#define LP_RUNTIME_OBJECT "lineprof_rt.o" /* the whole of it, to be linked into static programs */
#define LP_ENV_RUNTIME "LINEPROF_RUNTIME" /* path of the runtime, before the built-in one */

/* Bits of lp_abi_func.flags. */
enum lp_func_flag {
	LP_FUNC_CLOCKED = 1 << 0, /* has clock probes */
};

/* What a place asks of the GPU. LP_GPU_GROUP(C name, number, name in reports, what) */
#define LP_GPU_GROUP_LIST(X)                                                   \
	X(LAUNCH, 1, "launch", "starts a kernel or a host function")           \
	X(GRAPH, 2, "graph", "records, makes or starts a graph")               \
	X(COPY, 3, "copy", "copies or moves memory")                           \
	X(SET, 4, "set", "fills memory")                                       \
	X(MEMORY, 5, "memory", "gets or frees memory")                         \
	X(WAIT, 6, "wait", "waits, or has a stream wait")                      \
	X(LIBRARY, 7, "library", "calls cuBLAS, Thrust and the like")

enum lp_gpu_group {
#define LP_GPU_GROUP_ENUM(name, number, text, what) LP_GPU_##name = number,
	LP_GPU_GROUP_LIST(LP_GPU_GROUP_ENUM)
#undef LP_GPU_GROUP_ENUM
};

/* Bits of lp_abi_unit.flags. */
enum lp_unit_flag {
	LP_UNIT_SELECTS = 1 << 0, /* only what annotate("lineprof") selects is clocked */
	LP_UNIT_COUNTS = 1 << 1,  /* mode=counts: nothing is */
	LP_UNIT_DETERMINISTIC = 1 << 2, /* mode=deterministic: no samples */
};

#define LP_FIELD_U32(name) uint32_t name;
#define LP_FIELD_U64(name) uint64_t name;
#define LP_FIELD_REL(name) int64_t name;
#define LP_FIELD_PTR(name) void *name;

struct lp_abi_func {
#define LP_RECORD_FUNC
#include "format/abi.def"
#undef LP_RECORD_FUNC
};

struct lp_abi_file {
#define LP_RECORD_FILE
#include "format/abi.def"
#undef LP_RECORD_FILE
};

struct lp_abi_unit {
#define LP_RECORD_UNIT
#include "format/abi.def"
#undef LP_RECORD_UNIT
};

struct lp_abi_links {
#define LP_RECORD_LINKS
#include "format/abi.def"
#undef LP_RECORD_LINKS
};

struct lp_abi_wait_site {
#define LP_RECORD_WAIT_SITE
#include "format/abi.def"
#undef LP_RECORD_WAIT_SITE
};

struct lp_abi_wait {
#define LP_RECORD_WAIT
#include "format/abi.def"
#undef LP_RECORD_WAIT
};

struct lp_abi_module {
#define LP_RECORD_MODULE
#include "format/abi.def"
#undef LP_RECORD_MODULE
};

struct lp_abi_gpu_site {
#define LP_RECORD_GPU_SITE
#include "format/abi.def"
#undef LP_RECORD_GPU_SITE
};

struct lp_abi_gpu {
#define LP_RECORD_GPU
#include "format/abi.def"
#undef LP_RECORD_GPU
};

#undef LP_FIELD_U32
#undef LP_FIELD_U64
#undef LP_FIELD_REL
#undef LP_FIELD_PTR

/*
 * What the runtime offers to a registered module. All may be called in any
 * thread, in signal handlers too, and keep errno.
 */
struct lp_abi_ops {
	uint32_t abi_version;
	uint32_t size_bytes; /* of this struct */
	/*
	 * Sets the calling thread's delta for `module`. Called when it is 0, and when
	 * the thread's mask of signals may have changed. Idempotent. May leave it 0: then the thread counts in the static section.
	 */
	void (*thread)(struct lp_abi_module *module);
	/*
	 * Opens the clock of `func` (a record of `module`); `frame` is the address of
	 * the caller's frame, which grows downwards. Returns 0 if nothing was
	 * pushed, and then leave() is not called.
	 */
	uint32_t (*enter)(struct lp_abi_module *module, struct lp_abi_func *func, void *frame);
	/* Closes what enter() opened in this frame, and whatever is above it. With an
	 * address just below the frame: whatever is above it, which was left. */
	void (*leave)(void *frame);
	/* Does `what`; returns 0, or -1 when it failed or is unknown. */
	int (*control)(struct lp_abi_module *module, int what);
	/* Begins the region `name` in the calling thread (LP_REGION_BEGIN), or ends the
	 * innermost one (LP_REGION_END; `name` is ignored). Copies `name`. */
	void (*region)(struct lp_abi_module *module, int what, const char *name);

	/* There if size_bytes says so. */

	/* Control comes to `site` (a record of `gpu`, of `module`), in the function whose frame
	 * is at `frame`; then, when what it calls has returned, gpu_close(). Called only while
	 * gpu->gate is not 0. */
	void (*gpu_begin)(struct lp_abi_module *module, struct lp_abi_gpu *gpu,
			  struct lp_abi_gpu_site *site, void *frame);
	/* Of objects of before: the same as gpu_close(), of the last site that is open there. */
	void (*gpu_end)(void *frame);
	/* The module calls NVTX for the first time, with no other tool at hand; `get_table` is
	 * what NVTX hands to a tool. Returns 1 if it will be called, else 0. */
	int (*nvtx)(struct lp_abi_module *module, void *get_table);
	/* Control comes to the call of `site`, which may wait; then, if wait->start_ticks is not 0,
	 * wait_end(), when it has returned: in the function whose frame is at `frame`, at the
	 * address `place`. wait->start_ticks is 0 before. */
	void (*wait_begin)(struct lp_abi_module *module, struct lp_abi_wait_site *site,
			   struct lp_abi_wait *wait);
	void (*wait_end)(struct lp_abi_module *module, struct lp_abi_wait_site *site,
			 const struct lp_abi_wait *wait, void *frame, void *place);
	/* The call of `site` is over, in the function whose frame is at `frame`, be it that it has
	 * returned, or that an exception came out of it. What is inlined has a frame in common
	 * with what it is inlined into. */
	void (*gpu_close)(struct lp_abi_gpu_site *site, void *frame);
	/* As many calls as it said last have come to shut gates of `module` in the calling thread:
	 * enter() or wait_begin() of this one comes next, and may look at it all the same. Returns
	 * how many are to pass now before the next one asks. */
	uint32_t (*look)(struct lp_abi_module *module);
};

/* What lineprof.h and probes ask of the runtime through LP_SYMBOL_CONTROL. */
enum lp_control {
	LP_CONTROL_FLUSH = 1,  /* bring the file up to date, as at exit */
	LP_CONTROL_START = 2,  /* measure, if it was stopped */
	LP_CONTROL_STOP = 3,   /* measure nothing, in any thread, until LP_CONTROL_START */
	LP_CONTROL_SIGNAL = 4, /* the handler of a signal has changed, maybe that of the samples' */
};

/* What lineprof.h and probes ask of the runtime through LP_SYMBOL_REGION. */
enum lp_region_call {
	LP_REGION_BEGIN = 1,
	LP_REGION_END = 2,
	LP_REGION_STEP = 3,     /* no region: the program's next iteration begins */
	LP_REGION_SCHEDULE = 4, /* `name` is int[4]: wait, warmup, active, repeat, for steps */
	/* The program is about to shut itself into a sandbox: `name` is the filter of system calls,
	 * a struct sock_fprog. */
	LP_REGION_SANDBOX = 5,
	LP_REGION_STRICT_SANDBOX = 6, /* the same, of seccomp's strict mode, which has no clock */
	LP_REGION_IN_SANDBOX = 7,     /* it has */
	LP_REGION_NO_SANDBOX = 8,     /* it has not: that failed */
	LP_REGION_NO_CLOCK = 9,       /* who reads the processor's counter from now on is killed */
	/* As LP_REGION_SANDBOX; `name` is libseccomp's context, which knows the filter; NULL: nobody
	 * does. */
	LP_REGION_LIBSECCOMP = 10,
};

/*
 * Registers `module`; runs once for each executable or library, before its own
 * constructors. Returns 0, or -1 when this runtime does not serve the module
 * (its abi_version): the module then counts in its static section, unseen.
 */
typedef int (*lp_register_fn)(struct lp_abi_module *module);

/* The target of an LP_FIELD_REL; NULL never occurs. */
static inline const void *lp_abi_target(const int64_t *field)
{
	return (const char *)field + *field;
}

/* Whether the counters of `func` lie in the module's section of them. */
static inline bool lp_abi_has_counters(const struct lp_abi_module *module,
				       const struct lp_abi_func *func)
{
	const uint64_t section_bytes =
	    (uint64_t)((const char *)module->counters_end - (const char *)module->counters_begin);
	const uint64_t offset = (uint64_t)((const char *)lp_abi_target(&func->counters) -
					   (const char *)module->counters_begin);

	return offset <= section_bytes && func->counter_count <= (section_bytes - offset) / 8;
}

/* Where the record behind `links` and its pairs stands. */
static inline const struct lp_abi_links *lp_abi_links_behind(const struct lp_abi_links *links)
{
	return (const struct lp_abi_links *)(const void *)((const char *)(links + 1) +
							   links->pairs_bytes);
}

/* FNV-1a, 64 bits. http://www.isthe.com/chongo/tech/comp/fnv/ */
static inline uint64_t lp_hash_more(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *bytes = (const unsigned char *)data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static inline uint64_t lp_hash(const void *data, size_t size)
{
	return lp_hash_more(UINT64_C(0xcbf29ce484222325), data, size);
}

#ifdef __cplusplus
}
#endif
#endif
