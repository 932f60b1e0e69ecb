/*
 * explain.c: why a profile shows little, in words, and what can be done about it.
 *
 * Each cause is a row of one table. A row that says why there is nothing at all ends
 * the list: what follows from it needs no words of its own.
 */
#include <stdio.h>
#include <string.h>

#include "viewer/model/in_step.h"
#include "viewer/model/missing_calls.h"
#include "viewer/model/rank_sums.h"
#include "viewer/model/steps.h"
#include "viewer/model/unmatched.h"

/* Fewer samples tell times of lines only roughly: 10 points of 100 either way. */
enum { FEW_SAMPLES = 100 };

/* What the causes look at. */
struct facts {
	const struct lp_profile *profile;
	const struct lp_info *info;
	size_t clocked_count;   /* functions that were timed by clock */
	size_t collapsed_count; /* of these, too short to go on with it */
	struct lp_missing_calls missing;
	bool has_approximate;
	bool lacks_samples; /* of its functions */
	bool has_hits;  /* of a loop, it may be, in a function that was called before */
	bool has_times; /* of some function: one that fork() returned to may have nothing else */
};

/* Room for one line. */
struct line {
	char text[256];
};

struct cause {
	/* What is so, as static text or in `line`; NULL if it is not. */
	const char *(*tell)(const struct facts *facts, struct line *line);
	const char *remedy; /* may be NULL */
	bool ends;
};

/* A cause that a flag of the profile (LP_INFO_*) is all of. */
#define CAUSE_BY_FLAG(name, flag, text)                                                            \
	static const char *name(const struct facts *facts, struct line *line)                      \
	{                                                                                          \
		(void)line;                                                                        \
		return facts->info->flags & (flag) ? (text) : NULL;                                \
	}

CAUSE_BY_FLAG(forked, LP_INFO_FORKED, "a forked child: counts begin at the fork")
CAUSE_BY_FLAG(
    clock_gone, LP_INFO_NO_CLOCK,
    "the program took the clock away (seccomp's strict mode, PR_SET_TSC): no times since, but "
    "hits and ncalls")
CAUSE_BY_FLAG(
    in_sandbox, LP_INFO_SANDBOX,
    "in the program's own sandbox (seccomp), what may end it was not asked: CPU times are "
    "those of samples there, and what waited, in calls or for a CPU, may be missing")

/* ---- nothing was counted ---- */

static const char *unmatched_pattern(const struct facts *facts, struct line *line)
{
	const char *const text = lp_unmatched_pattern(&facts->profile->reader);

	if (!text)
		return NULL;
	snprintf(line->text, sizeof(line->text), "%s matches no function", text);
	return line->text;
}

static const char *never_started(const struct facts *facts, struct line *line)
{
	(void)line;
	return !facts->has_hits && facts->info->flags & LP_INFO_STOPPED
		   ? "it was stopped all the time"
		   : NULL;
}

static const char *no_functions(const struct facts *facts, struct line *line)
{
	(void)line;
	return facts->profile->function_count == 0
		   ? "no function is instrumented: include=, exclude= and attributes left none"
		   : NULL;
}

static const char *nothing_ran(const struct facts *facts, struct line *line)
{
	(void)line;
	return facts->has_hits || facts->has_times ? NULL : "no instrumented function has run";
}

/* ---- nothing was timed ---- */

static bool has_samples(const struct facts *facts)
{
	return facts->profile->sample_count > 0;
}

static bool has_engine(const struct facts *facts)
{
	return facts->info->engine != LP_ENGINE_NONE;
}

static bool is_counts_only(const struct facts *facts, const char *who)
{
	return !has_samples(facts) && !has_engine(facts) &&
	       strcmp(facts->profile->engine_note, who) == 0;
}

static const char *counts_asked(const struct facts *facts, struct line *line)
{
	(void)line;
	return is_counts_only(facts, "LINEPROF_MODE=counts")
		   ? "recorded with LINEPROF_MODE=counts: hits and calls only, no times"
		   : NULL;
}

static const char *counts_compiled(const struct facts *facts, struct line *line)
{
	(void)line;
	return is_counts_only(facts, "mode=counts")
		   ? "compiled with mode=counts: hits and calls only, no times"
		   : NULL;
}

