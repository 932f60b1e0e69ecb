/* page_threads.c: the threads, and how evenly they share the hottest lines. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/thread_hits.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

enum { MOST_LINES = 40, BAR = 10 };

/* Rows are threads, then a blank one, what the others are about, and lines. */
struct threads_state {
	uint32_t *threads; /* by CPU time */
	size_t thread_count;
	uint32_t *lines;
	struct lp_spread *spreads;
	size_t line_count;
	uint64_t cpu_ns; /* of all */
};

enum row_kind { THREAD, BLANK, HEADS, LINE };

static const struct threads_state *state_of(const struct lp_page *page)
{
	return (const struct threads_state *)page->state;
}

static const struct lp_profile *profile_of(const struct lp_page *page)
{
	return page->context->view->profile;
}

/* What a row is; `*at` is its place among those of its kind. */
static enum row_kind kind_of(const struct lp_page *page, uint32_t item, size_t *at)
{
	const struct threads_state *const state = state_of(page);

	*at = item;
	if (item < state->thread_count)
		return THREAD;
	*at = item - state->thread_count;
	if (*at < 2)
		return *at == 0 ? BLANK : HEADS;
	*at -= 2;
	return LINE;
}

static const struct lp_thread_row *thread_of(const struct lp_page *page, size_t at)
{
	return &profile_of(page)->threads[state_of(page)->threads[at]];
}

static const struct lp_line *line_of(const struct lp_page *page, size_t at)
{
	return &profile_of(page)->lines[state_of(page)->lines[at]];
}

/* ---- rows ---- */

static void put_thread(const struct lp_page *page, const struct lp_thread_row *row,
		       struct lp_pen *pen)
{
	const struct lp_thread *const thread = row->thread;
	const uint64_t all = state_of(page)->cpu_ns;
	const double share = all > 0 ? (double)thread->cpu_ns / (double)all : 0;
	char wall[32];
	char cpu[32];
	char wait[32];
	char tid[32] = "-";

	lp_format_time(wall, sizeof(wall),
		       lp_view_seconds(page->context->view, row->lifetime_ticks),
		       page->context->unit_seconds);
	lp_format_time(cpu, sizeof(cpu), (double)thread->cpu_ns / 1e9, page->context->unit_seconds);
	lp_format_time(wait, sizeof(wait), lp_view_thread_wait(page->context->view, row),
		       page->context->unit_seconds);
	if (thread->folded == 0)
		snprintf(tid, sizeof(tid), "%u", thread->tid);
	lp_pen_putf(pen, LP_STYLE_PLAIN, "%8s %8s %8s %8s %6.1f ", tid, wall, cpu, wait,
		    100 * share);
	lp_bar_put(pen, LP_STYLE_HEAT2, BAR, share);
	lp_pen_putf(pen, LP_STYLE_PLAIN, " %8llu  ", (unsigned long long)row->samples);
	if (thread->folded > 0)
		lp_pen_putf(pen, LP_STYLE_DIM, "%llu ended threads",
			    (unsigned long long)thread->folded);
	else
		lp_pen_put_foreign(pen, LP_STYLE_PLAIN, row->name, strlen(row->name));
}

static void put_line(const struct lp_page *page, size_t at, struct lp_pen *pen)
{
	const struct lp_spread *const spread = &state_of(page)->spreads[at];
	const struct lp_line *const line = line_of(page, at);
	const double mean = (double)spread->sum / (double)spread->threads;
	const double ratio = mean > 0 ? (double)spread->max / mean : 0;
	const char *const path = profile_of(page)->sources[line->source].shown;
	const struct lp_source_text *const text =
	    lp_source_texts_at(page->context->view->texts, line->source);
	const enum lp_style style = ratio >= 2     ? LP_STYLE_HEAT4
				    : ratio >= 1.3 ? LP_STYLE_HEAT2
						   : LP_STYLE_PLAIN;
	char counts[3][32];
	size_t size = 0;
	const char *source = text ? lp_source_line(text, line->line, &size) : NULL;

	lp_format_count(counts[0], sizeof(counts[0]), 9, spread->min);
	lp_format_count(counts[1], sizeof(counts[1]), 9, (uint64_t)(mean + 0.5));
	lp_format_count(counts[2], sizeof(counts[2]), 9, spread->max);
	lp_pen_putf(pen, LP_STYLE_PLAIN, "%8zu %9s %9s %9s ", spread->threads, counts[0], counts[1],
		    counts[2]);
	/* What one thread alone ran is shared by none. */
	if (spread->threads > 1)
		lp_pen_putf(pen, style, "%8.2f ", ratio);
	else
		lp_pen_put(pen, LP_STYLE_DIM, "       - ");
	lp_pen_putf(pen, LP_STYLE_PLAIN, "%6.1f  ",
		    lp_view_cpu_pct(page->context->view, lp_line_ran(line)));
	lp_pen_put_foreign(pen, LP_STYLE_DIM, path, strlen(path));
	lp_pen_put_line(pen, LP_STYLE_DIM, line->line);
	lp_pen_put(pen, LP_STYLE_DIM, " ");
	lp_pen_put(pen, LP_STYLE_DIM, lp_source_doubt(text));
	for (; size > 0 && (*source == ' ' || *source == '\t'); size--)
		source++;
	lp_pen_put_shifted(pen, LP_STYLE_PLAIN, source ? source : "", size, page->shift);
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	size_t at;

	(void)style;
	switch (kind_of(page, item, &at)) {
	case THREAD:
		put_thread(page, thread_of(page, at), pen);
		break;
	case BLANK:
		break;
	case HEADS:
		lp_pen_put(pen, LP_STYLE_HEADS,
			   " threads  min hits      mean       max max/mean  % cpu  line");
		lp_pen_go(pen, LP_STYLE_HEADS, pen->end);
		break;
	case LINE:
		put_line(page, at, pen);
	}
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct lp_source_text *text;
	const struct lp_line *line;
	const char *source = NULL;
	size_t source_size = 0;
	size_t at;

	switch (kind_of(page, item, &at)) {
	case THREAD:
		return lp_page_print_text(buffer, capacity, size, "%u  %s",
					  thread_of(page, at)->thread->tid,
					  thread_of(page, at)->name);
	case LINE:
		line = line_of(page, at);
		text = lp_source_texts_at(page->context->view->texts, line->source);
		source = text ? lp_source_line(text, line->line, &source_size) : NULL;
		return lp_page_print_text(buffer, capacity, size, "%s:%u %.*s",
					  profile_of(page)->sources[line->source].shown, line->line,
					  (int)source_size, source ? source : "");
	default:
		*size = 0;
		return "";
	}
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	size_t at;

	if (kind_of(page, item, &at) != LINE)
		return false;
	*place = (struct lp_request){&lp_page_source, LP_NO_INDEX, line_of(page, at)->source,
				     line_of(page, at)->line};
	return true;
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	if (!place_of(page, item, request))
		*message = "lines below can be opened";
}

