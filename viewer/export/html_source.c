/* html_source.c: the annotated source on a page of HTML. */
#include "viewer/export/html_page.h"

#include <inttypes.h>

#include "viewer/export/html_text.h"
#include "viewer/model/own_lines.h"

/* So many lines of a function are there; of those behind them, what has time, with lines around. */
#define MOST_ROWS 1000
#define AROUND 10

/* ---- which rows ---- */

static bool are_at_one_place(const struct lp_function *one, const struct lp_function *other)
{
	return one->source == other->source && one->line == other->line;
}

/* Of the functions at the place of that at `at` the first one that reaches furthest: its source is
 * that of all of them. */
static size_t shown_at_place(const struct lp_html_page *page, size_t at)
{
	const struct lp_profile *const profile = page->view->profile;
	size_t shown = at;

	for (size_t i = 0; i < page->source_count; i++) {
		const uint32_t number = page->functions[i], other = page->functions[shown];

		if (are_at_one_place(&profile->functions[number], &profile->functions[other]) &&
		    (lp_view_reaches_further(profile, number, other) ||
		     (i < shown && !lp_view_reaches_further(profile, other, number))))
			shown = i;
	}
	return shown;
}

/* Whether a line with time stands on the line, or near it. */
static bool is_near_time(const struct lp_profile *profile, uint32_t source, uint32_t number)
{
	size_t at = lp_line_find(profile, source, number > AROUND ? number - AROUND : 0);

	for (; at < profile->line_count && profile->lines[at].source == source &&
	       profile->lines[at].line <= (uint64_t)number + AROUND;
	     at++)
		if (profile->lines[at].self_ticks > 0)
			return true;
	return false;
}

/* Whether a line from the function's head on has a row. */
static bool is_kept(const struct lp_profile *profile, const struct lp_function *function,
		    uint32_t number)
{
	return number - function->line < MOST_ROWS ||
	       is_near_time(profile, function->source, number);
}

/* Whether the source of the functions at a place, of which that is one, has a row for a line that
 * is theirs. */
static bool is_written(const struct lp_profile *profile, const struct lp_function *function,
		       const struct lp_line *line)
{
	return line->source != function->source || function->line == 0 ||
	       line->line < function->line || is_kept(profile, function, line->line);
}

static bool has_line(const struct lp_profile *profile, const struct lp_function *function,
		     const struct lp_line *line)
{
	for (uint32_t i = 0; i < function->line_count; i++)
		if (&profile->lines[profile->function_lines[function->first_line + i].line] == line)
			return true;
	return false;
}

uint32_t lp_html_shown_around(const struct lp_html_page *page, const struct lp_line *line)
{
	const struct lp_profile *const profile = page->view->profile;

	for (size_t i = 0; i < page->source_count; i++) {
		const uint32_t shown = page->functions[shown_at_place(page, i)];

		if (has_line(profile, &profile->functions[page->functions[i]], line) &&
		    is_written(profile, &profile->functions[shown], line))
			return shown;
	}
	return LP_NO_INDEX;
}

/* ---- rows ---- */

void lp_html_put_row_id(const struct lp_html_page *page, uint32_t function, uint32_t source,
			uint32_t line)
{
	fprintf(page->out, "f%" PRIu32, function);
	if (source != page->view->profile->functions[function].source)
		fprintf(page->out, "s%" PRIu32, source);
	fprintf(page->out, "l%" PRIu32, line);
}

/* The cells between that of the line's number and that of its text. */
static void put_numbers_of(const struct lp_html_page *page, const struct lp_line *line)
{
	if (line && line->flags & LP_LINE_CODE)
		lp_html_put_count_cell(page->out, line->hits);
	else
		fputs("<td></td>", page->out);
	if (line && line->self_ticks > 0) {
		lp_html_put_share_cell(page, line->self_ticks);
		lp_html_put_time_cell(page, "", line->self_ticks);
	} else {
		fputs("<td></td><td></td>", page->out);
	}
	lp_html_put_wait_cell(page, line ? line->wait_ticks : 0);
	if (line && line->total_ticks > 0)
		lp_html_put_time_cell(page, "more", line->total_ticks);
	else
		fputs("<td class=\"more\"></td>", page->out);
}

