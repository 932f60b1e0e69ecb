/* memory_screen.c: takes keys from a text and writes screens as text. */
#include "viewer/screen/memory_screen.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/utf8.h"

static struct lp_memory_screen *of(struct lp_screen *screen)
{
	return (struct lp_memory_screen *)screen;
}

static void ask_size(struct lp_screen *screen, int *rows, int *columns)
{
	*rows = of(screen)->rows;
	*columns = of(screen)->columns;
}

static void show(struct lp_screen *screen, const struct lp_grid *grid)
{
	of(screen)->grid = grid;
}

static void put_edge(const struct lp_memory_screen *memory)
{
	fputc('+', memory->out);
	for (int column = 0; column < memory->columns; column++)
		fputc('-', memory->out);
	fputs("+\n", memory->out);
}

/* What stands left of a row: `>` or `-` if the cursor of a table is there. */
static char mark_of(const struct lp_grid *grid, int row)
{
	char mark = '|';

	for (int column = 0; column < grid->columns; column++) {
		const unsigned char style = grid->cells[row * grid->columns + column].style;

		if (style == LP_STYLE_SELECTED)
			return '>';
		if (style == LP_STYLE_SELECTED_DIM)
			mark = '-';
	}
	return mark;
}

/* With a frame, so that its size is seen; the terminal's cursor is noted below. */
static void put_text(const struct lp_memory_screen *memory)
{
	put_edge(memory);
	for (int row = 0; row < memory->grid->rows; row++) {
		fputc(mark_of(memory->grid, row), memory->out);
		lp_grid_put_row(memory->grid, row, memory->out);
		fputc('\n', memory->out);
	}
	put_edge(memory);
	if (memory->grid->cursor_row >= 0)
		fprintf(memory->out, "cursor at %d,%d\n", memory->grid->cursor_row,
			memory->grid->cursor_column);
}

static void put_styles(const struct lp_memory_screen *memory)
{
	static const char letters[] = {
#define LP_STYLE_LETTER(name, letter) letter,
	    LP_STYLE_LIST(LP_STYLE_LETTER)
#undef LP_STYLE_LETTER
	};
	const struct lp_grid *const grid = memory->grid;

	for (int row = 0; row < grid->rows; row++) {
		const struct lp_cell *const cells = &grid->cells[row * grid->columns];
		int end = grid->columns;

		while (end > 0 && letters[cells[end - 1].style] == ' ')
			end--;
		fputc('|', memory->out);
		for (int column = 0; column < end; column++)
			fputc(letters[cells[column].style], memory->out);
		fputc('\n', memory->out);
	}
	put_edge(memory);
}

/* The next word, which ends before `*end`; NULL if there is none. */
static const char *next_word(struct lp_memory_screen *memory, const char **end)
{
	const char *word = memory->keys + strspn(memory->keys, " \t\n");

	while (*word == '#' && word[1] == ' ') {
		word += strcspn(word, "\n");
		word += strspn(word, " \t\n");
	}
	*end = word + strcspn(word, " \t\n");
	memory->keys = *end;
	return *word ? word : NULL;
}

/* Whether the word is for us, and no key. */
static bool is_command(struct lp_memory_screen *memory, const char *word, size_t size)
{
	if (size == 4 && memcmp(word, "show", 4) == 0)
		put_text(memory);
	else if (size == 6 && memcmp(word, "styles", 6) == 0) {
		put_text(memory);
		put_styles(memory);
	} else {
		return false;
	}
	return true;
}

static struct lp_key next_character(struct lp_memory_screen *memory)
{
	struct lp_key key = {.code = (unsigned char)*memory->text};
	size_t size = lp_utf8_character(memory->text, strlen(memory->text), &key.code);

	if (key.code == '_')
		key.code = ' ';
	memory->text += size > 0 ? size : 1;
	if (strchr(" \t\n", *memory->text)) {
		memory->keys = memory->text;
		memory->text = NULL;
	}
	return key;
}

/* "click:ROW:COLUMN" and the like. */
static struct lp_key key_of(const char *word, size_t size)
{
	const char *const colon = size > 1 ? (const char *)memchr(word, ':', size) : NULL;
	struct lp_key key = {.code = 0};
	char *end;

	if (colon && colon > word) {
		key.row = (int)strtol(colon + 1, &end, 10);
		key.column = *end == ':' ? atoi(end + 1) : 0;
		size = (size_t)(colon - word);
	}
	key.code = lp_key_of(word, size);
	return key;
}

static struct lp_key read_key(struct lp_screen *screen, int timeout_ms)
{
	struct lp_memory_screen *const memory = of(screen);
	const char *end;
	const char *word;

	/* What comes next is typed when what was before is shown. */
	if (timeout_ms == 0)
		return (struct lp_key){.code = LP_KEY_NONE};
	if (memory->text)
		return next_character(memory);
	do
		word = next_word(memory, &end);
	while (word && is_command(memory, word, (size_t)(end - word)));
	if (!word)
		return (struct lp_key){.code = LP_KEY_QUIT};
	if (*word == '=' && sscanf(word, "=%dx%d", &memory->columns, &memory->rows) == 2)
		return (struct lp_key){.code = LP_KEY_RESIZE};
	if (*word == '"' && end - word > 1) {
		memory->text = word + 1;
		return next_character(memory);
	}
	return key_of(word, (size_t)(end - word));
}

static void do_nothing(struct lp_screen *screen)
{
	(void)screen;
}

static void use_mouse(struct lp_screen *screen, bool is_used)
{
	(void)screen;
	(void)is_used;
}

void lp_memory_screen_make(struct lp_memory_screen *memory, const char *keys, FILE *out)
{
	*memory = (struct lp_memory_screen){
	    .screen = {.ask_size = ask_size,
		       .show = show,
		       .read = read_key,
		       .leave = do_nothing,
		       .enter = do_nothing,
		       .redraw = do_nothing,
		       .use_mouse = use_mouse},
	    .keys = keys,
	    .out = out,
	    .rows = 24,
	    .columns = 80,
	};
}
