/*
 * profile.h: a profile as the views see it: functions, lines, threads, with
 * counts and times. Prints nothing.
 *
 * Times are ticks of the profile's clock, info.ticks_per_second of them a
 * second. They add up: a function's self_ticks are those of its lines + wait_ticks
 * + unplaced_ticks; the functions' self_ticks + outside_ticks + probe_ticks are
 * lifetime_ticks, if anything was timed. With delay_ticks, which belong to nobody, that is how long
 * the threads lived. A function's self_ticks are those of its call paths, too.
 */
#ifndef LINEPROF_VIEWER_MODEL_PROFILE_H
#define LINEPROF_VIEWER_MODEL_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/layout.h"
#include "format/reader.h"
#include "format/status.h"
#include "viewer/model/arena.h"
#include "viewer/model/gpu_sums.h"
#include "viewer/model/map.h"
#include "viewer/model/merge.h"
#include "viewer/model/part_times.h"
#include "viewer/model/region_sums.h"

#define LP_NO_INDEX UINT32_MAX

struct lp_source_paths;
struct lp_symbol_cache;

/* An executable or shared library ("module" in the file). */
struct lp_object {
	const char *path;               /* "" if the file has none for it */
	const struct lp_module *module; /* NULL if nothing but its number is known */
	uint32_t first_variant;         /* its functions in lp_profile.variants */
	uint32_t variant_count;
	bool lines_are_unknown; /* of its samples: a warning says why */
};

/* A source file, as it was when it was compiled. */
struct lp_source {
	const char *path;  /* as compiled: absolute */
	const char *shown; /* the same, or the rest of it, as reports show it */
	uint64_t path_hash;
	unsigned char digest[16];            /* MD5; zeros if unknown */
	const struct lp_source_head *packed; /* its text in the profile itself; or NULL */
	size_t packed_bytes;                 /* of that and the text */
};

/* A function as one unit compiled it. Copies of an inline function may have
 * several, with different flow graphs. */
struct lp_variant {
	const struct lp_func_entry *entry;
	const unsigned char *table; /* encoded, entry->table_bytes long */
	uint32_t object;
	uint32_t function; /* what it is a variant of */
};

/* Bits of lp_function.flags. */
enum lp_function_flag {
	LP_FUNCTION_LOCAL = 1 << 0,       /* the name is of one unit only */
	LP_FUNCTION_APPROXIMATE = 1 << 1, /* its hits are those of its code, not of statements */
	LP_FUNCTION_TIMED = 1 << 2,       /* its times are known */
	LP_FUNCTION_CLOCKED = 1 << 3,     /* its total_ticks are by clock */
	LP_FUNCTION_HIDDEN =
	    1 << 4, /* no samples tell a copy of it apart: no lines are known there */
	LP_FUNCTION_COROUTINE = 1 << 5,  /* a coroutine: who resumes it is not who called it */
	LP_FUNCTION_POINTED_TO = 1 << 6, /* may be called through a pointer, as far as is known */
};

struct lp_function {
	const char *linkage_name;
	const char *name;    /* demangled */
	const char *brief;   /* for tables: that, or of a long one what fits (brief_names.h) */
	uint32_t object;     /* the first that has a copy of it */
	uint32_t source;     /* where it is defined */
	uint32_t line;       /* of its name there, 1-based; 0 unknown */
	uint32_t end_line;   /* 0 unknown */
	uint32_t flags;      /* LP_FUNCTION_* */
	uint32_t first_line; /* its lines in lp_profile.function_lines */
	uint32_t line_count;
	uint32_t first_site; /* its calls in lp_profile.call_sites */
	uint32_t site_count;
	uint32_t first_caller; /* calls of it in lp_profile.call_edges */
	uint32_t caller_count;
	uint64_t ncalls;
	uint64_t primitive_calls; /* not made by the function itself */
	uint64_t self_ticks;      /* "tottime" */
	uint64_t wait_ticks;      /* of these, in the kernel or waiting, on no line */
	uint64_t line_wait_ticks; /* of these, waiting, on its lines */
	uint64_t unplaced_ticks;  /* of these, on a line that is not known */
	uint64_t total_ticks;     /* "cumtime": the outermost calls, with what they call */
	uint64_t
	    beyond_ticks; /* of these, known by the clocks of what only it calls, not by paths */
	uint64_t self_samples;  /* that self_ticks rest on */
	uint64_t total_samples; /* in it or in what it calls */
	uint64_t clock_calls;   /* timed by clock */
	uint64_t clock_self_ticks;
	uint64_t clock_total_ticks;
	uint64_t clock_delay_ticks; /* of these, without a CPU */
	bool clock_collapsed;       /* the clock saw the first calls only */
	bool clock_lags;            /* calls were open when the program was seen last */
};

