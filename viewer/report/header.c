/* header.c: what ran, when, and how it was measured. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "viewer/model/rank_sums.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

static const char *base_of(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Arguments that begin behind so many characters of them are counted only. */
#define MOST_OF_COMMAND 160

static void put_arguments(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	size_t size = 0;
	size_t i = 0;

	for (; i < profile->argument_count && (size < MOST_OF_COMMAND || view->shows_all); i++) {
		fputc(' ', view->out);
		lp_text_put_argument(view->out, profile->arguments[i]);
		size += 1 + strlen(profile->arguments[i]);
	}
	if (i < profile->argument_count)
		fprintf(view->out, " and %zu more (--all shows them)", profile->argument_count - i);
	fputc('\n', view->out);
}

static void put_command(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;

	fputs("Command: ", view->out);
	put_arguments(view);
	/* A program may run under another name. */
	if (profile->argument_count > 0 &&
	    strcmp(base_of(profile->arguments[0]), base_of(profile->program)) == 0)
		return;
	fputs("Program:  ", view->out);
	lp_text_put_string(view->out, profile->program);
	fputc('\n', view->out);
}

/* More than this many are counted only. */
#define MOST_NAMED 4

static void put_paths(const struct lp_view *view, const char *const *paths, size_t count)
{
	for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
		fputs(i > 0 ? ", " : " ", view->out);
		lp_text_put_path(view->out, paths[i]);
	}
	if (count > MOST_NAMED)
		fprintf(view->out, " and %zu more", count - MOST_NAMED);
}

static void put_runs(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;

	if (profile->run_count < 2)
		return;
	fprintf(view->out, "Sum of:   %zu runs:", profile->run_count);
	put_paths(view, profile->run_paths, profile->run_count);
	fputs("; command is of the first, date of the earliest\n", view->out);
}

static void put_programs(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;

	if (profile->program_count < 2)
		return;
	fprintf(view->out, "Programs: %zu:", profile->program_count);
	put_paths(view, profile->programs, profile->program_count);
	fputc('\n', view->out);
}

/* Of how many processes it is the sum. */
static void put_ranks(const struct lp_view *view)
{
	const size_t count = lp_rank_table_of(view->profile).rank_count;

	if (count > 0)
		fprintf(view->out,
			"Merged:   %zu process%s (--ranks shows them); command is of the first, "
			"date of the earliest\n",
			count, count == 1 ? "" : "es");
}