/* The environment asked for it, by a variable of ours, or the plugin's argument. */
static bool is_asked_for(const char *note)
{
	return strncmp(note, "LINEPROF_", strlen("LINEPROF_")) == 0 ||
	       strncmp(note, "mode=", strlen("mode=")) == 0;
}

static const char *no_engine(const struct facts *facts, struct line *line)
{
	const char *const note = facts->profile->engine_note;

	if (has_samples(facts) || has_engine(facts) || !*note || counts_asked(facts, line) ||
	    counts_compiled(facts, line))
		return NULL;
	if (is_asked_for(note)) {
		snprintf(line->text, sizeof(line->text),
			 "recorded with %.150s: no samples, so no times of lines", note);
		return line->text;
	}
	snprintf(line->text, sizeof(line->text),
		 "no samples could be taken (%.150s): no times of lines", note);
	return line->text;
}

/* Then more work would change nothing. A program that was killed could not say it. */
static bool is_signal_gone(const struct facts *facts)
{
	return facts->info->flags & (LP_INFO_SIGNAL_GONE | LP_INFO_HALTED | LP_INFO_NO_CLOCK) ||
	       facts->lacks_samples;
}

static const char *signal_gone(const struct facts *facts, struct line *line)
{
	(void)line;
	if (facts->info->flags & LP_INFO_HALTED)
		return "samples ended where the program entered a sandbox (seccomp) that lets no "
		       "signal's handler return: what came later has no times of lines";
	if (facts->info->flags & LP_INFO_NO_CLOCK)
		return NULL;
	if (facts->info->flags & LP_INFO_SIGNAL_GONE)
		return "the program has set a handler of its own, or none, for the signal of the "
		       "samples: there were none since";
	return facts->lacks_samples ? "hardly a sample came while functions ran: the program has "
				      "taken or blocked the signal of the samples"
				    : NULL;
}

static const char *too_short(const struct facts *facts, struct line *line)
{
	if (has_samples(facts) || !has_engine(facts) || is_signal_gone(facts))
		return NULL;
	snprintf(line->text, sizeof(line->text),
		 "no samples in %.1f ms of CPU time (one every %.1f ms): no times of lines",
		 (double)facts->info->cpu_ns / 1e6, (double)facts->info->sample_period_ns / 1e6);
	return line->text;
}

static const char *few_samples(const struct facts *facts, struct line *line)
{
	const double independent = lp_profile_independent_samples(facts->profile);
	const unsigned long long samples = facts->profile->sample_count;
	char worth[64] = "";

	if (independent < 1 || independent >= FEW_SAMPLES || is_signal_gone(facts))
		return NULL;
	if (lp_profile_is_overweight(facts->profile))
		snprintf(worth, sizeof(worth), ", as good as %u", (unsigned)independent);
	snprintf(line->text, sizeof(line->text), "only %llu sample%s%s: times of lines are rough",
		 samples, samples == 1 ? "" : "s", worth);
	return line->text;
}

static const char *in_step(const struct facts *facts, struct line *line)
{
	double period_ns = 0;
	const struct lp_line *const waits = lp_in_step(facts->profile, &period_ns);
	const char *path, *name;

	if (!waits)
		return NULL;
	path = facts->profile->sources[waits->source].path;
	name = strrchr(path, '/');
	snprintf(line->text, sizeof(line->text),
		 "%.100s:%u waits every %.3g ms, in step with the samples: times may be far off",
		 name ? name + 1 : path, waits->line, period_ns / 1e6);
	return line->text;
}

/* With samples, they time what the clocks do not. */
static const char *clocks_collapsed(const struct facts *facts, struct line *line)
{
	(void)line;
	return !has_samples(facts) && facts->clocked_count > 0 &&
		       facts->collapsed_count == facts->clocked_count
		   ? "all calls are too short to be timed by clock (under 1 us)"
		   : NULL;
}

static const char *coarser(const struct facts *facts, struct line *line)
{
	const char *const note = facts->profile->engine_note;

	/* Where they are too dear, perf would take no more: docs/decisions/0067. */
	if (facts->info->engine != LP_ENGINE_TIMER || strncmp(note, "perf", 4) != 0 ||
	    strstr(note, "too dear"))
		return NULL;
	snprintf(line->text, sizeof(line->text), "samples are coarser than they could be: %.150s",
		 note);
	return line->text;
}

