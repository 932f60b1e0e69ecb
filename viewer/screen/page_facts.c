/* page_facts.c: all that is known of a line of source, fact by fact. */
#include <stdlib.h>
#include <string.h>

#include "viewer/screen/line_facts.h"
#include "viewer/screen/page_text.h"

enum { WIDTH = 76 }; /* of rows, in bytes: what is longer is broken */

/* The end of the row that begins at `text`: behind a word, if there is one that ends in time. */
static const char *row_end(const char *text, size_t width)
{
	const char *const end = text + strlen(text);
	const char *at = text + width;

	if ((size_t)(end - text) <= width)
		return end;
	while (at > text && *at != ' ')
		at--;
	return at > text ? at : end;
}

/* A fact, in as many rows as it takes; all but the first stand further to the right. */
static void put_fact(const char *text, FILE *out)
{
	const char *end = row_end(text, WIDTH);

	fprintf(out, "%.*s\n", (int)(end - text), text);
	while (*end) {
		text = end + 1;
		end = row_end(text, WIDTH - 4);
		fprintf(out, "    %.*s\n", (int)(end - text), text);
	}
}

static void put_facts(char *text, FILE *out)
{
	char *rest = NULL;

	for (char *fact = strtok_r(text, "\n", &rest); fact; fact = strtok_r(NULL, "\n", &rest))
		put_fact(fact, out);
}

static enum lp_status gather(const struct lp_page *page, FILE *out)
{
	const uint32_t source = page->subject.source;
	struct lp_source_code code = {0};
	struct lp_line_facts facts = {0};
	const enum lp_status status =
	    lp_source_code_find(&code, page->context->view->profile, source);

	if (status == LP_OK)
		lp_line_facts_write(&facts, page->context, &code, source, page->subject.line, "\n",
				    out);
	lp_line_facts_free(&facts);
	lp_source_code_free(&code);
	return status;
}

static enum lp_status write_facts(const struct lp_page *page, FILE *out)
{
	char *text = NULL;
	size_t size = 0;
	FILE *const facts = open_memstream(&text, &size);
	enum lp_status status = LP_MEMORY;

	if (!facts)
		return LP_MEMORY;
	status = gather(page, facts);
	if (fclose(facts) != 0)
		status = LP_MEMORY;
	if (status == LP_OK && size == 0)
		fputs("nothing but what its row says\n", out);
	else if (status == LP_OK)
		put_facts(text, out);
	free(text);
	return status;
}

static enum lp_status open_facts(struct lp_page *page)
{
	return lp_page_text_open(page, write_facts);
}

static void put_subject(const struct lp_page *page, struct lp_pen *pen)
{
	const char *const shown = page->context->view->profile->sources[page->subject.source].shown;

	lp_pen_put_foreign(pen, LP_STYLE_TITLE, shown, strlen(shown));
	lp_pen_put_line(pen, LP_STYLE_TITLE, page->subject.line);
}

const struct lp_page_kind lp_page_facts = {
    .name = "facts",
    .question = "What is known of this line?",
    .columns = &lp_page_text_column,
    .column_count = 1,
    .sort_column = -1,
    .open = open_facts,
    .close = lp_page_text_close,
    .put_subject = put_subject,
    .put_text = lp_page_text_put,
    .text_of = lp_page_text_of,
};