static void put_source_row(const struct lp_html_page *page, uint32_t function, uint32_t source,
			   uint32_t number, const struct lp_line *line,
			   const struct lp_source_text *text)
{
	size_t size;
	const char *const words = lp_source_line(text, number, &size);

	fputs("<tr id=\"", page->out);
	lp_html_put_row_id(page, function, source, number);
	fprintf(page->out, "\"%s><td class=\"line\">%" PRIu32 "</td>",
		line && line->flags & LP_LINE_CODE && line->hits == 0 ? " class=\"idle\"" : "",
		number);
	put_numbers_of(page, line);
	fputs("<td class=\"code\">", page->out);
	lp_html_put_source(page->out, words, size);
	fputs("</td></tr>\n", page->out);
}

/* A row that is none of a line: where lines are left out, or from where those below it are. */
static void put_break(const struct lp_html_page *page, const char *number, const char *from)
{
	fprintf(page->out, "<tr><td class=\"line\">%s</td>", number);
	put_numbers_of(page, NULL);
	fputs("<td class=\"code soft\">", page->out);
	if (from) {
		fputs("From ", page->out);
		lp_html_put_string(page->out, from);
		fputc(':', page->out);
	}
	fputs("</td></tr>\n", page->out);
}

static const struct lp_html_column annotated_heads[] = {
    {"Line", NULL, false},     {"Hits", NULL, false},  {"% self", NULL, false},
    {"Self", NULL, false},     {"Wait", "more", true}, {"Time", "more", false},
    {"Source", "code", false}, {.title = NULL},
};

/* The functions' own source, from their head on. False: lines are left out. */
static bool put_own_rows(const struct lp_html_page *page, uint32_t number,
			 const struct lp_own_lines *own, const struct lp_source_text *text)
{
	const struct lp_profile *const profile = page->view->profile;
	const struct lp_function *const function = &profile->functions[number];
	uint32_t before = own->line;
	bool is_gap = false;
	bool is_whole = true;

	for (uint32_t line = own->line; line > 0;
	     line = lp_own_lines_next(own, line, text->line_count)) {
		is_gap |= line > before + 1 && line <= text->line_count;
		before = line;
		if (!is_kept(profile, function, line)) {
			is_gap = true;
			is_whole = false;
			continue;
		}
		if (is_gap)
			put_break(page, "...", NULL);
		is_gap = false;
		put_source_row(page, number, own->source, line,
			       lp_own_lines_find(own, own->source, line), text);
	}
	return is_whole;
}

/* What of them stands elsewhere. */
static enum lp_status put_other_rows(const struct lp_html_page *page, uint32_t number,
				     const struct lp_own_lines *own)
{
	uint32_t source = own->source;

	for (size_t i = 0; i < own->count; i++) {
		const struct lp_line *const line = &own->rows[i];
		const struct lp_source_text *text;

		if (!lp_own_lines_is_elsewhere(own, line))
			continue;
		text = lp_source_texts_at(page->view->texts, line->source);
		if (!text)
			return LP_MEMORY;
		if (line->source != source)
			put_break(page, "", page->view->profile->sources[line->source].shown);
		source = line->source;
		put_source_row(page, number, source, line->line, line, text);
	}
	return LP_OK;
}

/* Of all functions at the place of function `number`. */
static enum lp_status find_own_lines(const struct lp_profile *profile, uint32_t number,
				     struct lp_own_lines *own)
{
	enum lp_status status = LP_OK;

	for (uint32_t i = 0; i < profile->function_count && status == LP_OK; i++)
		if (are_at_one_place(&profile->functions[i], &profile->functions[number]))
			status = lp_own_lines_add(own, profile, i);
	lp_own_lines_finish(own, profile);
	return status;
}

static enum lp_status put_source_rows(const struct lp_html_page *page, uint32_t number,
				      const struct lp_source_text *text)
{
	struct lp_own_lines own = {.rows = NULL};
	enum lp_status status = find_own_lines(page->view->profile, number, &own);
	bool is_whole = true;

	if (status == LP_OK) {
		lp_html_begin_table(page, "annotated", annotated_heads);
		is_whole = put_own_rows(page, number, &own, text);
		status = put_other_rows(page, number, &own);
		lp_html_end_table(page);
	}
	lp_own_lines_free(&own);
	if (!is_whole)
		fprintf(
		    page->out,
		    "<div class=\"soft\">The first %d lines, and those around lines that have a "
		    "time; the rest of the function is left out here.</div>\n",
		    MOST_ROWS);
	return status;
}