/* What a thread had no CPU for while a function's clock was the innermost open one. */
struct lp_region_delay {
	uint32_t thread; /* row */
	uint64_t region; /* as in lp_stack_node */
	uint64_t ticks;
};

/* A function as an object knows it. */
struct lp_namesake {
	uint32_t object;
	uint32_t function;
	uint32_t next;         /* of the same object and linkage name; LP_NO_INDEX */
	uint32_t next_of_line; /* of these, if there are several, defined at that line */
};

/* Bits of lp_line.flags. */
enum lp_line_flag {
	LP_LINE_CODE = 1 << 0,   /* has code: hits mean something */
	LP_LINE_UNSEEN = 1 << 1, /* has 0 hits in some part, but may have run (lost_rounds.h) */
};

/* There may be millions of these: so numbers of samples have 32 bits, and stop there.
 * A line of a source file, summed over the functions that have code on it. */
struct lp_line {
	uint32_t source;
	uint32_t line;          /* 1-based */
	uint32_t flags;         /* LP_LINE_* */
	uint32_t self_samples;  /* that self_ticks rest on; the most that fits if more */
	uint32_t total_samples; /* that total_ticks rest on; the same */
	uint64_t hits;
	uint64_t self_ticks;
	uint64_t wait_ticks;  /* of these, waiting in a call of a library's function */
	uint64_t total_ticks; /* with what was called from it; recursion counts once */
};

/* The part of a line that is in one function. */
struct lp_function_line {
	uint32_t function;
	uint32_t line;  /* index into lp_profile.lines */
	uint32_t flags; /* LP_LINE_* */
	uint32_t self_samples;
	uint64_t hits;
	uint64_t self_ticks;
};

/* A place in the source from which a function calls. */
struct lp_call_site {
	uint32_t object; /* whose code it is; of several, the first */
	uint32_t caller; /* function */
	uint32_t callee; /* function; LP_NO_INDEX: not instrumented, or not known */
	uint32_t source;
	uint32_t line;        /* 1-based */
	bool is_direct;       /* false: through a pointer or a virtual table */
	uint64_t callee_hash; /* lp_func_entry.name_hash; 0 if not direct */
	uint32_t type;        /* lp_call.type: of what it calls if not direct; 0 not known */
	uint64_t count;       /* calls made from here: exact */
};

/* One of lp_table.types: as what a function may be called where no call names it. */
struct lp_function_type {
	uint32_t function;
	uint32_t type;
};

/* Bits of lp_call_edge.flags. */
enum lp_call_flag {
	LP_CALL_ESTIMATED = 1 << 0, /* ncalls is no exact number */
	LP_CALL_GUESSED = 1 << 1, /* no sample tells whose some of its times are: shared by calls */
};

/*
 * The calls of one function by another. Of a function's edges as callee, ncalls add
 * up to its ncalls, self_ticks to its self_ticks, total_ticks to its total_ticks: the
 * time below a recursive call is that of the outermost one.
 */
struct lp_call_edge {
	uint32_t caller; /* function; LP_NO_INDEX: code that is not instrumented */
	uint32_t callee; /* function; LP_NO_INDEX: the same, and there are no times */
	uint32_t flags;  /* LP_CALL_* */
	uint64_t ncalls;
	uint64_t self_ticks; /* in the callee itself, called so */
	uint64_t total_ticks;
	uint64_t self_samples;
	uint64_t total_samples;
};

