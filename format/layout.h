/*
 * layout.h: the profile file: a header, then sections one after the other.
 *
 * All integers are little-endian; the runtime and the viewer refuse big-endian
 * machines at compile time. A running program keeps the file mapped and counts
 * into it, so a reader must expect every number to be a little older or newer
 * than its neighbour. docs/format.md is the specification.
 */
#ifndef LINEPROF_FORMAT_LAYOUT_H
#define LINEPROF_FORMAT_LAYOUT_H

#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "profiles are little-endian and mapped as they are"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define LP_FILE_MAGIC "\x89LPROF\r\n" /* 8 bytes, without the terminating zero */
#define LP_FILE_VERSION 1

/* At offset 0. 64 bytes. */
struct lp_file_header {
	char magic[8];
	uint32_t version;         /* LP_FILE_VERSION */
	uint32_t header_bytes;    /* sizeof(struct lp_file_header); sections start here */
	uint64_t committed_bytes; /* sections are complete up to here */
	uint32_t state;           /* enum lp_file_state */
	uint32_t pid;             /* of the program that writes it */
	uint64_t start_unix_ns;   /* when the profile began, since 1970 */
	uint64_t pid_start;       /* field 22 of /proc/PID/stat: tells a pid from a later one */
	uint64_t reserved[2];     /* 0 */
};

enum lp_file_state {
	LP_FILE_RUNNING = 0,  /* the program runs, or ended without a word (kill -9) */
	LP_FILE_FINISHED = 1, /* the program ended by exit */
};

/* Before each section's payload; 16 bytes, 8-aligned. The next section follows
 * the payload, rounded up to 8. A tag whose first letter is upper case may be
 * skipped by who does not know it. */
struct lp_section_header {
	char tag[4];
	uint32_t reserved;      /* 0 */
	uint64_t payload_bytes; /* without this header and the rounding */
};

/* Sections, in no fixed order but: "info" first, "modl" before what names it.
 * LP_SECTION(C name, tag, repeated, what) */
#define LP_SECTION_LIST(X)                                                     \
	X(INFO, "info", 0, "the run: clocks, engine, losses; live")            \
	X(TEXT, "text", 0, "program, directory, host, command line")           \
	X(MODULE, "modl", 1, "an executable or library: where it was loaded")  \
	X(FILES, "file", 1, "source files of a module")                        \
	X(FUNCS, "func", 1, "functions of a module, with their tables")        \
	X(THREAD, "thrd", 1, "a thread; live")                                 \
	X(COUNTERS, "coun", 1, "counters of a module in a thread; live")       \
	X(CLOCKS, "clok", 1, "function clocks of a module in a thread; live")  \
	X(STACKS, "stak", 1, "sampled call paths; live")                       \
	X(PADDING, "PAD ", 1, "nothing: keeps live payloads on whole pages")

enum lp_section {
#define LP_SECTION_ENUM(name, tag, repeated, what) LP_SECT_##name,
	LP_SECTION_LIST(LP_SECTION_ENUM)
#undef LP_SECTION_ENUM
	LP_SECT_COUNT
};

/* How samples were taken. LP_ENGINE(C name, name in reports, what) */
#define LP_ENGINE_LIST(X)                                                      \
	X(NONE, "none", "no samples")                                          \
	X(PERF, "perf", "perf_event software clock")                           \
	X(TIMER, "timer", "CPU-time timer of each thread")

enum lp_engine {
#define LP_ENGINE_ENUM(name, text, what) LP_ENGINE_##name,
	LP_ENGINE_LIST(LP_ENGINE_ENUM)
#undef LP_ENGINE_ENUM
	LP_ENGINE_COUNT
};

/* Payload of "info". "Ticks" are those of the clock that `tick_source` names. */
struct lp_info {
	uint64_t start_ticks;       /* when the profile began */
	uint64_t end_ticks;         /* last time it was brought up to date */
	uint64_t ticks_per_second;  /* calibrated over the run */
	uint32_t tick_source;       /* 0: CLOCK_MONOTONIC in ns; 1: time-stamp counter */
	uint32_t engine;            /* enum lp_engine */
	uint64_t sample_period_ns;  /* CPU time between two samples of a thread */
	uint64_t samples_taken;     /* in "stak" */
	uint64_t samples_lost;      /* taken but not kept */
	uint64_t cpu_ns;            /* CPU time of the process so far */
	uint64_t clock_reads;       /* of the function clocks */
	uint64_t overhead_ticks;    /* spent in the runtime itself, estimated */
	uint64_t threads_seen;      /* threads that ran instrumented code */
	uint64_t threads_lost;      /* of these, those that counted in the shared static section */
	int32_t exit_status;        /* of exit(); -1 unknown */
	uint32_t flags;             /* LP_INFO_* */
	uint64_t reserved[4];       /* 0 */
};