static void put_state(const struct lp_html_page *page, const struct lp_source_text *text)
{
	if (text->state != LP_SOURCE_SAME)
		fprintf(page->out, "<p class=\"hot\">The source %s.</p>\n",
			text->state == LP_SOURCE_CHANGED
			    ? "has changed since it was compiled: lines may not be what they say"
			: lp_source_trouble(text) ? "could not be read when the page was made"
						  : "was not found when the page was made");
}

/* What functions of one place have together: the rows below are those of all instances. */
struct instances {
	size_t count;
	uint32_t flags; /* of any */
	uint64_t ncalls;
	uint64_t self_ticks;
	uint64_t waited_ticks;
};

static struct instances instances_of(const struct lp_profile *profile,
				     const struct lp_function *function)
{
	struct instances all = {0};

	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const other = &profile->functions[i];

		if (!are_at_one_place(function, other))
			continue;
		all.count++;
		all.flags |= other->flags;
		all.ncalls += other->ncalls;
		all.self_ticks += other->self_ticks;
		all.waited_ticks += lp_function_waits(other);
	}
	return all;
}

static void put_numbers(const struct lp_html_page *page, const struct lp_function *function,
			const struct instances *all)
{
	fprintf(page->out, ":%" PRIu32 " · called ", function->line);
	lp_html_put_count(page->out, all->ncalls);
	fprintf(page->out, " time%s", all->ncalls == 1 ? "" : "s");
	if (all->flags & LP_FUNCTION_TIMED) {
		fputs(" · self ", page->out);
		lp_html_put_time(page->out, lp_html_seconds_of(page, all->self_ticks));
	}
	/* Instances may call each other. */
	if (all->flags & LP_FUNCTION_TIMED && all->count == 1) {
		fputs(" · total ", page->out);
		lp_html_put_time(page->out, lp_html_seconds_of(page, function->total_ticks));
	}
	if (all->waited_ticks > 0) {
		fputs(" · in the kernel or waiting ", page->out);
		lp_html_put_time(page->out, lp_html_seconds_of(page, all->waited_ticks));
	}
}

/* Where the links of the others lead. */
static void put_anchors(const struct lp_html_page *page, size_t shown)
{
	const struct lp_function *const functions = page->view->profile->functions;

	for (size_t i = 0; i < page->source_count; i++)
		if (i != shown && are_at_one_place(&functions[page->functions[shown]],
						   &functions[page->functions[i]]))
			fprintf(page->out, "<a id=\"f%" PRIu32 "\"></a>", page->functions[i]);
}

static enum lp_status put_source(const struct lp_html_page *page, size_t at)
{
	const struct lp_profile *const profile = page->view->profile;
	const uint32_t number = page->functions[at];
	const struct lp_function *const function = &profile->functions[number];
	const struct instances all = instances_of(profile, function);
	const struct lp_source_text *const text =
	    lp_source_texts_at(page->view->texts, function->source);
	enum lp_status status;

	if (!text)
		return LP_MEMORY;
	fprintf(page->out, "<section class=\"function\" id=\"f%" PRIu32 "\">", number);
	put_anchors(page, at);
	fputs("<div class=\"about\">\n<h3>", page->out);
	lp_html_put_string(page->out, function->name);
	if (all.count > 1)
		fprintf(page->out, " and %zu more of its source", all.count - 1);
	fputs("</h3>\n<p class=\"soft\">", page->out);
	lp_html_put_string(page->out, profile->sources[function->source].shown);
	put_numbers(page, function, &all);
	fputs("</p>\n", page->out);
	put_state(page, text);
	fputs("</div>\n", page->out);
	status = put_source_rows(page, number, text);
	fputs("</section>\n", page->out);
	return status;
}

enum lp_status lp_html_put_sources(const struct lp_html_page *page)
{
	enum lp_status status = LP_OK;

	fprintf(
	    page->out,
	    "<h2 id=\"source\">Source</h2>\n<p class=\"soft\">Of the first %zu function%s above. "
	    "Grey lines never ran.</p>\n",
	    page->source_count, page->source_count == 1 ? "" : "s");
	for (size_t i = 0; i < page->source_count && status == LP_OK; i++)
		if (shown_at_place(page, i) == i)
			status = put_source(page, i);
	return status;
}
