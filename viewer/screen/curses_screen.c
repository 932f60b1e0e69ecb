/* curses_screen.c: the screen on ncurses; the only file that knows it. */
#define NCURSES_WIDECHAR 1
#include "viewer/screen/curses_screen.h"

#include <langinfo.h>
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* term.h has words of its own. */
#undef columns
#undef lines

#include "viewer/screen/terminal_signals.h"

enum { CTRL_Z = 'Z' & 0x1f, ESCAPE_MS = 25, DOUBLE_CLICK_MS = 400 };

/* ---- colours ---- */

/* How a style looks with many colours, with 8, and with none. Colours: -1 is the terminal's own. */
struct look {
	short many, many_back;
	attr_t many_attributes;
	short few, few_back;
	attr_t few_attributes;
	attr_t mono;
};

static const struct look looks[LP_STYLE_COUNT] = {
    [LP_STYLE_PLAIN] = {-1, -1, 0, -1, -1, 0, 0},
    [LP_STYLE_TITLE] = {231, 24, A_BOLD, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [LP_STYLE_HEADS] = {250, 236, 0, -1, -1, A_UNDERLINE, A_UNDERLINE},
    [LP_STYLE_SORTED] = {231, 236, A_BOLD, -1, -1, A_UNDERLINE | A_BOLD, A_UNDERLINE | A_BOLD},
    [LP_STYLE_KEY] = {80, 236, A_BOLD, COLOR_CYAN, -1, A_BOLD, A_BOLD},
    [LP_STYLE_HINT] = {250, 236, 0, -1, -1, 0, 0},
    [LP_STYLE_STATUS] = {-1, -1, 0, -1, -1, 0, 0},
    [LP_STYLE_PROMPT] = {231, 236, A_BOLD, -1, -1, A_BOLD, A_BOLD},
    [LP_STYLE_WARNING] = {172, -1, A_BOLD, COLOR_YELLOW, -1, A_BOLD, A_BOLD},
    [LP_STYLE_FOUND] = {16, 220, 0, COLOR_BLACK, COLOR_YELLOW, 0, A_REVERSE | A_BOLD},
    [LP_STYLE_DIM] = {243, -1, 0, -1, -1, A_DIM, A_DIM},
    [LP_STYLE_HEAT0] = {-1, -1, 0, -1, -1, 0, 0},
    [LP_STYLE_HEAT1] = {136, -1, 0, COLOR_YELLOW, -1, 0, 0},
    [LP_STYLE_HEAT2] = {172, -1, 0, COLOR_YELLOW, -1, A_BOLD, A_BOLD},
    [LP_STYLE_HEAT3] = {202, -1, 0, COLOR_RED, -1, 0, A_BOLD},
    [LP_STYLE_HEAT4] = {196, -1, A_BOLD, COLOR_RED, -1, A_BOLD, A_BOLD},
    [LP_STYLE_KEYWORD] = {68, -1, 0, -1, -1, A_BOLD, A_BOLD},
    [LP_STYLE_TYPE] = {37, -1, 0, COLOR_CYAN, -1, 0, 0},
    [LP_STYLE_STRING] = {71, -1, 0, COLOR_MAGENTA, -1, 0, 0},
    [LP_STYLE_NUMBER] = {133, -1, 0, COLOR_MAGENTA, -1, 0, 0},
    [LP_STYLE_COMMENT] = {66, -1, 0, COLOR_GREEN, -1, 0, 0},
    [LP_STYLE_DIRECTIVE] = {133, -1, 0, COLOR_MAGENTA, -1, 0, 0},
    [LP_STYLE_SELECTED] = {16, 110, 0, COLOR_BLACK, COLOR_CYAN, 0, A_REVERSE},
    [LP_STYLE_SELECTED_DIM] = {252, 239, 0, -1, -1, A_REVERSE, A_REVERSE},
};

struct curses_screen {
	struct lp_screen screen;
	SCREEN *terminal;
	attr_t attributes[LP_STYLE_COUNT];
	bool has_color;
	bool uses_mouse;
	struct timespec clicked; /* when, and where */
	int click_row;
	int click_column;
	bool is_left; /* another program has the terminal */
};

static struct curses_screen the_screen;

static void make_styles(struct curses_screen *curses, bool has_color)
{
	curses->has_color =
	    has_color && has_colors() && start_color() == OK && use_default_colors() == OK;
	for (short i = 0; i < LP_STYLE_COUNT; i++) {
		const struct look *const look = &looks[i];
		const bool is_many = COLORS >= 256;

		curses->attributes[i] = !curses->has_color ? look->mono
					: is_many          ? look->many_attributes
							   : look->few_attributes;
		if (curses->has_color)
			init_pair((short)(i + 1), is_many ? look->many : look->few,
				  is_many ? look->many_back : look->few_back);
	}
}

/* ---- cells ---- */

static void show_cell(const struct curses_screen *curses, const struct lp_cell *cell, int row,
		      int column)
{
	wchar_t text[CCHARW_MAX + 1] = L"?";
	const char *from = cell->text;
	mbstate_t bytes;
	cchar_t shown;

	/* The right half of a wide character. */
	if (!*cell->text)
		return;
	memset(&bytes, 0, sizeof(bytes));
	if (mbsrtowcs(text, &from, CCHARW_MAX, &bytes) == (size_t)-1)
		wcscpy(text, L"?");
	text[CCHARW_MAX] = L'\0';
	if (setcchar(&shown, text, curses->attributes[cell->style],
		     (short)(curses->has_color ? cell->style + 1 : 0), NULL) != OK)
		setcchar(&shown, L"?", 0, 0, NULL);
	mvadd_wch(row, column, &shown);
}

static void show(struct lp_screen *screen, const struct lp_grid *grid)
{
	const struct curses_screen *const curses = (const struct curses_screen *)screen;
	const int rows = grid->rows < LINES ? grid->rows : LINES;
	const int columns = grid->columns < COLS ? grid->columns : COLS;

	erase();
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			show_cell(curses, &grid->cells[row * grid->columns + column], row, column);
	curs_set(grid->cursor_row >= 0);
	if (grid->cursor_row >= 0)
		move(grid->cursor_row, grid->cursor_column);
	refresh();
}

static void ask_size(struct lp_screen *screen, int *rows, int *columns)
{
	(void)screen;
	*rows = LINES > 0 ? LINES : 1;
	*columns = COLS > 0 ? COLS : 1;
}

static void fit(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
	    (size.ws_row != LINES || size.ws_col != COLS))
		resizeterm(size.ws_row, size.ws_col);
}