/* Code, and the calls that led there: a node of the tree of calls that samples found. */
struct lp_call_path {
	uint32_t parent; /* that it was called from, a lower index; LP_NO_INDEX: not known to be */
	uint32_t function; /* LP_NO_INDEX: lineprof's own code */
	uint32_t line;     /* index into lp_profile.lines; LP_NO_INDEX: of no line */
	uint64_t self_ticks;
	uint64_t wait_ticks;   /* of these, in the kernel or waiting */
	uint64_t self_samples; /* that they rest on */
};

struct lp_thread_row {
	const struct lp_thread *thread;
	char name[17];
	uint64_t lifetime_ticks;
	uint64_t samples;   /* kept in the file */
	uint32_t run;       /* of a sum: which of its profiles the thread is of */
	bool lacks_off_cpu; /* how long its clocks were off CPUs is not in the file */
};

/* Things that the user should know before he believes the numbers. */
struct lp_warning {
	const char *which; /* file or so; may be NULL */
	const char *text;
	const char *remedy; /* what can be done; may be NULL */
	struct lp_warning *next;
};

struct lp_profile {
	unsigned char *data; /* the whole file; most pointers here lead into it */
	struct lp_reader reader;
	struct lp_arena arena;
	struct lp_info info;
	const char *program;
	const char *cwd;
	const char *host;
	const char *engine_note;
	const char **programs; /* of a sum of several: their paths, the first one's among them */
	size_t program_count;
	const char **run_paths; /* of the profiles that this is the sum of, as given */
	size_t run_count;
	const char **arguments;
	size_t argument_count;

	struct lp_object *objects;
	size_t object_count;
	struct lp_source *sources; /* sorted by path */
	struct lp_map source_numbers; /* by path_hash, also of those that turned out to be others */
	const char *source_root; /* what reports leave out of paths; "" for the working directory */
	size_t source_count;
	struct lp_variant *variants;
	size_t variant_count;
	struct lp_function *functions;
	size_t function_count;
	struct lp_line *lines; /* sorted by source, line */
	size_t line_count;
	struct lp_function_line *function_lines; /* sorted by function, line */
	size_t function_line_count;
	struct lp_part_times part_times; /* of these */
	struct lp_call_site *call_sites; /* sorted by caller, source, line, callee */
	size_t call_site_count;
	struct lp_function_type *function_types; /* in no order; of copies several times */
	size_t function_type_count;
	struct lp_call_edge *call_edges; /* sorted by callee, caller; LP_NO_INDEX last */
	size_t call_edge_count;
	struct lp_call_path *call_paths; /* parents before what they call */
	size_t call_path_count;
	struct lp_thread_row *threads;
	size_t thread_count;
	struct lp_module_section *module_sections; /* by_module.h */
	size_t module_section_count;
	uint32_t *thread_runs; /* by row of `threads`: its `run`; in the arena */
	size_t thread_run_count;
	uint64_t threads_most;        /* that one process had */
	struct lp_map thread_numbers; /* lp_thread.thread to index in threads */
	struct lp_region_delay *region_delays; /* where there is any, in no order */
	size_t region_delay_count;
	/* Object and linkage name to the first namesake; of several, with a line, too. */
	struct lp_map names;
	struct lp_namesake *namesakes;
	size_t namesake_count;
	struct lp_map thread_samples; /* of lines: thread_samples.h */

