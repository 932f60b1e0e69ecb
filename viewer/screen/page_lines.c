/* page_lines.c: the lines of the whole program, hottest first. */
#include <string.h>

#include "viewer/screen/line_columns.h"
#include "viewer/screen/live_columns.h"
#include "viewer/screen/page.h"

enum { PLACE_WIDTH = 24 };

static const struct lp_line *line_of(const struct lp_page *page, uint32_t item)
{
	return &page->context->view->profile->lines[item];
}

static void format_share(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_share(page->context, line_of(page, item), out, size);
}

static void format_hits(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_hits(line_of(page, item), out, size);
}

static void format_total(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_total(page->context, line_of(page, item), out, size);
}

static void format_self(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_self(page->context, line_of(page, item), out, size);
}

static void format_per_hit(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_per_hit(page->context, line_of(page, item), out, size);
}

static double value_of_self(const struct lp_page *page, uint32_t item)
{
	return (double)line_of(page, item)->self_ticks;
}

static double value_of_total(const struct lp_page *page, uint32_t item)
{
	return (double)line_of(page, item)->total_ticks;
}

static double value_of_hits(const struct lp_page *page, uint32_t item)
{
	return (double)line_of(page, item)->hits;
}

static double value_of_per_hit(const struct lp_page *page, uint32_t item)
{
	return lp_line_per_hit(line_of(page, item));
}

static void format_wait(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_wait(page->context, line_of(page, item), out, size);
}

static double value_of_wait(const struct lp_page *page, uint32_t item)
{
	return (double)line_of(page, item)->wait_ticks;
}

static void format_gpu(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_line_format_gpu(page->context, line_of(page, item), out, size);
}

static double value_of_gpu(const struct lp_page *page, uint32_t item)
{
	return (double)lp_line_gpu_ns(page->context, line_of(page, item));
}

static void format_rate(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_now_format_rate(lp_now_of_line(page->context, line_of(page, item)), out, size);
}

static double value_of_rate(const struct lp_page *page, uint32_t item)
{
	return lp_now_of_line(page->context, line_of(page, item)).per_second;
}

static void format_now(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_now_format_share(lp_now_of_line(page->context, line_of(page, item)), out, size);
}

static double value_of_now(const struct lp_page *page, uint32_t item)
{
	return lp_now_of_line(page->context, line_of(page, item)).share_pct;
}

enum { SHARE, HITS = 2, WAIT = 4, TIME = 5 }; /* columns */

static const struct lp_page_column columns[] = {
    {LP_COLUMN_NUMBER, "% self", 6, 0, LP_MEASURE_SHARE, format_share, value_of_self},
    {LP_COLUMN_BAR, "", 8, 2, LP_MEASURE_NONE, NULL, NULL},
    {LP_COLUMN_NUMBER, "hits", 10, 1, LP_MEASURE_HITS, format_hits, value_of_hits},
    {LP_COLUMN_NUMBER, "self", 8, 7, LP_MEASURE_NONE, format_self, value_of_self},
    {LP_COLUMN_NUMBER, "wait", 8, 6, LP_MEASURE_WAIT, format_wait, value_of_wait},
    {LP_COLUMN_NUMBER, "time", 8, 4, LP_MEASURE_TIME, format_total, value_of_total},
    {LP_COLUMN_NUMBER, "per hit", 8, 8, LP_MEASURE_PER_HIT, format_per_hit, value_of_per_hit},
    {LP_COLUMN_NUMBER, "gpu", 7, 1, LP_MEASURE_GPU, format_gpu, value_of_gpu},
    {LP_COLUMN_NUMBER, "hits/s", 8, LP_RANK_LIVE + 5, LP_MEASURE_NONE, format_rate, value_of_rate},
    {LP_COLUMN_NUMBER, "% now", 6, LP_RANK_LIVE + 1, LP_MEASURE_NONE, format_now, value_of_now},
    {LP_COLUMN_TEXT, "line", 0, 0, LP_MEASURE_NONE, NULL, NULL},
};

static const struct lp_source_text *source_text_of(const struct lp_page *page,
						   const struct lp_line *line)
{
	return lp_source_texts_at(page->context->view->texts, line->source);
}

static const char *source_of(const struct lp_page *page, const struct lp_line *line, size_t *size)
{
	const struct lp_source_text *const text = source_text_of(page, line);
	const char *const found = text ? lp_source_line(text, line->line, size) : NULL;

	if (!found)
		*size = 0;
	return found;
}

/* The text of the line, behind its place as far as the buffer goes. */
static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct lp_line *const line = line_of(page, item);
	size_t source_size;
	const char *const source = source_of(page, line, &source_size);

	return lp_page_print_text(buffer, capacity, size, "%s:%u %.*s",
				  page->context->view->profile->sources[line->source].shown,
				  line->line, (int)source_size, source ? source : "");
}

