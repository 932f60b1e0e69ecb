/* html_source.c: the annotated source on a page of HTML. */
#include "viewer/export/html_page.h"

#include <inttypes.h>

#include "viewer/export/html_text.h"

/* Lines of a function: more are left out, which the page says. */
#define MOST_ROWS 1000

static void put_source_row(const struct lp_html_page *page, uint32_t function, uint32_t number,
			   const struct lp_line *line, const struct lp_source_text *text)
{
	size_t size;
	const char *const words = lp_source_line(text, number, &size);
	const bool has_hits = line && line->flags & LP_LINE_CODE;

	fprintf(page->out,
		"<tr id=\"f%" PRIu32 "l%" PRIu32 "\"%s><td class=\"line\">%" PRIu32 "</td>",
		function, number, has_hits && line->hits == 0 ? " class=\"idle\"" : "", number);
	if (has_hits)
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
	fputs("<td class=\"code\">", page->out);
	lp_html_put_source(page->out, words, size);
	fputs("</td></tr>\n", page->out);
}

static const struct lp_html_column annotated_heads[] = {
    {"Line", NULL, false},     {"Hits", NULL, false},  {"% self", NULL, false},
    {"Self", NULL, false},     {"Wait", "more", true}, {"Time", "more", false},
    {"Source", "code", false}, {.title = NULL},
};

static void put_source_rows(const struct lp_html_page *page, uint32_t number,
			    const struct lp_source_text *text)
{
	const struct lp_profile *const profile = page->view->profile;
	const struct lp_function *const function = &profile->functions[number];
	const uint32_t last = lp_view_last_line(profile, function, text);
	size_t at = lp_line_find(profile, function->source, function->line);
	size_t rows = 0;

	lp_html_begin_table(page, "annotated", annotated_heads);
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
	lp_html_end_table(page);
	if (rows == MOST_ROWS)
		fprintf(page->out,
			"<div class=\"soft\">The first %d lines; the rest of the function is left "
			"out here.</div>\n",
			MOST_ROWS);
}

static void put_state(const struct lp_html_page *page, const struct lp_source_text *text)
{
	if (text->state != LP_SOURCE_SAME)
		fprintf(page->out, "<p class=\"hot\">The source %s.</p>\n",
			text->state == LP_SOURCE_MISSING
			    ? "was not found when the page was made"
			    : "has changed since it was compiled: lines may not be what they say");
}

static bool are_at_one_place(const struct lp_function *one, const struct lp_function *other)
{
	return one->source == other->source && one->line == other->line;
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
static void put_anchors(const struct lp_html_page *page, size_t first)
{
	const struct lp_function *const functions = page->view->profile->functions;

	for (size_t i = first + 1; i < page->source_count; i++)
		if (are_at_one_place(&functions[page->functions[first]],
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
	put_source_rows(page, number, text);
	fputs("</section>\n", page->out);
	return LP_OK;
}

/* Whether one before it is of the same source. */
static bool is_shown(const struct lp_html_page *page, size_t at)
{
	const struct lp_function *const functions = page->view->profile->functions;

	for (size_t i = 0; i < at; i++)
		if (are_at_one_place(&functions[page->functions[i]],
				     &functions[page->functions[at]]))
			return true;
	return false;
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
		if (!is_shown(page, i))
			status = put_source(page, i);
	return status;
}
