/* html.c: a profile as one page of HTML that needs nothing else: its tables, and the whole. */
#include <inttypes.h>
#include <stdlib.h>

#include "viewer/export/formats.h"
#include "viewer/export/html_page.h"
#include "viewer/export/html_text.h"
#include "viewer/model/file_sums.h"

/* More than these are left out, which the page says. */
enum { MOST_LINES = 50, MOST_FUNCTIONS = 100, MOST_SOURCES = 20, MOST_FILES = 200 };

static bool is_timed(const struct lp_html_page *page)
{
	return page->view->profile->lines_are_timed;
}

/* ---- lines ---- */

static void put_place(const struct lp_html_page *page, const struct lp_line *line)
{
	const uint32_t function = lp_html_shown_around(page, line);

	fputs("<td class=\"place\">", page->out);
	if (function != LP_NO_INDEX) {
		fputs("<a href=\"#", page->out);
		lp_html_put_row_id(page, function, line->source, line->line);
		fputs("\">", page->out);
	}
	lp_html_put_string(page->out, page->view->profile->sources[line->source].shown);
	fprintf(page->out, ":%" PRIu32 "%s</td>", line->line,
		function != LP_NO_INDEX ? "</a>" : "");
}

static enum lp_status put_hot_line(const struct lp_html_page *page, const struct lp_line *line)
{
	const struct lp_source_text *const text =
	    lp_source_texts_at(page->view->texts, line->source);
	const char *words;
	size_t size;

	if (!text)
		return LP_MEMORY;
	fputs("<tr>", page->out);
	lp_html_put_share_cell(page, line->self_ticks);
	lp_html_put_time_cell(page, "", line->self_ticks);
	lp_html_put_wait_cell(page, line->wait_ticks);
	lp_html_put_time_cell(page, "more", line->total_ticks);
	if (line->flags & LP_LINE_CODE)
		lp_html_put_count_cell(page->out, line->hits);
	else
		fputs("<td></td>", page->out);
	lp_html_put_each_cell(page, line->total_ticks, line->hits);
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

static const struct lp_html_column hottest_heads[] = {
    {"% self", NULL, false},  {"Self", NULL, false},     {"Wait", "more", true},
    {"Time", "more", false},  {"Hits", NULL, false},     {"Per hit", "more", false},
    {"Line", "place", false}, {"Source", "code", false}, {.title = NULL},
};

static enum lp_status put_lines(const struct lp_html_page *page)
{
	enum lp_status status = LP_OK;
	size_t count = 0;
	uint32_t *const numbers = lp_view_hot_lines(page->view, SIZE_MAX, &count);
	const size_t shown = count < MOST_LINES ? count : MOST_LINES;