enum lp_info_flag {
	LP_INFO_FORKED = 1 << 0, /* the process is a forked child: counts begin at the fork */
};

/* Payload of "text": zero-terminated strings: program path, working directory,
 * host name, engine note (why this one; may be empty), then the arguments. */
enum lp_text_string { LP_TEXT_PROGRAM, LP_TEXT_CWD, LP_TEXT_HOST, LP_TEXT_ENGINE_NOTE, LP_TEXT_ARGV };

/* Payload of "modl", followed by the path without a terminating zero. */
struct lp_module {
	uint32_t module; /* 0-based, in order of registration */
	uint32_t path_bytes;
	uint64_t load_bias;  /* address in memory - address in the file's symbols */
	uint64_t text_begin; /* executable segments, addresses in memory */
	uint64_t text_end;
	uint32_t build_id_bytes; /* 0 to 20 */
	unsigned char build_id[20];
};

/* Payload of "file": this, then `count` times an lp_file_entry and its path. */
struct lp_files {
	uint32_t module;
	uint32_t count;
};

struct lp_file_entry {
	uint64_t path_hash;
	unsigned char digest[16]; /* MD5 of the source as compiled; zeros if unknown */
	uint32_t path_bytes;      /* path follows, padded with zeros to 8 */
	uint32_t flags;           /* 0 */
};

/* Payload of "func": this, `count` lp_func_entry, then the tables' bytes. */
struct lp_funcs {
	uint32_t module;
	uint32_t count;
};

struct lp_func_entry {
	uint64_t name_hash;
	uint64_t graph_hash;
	uint32_t first_counter; /* index into the module's counters */
	uint32_t counter_count;
	uint32_t table_offset; /* bytes, from the end of the entries */
	uint32_t table_bytes;
	uint32_t flags; /* LP_FUNC_* of format/abi.h */
	uint32_t reserved; /* 0 */
};

/* Payload of "thrd". Thread 0 is the sum of ended threads that gave up their rows. */
struct lp_thread {
	uint32_t thread; /* index */
	uint32_t tid;    /* kernel's thread id; 0 for the sum */
	char name[16];   /* as the kernel knew it last; padded with zeros */
	uint64_t start_ticks;
	uint64_t end_ticks; /* 0 while it lives */
	uint64_t life_ticks; /* lifetimes folded into this row (thread 0 only) */
	uint64_t cpu_ns;    /* CPU time, as of the last sample or the end */
	uint64_t samples;   /* taken in it */
	uint64_t folded;    /* threads summed up in this row */
};

/* Payload of "coun": this, then `count` uint64_t, on a page of their own. */
struct lp_counters {
	uint32_t module;
	uint32_t thread; /* LP_THREAD_STATIC: the static section */
	uint64_t count;
};
#define LP_THREAD_STATIC UINT32_MAX

/* Payload of "clok": this, then `count` lp_clock, one for each function. */
struct lp_clocks {
	uint32_t module;
	uint32_t thread;
	uint64_t count;
};

struct lp_clock {
	uint64_t calls;       /* timed calls */
	uint64_t self_ticks;  /* in the function and what it calls that has no clock */
	uint64_t total_ticks; /* from entry to exit, outermost calls only */
	uint32_t active;      /* open calls now */
	uint32_t flags;       /* LP_CLOCK_* */
};

enum lp_clock_flag {
	LP_CLOCK_COLLAPSED = 1 << 0, /* calls were too short to time: the numbers are of the first ones */
};

/* Payload of "stak": this, then `capacity` lp_stack_node. A node is empty while
 * its kind is LP_STACK_EMPTY. Paths start at a thread; an address in a path is a
 * return address, but for the last one, of a leaf, where the sample found the
 * thread. */
struct lp_stacks {
	uint32_t capacity; /* nodes */
	uint32_t first;    /* number of the first node in this section */
};

enum lp_stack_kind {
	LP_STACK_EMPTY = 0,
	LP_STACK_BUSY = 1,   /* being written: to be ignored */
	LP_STACK_THREAD = 2, /* address: index of the thread */
	LP_STACK_CALL = 3,   /* address: where the call returns to */
	LP_STACK_LEAF = 4,   /* address: where the sample was taken */
};

struct lp_stack_node {
	uint32_t kind;   /* enum lp_stack_kind */
	uint32_t parent; /* node number; of a thread, its own */
	uint64_t address;
	uint64_t region; /* of a leaf: LP_REGION() of the innermost open clock, 0 if none */
	uint64_t count;  /* samples that ended here */
};

/* A function of a module as one number; never 0. */
#define LP_REGION(module, func) (((uint64_t)(module) << 32 | (uint32_t)(func)) + 1)
#define LP_REGION_MODULE(region) ((uint32_t)(((region) - 1) >> 32))
#define LP_REGION_FUNC(region) ((uint32_t)((region) - 1))

#ifdef __cplusplus
}
#endif
#endif