/* EACCES and EPERM, in the words of the C library. */
static bool is_forbidden(const char *note)
{
	return strstr(note, "Permission denied") || strstr(note, "Operation not permitted");
}

/* The runtime did not ask: runtime/sampler_perf.c. */
static bool is_in_sandbox(const char *note)
{
	return strstr(note, "(seccomp)") != NULL;
}

static const char *perf_forbidden(const struct facts *facts, struct line *line)
{
	return is_forbidden(facts->profile->engine_note) ? coarser(facts, line) : NULL;
}

static const char *perf_in_sandbox(const struct facts *facts, struct line *line)
{
	return is_in_sandbox(facts->profile->engine_note) ? coarser(facts, line) : NULL;
}

static const char *perf_failed(const struct facts *facts, struct line *line)
{
	const char *const note = facts->profile->engine_note;

	return is_forbidden(note) || is_in_sandbox(note) ? NULL : coarser(facts, line);
}

/* ---- some of it is less than it should be ---- */

static const char *approximate(const struct facts *facts, struct line *line)
{
	(void)line;
	return facts->has_approximate
		   ? "compiled without the Clang side of the plugin: hits are approximate"
		   : NULL;
}

static const char *cut_paths(const struct facts *facts, struct line *line)
{
	const uint64_t all = facts->profile->sample_count;
	const uint64_t deep = facts->info->deep_samples + facts->info->crowded_samples;
	const uint64_t missing = facts->profile->cut_samples;
	const uint64_t cut = missing > deep ? missing - deep : 0;

	if (all < FEW_SAMPLES || cut < all / 10 || facts->info->flags & LP_INFO_NO_PATHS)
		return NULL;
	snprintf(line->text, sizeof(line->text),
		 "%.0f %% of the samples do not show who called, most often %.80s: "
		 "cumtimes without a clock are too low",
		 100 * (double)cut / (double)all,
		 facts->profile->functions[facts->profile->cut_function].name);
	return line->text;
}

static const char *no_paths(const struct facts *facts, struct line *line)
{
	(void)line;
	return has_samples(facts) && facts->info->flags & LP_INFO_NO_PATHS
		   ? "recorded with LINEPROF_PATHS=off: cumtime without a clock is too low, and "
		     "the tree of calls is not complete"
		   : NULL;
}

/* lpview merge has made one thread of all. */
static bool is_merged(const struct facts *facts)
{
	return lp_rank_table_of(facts->profile).rank_count > 0;
}

static const char *partly_sampled(const struct facts *facts, struct line *line)
{
	(void)line;
	if (!(facts->info->flags & LP_INFO_UNSAMPLED))
		return NULL;
	return is_merged(facts) ? "some of these runs took no samples: their time is on the lines "
				  "of the others"
				: "some of these runs took no samples: their hits are in it, their "
				  "times of lines are not";
}

/* "N % of the samples `what`", if it is worth a word. */
static const char *of_samples(const struct facts *facts, struct line *line, uint64_t count,
			      const char *what)
{
	const uint64_t all = facts->profile->sample_count;
	/* It may be newer than the samples that are kept. */
	const uint64_t some = count < all ? count : all;

	if (some == 0 || some < all / 100)
		return NULL;
	snprintf(line->text, sizeof(line->text), "%.0f %% of the samples %s",
		 100 * (double)some / (double)all, what);
	return line->text;
}

static const char *deep_paths(const struct facts *facts, struct line *line)
{
	char what[128];

	snprintf(what, sizeof(what),
		 "lie deeper than %d calls: who called the outermost of them is not known, whose "
		 "cumtime is too low",
		 LP_PATH_DEPTH);
	return of_samples(facts, line, facts->info->deep_samples, what);
}

static const char *crowded_paths(const struct facts *facts, struct line *line)
{
	return of_samples(facts, line, facts->info->crowded_samples,
			  "have lines, but no callers, whose cumtime is too low: their "
			  "call paths found no room in the file");
}

