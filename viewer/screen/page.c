/* page.c: what all views on the screen do the same way: filter, sort, search. */
#include "viewer/screen/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/screen/line_columns.h"
#include "viewer/screen/match.h"

#define HOT_MOST 64         /* rows that Tab goes through */
#define ROW_TEXT_MOST 32768 /* of what a row is searched for; names of templates are long */

bool lp_page_has_column(const struct lp_page *page, const struct lp_page_column *column)
{
	const struct lp_page_kind *const kind = page->kind;

	return lp_page_has_measure(page->context, column->measure) &&
	       (column->rank < LP_RANK_LIVE || page->context->live) &&
	       (!kind->has_column || kind->has_column(page, (int)(column - kind->columns)));
}

bool lp_page_has_measure(const struct lp_context *context, enum lp_measure measure)
{
	if (measure == LP_MEASURE_GPU)
		return lp_page_has_gpu(context);
	return measure != LP_MEASURE_WAIT || context->view->profile->line_wait_ticks > 0;
}

enum lp_measure lp_page_first_measure(const struct lp_profile *profile)
{
	return profile->lines_are_timed ? LP_MEASURE_SHARE : LP_MEASURE_HITS;
}

bool lp_page_has_gpu(const struct lp_context *context)
{
	const struct lp_gpu_line *const total = &context->view->profile->gpu.total;

	return total->kernel_ns > 0 || total->copy_ns > 0 || total->launches > 0;
}

uint32_t lp_page_item(const struct lp_page *page, size_t row)
{
	if (page->rows)
		return page->rows[row];
	return page->items ? page->items[row] : (uint32_t)row;
}

const char *lp_page_print_text(char *buffer, size_t capacity, size_t *size, const char *format, ...)
{
	va_list values;
	int length;

	va_start(values, format);
	length = vsnprintf(buffer, capacity, format, values);
	va_end(values);
	*size = (size_t)length < capacity ? (size_t)length : capacity - 1;
	return buffer;
}

bool lp_page_has_text(const struct lp_page *page, uint32_t item, const char *wanted)
{
	char buffer[ROW_TEXT_MOST];
	size_t size = 0;
	const char *const text = page->kind->text_of(page, item, buffer, sizeof(buffer), &size);

	return lp_match(text, size, wanted) != SIZE_MAX;
}

/* ---- order ---- */

struct sort_entry {
	double value;
	uint32_t item;
	uint32_t before; /* its place before: equal ones stay in order */
};

static int by_value(const void *left, const void *right)
{
	const struct sort_entry *const a = (const struct sort_entry *)left;
	const struct sort_entry *const b = (const struct sort_entry *)right;

	if (a->value != b->value)
		return a->value < b->value ? 1 : -1;
	return (a->before > b->before) - (a->before < b->before);
}

static int by_text(const void *left, const void *right, void *data)
{
	const struct lp_page *const page = (const struct lp_page *)data;
	const struct sort_entry *const a = (const struct sort_entry *)left;
	const struct sort_entry *const b = (const struct sort_entry *)right;
	const int order = page->kind->compare(page, a->item, b->item);

	return order ? order : (a->before > b->before) - (a->before < b->before);
}

static void sort_entries(const struct lp_page *page, struct sort_entry *entries, size_t count)
{
	const struct lp_page_column *const column = &page->kind->columns[page->sort_column];

	for (size_t i = 0; column->value && i < count; i++)
		entries[i].value = column->value(page, entries[i].item);
	if (column->value)
		qsort(entries, count, sizeof(*entries), by_value);
	else
		qsort_r(entries, count, sizeof(*entries), by_text, (void *)page);
}

int lp_page_compare_places(const char *left_path, uint32_t left_line, const char *right_path,
			   uint32_t right_line)
{
	const int order = strcmp(left_path, right_path);

	return order ? order : (left_line > right_line) - (left_line < right_line);
}

/* ---- rows ---- */

/* The items that the filter lets through, as entries; NULL when out of memory. */
static struct sort_entry *choose(const struct lp_page *page, size_t *count)
{
	struct sort_entry *const entries =
	    (struct sort_entry *)malloc((page->item_count + 1) * sizeof(*entries));

	*count = 0;
	for (size_t i = 0; entries && i < page->item_count; i++) {
		const uint32_t item = page->items ? page->items[i] : (uint32_t)i;

		if (!*page->filter || lp_page_has_text(page, item, page->filter)) {
			entries[*count].item = item;
			entries[*count].before = (uint32_t)i;
			++*count;
		}
	}
	return entries;
}

