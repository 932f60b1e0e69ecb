/* browser_act.c: does what keys ask for. */
#include <string.h>

#include "viewer/screen/browser_state.h"
#include "viewer/screen/editor.h"

static void say_status(struct lp_browser *browser, enum lp_status status)
{
	if (status != LP_OK)
		lp_browser_say(browser, "%s", lp_status_text(status));
}

/* Brings one of the views to the front; the others stay in order. */
static void raise_page(struct lp_browser *browser, size_t at)
{
	const struct lp_page page = browser->pages[at];
	const size_t last = browser->page_count - 1;

	memmove(&browser->pages[at], &browser->pages[at + 1], (last - at) * sizeof(page));
	browser->pages[last] = page;
}

void lp_browser_open(struct lp_browser *browser, const struct lp_request *request)
{
	struct lp_page page;
	enum lp_status status;

	status = lp_page_open(&page, browser->context, request);
	if (status != LP_OK) {
		say_status(browser, status);
		return;
	}
	/* The way back is so long at most; the first view stays. */
	if (browser->page_count == LP_PAGES_MOST) {
		raise_page(browser, browser->pages[0].kind == browser->home);
		lp_page_close(&browser->pages[--browser->page_count]);
	}
	browser->pages[browser->page_count++] = page;
}

static void open_row(struct lp_browser *browser, struct lp_page *page)
{
	struct lp_request request = {NULL, LP_NO_INDEX, LP_NO_INDEX, 0};
	const char *message = "nothing to open here";

	if (page->list.count > 0 && page->kind->choose)
		page->kind->choose(page, lp_page_item(page, page->list.cursor), &request, &message);
	if (request.kind)
		lp_browser_open(browser, &request);
	else
		lp_browser_say(browser, "%s", message);
}

/* A view of the whole profile: as it was left, if it is there. */
static void open_kind(struct lp_browser *browser, const struct lp_page_kind *kind)
{
	const struct lp_request request = {kind, LP_NO_INDEX, LP_NO_INDEX, 0};
	size_t at = 0;

	while (at < browser->page_count && browser->pages[at].kind != kind)
		at++;
	if (at < browser->page_count)
		raise_page(browser, at);
	else
		lp_browser_open(browser, &request);
}

static void open_gpu(struct lp_browser *browser)
{
	if (browser->context->view->profile->gpu.is_there)
		open_kind(browser, &lp_page_gpu);
	else
		lp_browser_say(browser, "nothing in this program makes a GPU work");
}

static void open_changes(struct lp_browser *browser, const struct lp_page *page)
{
	if (!browser->context->comparison)
		lp_browser_say(browser, "lpview diff BEFORE AFTER shows what changed");
	else
		open_kind(browser, page->kind == &lp_page_changed_functions
				       ? &lp_page_changed_lines
				       : &lp_page_changed_functions);
}

static bool place_at_cursor(const struct lp_page *page, struct lp_request *place)
{
	*place = (struct lp_request){NULL, LP_NO_INDEX, LP_NO_INDEX, 0};
	return page->list.count > 0 && page->kind->place_of &&
	       page->kind->place_of(page, lp_page_item(page, page->list.cursor), place);
}

static void open_calls(struct lp_browser *browser, struct lp_page *page)
{
	struct lp_request place;

	if (!place_at_cursor(page, &place) || place.function == LP_NO_INDEX) {
		lp_browser_say(browser, "there is no function here whose callers could be shown");
		return;
	}
	place.kind = &lp_page_calls;
	place.source = LP_NO_INDEX;
	place.line = 0;
	if (page->kind != &lp_page_calls || page->subject.function != place.function)
		lp_browser_open(browser, &place);
}

static bool is_on_line(const struct lp_page *page, struct lp_request *place)
{
	return place_at_cursor(page, place) && place->source != LP_NO_INDEX && place->line > 0;
}

static void open_facts(struct lp_browser *browser, const struct lp_page *page)
{
	struct lp_request place;

	if (!is_on_line(page, &place)) {
		lp_browser_say(browser, "only of lines of source is more known");
		return;
	}
	place.kind = &lp_page_facts;
	lp_browser_open(browser, &place);
}

/* The first view stays, behind the others. */
static void go_back(struct lp_browser *browser)
{
	const struct lp_page page = *lp_browser_page(browser);

	if (browser->page_count > 1 && page.kind == browser->home) {
		memmove(&browser->pages[1], &browser->pages[0],
			(browser->page_count - 1) * sizeof(page));
		browser->pages[0] = page;
	} else if (browser->page_count > 1) {
		lp_page_close(&browser->pages[--browser->page_count]);
	}
}