/* `how`: what the calls of the first one, and how many more, are. */
static const char *of_calls(const struct lp_missing *missing, struct line *line, const char *how)
{
	char more[40] = "";

	if (missing->count == 0)
		return NULL;
	if (missing->count > 1)
		snprintf(more, sizeof(more), " and %zu more", missing->count - 1);
	snprintf(line->text, sizeof(line->text), "calls of %.100s%s %s", missing->first->name, more,
		 how);
	return line->text;
}

/* Of a function in a header each unit has a copy, of which the linker keeps one. A call that
 * found no room on the stack, in a program that goes on, never came to the first count. */
static const char *passed_by(const struct facts *facts, struct line *line)
{
	return of_calls(&facts->missing.passed_by, line,
			"are missing: the linker kept a copy that does not count, or the stack "
			"overflowed");
}

static const char *cut_off(const struct facts *facts, struct line *line)
{
	return of_calls(&facts->missing.cut_off, line,
			"are missing: before they counted, a signal's handler left them by a jump, "
			"the thread was cancelled, or the stack overflowed");
}

static const char *left_out(const struct facts *facts, struct line *line)
{
	return of_calls(
	    &facts->missing.left_out, line,
	    "were left out when compiled, as of what is new and deleted at once: callers "
	    "are shown with them");
}

static const char *still_running(const struct facts *facts, struct line *line)
{
	(void)line;
	return facts->profile->reader.header->state == LP_FILE_RUNNING
		   ? "the program still runs, was killed, or left by _exit or exec: counts up to "
		     "then, but for loops without calls that had not ended, times up to 1/16 s "
		     "before"
		   : NULL;
}

static const char *threads_lost(const struct facts *facts, struct line *line)
{
	if (facts->info->threads_lost == 0)
		return NULL;
	snprintf(line->text, sizeof(line->text),
		 "%llu threads shared their counters: counts may be too low",
		 (unsigned long long)facts->info->threads_lost);
	return line->text;
}

static const char *clocks_lost(const struct facts *facts, struct line *line)
{
	if (facts->info->clocks_lost == 0)
		return NULL;
	snprintf(line->text, sizeof(line->text),
		 "clocks of %llu calls are missing, as 65536 were open, or there was no memory for "
		 "more: "
		 "where no samples tell, their time is that of the functions around them",
		 (unsigned long long)facts->info->clocks_lost);
	return line->text;
}

static const char *children_lost(const struct facts *facts, struct line *line)
{
	const uint64_t count = facts->info->children_lost;
	const uint32_t error = facts->info->children_error;
	char why[128] = "";

	if (count == 0)
		return NULL;
	if (error)
		snprintf(why, sizeof(why), " (%.100s)", strerror((int)error));
	snprintf(line->text, sizeof(line->text),
		 "%llu forked child%s could not begin a profile%s: what they did may be missing",
		 (unsigned long long)count, count == 1 ? "" : "ren", why);
	return line->text;
}

static const char *samples_lost(const struct facts *facts, struct line *line)
{
	(void)line;
	return facts->info->samples_lost > facts->info->samples_taken / 20
		   ? "more than 5 % of the samples were lost"
		   : NULL;
}

/* ---- it could not be written ---- */

static bool is_incomplete(const struct facts *facts)
{
	return facts->info->flags & LP_INFO_INCOMPLETE;
}

static const char *nothing_written(const struct facts *facts, struct line *line)
{
	(void)line;
	return is_incomplete(facts) && !facts->has_hits
		   ? "the file could not grow: there are no counts in it"
		   : NULL;
}

CAUSE_BY_FLAG(cut_short, LP_INFO_INCOMPLETE,
	      "the file could not grow: threads, libraries and samples that came later are missing")

static const char more_work[] =
    "hits and ncalls are exact; give it more work, or sum up runs: lpview A B";
static const char more_work_if_inexact[] = "give it more work, or sum up runs: lpview A B";
static const char room_lacked[] =
    "the program said why on stderr: a full disk, a limit on files (ulimit -f) or addresses "
    "(ulimit -v), or a file that it closed and may not open again";
static const char sandbox_lacked[] =
    "a sandbox of the program's own (seccomp) let no more be asked for";