/* What the lines are, or why there are none or not all threads in them. */
static void put_status_of_lines(const struct lp_page *page, struct lp_pen *pen)
{
	const char *const lacking = lp_thread_hits_lacking(profile_of(page));
	const char *what = "below: hits of the hottest lines in each of the threads that ran them";
	char folded[128];

	lp_thread_hits_describe_folded(profile_of(page), folded, sizeof(folded));
	if (lacking)
		what = lacking;
	else if (state_of(page)->line_count == 0)
		what = "no line to show";
	else if (*folded)
		what = folded;
	lp_pen_put(pen, LP_STYLE_STATUS, what);
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	size_t at;

	if (kind_of(page, item, &at) != LINE)
		put_status_of_lines(page, pen);
	else if (state_of(page)->spreads[at].threads < 2)
		lp_pen_put(pen, LP_STYLE_STATUS, "one thread alone ran it");
	else
		lp_pen_putf(pen, LP_STYLE_STATUS,
			    "the busiest thread did %.2f times the mean: 1 is even",
			    (double)state_of(page)->spreads[at].max *
				(double)state_of(page)->spreads[at].threads /
				(double)state_of(page)->spreads[at].sum);
}

/* ---- open ---- */

/* Only lines that have hits in a thread tell anything of balance. */
static enum lp_status add_lines(struct threads_state *state, const struct lp_view *view)
{
	const size_t threads = view->profile->thread_count;
	uint64_t *hits = NULL;
	enum lp_status status;
	size_t count;

	state->lines = lp_view_busy_lines(view, MOST_LINES, &count);
	if (!state->lines)
		return LP_MEMORY;
	state->spreads = (struct lp_spread *)calloc(count + 1, sizeof(*state->spreads));
	status = state->spreads ? lp_thread_hits_find(view->profile, state->lines, count, &hits)
				: LP_MEMORY;
	for (size_t i = 0; status == LP_OK && i < count; i++) {
		const struct lp_spread spread =
		    lp_thread_hits_spread(view->profile, &hits[i * threads]);

		if (spread.threads == 0 || spread.sum == 0)
			continue;
		state->spreads[state->line_count] = spread;
		state->lines[state->line_count++] = state->lines[i];
	}
	free(hits);
	return status;
}

static enum lp_status open_threads(struct lp_page *page)
{
	struct threads_state *const state = (struct threads_state *)calloc(1, sizeof(*state));
	enum lp_status status;

	page->state = state;
	if (!state)
		return LP_MEMORY;
	state->cpu_ns = lp_threads_cpu_time(profile_of(page));
	state->threads = lp_threads_by_time(profile_of(page), &state->thread_count);
	status = state->threads ? LP_OK : LP_MEMORY;
	if (status == LP_OK && !lp_thread_hits_lacking(profile_of(page)))
		status = add_lines(state, page->context->view);
	page->item_count =
	    state->thread_count + (state->line_count > 0 ? 2 + state->line_count : 0);
	return status;
}

static void close_threads(struct lp_page *page)
{
	struct threads_state *const state = (struct threads_state *)page->state;

	if (!state)
		return;
	free(state->threads);
	free(state->lines);
	free(state->spreads);
	free(state);
	page->state = NULL;
}

static const struct lp_page_column columns[] = {
    {LP_COLUMN_TEXT, "     tid     wall      cpu     wait  % cpu             samples  name", 0, 0,
     LP_MEASURE_NONE, NULL, NULL},
};

const struct lp_page_kind lp_page_threads = {
    .name = "threads",
    .question = "Do the threads share the work?",
    .columns = columns,
    .column_count = 1,
    .sort_column = -1,
    .open = open_threads,
    .close = close_threads,
    .put_text = put_text,
    .text_of = text_of,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
    .lacks_functions = true,
};