static void put_date(const struct lp_view *view)
{
	const time_t when = (time_t)(view->profile->reader.header->start_unix_ns / 1000000000);
	char text[64];
	struct tm local;

	if (!localtime_r(&when, &local) ||
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %z", &local) == 0)
		return;
	fprintf(view->out, "Date:     %s on ", text);
	lp_text_put_string(view->out, view->profile->host);
	if (view->profile->reader.header->rank > 0)
		fprintf(view->out, ", rank %llu",
			(unsigned long long)view->profile->reader.header->rank - 1);
	fputc('\n', view->out);
}

/* What the paths below begin with. */
static void put_root(const struct lp_view *view)
{
	if (!*view->profile->source_root)
		return;
	fputs("Sources:  ", view->out);
	lp_text_put_string(view->out, view->profile->source_root);
	fputc('\n', view->out);
}

static void put_times(const struct lp_view *view)
{
	const struct lp_info *const info = &view->profile->info;
	const uint64_t ticks =
	    info->end_ticks > info->start_ticks ? info->end_ticks - info->start_ticks : 0;

	fprintf(view->out, "Time:     %.3f s wall, %.3f s CPU, %llu thread%s",
		lp_view_seconds(view, ticks), (double)info->cpu_ns / 1e9,
		(unsigned long long)info->threads_seen, info->threads_seen == 1 ? "" : "s");
	if (info->paused_ticks > 0)
		fprintf(view->out, ", stopped for %.3f s",
			lp_view_seconds(view, info->paused_ticks));
	if (lp_view_seconds(view, view->profile->delay_ticks) >= 0.0005)
		fprintf(view->out, ", %.3f s waiting for a CPU",
			lp_view_seconds(view, view->profile->delay_ticks));
	if (info->exit_status > 0)
		fprintf(view->out, ", exit status %d", (int)info->exit_status);
	fputc('\n', view->out);
}

static void put_engine(const struct lp_view *view)
{
	static const char *const engines[] = {
#define LP_ENGINE_TEXT(name, text, what) [LP_ENGINE_##name] = what,
	    LP_ENGINE_LIST(LP_ENGINE_TEXT)
#undef LP_ENGINE_TEXT
	};
	const struct lp_profile *const profile = view->profile;
	const struct lp_info *const info = &profile->info;

	fputs("Samples:  ", view->out);
	if (info->engine == LP_ENGINE_NONE && profile->sample_count == 0)
		fputs("none", view->out);
	else
		fprintf(view->out, "%llu", (unsigned long long)profile->sample_count);
	if (lp_profile_is_overweight(profile))
		fprintf(view->out, " (as good as %.0f independent ones)",
			floor(lp_profile_independent_samples(profile)));
	if (info->sample_period_ns > 0)
		fprintf(view->out, ", one in %.4g ms", (double)info->sample_period_ns / 1e6);
	if (info->engine != LP_ENGINE_NONE)
		fprintf(view->out, " by %s",
			info->engine < LP_ENGINE_COUNT ? engines[info->engine]
						       : "an engine not known");
	/* It is of the first run. */
	if (*profile->engine_note && !(info->flags & LP_INFO_UNSAMPLED) &&
	    info->engine != LP_ENGINE_SEVERAL) {
		fputs(" (", view->out);
		lp_text_put_string(view->out, profile->engine_note);
		fputc(')', view->out);
	}
	if (info->kernel_samples > 0 && info->samples_taken > 0)
		fprintf(view->out, ", %.0f %% in the kernel",
			100 * (double)info->kernel_samples / (double)info->samples_taken);
	if (info->samples_lost > 0)
		fprintf(view->out, ", %llu lost", (unsigned long long)info->samples_lost);
	fputc('\n', view->out);
}

/* What lineprof itself took of the processors' time, as far as samples in its probes and clocks
 * around its own work can tell: what a probe costs the code around it is not in this, but what a
 * processor does of it beside the program's work is. Of a program that was killed the time may be
 * older. */
static void put_overhead(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	const uint64_t ticks = profile->info.overhead_ticks + profile->probe_ticks;
	const double share = lp_view_cpu_pct(view, ticks);

	/* Of a program that does nothing else, two clocks may tell a little more than all. */
	if (share >= 0.5 && share < 101)
		fprintf(view->out,
			"Overhead: about %.1f %% of the CPU time is lineprof's own (%.3f s)\n",
			fmin(share, 100), lp_view_seconds(view, ticks));
}

/* Why there is none of the GPU, where the program wanted one to work, or what it lacks. */
static void put_gpu(const struct lp_view *view)
{
	const struct lp_gpu_run *const run = &view->profile->gpu.run;

	const bool is_live = run->state == LP_GPU_LIVE;

	if (!view->profile->gpu.is_there || (is_live && !run->note[0]))
		return;
	fputs("GPU:      ", view->out);
	if (!is_live)
		fputs(run->note[0] ? "not profiled, calls are counted: "
				   : "not profiled, calls are counted",
		      view->out);
	lp_text_put_string(view->out, run->note);
	fputc('\n', view->out);
}

static void put_list(const struct lp_view *view, const char *what, const char *const *texts,
		     size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fprintf(view->out, "%s '", i == 0 ? what : " or");
		lp_text_put_string(view->out, texts[i]);
		fputc('\'', view->out);
	}
}

static void put_filter(const struct lp_view *view)
{
	const struct lp_filter *const filter = view->filter;

	if (filter->function_count + filter->file_count == 0)
		return;
	fputs("Only:    ", view->out);
	put_list(view, " functions", filter->function_texts, filter->function_count);
	put_list(view, filter->function_count > 0 ? " in files" : " files", filter->files,
		 filter->file_count);
	fputc('\n', view->out);
}

void lp_report_order(const struct lp_view *view)
{
	fputs("   Ordered by: ", view->out);
	for (size_t i = 0; i < view->order.count; i++)
		fprintf(view->out, "%s%s", i > 0 ? ", " : "", view->order.keys[i]->title);
	fputc('\n', view->out);
}

void lp_report_unit(const struct lp_view *view)
{
	if (view->table_unit_seconds > 0)
		fprintf(view->out, "   Timer unit: %g s\n", view->table_unit_seconds);
}

void lp_report_time_title(const struct lp_view *view, const char *what, const char *unit, int width)
{
	char title[32];

	snprintf(title, sizeof(title), "%s%s", what, view->table_unit_seconds > 0 ? "" : unit);
	fprintf(view->out, " %*s", width, title);
}

void lp_report_reductions(const struct lp_view *view)
{
	const struct lp_filter *const filter = view->filter;

	for (size_t i = 0; i < filter->restriction_count; i++) {
		const struct lp_restriction *const at = &filter->restrictions[i];

		if (at->before == at->after)
			continue;
		fprintf(view->out, "   List reduced from %zu to %zu due to restriction <",
			at->before, at->after);
		lp_text_put_string(view->out, at->text);
		fputs(">\n", view->out);
	}
}