	uint64_t call_count;           /* of all functions */
	uint64_t primitive_call_count; /* of all functions */
	uint64_t lifetime_ticks;       /* of all threads, less delay_ticks */
	uint64_t delay_ticks;          /* ready to run, without a CPU */
	uint64_t outside_ticks;        /* of these, in no instrumented function */
	uint64_t outside_wait_ticks;   /* of these, waiting */
	uint64_t outside_samples;      /* that outside_ticks rest on */
	uint64_t probe_ticks;          /* of these, in lineprof's own code between the user's */
	uint64_t sample_count;         /* kept in the file */
	uint64_t cut_samples;          /* of these, with calls missing from their paths */
	uint32_t cut_function;         /* whose calls are missing from most of these */
	uint64_t sampled_ticks;        /* shared out over samples */
	uint64_t line_wait_ticks;      /* of all lines */
	bool is_timed;          /* false: no function has a time, nor is one outside of them */
	bool lines_are_timed;   /* false: no line has a time */
	bool calls_are_missing; /* of functions that were called more often than they counted */
	uint64_t untimed_objects; /* hash of the names of those whose lines have none; 0: none */

	struct lp_region_sums regions;
	struct lp_gpu_sums gpu;

	struct lp_symbol_cache *symbols; /* of readings before; borrowed; or NULL */
	/* Where binaries that are gone from their paths may be; borrowed; or NULL. */
	const struct lp_source_paths *moved;
	struct lp_warning *warnings; /* in the order they came up */
};

/* Why profiles could not be opened. */
struct lp_open_failure {
	size_t which;                    /* number of the profile that it is about */
	struct lp_error error;           /* where in that file, if it is about its contents */
	struct lp_difference difference; /* LP_DIFFERENT only */
	size_t other;                    /* the same: the profile that it does not fit */
};

/*
 * Reads the profiles `paths`, `count` of them (at least one), sums them up and works out
 * everything in `*profile`, with symbols from the binaries they name, as far as they
 * are there, where `moved` (NULL: nowhere) says that they are now, or beside the profiles: what is
 * missing becomes a warning. The caller frees it with lp_profile_free(), and before `moved`.
 *
 * Returns LP_OK, else any status of the reader, LP_IO with errno set, LP_MEMORY,
 * LP_EMPTY, or LP_DIFFERENT if they are not of one program or a process is in two of them;
 * then there is nothing to free, and `*failure` tells more.
 */
enum lp_status lp_profile_open_all(struct lp_profile *profile, const char *const *paths,
				   size_t count, const struct lp_source_paths *moved,
				   struct lp_open_failure *failure);

/* The same for one profile; `error` may be NULL. */
enum lp_status lp_profile_open(struct lp_profile *profile, const char *path,
			       struct lp_error *error);

/* The same with what is known of the program's addresses from readings before, to which it adds. */
enum lp_status lp_profile_open_all_known(struct lp_profile *profile, const char *const *paths,
					 size_t count, struct lp_symbol_cache *symbols,
					 struct lp_open_failure *failure);
enum lp_status lp_profile_open_known(struct lp_profile *profile, const char *path,
				     struct lp_symbol_cache *symbols, struct lp_error *error);

void lp_profile_free(struct lp_profile *profile);

/* Whether its counts are exact: not if the file could not take all of them, or if some were not
 * made. */
static inline bool lp_profile_is_exact(const struct lp_profile *profile)
{
	return !(profile->info.flags & LP_INFO_INCOMPLETE) && !profile->calls_are_missing;
}

/* What the line ran itself. */
static inline uint64_t lp_line_ran(const struct lp_line *line)
{
	return line->self_ticks > line->wait_ticks ? line->self_ticks - line->wait_ticks : 0;
}

/* The same of a function. */
static inline uint64_t lp_function_own_run(const struct lp_function *function)
{
	return function->self_ticks > function->line_wait_ticks
		   ? function->self_ticks - function->line_wait_ticks
		   : 0;
}

/* What the function spent in the kernel or waiting, on its lines and on none. */
static inline uint64_t lp_function_waits(const struct lp_function *function)
{
	return function->wait_ticks + function->line_wait_ticks;
}

/* Whether a time is to be shown: of all calls, or of those that its clock knows. */
static inline bool lp_function_has_time(const struct lp_function *function)
{
	return function->flags & LP_FUNCTION_TIMED || function->total_ticks > 0;
}

/* Whether any of its code ran. It may not have been called while the program was measured:
 * as main() of a child that was forked. */
