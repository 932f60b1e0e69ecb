/* header.c: what ran, when, and how it was measured. */
#include <time.h>

#include "viewer/report/text.h"
#include "viewer/report/view.h"

static void put_command(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;

	fputs("Program:  ", view->out);
	lp_text_put_string(view->out, profile->program);
	fputs("\nCommand: ", view->out);
	for (size_t i = 0; i < profile->argument_count; i++) {
		fputc(' ', view->out);
		lp_text_put_string(view->out, profile->arguments[i]);
	}
	fputc('\n', view->out);
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
	fputc('\n', view->out);
}

static void put_times(const struct lp_view *view)
{
	const struct lp_info *const info = &view->profile->info;
	const uint64_t ticks =
	    info->end_ticks > info->start_ticks ? info->end_ticks - info->start_ticks : 0;

	fprintf(view->out, "Time:     %.3f s wall, %.3f s CPU, %llu thread%s\n",
		lp_view_seconds(view, ticks), (double)info->cpu_ns / 1e9,
		(unsigned long long)info->threads_seen, info->threads_seen == 1 ? "" : "s");
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

	fprintf(view->out, "Samples:  %llu", (unsigned long long)profile->sample_count);
	if (info->samples_lost > 0)
		fprintf(view->out, " (%llu lost)", (unsigned long long)info->samples_lost);
	fprintf(view->out, ", %s",
		info->engine < LP_ENGINE_COUNT ? engines[info->engine] : "engine not known");
	if (info->sample_period_ns > 0)
		fprintf(view->out, ", one in %.3f ms", (double)info->sample_period_ns / 1e6);
	if (*profile->engine_note) {
		fputs(" (", view->out);
		lp_text_put_string(view->out, profile->engine_note);
		fputc(')', view->out);
	}
	fputc('\n', view->out);
}

void lp_report_header(const struct lp_view *view)
{
	put_command(view);
	put_date(view);
	put_times(view);
	put_engine(view);
	for (const struct lp_warning *at = view->profile->warnings; at; at = at->next) {
		fputs("Warning:  ", view->out);
		if (at->which) {
			lp_text_put_path(view->out, at->which);
			fputs(": ", view->out);
		}
		lp_text_put_string(view->out, at->text);
		fputc('\n', view->out);
	}
	fputc('\n', view->out);
}