/* In the order in which they are told. {tell, remedy, ends} */
static const struct cause causes[] = {
    {still_running, NULL, false},
    {nothing_written, room_lacked, true},
    {cut_short, room_lacked, false},
    {unmatched_pattern,
     "a pattern with '/' or '.' is one of files, any other one of functions: docs/options.md",
     false},
    {no_functions, "clang -fplugin-arg-lineprof-help tells how files and functions are chosen",
     true},
    {never_started,
     "call lineprof_start(), or run it without LINEPROF_START=off or LINEPROF_SCHEDULE", true},
    {nothing_ran, "it ended, or was killed, before one was called; or lineprof was stopped", true},
    {counts_asked, "run it without LINEPROF_MODE", true},
    {counts_compiled, "compile without it, or run with LINEPROF_MODE=auto for samples alone", true},
    {no_engine, NULL, false},
    {signal_gone, NULL, false},
    {clock_gone, NULL, false},
    {in_sandbox, NULL, false},
    {too_short, more_work, false},
    {few_samples, more_work, false},
    {in_step, "LINEPROF_ENGINE=perf, where the kernel allows it, samples out of step", false},
    {clocks_collapsed, NULL, false},
    {perf_forbidden, "sysctl kernel.perf_event_paranoid=2, or CAP_PERFMON, lets perf count", false},
    {perf_in_sandbox, "LINEPROF_ENGINE=perf asks, where the sandbox only refuses", false},
    {perf_failed, NULL, false},
    {approximate,
     "compile with -fplugin=liblineprof.so instead of -fpass-plugin=, and without -save-temps",
     false},
    {no_paths, "run it without LINEPROF_PATHS", false},
    {partly_sampled, "sum up runs of one kind for times per hit", false},
    {deep_paths, NULL, false},
    {crowded_paths, "LINEPROF_PATHS=off, where callers are of no interest", false},
    {cut_paths,
     "what it calls needs frame pointers (-fno-omit-frame-pointer) or call frame information "
     "(.eh_frame; in assembler .cfi_...)",
     false},
    {left_out, NULL, false},
    {passed_by,
     "compile all units with the plugin, and let none of them have the header by -isystem", false},
    {cut_off, NULL, false},
    {threads_lost, NULL, false},
    {clocks_lost, NULL, false},
    {children_lost,
     "LINEPROF_FILE=/FOLDER/%p.lprof, where they can: as another user, behind another root", false},
    {samples_lost, NULL, false},
    {forked, "its parent has a profile of its own; lpview PARENT CHILD shows their sum", false},
};

static const char *remedy_of(const struct facts *facts, const struct cause *cause)
{
	if (cause->remedy == room_lacked && facts->info->flags & LP_INFO_SANDBOX)
		return sandbox_lacked;
	return cause->remedy == more_work &&
		       (is_incomplete(facts) ||
			facts->missing.passed_by.count + facts->missing.cut_off.count > 0)
		   ? more_work_if_inexact
		   : cause->remedy;
}

static struct facts facts_of(const struct lp_profile *profile)
{
	struct facts facts = {
	    .profile = profile,
	    .info = &profile->info,
	    .missing = lp_missing_calls_of(profile),
	    .lacks_samples = lp_profile_lacks_samples(profile),
	    .has_hits = profile->call_count > 0,
	};

	for (size_t i = 0; i < profile->line_count; i++)
		facts.has_hits |= profile->lines[i].hits > 0;
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		facts.has_times |= function->self_ticks > 0;
		facts.has_approximate |= (function->flags & LP_FUNCTION_APPROXIMATE) != 0;
		facts.clocked_count += function->clock_calls > 0;
		facts.collapsed_count += function->clock_calls > 0 && function->clock_collapsed;
	}
	return facts;
}

enum lp_status lp_explain(struct lp_profile *profile)
{
	const struct facts facts = facts_of(profile);

	profile->calls_are_missing = lp_misses_calls(&facts.missing);
	for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
		struct line line;
		const char *const text = causes[i].tell(&facts, &line);

		if (!text)
			continue;
		if (lp_warn(profile, NULL, text, remedy_of(&facts, &causes[i])) != LP_OK)
			return LP_MEMORY;
		if (causes[i].ends)
			return LP_OK;
	}
	return LP_OK;
}
