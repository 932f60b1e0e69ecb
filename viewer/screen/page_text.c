/* page_text.c: what the run was, what GPUs did, and the help: lines of text. */
#include "viewer/screen/page_text.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/screen/actions.h"

struct text_state {
	char *text;     /* owned */
	size_t *starts; /* of lines, and the end */
};

static enum lp_status find_lines(struct lp_page *page, size_t size)
{
	struct text_state *const state = (struct text_state *)page->state;
	size_t count = 0;

	for (size_t i = 0; i < size; i++)
		count += state->text[i] == '\n';
	state->starts = (size_t *)calloc(count + 1, sizeof(*state->starts));
	if (!state->starts)
		return LP_MEMORY;
	page->item_count = count;
	for (size_t i = 0, line = 0; i < size; i++)
		if (state->text[i] == '\n')
			state->starts[++line] = i + 1;
	return LP_OK;
}

enum lp_status lp_page_text_open(struct lp_page *page, lp_page_text_writer *write)
{
	struct text_state *const state = (struct text_state *)calloc(1, sizeof(*state));
	enum lp_status status;
	size_t size = 0;
	FILE *out;

	page->state = state;
	out = state ? open_memstream(&state->text, &size) : NULL;
	if (!out)
		return LP_MEMORY;
	status = write(page, out);
	if (fclose(out) != 0)
		status = LP_MEMORY;
	return status == LP_OK ? find_lines(page, size) : status;
}

void lp_page_text_close(struct lp_page *page)
{
	struct text_state *const state = (struct text_state *)page->state;

	if (!state)
		return;
	free(state->text);
	free(state->starts);
	free(state);
	page->state = NULL;
}

const char *lp_page_text_of(const struct lp_page *page, uint32_t item, char *buffer,
			    size_t capacity, size_t *size)
{
	const struct text_state *const state = (const struct text_state *)page->state;

	(void)buffer;
	(void)capacity;
	*size = state->starts[item + 1] - state->starts[item] - 1;
	return state->text + state->starts[item];
}

void lp_page_text_put(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		      enum lp_style style)
{
	size_t size;
	const char *const text = lp_page_text_of(page, item, NULL, 0, &size);

	lp_pen_put_shifted(pen, style, text, size, page->shift);
}

const struct lp_page_column lp_page_text_column = {LP_COLUMN_TEXT,  "",   0,   0,
						   LP_MEASURE_NONE, NULL, NULL};

static bool begins(const char *text, size_t size, const char *word)
{
	return size >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	size_t size;
	const char *const text = lp_page_text_of(page, item, NULL, 0, &size);

	if (begins(text, size, "Warning:"))
		style = LP_STYLE_WARNING;
	else if (size > 0 && *text != ' ' && text[size - 1] == ':')
		style = LP_STYLE_KEYWORD;
	lp_page_text_put(page, item, pen, style);
}

/* ---- the run ---- */

static enum lp_status write_summary(const struct lp_page *page, FILE *out)
{
	struct lp_view view = *page->context->view;

	view.out = out;
	page->context->put_summary(page->context, &view);
	return LP_OK;
}

static enum lp_status open_summary(struct lp_page *page)
{
	return lp_page_text_open(page, write_summary);
}

static enum lp_status write_gpu(const struct lp_page *page, FILE *out)
{
	struct lp_view view = *page->context->view;

	view.out = out;
	page->context->put_gpu(page->context, &view);
	return LP_OK;
}

static enum lp_status open_gpu(struct lp_page *page)
{
	return lp_page_text_open(page, write_gpu);
}

const struct lp_page_kind lp_page_summary = {
    .name = "run",
    .question = "What ran, and how was it measured?",
    .columns = &lp_page_text_column,
    .column_count = 1,
    .sort_column = -1,
    .open = open_summary,
    .close = lp_page_text_close,
    .put_text = put_text,
    .text_of = lp_page_text_of,
};

const struct lp_page_kind lp_page_gpu = {
    .name = "gpu",
    .question = "What did the GPUs do?",
    .columns = &lp_page_text_column,
    .column_count = 1,
    .sort_column = -1,
    .open = open_gpu,
    .close = lp_page_text_close,
    .put_text = put_text,
    .text_of = lp_page_text_of,
};

/* ---- help ---- */

static enum lp_status write_help(const struct lp_page *page, FILE *out)
{
	(void)page;
	for (int i = 0; i < LP_ACTION_COUNT; i++) {
		if (!*lp_actions[i].keys)
			fprintf(out, "%s%s:\n", i > 0 ? "\n" : "", lp_actions[i].help);
		else
			fprintf(out, "  %-18s %s\n", lp_actions[i].keys, lp_actions[i].help);
	}
	fputs("\nWhat is shown:\n"
	      "  ncalls             calls; 5/1: five, one of them not by itself\n"
	      "  tottime            time in the function itself, by clock or samples\n"
	      "  cumtime            with all that it called; percall: the same for one call\n"
	      "  hits               how often control came to the line: exact\n"
	      "  self               time in the line itself; a dash: no sample fell on it\n"
	      "  time               with what the line called\n"
	      "  wait               of the time, what it waited for in calls of libraries\n"
	      "  gpu                time on the GPU, kernels and copies, that the line asked for\n"
	      "  % self             of the time of all threads; the bar: of the hottest row\n"
	      "  calls/s, hits/s    of a program that is followed: since the last look\n"
	      "  % now              of the time of all threads since then\n"
	      "  ±                  95 of 100 times the true value is so near\n"
	      "  ~                  an estimate; all other counts are exact\n"
	      "  dim lines          never ran\n",
	      out);
	return LP_OK;
}

static enum lp_status open_help(struct lp_page *page)
{
	return lp_page_text_open(page, write_help);
}

const struct lp_page_kind lp_page_help = {
    .name = "help",
    .question = "What do the keys do?",
    .columns = &lp_page_text_column,
    .column_count = 1,
    .sort_column = -1,
    .open = open_help,
    .close = lp_page_text_close,
    .put_text = put_text,
    .text_of = lp_page_text_of,
};