static enum lp_status make_rows(struct lp_page *page)
{
	size_t count;
	struct sort_entry *const entries = choose(page, &count);
	uint32_t *const rows = (uint32_t *)malloc((page->item_count + 1) * sizeof(*rows));

	if (!entries || !rows) {
		free(entries);
		free(rows);
		free(page->rows);
		page->rows = NULL;
		lp_list_set_count(&page->list, page->item_count);
		return LP_MEMORY;
	}
	if (page->sort_column >= 0)
		sort_entries(page, entries, count);
	for (size_t i = 0; i < count; i++)
		rows[i] = entries[page->is_reversed ? count - 1 - i : i].item;
	free(entries);
	free(page->rows);
	page->rows = rows;
	lp_list_set_count(&page->list, count);
	return LP_OK;
}

enum lp_status lp_page_arrange_at(struct lp_page *page, uint32_t item)
{
	enum lp_status status = LP_OK;

	if (!*page->filter && page->sort_column < 0 && !page->is_reversed) {
		free(page->rows);
		page->rows = NULL;
		lp_list_set_count(&page->list, page->item_count);
	} else {
		status = make_rows(page);
	}
	if (item != LP_NO_INDEX && status == LP_OK &&
	    (page->list.count == 0 || lp_page_item(page, page->list.cursor) != item) &&
	    !lp_page_go(page, item, false))
		lp_list_go(&page->list, 0);
	return status;
}

enum lp_status lp_page_arrange(struct lp_page *page)
{
	return lp_page_arrange_at(page, page->list.count > 0 ? lp_page_item(page, page->list.cursor)
							     : LP_NO_INDEX);
}

bool lp_page_go(struct lp_page *page, uint32_t item, bool is_centred)
{
	size_t row = 0;

	if (!page->rows && !page->items)
		row = item;
	else
		while (row < page->list.count && lp_page_item(page, row) != item)
			row++;
	if (row >= page->list.count)
		return false;
	if (is_centred)
		lp_list_centre(&page->list, row);
	else
		lp_list_go(&page->list, row);
	return true;
}

static bool row_has(struct lp_page *page, uint32_t item, const char *wanted, bool is_backwards)
{
	return page->kind->find ? page->kind->find(page, item, wanted, is_backwards, true)
				: lp_page_has_text(page, item, wanted);
}

bool lp_page_search(struct lp_page *page, const char *text, size_t row, bool is_backwards)
{
	const size_t count = page->list.count;

	for (size_t i = 0; i < count; i++) {
		const size_t at = (is_backwards ? row + count - i : row + i) % count;

		if (row_has(page, lp_page_item(page, at), text, is_backwards)) {
			lp_list_go(&page->list, at);
			return true;
		}
	}
	return false;
}

bool lp_page_search_on(struct lp_page *page, const char *text, bool is_backwards)
{
	const size_t count = page->list.count;
	const size_t from = page->list.cursor;

	if (count == 0)
		return false;
	if (page->kind->find &&
	    page->kind->find(page, lp_page_item(page, from), text, is_backwards, false))
		return true;
	return lp_page_search(page, text, (is_backwards ? from + count - 1 : from + 1) % count,
			      is_backwards);
}

enum lp_status lp_page_reveal(struct lp_page *page, const char *text)
{
	const uint32_t item = page->kind->reveal ? page->kind->reveal(page, text) : LP_NO_INDEX;

	return item == LP_NO_INDEX ? LP_NOT_FOUND : lp_page_arrange_at(page, item);
}

static bool can_sort_by(const struct lp_page *page, int i)
{
	const struct lp_page_column *const column = &page->kind->columns[i];

	if (!lp_page_has_column(page, column))
		return false;
	return page->kind->sort_column >= 0 &&
	       ((column->kind == LP_COLUMN_TEXT && page->kind->compare) ||
		(column->kind == LP_COLUMN_NUMBER && column->value));
}

int lp_page_column_of(const struct lp_sort_order *order, const struct lp_page_key *keys,
		      bool (*is_same)(const struct lp_sort_key *left,
				      const struct lp_sort_key *right))
{
	for (; order->count > 0 && keys->name; keys++)
		if (is_same(order->keys[0], lp_sort_key_find(keys->name, strlen(keys->name))))
			return keys->column;
	return -1;
}

/* Who looks at the first row means the first one of the new order; else the item stays. */
static enum lp_status sort_anew(struct lp_page *page)
{
	const bool is_first = page->list.cursor == 0;
	const enum lp_status status = lp_page_arrange(page);

