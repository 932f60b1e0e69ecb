/* page_renew.c: a view of numbers that are others now: the same rows, cursor and order. */
#include "viewer/screen/page_renew.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/rates.h"
#include "viewer/screen/source_rows.h"

/* ---- numbers ---- */

enum lp_status lp_renumbering_find(struct lp_renumbering *renumbering,
				   const struct lp_profile *before, const struct lp_profile *after)
{
	*renumbering = (struct lp_renumbering){.function_count = before->function_count,
					       .source_count = before->source_count};
	if (lp_rates_same_rows(before, after))
		return LP_OK;
	renumbering->functions =
	    (uint32_t *)calloc(before->function_count + 1, sizeof(*renumbering->functions));
	renumbering->sources =
	    (uint32_t *)calloc(before->source_count + 1, sizeof(*renumbering->sources));
	if (!renumbering->functions || !renumbering->sources) {
		lp_renumbering_free(renumbering);
		return LP_MEMORY;
	}
	/* Libraries that are loaded later come behind what was there. */
	for (uint32_t i = 0; i < before->function_count; i++)
		renumbering->functions[i] =
		    i < after->function_count && strcmp(before->functions[i].linkage_name,
							after->functions[i].linkage_name) == 0
			? i
			: LP_NO_INDEX;
	for (uint32_t i = 0; i < before->source_count; i++)
		renumbering->sources[i] =
		    lp_map_find(&after->source_numbers, before->sources[i].path_hash);
	return LP_OK;
}

void lp_renumbering_free(struct lp_renumbering *renumbering)
{
	free(renumbering->functions);
	free(renumbering->sources);
	*renumbering = (struct lp_renumbering){.functions = NULL};
}

/* False if there is no such thing any more. */
static bool renumber(const struct lp_renumbering *renumbering, struct lp_request *request)
{
	if (!renumbering->functions)
		return true;
	if (request->function < renumbering->function_count)
		request->function = renumbering->functions[request->function];
	else if (request->function != LP_NO_INDEX)
		return false;
	if (request->source < renumbering->source_count)
		request->source = renumbering->sources[request->source];
	else if (request->source != LP_NO_INDEX)
		return false;
	return request->function != LP_NO_INDEX || request->source != LP_NO_INDEX;
}

/* ---- keep ---- */

struct lp_kept_page lp_page_keep(struct lp_page *page)
{
	struct lp_kept_page kept = {.place = {.kind = NULL},
				    .cursor = page->list.cursor,
				    .above = page->list.cursor - page->list.top,
				    .item = LP_NO_INDEX};

	if (page->list.count > 0) {
		kept.item = lp_page_item(page, page->list.cursor);
		if (!page->kind->place_of || !page->kind->place_of(page, kept.item, &kept.place))
			kept.place.kind = NULL;
		if (page->kind->key_of)
			kept.key = page->kind->key_of(page, kept.item);
	}
	if (page->kind->take_keys)
		kept.keys = page->kind->take_keys(page, &kept.key_count);
	if (page->kind == &lp_page_source)
		kept.is_open = lp_source_take_open(page, &kept.line_count);
	kept.page = *page;
	lp_page_close(page);
	return kept;
}

/* ---- open again ---- */

static bool is_at(const struct lp_page *page, uint32_t item, const struct lp_request *place)
{
	struct lp_request here;

	/* A function is hot now here, now there: in each of its sources it is the same. */
	return page->kind->place_of(page, item, &here) && here.function == place->function &&
	       (here.source == place->source || here.function != LP_NO_INDEX) &&
	       here.line == place->line;
}

static size_t find_key(const struct lp_page *page, const struct lp_kept_page *kept)
{
	for (size_t row = 0; row < page->list.count; row++)
		if (page->kind->key_of(page, lp_page_item(page, row)) == kept->key)
			return row;
	return kept->cursor;
}

/* The row of what the cursor was on; else the row where it was. */
static size_t find_row(const struct lp_page *page, const struct lp_kept_page *kept)
{
	if (page->kind->key_of)
		return find_key(page, kept);
	if (!kept->place.kind)
		return kept->cursor;
	/* Mostly it has the number that it had. */
	for (size_t row = 0; row < page->list.count; row++)
		if (lp_page_item(page, row) == kept->item) {
			if (is_at(page, kept->item, &kept->place))
				return row;
			break;
		}
	for (size_t row = 0; row < page->list.count; row++)
		if (is_at(page, lp_page_item(page, row), &kept->place))
			return row;
	return kept->cursor;
}

static void place_cursor(struct lp_page *page, const struct lp_kept_page *kept)
{
	const size_t row = find_row(page, kept);

	if (page->list.count == 0)
		return;
	page->list.is_centred = false;
	page->list.cursor = row < page->list.count ? row : page->list.count - 1;
	page->list.top = page->list.cursor > kept->above ? page->list.cursor - kept->above : 0;
	lp_list_set_count(&page->list, page->list.count);
}

enum lp_status lp_page_renew(struct lp_page *page, struct lp_kept_page *kept,
			     const struct lp_renumbering *renumbering)
{
	struct lp_request request = kept->page.subject;
	const bool has_subject = request.function != LP_NO_INDEX || request.source != LP_NO_INDEX;
	enum lp_status status = LP_NOT_FOUND;

	request.kind = kept->page.kind;
	if (!has_subject || renumber(renumbering, &request))
		status = lp_page_open(page, kept->page.context, &request);
	if (status == LP_OK && kept->is_open)
		status = lp_source_put_open(page, kept->is_open, kept->line_count);
	if (status == LP_OK && kept->keys)
		status = page->kind->put_keys(page, kept->keys, kept->key_count);
	free(kept->is_open);
	free(kept->keys);
	kept->is_open = NULL;
	kept->keys = NULL;
	if (status != LP_OK) {
		if (page->kind)
			lp_page_close(page);
		return status;
	}
	if (kept->place.kind && !renumber(renumbering, &kept->place))
		kept->place.kind = NULL;
	/* Else it is what says most of what there is now. */
	if (kept->page.is_order_chosen) {
		page->sort_column = kept->page.sort_column;
		page->is_reversed = kept->page.is_reversed;
		page->is_order_chosen = true;
	}
	page->shift = kept->page.shift;
	memcpy(page->filter, kept->page.filter, sizeof(page->filter));
	page->list.height = kept->page.list.height;
	status = lp_page_arrange(page);
	if (status == LP_OK)
		place_cursor(page, kept);
	else
		lp_page_close(page);
	return status;
}