	if (!numbers)
		return LP_MEMORY;
	fprintf(page->out, "<h2 id=\"lines\">Hottest lines</h2>\n<p class=\"soft\">%s</p>\n",
		is_timed(page)
		    ? "Self: in the line; time: with what it calls, and per hit of that. Times rest "
		      "on samples; what a line waited, which is part of self, on clocks around its "
		      "calls."
		    : "No line has a time: those with the most hits.");
	lp_html_begin_table(page, "hottest", hottest_heads);
	for (size_t i = 0; i < shown && status == LP_OK; i++)
		status = put_hot_line(page, &page->view->profile->lines[numbers[i]]);
	lp_html_end_table(page);
	lp_html_put_left_out(page, shown, lp_filter_before(page->view->filter, count),
			     lp_view_shows_hits(page->view) ? "lines that ran"
							    : "lines that have a time");
	free(numbers);
	return status;
}

/* ---- functions ---- */

static void put_ncalls(const struct lp_html_page *page, const struct lp_function *function)
{
	fputs("<td>", page->out);
	lp_html_put_count(page->out, function->ncalls);
	if (function->primitive_calls != function->ncalls) {
		fputc('/', page->out);
		lp_html_put_count(page->out, function->primitive_calls);
	}
	fputs("</td>", page->out);
}

static void put_function(const struct lp_html_page *page, size_t place)
{
	const struct lp_profile *const profile = page->view->profile;
	const uint32_t number = page->functions[place];
	const struct lp_function *const function = &profile->functions[number];

	fputs("<tr>", page->out);
	lp_html_put_share_cell(page, function->self_ticks);
	lp_html_put_time_cell(page, "", function->self_ticks);
	lp_html_put_time_cell(page, "", function->total_ticks);
	put_ncalls(page, function);
	lp_html_put_each_cell(page, function->total_ticks, function->primitive_calls);
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

static const struct lp_html_column functions_heads[] = {
    {"% self", NULL, false}, {"Self", NULL, false},       {"Total", NULL, false},
    {"Calls", NULL, false},  {"Per call", "more", false}, {"Function", "text", false},
    {.title = NULL},
};

static void put_functions(const struct lp_html_page *page)
{
	fputs(
	    "<h2 id=\"functions\">Functions</h2>\n<p class=\"soft\">Self: in the function and what "
	    "it calls that is not instrumented; total: with all it calls.</p>\n",
	    page->out);
	lp_html_begin_table(page, "functions", functions_heads);
	for (size_t i = 0; i < page->function_count; i++)
		put_function(page, i);
	lp_html_end_table(page);
	lp_html_put_left_out(page, page->function_count, page->all_functions, "functions that ran");
}

/* ---- files ---- */

static void put_file(const struct lp_html_page *page, uint32_t number,
		     const struct lp_file_sum *sum)
{
	fputs("<tr>", page->out);
	lp_html_put_share_cell(page, sum->self_ticks);
	lp_html_put_time_cell(page, "", sum->self_ticks);
	fprintf(page->out, "<td class=\"more\">%" PRIu32 " of %" PRIu32 "</td>", sum->functions_run,
		sum->function_count);
	fprintf(page->out, "<td>%" PRIu32 " of %" PRIu32 "</td>", sum->lines_run, sum->line_count);
	fputs("<td class=\"more\">", page->out);
	lp_html_put_count(page->out, sum->hits);
	fputs("</td><td class=\"name\">", page->out);
	lp_html_put_string(page->out, page->view->profile->sources[number].shown);
	fputs("</td></tr>\n", page->out);
}

/* Those that ran, hottest first. */
static size_t choose_files(const struct lp_html_page *page, const struct lp_file_sum *sums,
			   uint32_t *numbers)
{
	const struct lp_profile *const profile = page->view->profile;
	size_t count = 0;

	for (uint32_t i = 0; i < profile->source_count; i++)
		if (lp_file_sum_has_run(&sums[i]) &&
		    lp_filter_has_file(page->view->filter, profile->sources[i].path))
			numbers[count++] = i;
	lp_file_sums_sort(sums, numbers, count);
	return count;
}

static const struct lp_html_column files_heads[] = {
    {"% self", NULL, false},
    {"Self", NULL, false},
    {"Functions that ran", "more", false},
    {"Lines that ran", NULL, false},
    {"Hits", "more", false},
    {"File", "text", false},
    {.title = NULL},
};

static enum lp_status put_files(const struct lp_html_page *page)
{
	struct lp_file_sum *const sums = lp_file_sums_make(page->view->profile, page->view->filter);
	uint32_t *const numbers =
	    (uint32_t *)calloc(page->view->profile->source_count + 1, sizeof(*numbers));
	const size_t count = sums && numbers ? choose_files(page, sums, numbers) : 0;
	const size_t shown = count < MOST_FILES ? count : MOST_FILES;

	if (sums && numbers) {
		fputs("<h2 id=\"files\">Files</h2>\n", page->out);
		lp_html_begin_table(page, "files", files_heads);
		for (size_t i = 0; i < shown; i++)
			put_file(page, numbers[i], &sums[numbers[i]]);
		lp_html_end_table(page);
		lp_html_put_left_out(page, shown, count, "files that ran");
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
	struct lp_html_page page = {.view = view, .out = view->out};
	enum lp_status status = LP_OK;

	page.functions = lp_view_functions(view, &page.all_functions);
	if (!page.functions)
		return LP_MEMORY;
	page.function_count = at_most(page.all_functions, MOST_FUNCTIONS);
	page.all_functions = lp_filter_before(view->filter, page.all_functions);
	page.source_count = at_most(page.function_count, MOST_SOURCES);
	lp_html_put_head(&page);
	status = put_lines(&page);
	if (status == LP_OK) {
		put_functions(&page);
		status = lp_html_put_sources(&page);
	}
	if (status == LP_OK)
		status = put_files(&page);
	fprintf(view->out,
		"</main>\n<footer>lineprof %s. %s"
		"The page needs no network and no script.</footer>\n</body>\n</html>\n",
		LP_VERSION, lp_profile_is_exact(view->profile) ? "Hits and calls are exact. " : "");
	free(page.functions);
	return status;
}