static void change_measure(struct lp_browser *browser)
{
	static const char *const titles[] = {
#define LP_MEASURE_TITLE(name, title) title,
	    LP_MEASURE_LIST(LP_MEASURE_TITLE)
#undef LP_MEASURE_TITLE
	};
	struct lp_context *const context = browser->context;

	do
		context->measure = (enum lp_measure)((context->measure + 1) % LP_MEASURE_COUNT);
	while (!lp_page_has_measure(context, context->measure));
	context->is_measure_chosen = true;
	for (size_t i = 0; i < browser->page_count; i++)
		if (browser->pages[i].kind->measure)
			browser->pages[i].kind->measure(&browser->pages[i]);
	if (browser->preview.kind)
		browser->preview.kind->measure(&browser->preview);
	lp_browser_say(browser, "bars and colours of lines: %s", titles[context->measure]);
}

static void fold(struct lp_browser *browser, struct lp_page *page, int is_open, bool is_all)
{
	uint32_t item = page->list.count > 0 ? lp_page_item(page, page->list.cursor) : LP_NO_INDEX;
	const size_t before = page->item_count;
	enum lp_status status;

	if (!page->kind->fold) {
		lp_browser_say(browser,
			       "only lines of source and the tree of calls can be unfolded");
		return;
	}
	status = page->kind->fold(page, &item, is_all, is_open);
	say_status(browser, status);
	say_status(browser, lp_page_arrange_at(page, item));
	if (status == LP_OK && is_open == 1 && page->item_count == before)
		lp_browser_say(browser, "nothing more to unfold here");
}

static void edit(struct lp_browser *browser, struct lp_page *page)
{
	const struct lp_profile *const profile = browser->context->view->profile;
	struct lp_request place;
	const struct lp_source_text *text = NULL;
	const char *wrong;

	if (place_at_cursor(page, &place) && place.source != LP_NO_INDEX) {
		/* A function begins in its own source, wherever it is hot. */
		if (place.line == 0 && place.function != LP_NO_INDEX) {
			place.source = profile->functions[place.function].source;
			place.line = profile->functions[place.function].line;
		}
		text = lp_source_texts_at(browser->context->view->texts, place.source);
	}
	if (!text || !text->path || profile->sources[place.source].packed) {
		lp_browser_say(browser, "there is no file here to edit");
		return;
	}
	browser->screen->leave(browser->screen);
	wrong = lp_editor_run(text->path, place.line > 0 ? place.line : 1);
	browser->screen->enter(browser->screen);
	if (wrong)
		lp_browser_say(browser, "%s", wrong);
}

static void use_mouse(struct lp_browser *browser)
{
	browser->uses_mouse = !browser->uses_mouse;
	browser->screen->use_mouse(browser->screen, browser->uses_mouse);
	lp_browser_say(browser, browser->uses_mouse ? "mouse on" : "mouse off: the terminal's own");
}

static void search_again(struct lp_browser *browser, struct lp_page *page, bool is_backwards)
{
	if (!*browser->search)
		lp_browser_say(browser, "nothing was searched for yet: / does");
	else if (!lp_page_search_on(page, browser->search, is_backwards) &&
		 lp_page_reveal(page, browser->search) != LP_OK)
		lp_browser_say(browser, "not found: %s", browser->search);
}

static void go_hot(struct lp_browser *browser, struct lp_page *page, int step)
{
	if (!lp_page_go_hot(page, step))
		lp_browser_say(browser, "nothing is hot here");
}

/* How wide the table of the view is. */
static int table_width(const struct lp_browser *browser, const struct lp_page *page)
{
	return lp_layout_of(page, browser->grid.rows, browser->grid.columns).end;
}

static void shift(struct lp_browser *browser, struct lp_page *page, int columns)
{
	if (columns > 0 && !lp_page_can_shift(page, table_width(browser, page)))
		lp_browser_say(browser, "there is no more to the right");
	else
		page->shift += columns;
	if (page->shift < 0)
		page->shift = 0;
}

static void step(struct lp_browser *browser, struct lp_page *page, int direction)
{
	if (!page->kind->step)
		shift(browser, page, 8 * direction);
	else if (page->list.count > 0)
		page->kind->step(page, lp_page_item(page, page->list.cursor), direction);
}

static void reverse(struct lp_browser *browser, struct lp_page *page)
{
	if (page->kind->sort_column < 0) {
		lp_browser_say(browser, "this view has an order of its own");
		return;
	}
	say_status(browser, lp_page_reverse(page));
}

static void sort(struct lp_browser *browser, struct lp_page *page, int step)
{
	if (page->kind->sort_column < 0)
		lp_browser_say(browser, "this view has an order of its own");
	else
		say_status(browser, lp_page_sort_next(page, step, table_width(browser, page)));
}

/* What changes the view that is shown, but for moves. */
static void act_on_page(struct lp_browser *browser, struct lp_page *page, enum lp_action action)
{
	switch (action) {
	case LP_ACTION_LEFT:
		step(browser, page, -1);
		break;
	case LP_ACTION_RIGHT:
		step(browser, page, 1);
		break;
	case LP_ACTION_HOTTEST:
		go_hot(browser, page, 0);
		break;
	case LP_ACTION_NEXT_HOT:
		go_hot(browser, page, 1);
		break;
	case LP_ACTION_PREVIOUS_HOT:
		go_hot(browser, page, -1);
		break;
	case LP_ACTION_SORT:
		sort(browser, page, 1);
		break;
	case LP_ACTION_SORT_BACK:
		sort(browser, page, -1);
		break;
	case LP_ACTION_REVERSE:
		reverse(browser, page);
		break;
	case LP_ACTION_NEXT:
		search_again(browser, page, false);
		break;
	case LP_ACTION_PREVIOUS:
		search_again(browser, page, true);
		break;
	case LP_ACTION_UNFOLD:
		fold(browser, page, 1, false);
		break;
	case LP_ACTION_FOLD:
		fold(browser, page, 0, false);
		break;
	case LP_ACTION_UNFOLD_ALL:
		fold(browser, page, -1, true);
		break;
	default:
		break;
	}
}

