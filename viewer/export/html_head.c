/* html_head.c: the head of a page of HTML: what ran, how long, and what is to be known of it. */
#include "viewer/export/html_page.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "viewer/export/html_text.h"

static const char *base_name(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static const char *program_of(const struct lp_html_page *page)
{
	const char *const name = base_name(page->view->profile->program);

	return *name ? name : "program";
}

static void put_command(const struct lp_html_page *page)
{
	const struct lp_profile *const profile = page->view->profile;

	fputs("<p class=\"command\">", page->out);
	for (size_t i = 0; i < profile->argument_count; i++) {
		if (i > 0)
			fputc(' ', page->out);
		lp_html_put_string(page->out, profile->arguments[i]);
	}
	fputs("</p>\n", page->out);
}

static void put_date(const struct lp_html_page *page)
{
	const struct lp_profile *const profile = page->view->profile;
	const time_t when = (time_t)(profile->reader.header->start_unix_ns / 1000000000);
	char text[64] = "";
	struct tm local;

	if (localtime_r(&when, &local))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %z", &local);
	fprintf(page->out, "<p class=\"soft\">%s on ", text);
	lp_html_put_string(page->out, profile->host);
	if (profile->run_count > 1)
		fprintf(page->out, " · sum of %zu runs", profile->run_count);
	if (profile->program_count > 1)
		fprintf(page->out, " · %zu programs", profile->program_count);
	fputs("</p>\n", page->out);
}

static void begin_fact(const struct lp_html_page *page, const char *name)
{
	fprintf(page->out, "<div><dt>%s</dt><dd>", name);
}

static void end_fact(const struct lp_html_page *page)
{
	fputs("</dd></div>\n", page->out);
}

static void put_samples(const struct lp_html_page *page)
{
	static const char *const engines[] = {
#define LP_ENGINE_TEXT(name, text, what) [LP_ENGINE_##name] = text,
	    LP_ENGINE_LIST(LP_ENGINE_TEXT)
#undef LP_ENGINE_TEXT
	};
	const struct lp_info *const info = &page->view->profile->info;

	begin_fact(page, "Samples");
	lp_html_put_count(page->out, page->view->profile->sample_count);
	fputs("<small>", page->out);
	if (lp_profile_is_overweight(page->view->profile))
		fprintf(page->out, "as good as %.0f independent ones, ",
			floor(lp_profile_independent_samples(page->view->profile)));
	fprintf(page->out, "%s",
		info->engine < LP_ENGINE_COUNT ? engines[info->engine] : "unknown");
	if (info->sample_period_ns > 0)
		fprintf(page->out, ", every %.3g ms", (double)info->sample_period_ns / 1e6);
	fputs("</small>", page->out);
	end_fact(page);
}

static void put_facts(const struct lp_html_page *page)
{
	const struct lp_profile *const profile = page->view->profile;
	const struct lp_info *const info = &profile->info;
	size_t lines = 0;
	size_t run = 0;

	for (size_t i = 0; i < profile->line_count; i++) {
		lines += profile->lines[i].flags & LP_LINE_CODE;
		run += profile->lines[i].hits > 0;
	}
	fputs("<dl class=\"run\">\n", page->out);
	begin_fact(page, "Wall time");
	lp_html_put_time(page->out,
			 lp_html_seconds_of(page, info->end_ticks > info->start_ticks
						      ? info->end_ticks - info->start_ticks
						      : 0));
	end_fact(page);
	begin_fact(page, "CPU time");
	lp_html_put_time(page->out, (double)info->cpu_ns / 1e9);
	end_fact(page);
	begin_fact(page, "Threads");
	lp_html_put_count(page->out, info->threads_seen);
	end_fact(page);
	begin_fact(page, "Function calls");
	lp_html_put_count(page->out, profile->call_count);
	if (lp_profile_is_exact(profile))
		fputs("<small>exact</small>", page->out);
	end_fact(page);
	begin_fact(page, "Lines that ran");
	lp_html_put_count(page->out, run);
	fputs("<small>of ", page->out);
	lp_html_put_count(page->out, lines);
	fputs("</small>", page->out);
	end_fact(page);
	put_samples(page);
	fputs("</dl>\n", page->out);
}

static void put_warnings(const struct lp_html_page *page)
{
	for (const struct lp_warning *at = page->view->profile->warnings; at; at = at->next) {
		fputs("<p class=\"note\">", page->out);
		if (at->which) {
			lp_html_put_string(page->out, lp_view_path(at->which));
			fputs(": ", page->out);
		}
		lp_html_put_string(page->out, at->text);
		if (at->remedy) {
			fputs(" <span class=\"soft\">(", page->out);
			lp_html_put_string(page->out, at->remedy);
			fputs(")</span>", page->out);
		}
		fputs("</p>\n", page->out);
	}
}

/* What of the program is not on the page, because nobody asked for it. */
static void put_filter(const struct lp_html_page *page)
{
	const struct lp_filter *const filter = page->view->filter;

	if (filter->function_count + filter->file_count == 0)
		return;
	fputs("<p class=\"note\">Only", page->out);
	for (size_t i = 0; i < filter->function_count; i++) {
		fputs(i == 0 ? " functions <code>" : " or <code>", page->out);
		lp_html_put_string(page->out, filter->function_texts[i]);
		fputs("</code>", page->out);
	}
	for (size_t i = 0; i < filter->file_count; i++) {
		fputs(i == 0 ? " files <code>" : " or <code>", page->out);
		lp_html_put_string(page->out, filter->files[i]);
		fputs("</code>", page->out);
	}
	fputs("</p>\n", page->out);
}

static void put_restrictions(const struct lp_html_page *page)
{
	const struct lp_filter *const filter = page->view->filter;

	for (size_t i = 0; i < filter->restriction_count; i++) {
		fputs(i == 0 ? "<p class=\"note\">Lines and functions restricted to <code>"
			     : "</code>, then <code>",
		      page->out);
		lp_html_put_string(page->out, filter->restrictions[i].text);
	}
	if (filter->restriction_count > 0)
		fputs("</code></p>\n", page->out);
}

void lp_html_put_head(const struct lp_html_page *page)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
	      "form-action 'none'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
	      page->out);
	lp_html_put_string(page->out, program_of(page));
	fprintf(page->out,
		" – lineprof</title>\n<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>",
		lp_html_style);
	lp_html_put_string(page->out, program_of(page));
	fputs(" <small>profile by lineprof</small></h1>\n", page->out);
	put_command(page);
	put_date(page);
	put_facts(page);
	put_warnings(page);
	put_filter(page);
	put_restrictions(page);
	fputs("</header>\n<nav aria-label=\"Parts of the page\"><div><a href=\"#lines\">Lines</a>"
	      "<a href=\"#functions\">Functions</a><a href=\"#source\">Source</a>"
	      "<a href=\"#files\">Files</a></div></nav>\n<main>\n",
	      page->out);
}
