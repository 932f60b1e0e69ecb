/* source_text.c: draws lines of source; remembers every 256th line where comments are open. */
#include "viewer/screen/source_text.h"

#include <stdlib.h>

enum {
	LINES_A_MARK = 256,
	MARKS_AT_ONCE = 128,    /* that one line may have to wait for */
	LONGEST_LINE = 1 << 16, /* bytes; longer ones have no colours */
};

static void pass_line(struct lp_lexer *lexer, const struct lp_source_text *text, uint32_t line)
{
	enum lp_style style;
	size_t size;
	const char *const at = lp_source_line(text, line, &size);

	lp_lexer_begin_line(lexer);
	for (size_t done = 0; size <= LONGEST_LINE && done < size;)
		done += lp_lexer_next(lexer, at + done, size - done, &style);
}

static bool add_mark(struct lp_source_colors *colors, const struct lp_lexer *lexer)
{
	if (colors->mark_count == colors->mark_capacity) {
		const size_t capacity = colors->mark_capacity * 2 + 16;
		struct lp_lexer *const marks =
		    (struct lp_lexer *)realloc(colors->marks, capacity * sizeof(*marks));

		if (!marks)
			return false;
		colors->marks = marks;
		colors->mark_capacity = capacity;
	}
	colors->marks[colors->mark_count++] = *lexer;
	return true;
}

/* How the line with mark `mark` begins. */
static struct lp_lexer lexer_at_mark(struct lp_source_colors *colors,
				     const struct lp_source_text *text, size_t mark)
{
	struct lp_lexer lexer = {.in_comment = false};

	if (colors->mark_count == 0 && !add_mark(colors, &lexer))
		return lexer;
	if (mark > colors->mark_count + MARKS_AT_ONCE)
		return lexer;
	lexer = colors->marks[colors->mark_count - 1];
	while (mark >= colors->mark_count) {
		const uint32_t first = (uint32_t)(colors->mark_count - 1) * LINES_A_MARK + 1;

		for (uint32_t i = 0; i < LINES_A_MARK; i++)
			pass_line(&lexer, text, first + i);
		if (!add_mark(colors, &lexer))
			return lexer;
	}
	return colors->marks[mark];
}

static struct lp_lexer lexer_at(struct lp_source_colors *colors, const struct lp_source_text *text,
				uint32_t line)
{
	const uint32_t mark = (line - 1) / LINES_A_MARK;
	struct lp_lexer lexer;

	if (colors->next_line == line)
		return colors->next;
	lexer = lexer_at_mark(colors, text, mark);
	for (uint32_t at = mark * LINES_A_MARK + 1; at < line; at++)
		pass_line(&lexer, text, at);
	return lexer;
}

/* A piece in one style; false if the room is full. */
static bool put_piece(struct lp_pen *pen, enum lp_style style, const char *text, size_t size,
		      struct lp_shift *shift)
{
	size_t at = 0;

	while (at < size && pen->column < pen->end)
		at += lp_pen_put_next(pen, style, text + at, size - at, shift);
	return at == size;
}

void lp_source_text_put(struct lp_source_colors *colors, const struct lp_source_text *text,
			uint32_t line, int shift, enum lp_style style, struct lp_pen *pen)
{
	struct lp_lexer lexer = lexer_at(colors, text, line);
	struct lp_shift at = {shift, 0};
	const int first = pen->column;
	size_t size;
	const char *const bytes = lp_source_line(text, line, &size);
	bool fits = true;

	lp_lexer_begin_line(&lexer);
	for (size_t done = 0; done < size;) {
		enum lp_style lexed = LP_STYLE_PLAIN;
		const size_t length =
		    size > LONGEST_LINE ? size
					: lp_lexer_next(&lexer, bytes + done, size - done, &lexed);

		fits = fits && put_piece(pen, style == LP_STYLE_PLAIN ? lexed : style, bytes + done,
					 length, &at);
		done += length;
	}
	colors->next = lexer;
	colors->next_line = line + 1;
	if (!fits)
		lp_pen_mark_cut(pen);
	if (size > 0)
		lp_pen_mark_moved(pen, first, shift);
}

void lp_source_colors_free(struct lp_source_colors *colors)
{
	free(colors->marks);
	*colors = (struct lp_source_colors){.marks = NULL};
}