static int compare(const struct lp_page *page, uint32_t left, uint32_t right)
{
	const struct lp_source *const sources = page->context->view->profile->sources;
	const struct lp_line *const a = line_of(page, left);
	const struct lp_line *const b = line_of(page, right);

	return lp_page_compare_places(sources[a->source].shown, a->line, sources[b->source].shown,
				      b->line);
}

/* Whether another source's path ends with `end`, from a folder's or a file's name on. */
static bool is_end_of_other(const struct lp_profile *profile, uint32_t source, const char *end)
{
	const size_t size = strlen(end);

	for (uint32_t i = 0; i < profile->source_count; i++) {
		const char *const path = profile->sources[i].shown;
		const size_t all = strlen(path);

		if (i != source && all >= size && strcmp(path + all - size, end) == 0 &&
		    (all == size || path[all - size - 1] == '/'))
			return true;
	}
	return false;
}

/* As much of a source's path, from its end, as tells it from the others. */
static const char *short_name(const struct lp_profile *profile, uint32_t source)
{
	const char *const path = profile->sources[source].shown;
	const char *name = path + strlen(path);

	do
		while (name > path && *--name != '/')
			;
	while (name > path && is_end_of_other(profile, source, name + 1));
	return name > path ? name + 1 : path;
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const struct lp_line *const line = line_of(page, item);
	const char *const name = short_name(page->context->view->profile, line->source);
	const int begin = pen->column;
	size_t size;
	const char *text = source_of(page, line, &size);

	lp_pen_put_foreign(pen, LP_STYLE_DIM, name, strlen(name));
	lp_pen_put_line(pen, LP_STYLE_DIM, line->line);
	lp_pen_put(pen, LP_STYLE_DIM, " ");
	lp_pen_go(pen, LP_STYLE_PLAIN, begin + (pen->end - begin > 60 ? PLACE_WIDTH : 16));
	lp_pen_put(pen, LP_STYLE_DIM, lp_source_doubt(source_text_of(page, line)));
	/* Its depth says nothing here. */
	while (size > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		size--;
	}
	lp_pen_put_shifted(pen, style, text ? text : "", size, page->shift);
}

static double heat_of(const struct lp_page *page, uint32_t item)
{
	return lp_line_heat(page->context, line_of(page, item));
}

static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	return lp_line_style(page->context, line_of(page, item), page->hottest);
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	const struct lp_profile *const profile = page->context->view->profile;
	const struct lp_line *const line = line_of(page, item);

	*place = (struct lp_request){&lp_page_source, lp_line_function(profile, item), line->source,
				     line->line};
	return true;
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	(void)message;
	place_of(page, item, request);
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct lp_profile *const profile = page->context->view->profile;
	const struct lp_line *const line = line_of(page, item);
	const char *const path = profile->sources[line->source].shown;
	char self[80];

	lp_line_format_sure(page->context, line, self, sizeof(self));
	lp_pen_put(pen, LP_STYLE_STATUS, self);
	lp_pen_put(pen, LP_STYLE_STATUS, *self ? "  " : "");
	lp_pen_put_foreign(pen, LP_STYLE_STATUS, path, strlen(path));
	lp_pen_put_line(pen, LP_STYLE_STATUS, line->line);
}

static void measure(struct lp_page *page)
{
	page->hottest = 0;
	for (size_t i = 0; i < page->item_count; i++)
		if (heat_of(page, page->items[i]) > page->hottest)
			page->hottest = heat_of(page, page->items[i]);
}

static bool is_same_order(const struct lp_sort_key *left, const struct lp_sort_key *right)
{
	return left->compare_lines == right->compare_lines;
}

static enum lp_status open_lines(struct lp_page *page)
{
	static const struct lp_page_key keys[] = {
	    {"tottime", SHARE}, {"hits", HITS}, {"wait", WAIT}, {"cumtime", TIME}, {NULL, 0}};
	const struct lp_sort_order *const order = &page->context->view->order;

	if (lp_sort_has_lines(order))
		page->sort_column = lp_page_column_of(order, keys, is_same_order);
	page->items = lp_view_lines(page->context->view, &page->item_count);
	if (!page->items)
		return LP_MEMORY;
	measure(page);
	return LP_OK;
}

const struct lp_page_kind lp_page_lines = {
    .name = "lines",
    .question = "Where in the program is it hot?",
    .columns = columns,
    .column_count = sizeof(columns) / sizeof(columns[0]),
    .least_text = 40,
    .sort_column = SHARE,
    .has_preview = true,
    .open = open_lines,
    .put_text = put_text,
    .text_of = text_of,
    .compare = compare,
    .style_of = style_of,
    .heat_of = heat_of,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
    .measure = measure,
};