void lp_report_put_from(const struct lp_view *view, uint32_t source)
{
	fputs("From ", view->out);
	lp_text_put_string(view->out, view->profile->sources[source].shown);
	fputs(":\n", view->out);
}

static void put_warning(FILE *out, const struct lp_warning *warning)
{
	fputs("Warning:  ", out);
	if (warning->which) {
		lp_text_put_path(out, warning->which);
		fputs(": ", out);
	}
	lp_text_put_string(out, warning->text);
	fputc('\n', out);
	if (!warning->remedy)
		return;
	fprintf(out, "%10s(", "");
	lp_text_put_string(out, warning->remedy);
	fputs(")\n", out);
}

void lp_report_warnings(FILE *out, const struct lp_profile *profile)
{
	for (const struct lp_warning *at = profile->warnings; at; at = at->next)
		put_warning(out, at);
}

void lp_report_header(const struct lp_view *view)
{
	put_command(view);
	put_runs(view);
	put_ranks(view);
	put_programs(view);
	put_date(view);
	put_root(view);
	put_times(view);
	put_engine(view);
	put_overhead(view);
	put_gpu(view);
	put_filter(view);
	lp_report_warnings(view->out, view->profile);
	fputc('\n', view->out);
}

static bool has_changed(const struct lp_source_text *text)
{
	return text->state == LP_SOURCE_CHANGED;
}

static bool is_not_found(const struct lp_source_text *text)
{
	return text->state == LP_SOURCE_MISSING && !lp_source_trouble(text);
}

static bool is_unreadable(const struct lp_source_text *text)
{
	return text->state == LP_SOURCE_MISSING && lp_source_trouble(text);
}

/* How many sources were asked for; and of these, how many are such, the first of which is
 * `*first`. */
static size_t count_sources(const struct lp_view *view,
			    bool (*is_such)(const struct lp_source_text *), size_t *found,
			    size_t *first)
{
	const struct lp_source_texts *const texts = view->texts;
	size_t asked = 0;

	*found = 0;
	*first = 0;
	for (size_t i = 0; texts->texts && i < view->profile->source_count; i++) {
		const bool is_found = texts->is_read[i] && is_such(&texts->texts[i]);

		asked += texts->is_read[i];
		if (is_found && (*found)++ == 0)
			*first = i;
	}
	return asked;
}

void lp_report_changed_sources(FILE *out, const char *before, const struct lp_view *view)
{
	size_t changed;
	size_t first;
	const size_t asked = count_sources(view, has_changed, &changed, &first);

	if (changed == 0)
		return;
	fprintf(out, "%s%zu of %zu source files changed since they were compiled (", before,
		changed, asked);
	lp_text_put_string(out, view->profile->sources[first].shown);
	fprintf(out, "%s): lines may not be what they say\n", changed > 1 ? " and others" : "");
}

/* Sources are sorted by path. */
void lp_report_doubled_sources(FILE *out, const char *before, const struct lp_view *view)
{
	const struct lp_source *const sources = view->profile->sources;
	const struct lp_source *last = NULL;
	const struct lp_source *first = NULL;
	size_t doubled = 0;

	for (size_t i = 0; view->texts->texts && i < view->profile->source_count; i++) {
		if (!view->texts->is_read[i])
			continue;
		if (last && strcmp(last->path, sources[i].path) == 0 && doubled++ == 0)
			first = last;
		last = &sources[i];
	}
	if (doubled == 0)
		return;
	fprintf(out, "%s%zu source file%s the path of another text (", before, doubled,
		doubled > 1 ? "s have" : " has");
	lp_text_put_string(out, first->shown);
	fputs("): this format mixes the lines of both\n", out);
}

void lp_report_missing_sources(const struct lp_view *view)
{
	size_t missing;
	size_t unreadable;
	size_t first;
	const size_t asked = count_sources(view, is_unreadable, &unreadable, &first);

	if (unreadable > 0) {
		fprintf(view->out, "%zu of %zu source files cannot be read (", unreadable, asked);
		lp_text_put_string(view->out, view->profile->sources[first].shown);
		fprintf(view->out, ": %s%s)\n\n", lp_source_trouble(&view->texts->texts[first]),
			unreadable > 1 ? ", and others" : "");
	}
	count_sources(view, is_not_found, &missing, &first);
	if (missing > 0)
		fprintf(
		    view->out,
		    "%zu of %zu source files not found (--source-path=DIR or --substitute-path=A=B "
		    "says where they are)\n\n",
		    missing, asked);
}
