/* html.c: a profile as one page of HTML that needs nothing else. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "viewer/export/formats.h"
#include "viewer/export/html_text.h"
#include "viewer/model/file_sums.h"

/* More than these are left out, which the page says. */
enum {
	MOST_LINES = 50,
	MOST_FUNCTIONS = 100,
	MOST_SOURCES = 20,
	MOST_ROWS = 1000,
	MOST_FILES = 200
};

struct page {
	const struct lp_view *view;
	FILE *out;
	uint32_t *functions; /* that are shown, in the order of the view */
	size_t function_count;
	size_t all_functions;
	size_t source_count; /* of the functions, the first so many have their source shown */
};

static bool is_timed(const struct page *page)
{
	return page->view->profile->lines_are_timed;
}

static double seconds_of(const struct page *page, uint64_t ticks)
{
	return lp_view_seconds(page->view, ticks);
}

/* ---- cells ---- */

static void put_count_cell(FILE *out, uint64_t count)
{
	fputs("<td>", out);
	lp_html_put_count(out, count);
	fputs("</td>", out);
}

/* A time; a dash if there is none. `class_name` may be empty. */
static void put_time_cell(const struct page *page, const char *class_name, uint64_t ticks)
{
	fprintf(page->out, *class_name ? "<td class=\"%s\">" : "<td>", class_name);
	if (ticks > 0)
		lp_html_put_time(page->out, seconds_of(page, ticks));
	else
		fputs("–", page->out);
	fputs("</td>", page->out);
}

static void put_each_cell(const struct page *page, uint64_t ticks, uint64_t count)
{
	fputs("<td class=\"more\">", page->out);
	if (ticks > 0 && count > 0)
		lp_html_put_time(page->out, seconds_of(page, ticks) / (double)count);
	else
		fputs("–", page->out);
	fputs("</td>", page->out);
}

/* A share of the whole, with a bar behind it. */
static void put_share_cell(const struct page *page, uint64_t ticks)
{
	const double share = lp_view_share_pct(page->view, ticks);

	if (ticks == 0) {
		fputs("<td>–</td>", page->out);
		return;
	}
	fprintf(page->out, "<td class=\"heat%s\" style=\"--p:%.1f\">%.*f</td>",
		share >= 10  ? " hot"
		: share >= 2 ? " warm"
			     : "",
		share < 100 ? share : 100, share < 0.095 ? 2 : 1, share);
}

/* The head of a column; the last one of a table has no title. */
struct head {
	const char *title;
	const char *class_name; /* NULL: a number that is always there */
};

static void begin_table(const struct page *page, const char *kind, const struct head *heads)
{
	fprintf(page->out, "<div class=\"table %s\"><table><thead><tr>", kind);
	for (; heads->title; heads++)
		if (heads->class_name)
			fprintf(page->out, "<th scope=\"col\" class=\"%s\">%s</th>",
				heads->class_name, heads->title);
		else
			fprintf(page->out, "<th scope=\"col\">%s</th>", heads->title);
	fputs("</tr></thead><tbody>\n", page->out);
}

static void end_table(const struct page *page)
{
	fputs("</tbody></table></div>\n", page->out);
}

static void put_left_out(const struct page *page, size_t shown, size_t count, const char *what)
{
	if (shown < count)
		fprintf(page->out,
			"<p class=\"soft\">%zu of %zu %s; the others are left out here.</p>\n",
			shown, count, what);
}

/* ---- the head: what ran ---- */

static const char *base_name(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static const char *program_of(const struct page *page)
{
	const char *const name = base_name(page->view->profile->program);

	return *name ? name : "program";
}

static void put_command(const struct page *page)
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

static void put_date(const struct page *page)
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
	fputs("</p>\n", page->out);
}

static void begin_fact(const struct page *page, const char *name)
{
	fprintf(page->out, "<div><dt>%s</dt><dd>", name);
}

static void end_fact(const struct page *page)
{
	fputs("</dd></div>\n", page->out);
}