	if (is_first)
		lp_list_go(&page->list, 0);
	return status;
}

enum lp_status lp_page_sort_by(struct lp_page *page, int column)
{
	if (column < 0 || !can_sort_by(page, column))
		return LP_OK;
	page->is_reversed = column == page->sort_column && !page->is_reversed;
	page->sort_column = column;
	page->is_order_chosen = true;
	return sort_anew(page);
}

enum lp_status lp_page_sort_next(struct lp_page *page, int step, int columns)
{
	const int count = page->kind->column_count;
	int at = page->sort_column;

	if (page->kind->sort_column < 0)
		return LP_OK;
	do
		at = (at + step + count) % count;
	while (at != page->sort_column &&
	       !(can_sort_by(page, at) && lp_page_shows_column(page, at, columns)));
	page->sort_column = at;
	page->is_reversed = false;
	page->is_order_chosen = true;
	return sort_anew(page);
}

enum lp_status lp_page_reverse(struct lp_page *page)
{
	page->is_reversed = !page->is_reversed;
	page->is_order_chosen = true;
	return lp_page_arrange(page);
}

/* ---- heat ---- */

/* Adds an item to the hottest ones so far, hottest first. */
static size_t add_hot(const struct lp_page *page, uint32_t *items, size_t count, size_t most,
		      uint32_t item)
{
	const double heat = page->kind->heat_of(page, item);
	size_t at = count;

	if (!(heat > 0))
		return count;
	while (at > 0 && page->kind->heat_of(page, items[at - 1]) < heat)
		at--;
	if (at == most)
		return count;
	if (count == most)
		count--;
	memmove(&items[at + 1], &items[at], (count - at) * sizeof(*items));
	items[at] = item;
	return count + 1;
}

static size_t find_hot(const struct lp_page *page, uint32_t *items, size_t most)
{
	size_t count = 0;

	/* It does not know which rows a filter has left. */
	if (page->kind->find_hot && !page->rows)
		return page->kind->find_hot(page, items, most);
	for (size_t row = 0; page->kind->heat_of && row < page->list.count; row++)
		count = add_hot(page, items, count, most, lp_page_item(page, row));
	return count;
}

bool lp_page_go_hot(struct lp_page *page, int step)
{
	uint32_t items[HOT_MOST];
	const size_t count = find_hot(page, items, HOT_MOST);
	size_t at = count;

	if (count == 0)
		return false;
	for (size_t i = 0; i < count && step != 0; i++)
		if (items[i] == lp_page_item(page, page->list.cursor))
			at = i;
	if (at == count)
		at = step < 0 ? count - 1 : 0;
	else
		at = (at + count + (size_t)(step + (int)count)) % count;
	lp_page_go(page, items[at], true);
	return true;
}

/* ---- open, close ---- */

/* The cursor begins at the first row that there is a source to show of. */
static void go_to_place(struct lp_page *page)
{
	struct lp_request place;
	size_t row = 0;

	while (row < page->list.count &&
	       !page->kind->place_of(page, lp_page_item(page, row), &place))
		row++;
	if (row > 0)
		lp_list_go(&page->list, row);
}

enum lp_status lp_page_open(struct lp_page *page, struct lp_context *context,
			    const struct lp_request *request)
{
	enum lp_status status;

	*page = (struct lp_page){.kind = request->kind,
				 .context = context,
				 .subject = *request,
				 .sort_column = request->kind->sort_column,
				 .hottest = 0};
	status = page->kind->open(page);
	if (status == LP_OK)
		status = lp_page_arrange(page);
	if (status == LP_OK && page->kind->has_preview && page->kind->sort_column >= 0)
		go_to_place(page);
	if (status != LP_OK)
		lp_page_close(page);
	return status;
}

void lp_page_close(struct lp_page *page)
{
	if (page->kind && page->kind->close)
		page->kind->close(page);
	free(page->items);
	free(page->rows);
	page->items = NULL;
	page->rows = NULL;
	page->kind = NULL;
}

uint32_t lp_page_function_source(const struct lp_page *page, uint32_t function)
{
	const struct lp_line *const line = lp_line_hottest(page->context, function, LP_NO_INDEX);

	return line ? line->source : page->context->view->profile->functions[function].source;
}

bool lp_page_function_place(const struct lp_page *page, uint32_t function, struct lp_request *place)
{
	if (function == LP_NO_INDEX)
		return false;
	*place = (struct lp_request){&lp_page_source, function,
				     lp_page_function_source(page, function), 0};
	return true;
}