void lp_browser_act(struct lp_browser *browser, enum lp_action action)
{
	struct lp_page *const page = lp_browser_page(browser);

	if (lp_list_move(&page->list, action))
		return;
	switch (action) {
	case LP_ACTION_OPEN:
		open_row(browser, page);
		break;
	case LP_ACTION_BACK:
		go_back(browser);
		break;
	case LP_ACTION_QUIT:
		browser->is_done = true;
		break;
	case LP_ACTION_FUNCTIONS:
		open_kind(browser, &lp_page_functions);
		break;
	case LP_ACTION_LINES:
		open_kind(browser, &lp_page_lines);
		break;
	case LP_ACTION_FILES:
		open_kind(browser, &lp_page_files);
		break;
	case LP_ACTION_CALLS:
		open_calls(browser, page);
		break;
	case LP_ACTION_FACTS:
		open_facts(browser, page);
		break;
	case LP_ACTION_THREADS:
		open_kind(browser, &lp_page_threads);
		break;
	case LP_ACTION_SUMMARY:
		open_kind(browser, &lp_page_summary);
		break;
	case LP_ACTION_TREE:
		open_kind(browser, &lp_page_tree);
		break;
	case LP_ACTION_FLAME:
		open_kind(browser, &lp_page_flame);
		break;
	case LP_ACTION_GPU:
		open_gpu(browser);
		break;
	case LP_ACTION_CHANGES:
		open_changes(browser, page);
		break;
	case LP_ACTION_HELP:
		open_kind(browser, &lp_page_help);
		break;
	case LP_ACTION_SEARCH:
		lp_browser_ask(browser, LP_PROMPT_SEARCH);
		break;
	case LP_ACTION_FILTER:
		if (page->kind->find)
			lp_browser_say(browser,
				       "a picture has no rows to choose from: / finds a box");
		else
			lp_browser_ask(browser, LP_PROMPT_FILTER);
		break;
	case LP_ACTION_WRITE:
		lp_browser_ask(browser, LP_PROMPT_WRITE);
		break;
	case LP_ACTION_MEASURE:
		change_measure(browser);
		break;
	case LP_ACTION_EDIT:
		edit(browser, page);
		break;
	case LP_ACTION_MOUSE:
		use_mouse(browser);
		break;
	case LP_ACTION_REDRAW:
		browser->screen->leave(browser->screen);
		browser->screen->enter(browser->screen);
		break;
	default:
		act_on_page(browser, page, action);
	}
}

int lp_browser_offers(const struct lp_browser *browser, enum lp_action *actions, int most)
{
	static const enum lp_action order[] = {
	    LP_ACTION_OPEN,     LP_ACTION_BACK,    LP_ACTION_CHANGES, LP_ACTION_CALLS,
	    LP_ACTION_FACTS,    LP_ACTION_UNFOLD,  LP_ACTION_SORT,    LP_ACTION_MEASURE,
	    LP_ACTION_NEXT_HOT, LP_ACTION_SEARCH,  LP_ACTION_HELP,    LP_ACTION_QUIT,
	    LP_ACTION_TREE,     LP_ACTION_FLAME,   LP_ACTION_LINES,   LP_ACTION_FILTER,
	    LP_ACTION_FILES,    LP_ACTION_THREADS, LP_ACTION_SUMMARY};
	const struct lp_page *const page = &browser->pages[browser->page_count - 1];
	struct lp_request place;
	int count = 0;

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]) && count < most; i++) {
		const bool is_idle =
		    (order[i] == LP_ACTION_OPEN && !page->kind->choose) ||
		    (order[i] == LP_ACTION_BACK && browser->page_count == 1) ||
		    (order[i] == LP_ACTION_CHANGES && !browser->context->comparison) ||
		    (order[i] == LP_ACTION_CALLS &&
		     (!page->kind->place_of || page->kind->lacks_functions)) ||
		    (order[i] == LP_ACTION_FACTS && !is_on_line(page, &place)) ||
		    (order[i] == LP_ACTION_SORT && page->kind->sort_column < 0) ||
		    (order[i] == LP_ACTION_UNFOLD && !page->kind->fold) ||
		    (order[i] == LP_ACTION_NEXT_HOT && !page->kind->find_hot) ||
		    (order[i] == LP_ACTION_MEASURE && !page->kind->measure);

		if (!is_idle)
			actions[count++] = order[i];
	}
	return count;
}