static void put_samples(const struct page *page)
{
	static const char *const engines[] = {
#define LP_ENGINE_TEXT(name, text, what) [LP_ENGINE_##name] = text,
	    LP_ENGINE_LIST(LP_ENGINE_TEXT)
#undef LP_ENGINE_TEXT
	};
	const struct lp_info *const info = &page->view->profile->info;

	begin_fact(page, "Samples");
	lp_html_put_count(page->out, page->view->profile->sample_count);
	fprintf(page->out, "<small>%s",
		info->engine < LP_ENGINE_COUNT ? engines[info->engine] : "unknown");
	if (info->sample_period_ns > 0)
		fprintf(page->out, ", every %.3g ms", (double)info->sample_period_ns / 1e6);
	fputs("</small>", page->out);
	end_fact(page);
}

static void put_facts(const struct page *page)
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
	lp_html_put_time(page->out, seconds_of(page, info->end_ticks > info->start_ticks
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

static void put_warnings(const struct page *page)
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
static void put_filter(const struct page *page)
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

static void put_head(const struct page *page)
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
	fputs("</header>\n<nav aria-label=\"Parts of the page\"><div><a href=\"#lines\">Lines</a>"
	      "<a href=\"#functions\">Functions</a><a href=\"#source\">Source</a>"
	      "<a href=\"#files\">Files</a></div></nav>\n<main>\n",
	      page->out);
}

/* ---- lines ---- */

/* The first function with its source shown that has the line; or LP_NO_INDEX. */
static uint32_t shown_around(const struct page *page, const struct lp_line *line)
{
	const struct lp_profile *const profile = page->view->profile;

	for (size_t i = 0; i < page->source_count; i++) {
		const struct lp_function *const function = &profile->functions[page->functions[i]];

		for (uint32_t k = 0; k < function->line_count; k++)
			if (&profile->lines[profile->function_lines[function->first_line + k]
						.line] == line &&
			    function->source == line->source && line->line >= function->line)
				return page->functions[i];
	}
	return LP_NO_INDEX;
}

static void put_place(const struct page *page, const struct lp_line *line)
{
	const uint32_t function = shown_around(page, line);

	fputs("<td class=\"place\">", page->out);
	if (function != LP_NO_INDEX)
		fprintf(page->out, "<a href=\"#f%" PRIu32 "l%" PRIu32 "\">", function, line->line);
	lp_html_put_string(page->out, page->view->profile->sources[line->source].shown);
	fprintf(page->out, ":%" PRIu32 "%s</td>", line->line,
		function != LP_NO_INDEX ? "</a>" : "");
}

static enum lp_status put_hot_line(const struct page *page, const struct lp_line *line)
{
	const struct lp_source_text *const text =
	    lp_source_texts_at(page->view->texts, line->source);
	const char *words;
	size_t size;

	if (!text)
		return LP_MEMORY;
	fputs("<tr>", page->out);
	put_share_cell(page, line->self_ticks);
	put_time_cell(page, "", line->self_ticks);
	put_time_cell(page, "more", line->total_ticks);
	if (line->flags & LP_LINE_CODE)
		put_count_cell(page->out, line->hits);
	else
		fputs("<td></td>", page->out);
	put_each_cell(page, line->self_ticks, line->hits);
	put_place(page, line);
	fputs("<td class=\"code\">", page->out);
	words = lp_source_line(text, line->line, &size);
	while (size > 0 && (*words == ' ' || *words == '\t')) {
		words++;
		size--;
	}
	lp_html_put_source(page->out, words, size);
	fputs("</td></tr>\n", page->out);
	return LP_OK;
}

static const struct head hottest_heads[] = {
    {"% self", NULL},    {"Self", NULL},    {"Time", "more"},   {"Hits", NULL},
    {"Per hit", "more"}, {"Line", "place"}, {"Source", "code"}, {NULL, NULL},
};

static enum lp_status put_lines(const struct page *page)
{
	enum lp_status status = LP_OK;
	size_t count = 0;
	uint32_t *const numbers = lp_view_hot_lines(page->view, SIZE_MAX, &count);
	const size_t shown = count < MOST_LINES ? count : MOST_LINES;

	if (!numbers)
		return LP_MEMORY;
	fprintf(page->out, "<h2 id=\"lines\">Hottest lines</h2>\n<p class=\"soft\">%s</p>\n",
		is_timed(page)
		    ? "Self: in the line; time: with what it calls. Hits are exact, times rest on "
		      "samples."
		    : "No line has a time: those with the most hits, which are exact.");
	begin_table(page, "hottest", hottest_heads);
	for (size_t i = 0; i < shown && status == LP_OK; i++)
		status = put_hot_line(page, &page->view->profile->lines[numbers[i]]);
	end_table(page);
	put_left_out(page, shown, count,
		     is_timed(page) ? "lines that have a time" : "lines that ran");
	free(numbers);
	return status;
}

/* ---- functions ---- */

static void put_ncalls(const struct page *page, const struct lp_function *function)
{
	fputs("<td>", page->out);
	lp_html_put_count(page->out, function->ncalls);
	if (function->primitive_calls != function->ncalls) {
		fputc('/', page->out);
		lp_html_put_count(page->out, function->primitive_calls);
	}
	fputs("</td>", page->out);
}

static void put_function(const struct page *page, size_t place)
{
	const struct lp_profile *const profile = page->view->profile;
	const uint32_t number = page->functions[place];
	const struct lp_function *const function = &profile->functions[number];

	fputs("<tr>", page->out);
	put_share_cell(page, function->self_ticks);
	put_time_cell(page, "", function->self_ticks);
	put_time_cell(page, "", function->total_ticks);
	put_ncalls(page, function);
	put_each_cell(page, function->total_ticks, function->primitive_calls);
	fputs("<td class=\"name\">", page->out);
	if (place < page->source_count)
		fprintf(page->out, "<a href=\"#f%" PRIu32 "\">", number);
	lp_html_put_string(page->out, function->name);
	if (place < page->source_count)
		fputs("</a>", page->out);
	fputs(" <span class=\"soft\">", page->out);
	lp_html_put_string(page->out, profile->sources[function->source].shown);
	fprintf(page->out, ":%" PRIu32 "</span></td></tr>\n", function->line);
}

static const struct head functions_heads[] = {
    {"% self", NULL},     {"Self", NULL},       {"Total", NULL}, {"Calls", NULL},
    {"Per call", "more"}, {"Function", "text"}, {NULL, NULL},
};

static void put_functions(const struct page *page)
{
	fputs(
	    "<h2 id=\"functions\">Functions</h2>\n<p class=\"soft\">Self: in the function and what "
	    "it calls that is not instrumented; total: with all it calls. Calls are exact.</p>\n",
	    page->out);
	begin_table(page, "functions", functions_heads);
	for (size_t i = 0; i < page->function_count; i++)
		put_function(page, i);
	end_table(page);
	put_left_out(page, page->function_count, page->all_functions, "functions that ran");
}

/* ---- source ---- */

static void put_source_row(const struct page *page, uint32_t function, uint32_t number,
			   const struct lp_line *line, const struct lp_source_text *text)
{
	size_t size;
	const char *const words = lp_source_line(text, number, &size);
	const bool has_hits = line && line->flags & LP_LINE_CODE;

	fprintf(page->out,
		"<tr id=\"f%" PRIu32 "l%" PRIu32 "\"%s><td class=\"line\">%" PRIu32 "</td>",
		function, number, has_hits && line->hits == 0 ? " class=\"idle\"" : "", number);
	if (has_hits)
		put_count_cell(page->out, line->hits);
	else
		fputs("<td></td>", page->out);
	if (line && line->self_ticks > 0) {
		put_share_cell(page, line->self_ticks);
		put_time_cell(page, "", line->self_ticks);
	} else {
		fputs("<td></td><td></td>", page->out);
	}
	if (line && line->total_ticks > 0)
		put_time_cell(page, "more", line->total_ticks);
	else
		fputs("<td class=\"more\"></td>", page->out);
	fputs("<td class=\"code\">", page->out);
	lp_html_put_source(page->out, words, size);
	fputs("</td></tr>\n", page->out);
}

static const struct head annotated_heads[] = {
    {"Line", NULL},   {"Hits", NULL},     {"% self", NULL}, {"Self", NULL},
    {"Time", "more"}, {"Source", "code"}, {NULL, NULL},
};

static void put_source_rows(const struct page *page, uint32_t number,
			    const struct lp_source_text *text)
{
	const struct lp_profile *const profile = page->view->profile;
	const struct lp_function *const function = &profile->functions[number];
	const uint32_t last = lp_view_last_line(profile, function, text);
	size_t at = lp_line_find(profile, function->source, function->line);
	size_t rows = 0;

	begin_table(page, "annotated", annotated_heads);
	for (uint32_t line = function->line; line <= last && line > 0 && rows < MOST_ROWS; line++) {
		const bool is_known = at < profile->line_count &&
				      profile->lines[at].source == function->source &&
				      profile->lines[at].line == line;

		/* Without its text a line is worth a row only if it has numbers. */
		if (is_known || line <= text->line_count) {
			put_source_row(page, number, line, is_known ? &profile->lines[at] : NULL,
				       text);
			rows++;
		} else if (at < profile->line_count &&
			   profile->lines[at].source == function->source) {
			line = profile->lines[at].line - 1;
			continue;
		} else {
			break;
		}
		at += is_known;
	}
	end_table(page);
	if (rows == MOST_ROWS)
		fprintf(page->out,
			"<div class=\"soft\">The first %d lines; the rest of the function is left "
			"out here.</div>\n",
			MOST_ROWS);
}

static void put_state(const struct page *page, const struct lp_source_text *text)
{
	if (text->state != LP_SOURCE_SAME)
		fprintf(page->out, "<p class=\"hot\">The source %s.</p>\n",
			text->state == LP_SOURCE_MISSING
			    ? "was not found when the page was made"
			    : "has changed since it was compiled: lines may not be what they say");
}

static enum lp_status put_source(const struct page *page, uint32_t number)
{
	const struct lp_profile *const profile = page->view->profile;
	const struct lp_function *const function = &profile->functions[number];
	const struct lp_source_text *const text =
	    lp_source_texts_at(page->view->texts, function->source);

	if (!text)
		return LP_MEMORY;
	fprintf(page->out,
		"<section class=\"function\" id=\"f%" PRIu32 "\"><div class=\"about\">\n<h3>",
		number);
	lp_html_put_string(page->out, function->name);
	fputs("</h3>\n<p class=\"soft\">", page->out);
	lp_html_put_string(page->out, profile->sources[function->source].shown);
	fprintf(page->out, ":%" PRIu32 " · called ", function->line);
	lp_html_put_count(page->out, function->ncalls);
	fprintf(page->out, " time%s", function->ncalls == 1 ? "" : "s");
	if (function->flags & LP_FUNCTION_TIMED) {
		fputs(" · self ", page->out);
		lp_html_put_time(page->out, seconds_of(page, function->self_ticks));
		fputs(" · total ", page->out);
		lp_html_put_time(page->out, seconds_of(page, function->total_ticks));
	}
	if (function->wait_ticks > 0) {
		fputs(" · in the kernel or waiting ", page->out);
		lp_html_put_time(page->out, seconds_of(page, function->wait_ticks));
	}
	fputs("</p>\n", page->out);
	put_state(page, text);
	fputs("</div>\n", page->out);
	put_source_rows(page, number, text);
	fputs("</section>\n", page->out);
	return LP_OK;
}

static enum lp_status put_sources(const struct page *page)
{
	enum lp_status status = LP_OK;

	fprintf(
	    page->out,
	    "<h2 id=\"source\">Source</h2>\n<p class=\"soft\">Of the first %zu function%s above. "
	    "Grey lines never ran.</p>\n",
	    page->source_count, page->source_count == 1 ? "" : "s");
	for (size_t i = 0; i < page->source_count && status == LP_OK; i++)
		status = put_source(page, page->functions[i]);
	return status;
}

/* ---- files ---- */

static void put_file(const struct page *page, uint32_t number, const struct lp_file_sum *sum)
{
	fputs("<tr>", page->out);
	put_share_cell(page, sum->self_ticks);
	put_time_cell(page, "", sum->self_ticks);
	fprintf(page->out, "<td class=\"more\">%" PRIu32 " of %" PRIu32 "</td>", sum->functions_run,
		sum->function_count);
	fprintf(page->out, "<td>%" PRIu32 " of %" PRIu32 "</td>", sum->lines_run, sum->line_count);
	fputs("<td class=\"more\">", page->out);
	lp_html_put_count(page->out, sum->hits);
	fputs("</td><td class=\"name\">", page->out);
	lp_html_put_string(page->out, page->view->profile->sources[number].shown);
	fputs("</td></tr>\n", page->out);
}

/* Those with time or hits, hottest first. */
static size_t choose_files(const struct page *page, const struct lp_file_sum *sums,
			   uint32_t *numbers)
{
	const struct lp_profile *const profile = page->view->profile;
	size_t count = 0;

	for (uint32_t i = 0; i < profile->source_count; i++)
		if ((sums[i].self_ticks > 0 || sums[i].hits > 0) &&
		    lp_filter_has_file(page->view->filter, profile->sources[i].path))
			numbers[count++] = i;
	lp_file_sums_sort(sums, numbers, count);
	return count;
}

static const struct head files_heads[] = {
    {"% self", NULL},
    {"Self", NULL},
    {"Functions that ran", "more"},
    {"Lines that ran", NULL},
    {"Hits", "more"},
    {"File", "text"},
    {NULL, NULL},
};

static enum lp_status put_files(const struct page *page)
{
	struct lp_file_sum *const sums = lp_file_sums_make(page->view->profile);
	uint32_t *const numbers =
	    (uint32_t *)calloc(page->view->profile->source_count + 1, sizeof(*numbers));
	const size_t count = sums && numbers ? choose_files(page, sums, numbers) : 0;
	const size_t shown = count < MOST_FILES ? count : MOST_FILES;

	if (sums && numbers) {
		fputs("<h2 id=\"files\">Files</h2>\n", page->out);
		begin_table(page, "files", files_heads);
		for (size_t i = 0; i < shown; i++)
			put_file(page, numbers[i], &sums[numbers[i]]);
		end_table(page);
		put_left_out(page, shown, count, "files that ran");
	}
	free(sums);
	free(numbers);
	return sums && numbers ? LP_OK : LP_MEMORY;
}

/* ---- all ---- */

static size_t at_most(size_t count, size_t most)
{
	return count < most ? count : most;
}

enum lp_status lp_export_html(const struct lp_view *view)
{
	struct page page = {.view = view, .out = view->out};
	enum lp_status status = LP_OK;

	page.functions = lp_view_functions(view, &page.all_functions);
	if (!page.functions)
		return LP_MEMORY;
	page.function_count = at_most(page.all_functions, MOST_FUNCTIONS);
	page.source_count = at_most(page.function_count, MOST_SOURCES);
	put_head(&page);
	status = put_lines(&page);
	if (status == LP_OK) {
		put_functions(&page);
		status = put_sources(&page);
	}
	if (status == LP_OK)
		status = put_files(&page);
	fprintf(view->out,
		"</main>\n<footer>lineprof %s. Hits and calls are exact; the page needs no "
		"network and no script.</footer>\n</body>\n</html>\n",
		LP_VERSION);
	free(page.functions);
	return status;
}