/* ---- keys ---- */

static const struct {
	int curses;
	uint32_t code;
} special_keys[] = {
    {KEY_UP, LP_KEY_UP},         {KEY_DOWN, LP_KEY_DOWN},     {KEY_LEFT, LP_KEY_LEFT},
    {KEY_RIGHT, LP_KEY_RIGHT},   {KEY_PPAGE, LP_KEY_PAGE_UP}, {KEY_NPAGE, LP_KEY_PAGE_DOWN},
    {KEY_HOME, LP_KEY_HOME},     {KEY_END, LP_KEY_END},       {KEY_BACKSPACE, LP_KEY_BACKSPACE},
    {KEY_ENTER, LP_KEY_ENTER},   {KEY_BTAB, LP_KEY_BACK_TAB}, {KEY_DC, LP_KEY_DELETE},
    {KEY_RESIZE, LP_KEY_RESIZE},
};

static bool is_double(struct curses_screen *curses, const MEVENT *event)
{
	struct timespec now;
	long ms;
	bool is_near;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (now.tv_sec - curses->clicked.tv_sec) * 1000 +
	     (now.tv_nsec - curses->clicked.tv_nsec) / 1000000;
	is_near = ms < DOUBLE_CLICK_MS && curses->click_row == event->y &&
		  curses->click_column == event->x;
	curses->clicked = now;
	curses->click_row = event->y;
	curses->click_column = event->x;
	return is_near;
}

static struct lp_key mouse_key(struct curses_screen *curses)
{
	struct lp_key key = {.code = LP_KEY_NONE};
	MEVENT event;

	if (getmouse(&event) != OK)
		return key;
	key.row = event.y;
	key.column = event.x;
	if (event.bstate & BUTTON4_PRESSED)
		key.code = LP_KEY_WHEEL_UP;
	else if (event.bstate & BUTTON5_PRESSED)
		key.code = LP_KEY_WHEEL_DOWN;
	/* What came in one piece, ncurses has added up itself. */
	else if (event.bstate & (BUTTON1_DOUBLE_CLICKED | BUTTON1_TRIPLE_CLICKED))
		key.code = LP_KEY_DOUBLE_CLICK;
	else if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
		key.code = is_double(curses, &event) ? LP_KEY_DOUBLE_CLICK : LP_KEY_CLICK;
	return key;
}

static struct lp_key special_key(struct curses_screen *curses, int code)
{
	if (code == KEY_MOUSE)
		return mouse_key(curses);
	for (int i = 1; i <= 10; i++)
		if (code == KEY_F(i))
			return (struct lp_key){.code = LP_KEY_F1 + (uint32_t)i - 1};
	for (size_t i = 0; i < sizeof(special_keys) / sizeof(special_keys[0]); i++)
		if (special_keys[i].curses == code)
			return (struct lp_key){.code = special_keys[i].code};
	return (struct lp_key){.code = LP_KEY_NONE};
}

static void redraw(struct lp_screen *screen)
{
	(void)screen;
	clearok(curscr, TRUE);
}

static void leave(struct lp_screen *screen)
{
	((struct curses_screen *)screen)->is_left = true;
	endwin();
}

