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

#include <stdbool.h>
#include <stddef.h>
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
	uint64_t rank;            /* of an MPI program, its rank + 1; 0: none is known */
	uint64_t place;           /* hash of the host and the namespace that `pid` is of; 0: unknown */
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
	X(LINKS, "link", 1, "which counters of a module a shared one counts for") \
	X(SELECTION, "Slct", 1, "what was left out of a module, and by which patterns") \
	X(REMARKS, "Rmrk", 1, "what the optimiser said of a module's lines")    \
	X(THREAD, "thrd", 1, "a thread; live")                                 \
	X(COUNTERS, "coun", 1, "counters of a module in a thread; live")       \
	X(EXCLUDED, "excl", 1, "what counters counted while it was stopped; live") \
	X(CLOCKS, "clok", 1, "function clocks of a module in a thread; live")  \
	X(STACKS, "stak", 1, "sampled call paths; live")                       \
	X(REGION_NAMES, "rnam", 1, "names of regions; live")                   \
	X(REGIONS, "regn", 1, "regions of a thread; live")                     \
	X(SYMBOLS, "Symb", 1, "symbols and lines of a module's sampled addresses") \
	X(SOURCE, "Srcs", 1, "text of a source file")                          \
	X(PROGRAMS, "Prog", 0, "programs that a profile is the sum of, if not only one") \
	X(RANKS, "Rank", 0, "processes that a merged profile is the sum of")   \
	X(RANK_SPREADS, "Rspr", 0, "how much functions and lines differ between them") \
	X(STEPS, "Step", 0, "iterations that the program marks; live")         \
	X(GPU_SITES, "Gsit", 1, "places of a module that make a GPU work: format/gpu.h") \
	X(GPU_TIMES, "Gtim", 1, "time of the program in them; live")           \
	X(GPU_RUN, "Grun", 0, "whether the GPU was profiled, and losses; live") \
	X(GPU_NAMES, "Gnam", 1, "names of kernels; live")                      \
	X(GPU_ROWS, "Grow", 1, "kernels, copies and waits, summed up; live")   \
	X(GPU_MEMORY, "Gmem", 1, "memory of GPUs by place; live")              \
	X(GPU_DEVICES, "Gdev", 1, "GPUs: what they are, how busy; live")       \
	X(GPU_REGIONS, "Greg", 1, "GPU time of regions, with those in them; live") \
	X(PADDING, "PAD ", 1, "nothing: keeps live payloads on whole pages")

enum lp_section {
#define LP_SECTION_ENUM(name, tag, repeated, what) LP_SECT_##name,
	LP_SECTION_LIST(LP_SECTION_ENUM)
#undef LP_SECTION_ENUM
	LP_SECT_COUNT
};

/* How samples were taken. LP_ENGINE(C name, name in reports, what) */
#define LP_ENGINE_LIST(X)                                                                          \
	X(NONE, "none", "no samples")                                                              \
	X(PERF, "perf", "perf_event software clock")                                               \
	X(TIMER, "timer", "CPU-time timer of each thread")                                         \
	/* of a sum: some of its runs by one, others by another */                                 \
	X(SEVERAL, "several", "perf_event software clock or CPU-time timer")

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
	uint64_t cpu_ns;            /* CPU time of the process since the profile began */
	uint64_t clock_reads;       /* of the function clocks */
	uint64_t overhead_ticks;    /* spent in the runtime itself, estimated */
	uint64_t threads_seen;      /* threads that ran instrumented code */
	uint64_t threads_lost;      /* of these, those that counted in the shared static section */
	int32_t exit_status;        /* of exit(); -1 unknown */
	uint32_t flags;             /* LP_INFO_* */
	uint64_t paused_ticks;      /* between stop and start; in none of the other times */
	uint64_t deep_samples;      /* of samples_taken, those with more calls than a path holds */
	uint64_t kernel_samples;    /* of samples_taken, those known to be in system calls or page faults */
	uint64_t page_faults;       /* of the process since the profile began */
	uint64_t sample_squares;    /* of the periods that each sample in samples_taken counts for */
	uint64_t crowded_samples; /* of samples_taken, those whose callers had no room in "stak" */
	uint64_t children_lost;   /* forked children that could not begin a profile of their own */
	uint32_t children_error;  /* why the last one could not: Linux's errno; 0 unknown */
	uint32_t clocks_lost; /* calls without a clock, as too many were open; 2^32 - 1: or more */
};

/* Files of earlier lineprofs end here. */
#define LP_INFO_BYTES_LEAST offsetof(struct lp_info, sample_squares)