bool lp_function_ran(const struct lp_profile *profile, const struct lp_function *function);

/* Whether a line's code in a function did not run, though the function was called: if calls are
 * whole (cut_calls.h), as hits are exact. */
bool lp_function_line_is_passed_by(const struct lp_profile *profile,
				   const struct lp_function_line *part);

/* How often call sites that name the function, and are counted, called it. */
uint64_t lp_function_site_calls(const struct lp_profile *profile,
				const struct lp_function *function);

/* Whether the program may have come back from a call that was not counted: out of
 * fork() in the child, out of lineprof_start(); in a sum, in any of its runs. */
static inline bool lp_profile_begins_inside(const struct lp_profile *profile)
{
	return (profile->info.flags & (LP_INFO_FORKED | LP_INFO_STOPPED | LP_INFO_INSIDE)) != 0 ||
	       profile->info.paused_ticks > 0;
}

/* Whose a line of lp_profile.lines is most: of the functions that have code on it, as a lambda and
 * what it is in, or the instances of a template, the one with the most time there, then hits, then
 * the first. LP_NO_INDEX: none has. */
uint32_t lp_line_function(const struct lp_profile *profile, uint32_t line);

/* Marks in `functions` those that have code on a line that `lines` has. */
void lp_lines_mark_functions(const struct lp_profile *profile, const bool *lines, bool *functions);

/* The index in lines of the first one at or behind a place; line_count if none is. */
size_t lp_line_find(const struct lp_profile *profile, uint32_t source, uint32_t line);

/* The function_lines index of the code of `function` at a place. A line without
 * code belongs to the line with code before it: so the later lines of a statement
 * fold into its first one; a place in another file belongs to the function's head.
 * LP_NO_INDEX if the function has no lines at all. */
uint32_t lp_function_line_find(const struct lp_profile *profile, uint32_t function, uint32_t source,
			       uint32_t line);

/* The next line of `function`, from its `*at`th on, that stands elsewhere than in its source from
 * its head on: an included file has it, or `#line` names another place. `*at` goes behind it. NULL:
 * there is no more. */
const struct lp_line *lp_function_elsewhere(const struct lp_profile *profile,
					    const struct lp_function *function, uint32_t *at);

/* The iterations that the program marked, `*count` rows, in the profile; NULL: it did not. The
 * sum of several profiles has none. */
const struct lp_step *lp_profile_steps(const struct lp_profile *profile, uint32_t *count);

/* How many steps the row stands for. One that is not come to, as a forked child has them for
 * its parent's, keeps its place. */
static inline uint64_t lp_step_span(const struct lp_step *row)
{
	return row->marks ? row->marks : 1;
}

/* What a schedule made of the step, in a word. */
const char *lp_step_phase(const struct lp_step *step);

/* So many of the profile's samples say as much as one independent one, 1 or more: one that counts
 * for several periods, as samples that are dear or late do, says no more of where time goes than
 * one that counts for one. Source: L. Kish, Survey Sampling, 1965: the effective size of a weighted
 * sample, (sum of weights)^2 / (sum of their squares). */
double lp_profile_samples_per_independent(const struct lp_profile *profile);

/* So many independent samples say as much as the profile's. */
double lp_profile_independent_samples(const struct lp_profile *profile);

/* Whether these are so much fewer than the samples that it should be told: by a tenth. */
bool lp_profile_is_overweight(const struct lp_profile *profile);

/* Whether hardly any sample came in functions that ran for long, by their clocks: less than one of
 * twenty, where there should be a hundred. */
bool lp_profile_lacks_samples(const struct lp_profile *profile);

/* How far off a time that rests on `samples` may be, in ticks: the end that is farther away of its
 * 95 % confidence interval, which is that of a share of all samples by Wilson (1927, "Probable
 * Inference, the Law of Succession, and Statistical Inference"): it holds for few samples, too, for
 * none and for all. 0 if the profile has no samples. */
double lp_profile_confidence_ticks(const struct lp_profile *profile, uint64_t samples);

#endif