static void enter(struct lp_screen *screen)
{
	((struct curses_screen *)screen)->is_left = false;
	reset_prog_mode();
	fit();
	redraw(screen);
	refresh();
}

static void stop(struct lp_screen *screen)
{
	leave(screen);
	lp_terminal_stop();
	enter(screen);
}

/* A key that is there already; false: none. */
static bool read_waiting(struct curses_screen *curses, struct lp_key *key)
{
	wint_t code = 0;
	const int kind = get_wch(&code);

	if (kind == ERR)
		return false;
	if (kind == KEY_CODE_YES) {
		*key = special_key(curses, (int)code);
		return true;
	}
	*key = (struct lp_key){.code = (uint32_t)code};
	if (code == '\r' || code == '\n')
		key->code = LP_KEY_ENTER;
	else if (code == 0x7f || code == '\b')
		key->code = LP_KEY_BACKSPACE;
	else if (code == CTRL_Z) {
		stop(&curses->screen);
		key->code = LP_KEY_RESIZE;
	}
	return true;
}

static struct lp_key read_key(struct lp_screen *screen, int timeout_ms)
{
	struct curses_screen *const curses = (struct curses_screen *)screen;
	struct lp_key key;

	while (!read_waiting(curses, &key)) {
		switch (lp_terminal_wait(timeout_ms)) {
		case LP_TERMINAL_INPUT:
			continue;
		case LP_TERMINAL_STOPPED:
			stop(screen);
			break;
		case LP_TERMINAL_CONTINUED:
			enter(screen);
			break;
		case LP_TERMINAL_RESIZED:
			fit();
			break;
		case LP_TERMINAL_ENDED:
			return (struct lp_key){.code = LP_KEY_QUIT};
		case LP_TERMINAL_TIMEOUT:
			return (struct lp_key){.code = LP_KEY_NONE};
		}
		return (struct lp_key){.code = LP_KEY_RESIZE};
	}
	return key;
}

static void use_mouse(struct lp_screen *screen, bool is_used)
{
	((struct curses_screen *)screen)->uses_mouse = is_used;
	mousemask(is_used ? BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED |
				BUTTON1_TRIPLE_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED
			  : 0,
		  NULL);
}

/* ---- open, close ---- */

/* Adds what terminfo calls `name`, without the waits of old terminals. */
static size_t add_capability(char *text, size_t used, size_t size, const char *name)
{
	const char *at = tigetstr(name);

	while (at && at != (const char *)-1 && *at && used + 1 < size) {
		if (at[0] == '$' && at[1] == '<')
			at += strcspn(at, ">") + 1;
		else
			text[used++] = *at++;
	}
	return used;
}

/* What brings the terminal back if we cannot do it in peace. */
static void prepare_for_crash(void)
{
	static const char *const names[] = {"op", "sgr0", "rmkx", "cnorm", "rmcup"};
	static const char no_mouse[] = "\033[?1000l\033[?1006l";
	char text[480];
	size_t used = 0;

	if (tigetstr("kmous") && tigetstr("kmous") != (const char *)-1) {
		memcpy(text, no_mouse, sizeof(no_mouse) - 1);
		used = sizeof(no_mouse) - 1;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		used = add_capability(text, used, sizeof(text), names[i]);
	lp_terminal_signals_on_crash(text, used);
}

/* Whether terminfo knows the terminal; newterm() would find out, too, but keeps memory then. */
static bool is_known(void)
{
	int error;

	if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
		return false;
	del_curterm(cur_term);
	return true;
}

struct lp_screen *lp_curses_open(bool has_color, const char **why)
{
	struct curses_screen *const curses = &the_screen;

	*curses = (struct curses_screen){.screen = {.ask_size = ask_size,
						    .show = show,
						    .read = read_key,
						    .leave = leave,
						    .enter = enter,
						    .redraw = redraw,
						    .use_mouse = use_mouse}};
	curses->screen.is_ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	*why = "signals cannot be had";
	if (!lp_terminal_signals_begin())
		return NULL;
	*why = "not known to this system's terminfo, or unable to move the cursor";
	if (is_known())
		curses->terminal = newterm(NULL, stdout, stdin);
	if (!curses->terminal) {
		lp_terminal_signals_end();
		return NULL;
	}
	prepare_for_crash();
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_MS);
	mouseinterval(0);
	make_styles(curses, has_color);
	use_mouse(&curses->screen, true);
	def_prog_mode();
	fit();
	return &curses->screen;
}

int lp_curses_close(struct lp_screen *screen)
{
	struct curses_screen *const curses = (struct curses_screen *)screen;

	mousemask(0, NULL);
	if (!curses->is_left)
		endwin();
	delscreen(curses->terminal);
	lp_terminal_signals_end();
	return lp_terminal_end_signal();
}