enum lp_info_flag {
	LP_INFO_FORKED = 1 << 0,  /* the process is a forked child: counts begin at the fork */
	LP_INFO_STOPPED = 1 << 1, /* nothing is measured now; see "excl" */
	LP_INFO_NO_PATHS =
	    1 << 2, /* samples have no callers but those of code that is not instrumented */
	LP_INFO_INCOMPLETE =
	    1 << 3, /* the file could not grow: sections that came later are missing */
	LP_INFO_SIGNAL_GONE =
	    1 << 4, /* the program has the samples' signal now: there were none since */
	LP_INFO_INSIDE = 1 << 5, /* a sum: of runs that were forked, or started or stopped, too */
	LP_INFO_UNSAMPLED = 1 << 6, /* a sum: some of the runs took no samples, others did */
	LP_INFO_CUT = 1 << 7, /* a sum: of runs of which threads ran on while they ended, too */
	LP_INFO_SANDBOX =
	    1 << 8, /* the program's own sandbox would have ended it, had more been asked */
	LP_INFO_NO_CLOCK = 1 << 9, /* the program took the clock away: no time passed since */
	LP_INFO_HALTED = 1 << 10, /* in a sandbox of its own no handler returns: no samples since */
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

/* Payload of "Rmrk": this, then `bytes` of remarks, see format/remarks.h. */
struct lp_remarks_head {
	uint32_t module;
	uint32_t bytes;
};

/* Payload of "Slct", followed by `patterns_bytes` of patterns: the sum over the units
 * of a module that were compiled with the same ones. Functions of several units are
 * counted in each. */
struct lp_selection {
	uint32_t module;
	uint32_t units;
	uint32_t counted;  /* functions with counters */
	uint32_t excluded; /* functions left out by the patterns */
	uint32_t skipped;  /* functions left out by an attribute */
	uint32_t system;   /* functions left out as code of system headers */
	uint64_t matched;  /* bit n: pattern n matched a function; the first 64 */
	uint32_t flags;    /* LP_UNIT_* of format/abi.h, of any of the units */
	uint32_t patterns_bytes; /* "include=GLOB", "exclude=GLOB", a zero behind each */
};

/* Payload of "thrd". Thread 0 is the sum of ended threads that gave up their rows. */
struct lp_thread {
	uint32_t thread; /* index */
	uint32_t tid;    /* kernel's thread id; 0 for the sum */
	char name[16];   /* as the kernel knew it last; padded with zeros */
	uint64_t start_ticks;
	uint64_t end_ticks; /* 0 while it lives */
	uint64_t life_ticks; /* lifetimes folded into this row (thread 0 only) */
	uint64_t cpu_ns;    /* CPU time since then, as of the last sample or the end */
	uint64_t samples;   /* taken in it */
	uint64_t folded;    /* threads summed up in this row */
	uint64_t delay_ns;  /* ready to run, and no CPU was free; 0 if unknown */
};

/* Payload of "coun": this, then `count` uint64_t, on a page of their own. */
struct lp_counters {
	uint32_t module;
	uint32_t thread; /* LP_THREAD_STATIC: the static section */
	uint64_t count;
};
#define LP_THREAD_STATIC UINT32_MAX

/* Payload of "link": this, then `count` lp_link. */
struct lp_links {
	uint32_t module;
	uint32_t count;
};

/* What there is to be seen of `counter` is its own value and that of `shared`. */
struct lp_link {
	uint32_t shared; /* index into the module's counters; in no function's table */
	uint32_t counter;
};

/* Payload of "excl": a struct lp_counters, then `count` uint64_t "outside", then as many
 * "kept". Of a program that was ever stopped, the "coun" of that module and thread is
 * not what there is to be seen: that is coun - outside, or, with LP_INFO_STOPPED, kept. */

/* Payload of "clok": this, then `count` lp_clock, one for each function, then LP_CLOCK_ARRAYS times
 * as many uint64_t, as enum lp_clock_array says. Where nothing is known of these, the last ones or
 * all of them are missing: in older profiles, and in sums with such. */
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

enum lp_clock_array {
	/* Of self_ticks, what the thread was not on a CPU for. Where its clocks had events within
	 * 1/8192 s it is an estimate: some of such stretches were measured, for all. */
	LP_CLOCK_OFF_CPU,
	/* Of these, ready to run, by the kernel, where it was off its CPU for long. */
	LP_CLOCK_DELAY,
	/* The same of total_ticks. */
	LP_CLOCK_TOTAL_DELAY,
	/* Of LP_CLOCK_OFF_CPU, what may have been ready to run: of that the kernel was not asked.
	 */
	LP_CLOCK_UNASKED,
	LP_CLOCK_ARRAYS
};

enum lp_clock_flag {
	LP_CLOCK_COLLAPSED = 1 << 0, /* calls were too short to time: the numbers are of the first ones */
};

/* Payload of "stak": this, then `capacity` lp_stack_node. A node is empty while
 * its kind is LP_STACK_EMPTY. Paths start at a thread; an address in a path is a
 * return address, but for the last one, of a leaf, where the sample found the
 * thread. Readers that do not know a kind ignore the node. */
struct lp_stacks {
	uint32_t capacity; /* nodes */
	uint32_t first;    /* number of the first node in this section */
};

/* Addresses of a path at most: the innermost ones. */
#define LP_PATH_DEPTH 256

enum lp_stack_kind {
	LP_STACK_EMPTY = 0,
	LP_STACK_BUSY = 1,   /* being written: to be ignored */
	LP_STACK_THREAD = 2, /* address: index of the thread */
	LP_STACK_CALL = 3,   /* address: where the call returns to */
	LP_STACK_LEAF = 4,   /* address: where the sample was taken */
	LP_STACK_WAIT = 5,   /* address: where the call that waited returns to; also a leaf */
	LP_STACK_CLOCK = 6,  /* a leaf without an address: calls of the function of the region */
	LP_STACK_CLOCK_WAIT = 7, /* the same of what they waited themselves */
	LP_STACK_OPEN_WAIT = 8,  /* beside a LP_STACK_WAIT: such a call that has not ended */
};

/* Of each of the two kinds, so many are kept in a second at the most: calls of less by chance. */
#define LP_CLOCK_PATHS_PER_SECOND 1024

/* Whether a path ends in it: it has a count. */
static inline bool lp_stack_is_leaf(uint32_t kind)
{
	return kind >= LP_STACK_LEAF && kind <= LP_STACK_CLOCK_WAIT;
}

/* Whether the count of a leaf is in ticks. */
static inline bool lp_stack_has_ticks(uint32_t kind)
{
	return lp_stack_is_leaf(kind) && kind != LP_STACK_LEAF;
}

struct lp_stack_node {
	uint32_t kind;   /* enum lp_stack_kind */
	uint32_t parent; /* node number; of a thread, its own */
	uint64_t address;
	uint64_t region; /* of a leaf: LP_REGION() of the innermost open clock, 0 if none */
	/* Samples that ended here; LP_STACK_WAIT: ticks, without CPU time; LP_STACK_CLOCK: ticks
	 * that its calls ran, themselves, as far as these paths were kept; LP_STACK_CLOCK_WAIT: the
	 * same of ticks off CPUs, beside those of LP_STACK_WAIT and those for want of a CPU;
	 * LP_STACK_OPEN_WAIT, of which a thread has one at the most: when the call began, 0: none
	 * did. Such a node is no leaf: its count is no sum. */
	uint64_t count;
};

/* Payload of "Symb", in profiles that `lpview pack` made: this, then `address_count`
 * lp_symbol_address in order of address and is_leaf, `frame_count` lp_symbol_frame,
 * and `string_bytes` of zero-terminated strings, the first of them empty. Strings are
 * named by their offset among these. */
struct lp_symbols {
	uint32_t module;
	uint32_t address_count;
	uint32_t frame_count;
	uint32_t string_bytes;
	uint32_t trouble; /* string: why some or all addresses are not known; 0: none */
	uint32_t reserved; /* 0 */
};

struct lp_symbol_address {
	uint64_t address; /* in the file's symbols */
	uint32_t is_leaf; /* 1: a sample; 0: where a call returns to */
	uint32_t first_frame;
	uint32_t frame_count; /* innermost first */
	/* 1: one more frame, behind these, is the function that is called there; 0: it is not
	 * known, as in files before 2026-12-01. Its file and line say nothing. */
	uint32_t called_count;
};

struct lp_symbol_frame {
	uint32_t linkage_name; /* string */
	uint32_t declared_in;  /* string: path of the function's declaration */
	uint32_t declared_line;
	uint32_t file; /* string: path of the line that runs */
	uint32_t line;
	uint32_t reserved; /* 0 */
};

/* Payload of "Srcs", followed by the text, coded. */
struct lp_source_head {
	uint64_t path_hash;  /* lp_file_entry.path_hash */
	uint64_t text_bytes; /* not coded; at most LP_SOURCE_BYTES_MOST */
	uint32_t coding;     /* enum lp_coding */
	uint32_t reserved;   /* 0 */
};

enum lp_coding {
	LP_CODING_PLAIN = 0,
	LP_CODING_ZSTD = 1, /* one frame that states its content's size (RFC 8878) */
};

/* Larger than any source that people read; of all sources of a profile together. */
#define LP_SOURCE_BYTES_MOST (UINT64_C(1) << 26)
#define LP_SOURCES_BYTES_MOST (UINT64_C(1) << 28)

/* Payload of "rnam": this, then `count` lp_region_name. */
struct lp_region_names {
	uint32_t first; /* number of the first name in this section */
	uint32_t count;
};

struct lp_region_name {
	uint32_t bytes; /* of text; 0: none yet */
	char text[124]; /* not terminated by zero */
};

/* The first names are the runtime's own. */
enum lp_region_own_name {
	LP_REGION_OTHERS = 0,            /* all names that found no room */
	LP_REGION_END_WITHOUT_BEGIN = 1, /* its calls are such ends */
	LP_REGION_OWN_NAMES = 2,
};

/* Payload of "regn": this, then `count` lp_region. */
struct lp_regions {
	uint32_t thread;
	uint32_t count;
};

struct lp_region {
	uint32_t name;        /* its number + 1; 0: none yet */
	uint32_t open;        /* calls that have not ended */
	uint64_t calls;       /* begun, while it was measured */
	uint64_t self_ticks;  /* in the region, without those that began in it */
	uint64_t total_ticks; /* from begin to end, outermost calls only */
};

/* Payload of "Rank", in profiles that `lpview merge` made: this, then `count` lp_rank, and
 * `string_bytes` of zero-terminated strings, the first of them empty. */
struct lp_ranks {
	uint32_t count;
	uint32_t string_bytes;
};

/* A process, which may have forked others: these have rows of their own. */
struct lp_rank {
	uint64_t rank; /* as in lp_file_header */
	uint32_t pid;
	uint32_t threads;
	uint32_t host; /* string: its offset */
	uint32_t path; /* string: of its profile, as it was given */
	uint64_t wall_ns;
	uint64_t cpu_ns;
	uint64_t lifetime_ns; /* of its threads, less what they had no CPU */
	uint64_t samples;
};

/* Payload of "Rspr": this, then `count` lp_rank_spread. */
struct lp_rank_spreads {
	uint32_t count;
	uint32_t reserved; /* 0 */
};

/* A number of each process; of one that has none it is 0. */
struct lp_rank_range {
	uint64_t sum;
	uint64_t min;
	uint64_t max;
	uint32_t min_rank; /* which row of "Rank" has it, the first of several */
	uint32_t max_rank;
};

/* A line; or, with a name, a function at the line that it is defined on. */
struct lp_rank_spread {
	uint64_t path_hash; /* of its file */
	uint64_t name_hash; /* FNV-1a of the linkage name; 0: a line */
	uint32_t line;
	uint32_t ranks;              /* that ran it */
	struct lp_rank_range counts; /* hits, or calls */
	struct lp_rank_range self_ns;
	struct lp_rank_range total_ns;
};

#define LP_STEPS_MOST 2048

/* Payload of "Step": this, then `count` lp_step: the first is of all before the first mark,
 * the last one of all later ones too. */
struct lp_steps {
	uint32_t count;
	uint32_t reserved; /* 0 */
};

/* What a schedule makes of a step. */
#define LP_PHASE_LIST(X)                                                     \
	X(NONE, "none")     /* there was no schedule: measured */            \
	X(WAIT, "wait")     /* not measured */                               \
	X(WARMUP, "warmup") /* measured; not in what is said of all steps */ \
	X(ACTIVE, "active") /* measured */                                   \
	X(DONE, "done")     /* not measured: all cycles are over */          \
	X(MIXED, "mixed")   /* steps of several phases, summed up */

enum lp_phase {
#define LP_PHASE_ENUM(name, text) LP_PHASE_##name,
	LP_PHASE_LIST(LP_PHASE_ENUM)
#undef LP_PHASE_ENUM
};

struct lp_step {
	uint32_t marks; /* 0: not come to; more than 1: so many steps, summed up */
	uint32_t phase; /* enum lp_phase */
	uint64_t ticks;
	uint64_t cpu_ns;     /* of all threads */
	uint64_t wait_ticks; /* that threads waited for a GPU */
	uint64_t kernel_ns;  /* of kernels that were asked for in it */
	uint64_t copy_ns;    /* of copies and sets */
	uint64_t kernels;
};

/* A function of a module as one number; never 0. */
#define LP_REGION(module, func) (((uint64_t)(module) << 32 | (uint32_t)(func)) + 1)
#define LP_REGION_MODULE(region) ((uint32_t)(((region) - 1) >> 32))
#define LP_REGION_FUNC(region) ((uint32_t)((region) - 1))

#ifdef __cplusplus
}
#endif
#endif
