/*
 * page.h: a view on the screen: a table of rows with a cursor. What is in it, its kind
 * says: one file each, and a row in LP_PAGE_LIST. Drawing changes nothing but the list's
 * height; acting draws nothing.
 */
#ifndef LINEPROF_VIEWER_SCREEN_PAGE_H
#define LINEPROF_VIEWER_SCREEN_PAGE_H

#include "viewer/model/compare.h"
#include "viewer/model/live.h"
#include "viewer/screen/grid.h"
#include "viewer/screen/list.h"
#include "viewer/view.h"

/* What bars and colours of lines show. X(name, title) */
#define LP_MEASURE_LIST(X)                                                                         \
	X(SHARE, "% of the time")                                                                  \
	X(TIME, "time")                                                                            \
	X(HITS, "hits")                                                                            \
	X(PER_HIT, "time per hit")                                                                 \
	X(WAIT, "time waiting")   /* only if any line waited */                                    \
	X(GPU, "time on the GPU") /* only if there is any */

enum lp_measure {
	LP_MEASURE_NONE = -1,
#define LP_MEASURE_ENUM(name, title) LP_MEASURE_##name,
	LP_MEASURE_LIST(LP_MEASURE_ENUM)
#undef LP_MEASURE_ENUM
	    LP_MEASURE_COUNT
};

/* What all pages share. */
struct lp_context {
	const struct lp_view *view; /* borrowed: profile, texts, filter, order */
	const char *name;           /* of the profile, to be shown */
	double unit_seconds;        /* 0: whichever fits */
	enum lp_measure measure;
	bool is_measure_chosen;                 /* by the user: it stays */
	struct lp_live *live;                   /* what follows the program; NULL: nobody does */
	double look_seconds;                    /* how often it looks */
	const struct lp_comparison *comparison; /* the view's profile is its side after; or NULL */
	/* Write to view->out what the run was, and what GPUs did. */
	void (*put_summary)(const struct lp_context *context, const struct lp_view *view);
	void (*put_gpu)(const struct lp_context *context, const struct lp_view *view);
};

enum lp_column_kind {
	LP_COLUMN_NUMBER, /* to the right */
	LP_COLUMN_BAR,
	LP_COLUMN_TEXT, /* the last one: takes what room is left */
};

struct lp_page;

#define LP_RANK_LIVE 100

struct lp_page_column {
	enum lp_column_kind kind;
	const char *title;
	int width;
	int rank; /* 0: always there, as is what rows are sorted by; the highest goes first when it
		   * gets narrow;
		   * + LP_RANK_LIVE: only if a running program is followed */
	enum lp_measure measure; /* always there and marked while it is measured */
	void (*format)(const struct lp_page *page, uint32_t item, char *out, size_t size);
	double (*value)(const struct lp_page *page, uint32_t item); /* to sort by; or NULL */
};

/* What a page asks for when something in it is opened. */
struct lp_request {
	const struct lp_page_kind *kind; /* NULL: nothing */
	uint32_t function;               /* LP_NO_INDEX: none */
	uint32_t source;                 /* LP_NO_INDEX: that of the function */
	uint32_t line;                   /* 0: the hottest */
};

struct lp_page_kind {
	const char *name;     /* of files that it is written to */
	const char *question; /* that it answers: its title */
	const struct lp_page_column *columns;
	int column_count;
	/* Whether it is there, if what it measures is; NULL: all are. */
	bool (*has_column)(const struct lp_page *page, int column);
	int least_text;   /* columns go until the text has so much room */
	int sort_column;  /* at first; -1: not sorted */
	bool has_preview; /* of the source of its rows */
	bool shows_calls; /* its rows can be unfolded */
	bool lacks_functions; /* no place of a row names one: there are no callers to show */
	enum lp_status (*open)(struct lp_page *page); /* fills items in, or item_count alone */
	void (*close)(struct lp_page *page);
	/* Writes the title behind the question; may be NULL. */
	void (*put_subject)(const struct lp_page *page, struct lp_pen *pen);
	void (*put_text)(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
			 enum lp_style style);
	/* What search and filter look at: what stands in the row, names as long as they are.
	 * Borrowed, or written to `buffer`. */
	const char *(*text_of)(const struct lp_page *page, uint32_t item, char *buffer,
			       size_t capacity, size_t *size);
	/* The order of its text column, as strcmp() has it; NULL: rows are not sorted by that. */
	int (*compare)(const struct lp_page *page, uint32_t left, uint32_t right);
	/* Of rows of several parts, which are not filtered: goes to the next part that has the
	 * text, behind the one that is chosen (backwards: before it), or of all if the row
	 * `is_entered`. False: there is none. NULL: rows are searched by text_of(). */
	bool (*find)(struct lp_page *page, uint32_t item, const char *wanted, bool is_backwards,
		     bool is_entered);
	/* Style of the row: PLAIN, DIM or of heat. */
	enum lp_style (*style_of)(const struct lp_page *page, uint32_t item);
	double (*heat_of)(const struct lp_page *page, uint32_t item); /* 0: none */
	/* What Enter opens; a `message`, static, if there is nothing. */
	void (*choose)(struct lp_page *page, uint32_t item, struct lp_request *request,
		       const char **message);
	/* Writes about the row under the cursor. */
	void (*put_status)(struct lp_page *page, uint32_t item, struct lp_pen *pen);
	/* The place in the source of a row; false: it has none. */
	bool (*place_of)(const struct lp_page *page, uint32_t item, struct lp_request *place);
	/* Where the hottest rows are, hottest first; NULL: by heat_of() of all rows. */
	size_t (*find_hot)(const struct lp_page *page, uint32_t *items, size_t most);
	/* Unfolds (1), folds (0) or turns (-1) the row of `*item`, or all rows, which are folded if
	 * all are unfolded; `*item` becomes what it is then. Arranging is left to the caller. */
	enum lp_status (*fold)(struct lp_page *page, uint32_t *item, bool is_all, int is_open);
	/* Unfolds what hides the first row that has the text, which it returns; LP_NO_INDEX: none
	 * has. Arranging is left to the caller. NULL: no row is folded away. */
	uint32_t (*reveal)(struct lp_page *page, const char *wanted);
	/* Called when the measure has changed; may be NULL. */
	void (*measure)(struct lp_page *page);
	/* What the keys to the left and right do; NULL: they move long rows. */
	void (*step)(struct lp_page *page, uint32_t item, int direction);
	/* The columns of the row that the cursor is on; NULL: all from `left` to before `end`. */
	void (*span_of)(const struct lp_page *page, uint32_t item, int left, int end, int *first,
			int *last);
	/* For a profile that is read again, or NULL: what an item is known by then, and what else
	 * is to be kept, in a list that the caller frees; NULL when out of memory. */
	uint64_t (*key_of)(const struct lp_page *page, uint32_t item);
	uint64_t *(*take_keys)(const struct lp_page *page, size_t *count);
	enum lp_status (*put_keys)(struct lp_page *page, const uint64_t *keys, size_t count);
};

#define LP_PAGE_TEXT_MOST 128

struct lp_page {
	const struct lp_page_kind *kind;
	struct lp_context *context; /* borrowed */
	struct lp_request subject;  /* kind apart */
	struct lp_list list;
	uint32_t *items; /* owned; NULL: item n is row n */
	size_t item_count;
	uint32_t *rows; /* items that are shown, in order; NULL: all, as they are */
	int sort_column;
	bool is_reversed;
	bool is_order_chosen;           /* by the user: both stay when the profile is read again */
	char filter[LP_PAGE_TEXT_MOST]; /* "": none */
	uint32_t part; /* of rows of several parts: the chosen one is on the way to it, or below */
	int shift;     /* columns of the text to the left of the screen */
	double hottest;                 /* heat of the hottest row; for bars */
	int number_width;               /* of columns whose width is 0 */
	void *state;                    /* of the kind */
};

/* Opens a page; `*page` needs no closing if it fails. LP_OK, LP_MEMORY or LP_CORRUPT. */
enum lp_status lp_page_open(struct lp_page *page, struct lp_context *context,
			    const struct lp_request *request);

void lp_page_close(struct lp_page *page);

/* Whether there is anything to stand in a column. */
bool lp_page_has_column(const struct lp_page *page, const struct lp_page_column *column);

/* Whether there is anything of `measure` to show. */
bool lp_page_has_measure(const struct lp_context *context, enum lp_measure measure);

/* What is measured unless the user chooses. */
enum lp_measure lp_page_first_measure(const struct lp_profile *profile);

/* Whether lines made a GPU work, so that there is anything to measure of it. */
bool lp_page_has_gpu(const struct lp_context *context);

/* Writes the text of a row to `buffer`, as far as it goes; `*size` without the zero at its end. For
 * text_of(): returns `buffer`. */
const char *lp_page_print_text(char *buffer, size_t capacity, size_t *size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The order of places, as strcmp() has it: by file, then line. */
int lp_page_compare_places(const char *left_path, uint32_t left_line, const char *right_path,
			   uint32_t right_line);

/* Whether the text of a row has `wanted`. */
bool lp_page_has_text(const struct lp_page *page, uint32_t item, const char *wanted);

/* The item of a row. */
uint32_t lp_page_item(const struct lp_page *page, size_t row);

/* Filters and sorts again; the cursor stays at its item. LP_OK or LP_MEMORY. */
enum lp_status lp_page_arrange(struct lp_page *page);

/* The same when the items are others: the cursor comes to `item`. */
enum lp_status lp_page_arrange_at(struct lp_page *page, uint32_t item);

/* Brings the cursor to an item; false if it is not shown. */
bool lp_page_go(struct lp_page *page, uint32_t item, bool is_centred);

/* Brings the cursor to the next row with `text`, from `row` on, in either direction and
 * round the end; false if there is none. */
bool lp_page_search(struct lp_page *page, const char *text, size_t row, bool is_backwards);

/* The same from where the cursor is on. */
bool lp_page_search_on(struct lp_page *page, const char *text, bool is_backwards);

/* To the first row that has the text of those that are folded away; it is unfolded. LP_NOT_FOUND:
 * there is none; LP_MEMORY. */
enum lp_status lp_page_reveal(struct lp_page *page, const char *text);

/* A key of --sort, and the column of it. */
struct lp_page_key {
	const char *name; /* NULL: behind the last one */
	int column;
};

/* The column that --sort names, by its first key: rows that are equal there stay in the order of
 * the others. -1: there is none, and all stay in that order. */
int lp_page_column_of(const struct lp_sort_order *order, const struct lp_page_key *keys,
		      bool (*is_same)(const struct lp_sort_key *left,
				      const struct lp_sort_key *right));

/* Sorts by a column, or the other way round if it is sorted by that; by the next one of those shown
 * that can be sorted by, or the one before, where the table is `columns` wide. */
enum lp_status lp_page_sort_by(struct lp_page *page, int column);
enum lp_status lp_page_sort_next(struct lp_page *page, int step, int columns);

/* The other way round. Where rows are sorted at all. LP_OK or LP_MEMORY. */
enum lp_status lp_page_reverse(struct lp_page *page);

/* Goes through the hottest rows: 0: the hottest, 1: the next, -1: the one before. */
bool lp_page_go_hot(struct lp_page *page, int step);

/* Draws the heads of columns at `row`, and the rows of the list from `first` on. */
void lp_page_draw_heads(const struct lp_page *page, struct lp_grid *grid, int row, int left,
			int end);
void lp_page_draw(const struct lp_page *page, struct lp_grid *grid, int first, int left, int end,
		  enum lp_style selected);

/* Whether any of these rows is cut, and more of it comes to be seen if the text moves on to the
 * left, where the table is `columns` wide. */
bool lp_page_can_shift(const struct lp_page *page, int columns);

/* Whether there is room for a column where the table is `columns` wide. */
bool lp_page_shows_column(const struct lp_page *page, int column, int columns);

/* The column that is drawn at `at`, when they are drawn from `left` to before `end`; -1: none. */
int lp_page_column_at(const struct lp_page *page, int at, int left, int end);

/* One row of the grid. */
void lp_page_draw_row(const struct lp_page *page, uint32_t item, struct lp_grid *grid, int row,
		      int left, int end);

/* The source that has the hottest line of a function: what it includes, or `#line` names, may be
 * another than its own. */
uint32_t lp_page_function_source(const struct lp_page *page, uint32_t function);

/* Where the source of a function is; false if it has none, as LP_NO_INDEX. */
bool lp_page_function_place(const struct lp_page *page, uint32_t function,
			    struct lp_request *place);

/* page_source.c: shows `place` in an open page if it is of the same source; else false. */
bool lp_page_source_follows(struct lp_page *page, const struct lp_request *place);

/* All kinds, in the order of their keys. */
extern const struct lp_page_kind lp_page_functions;
extern const struct lp_page_kind lp_page_source;
extern const struct lp_page_kind lp_page_lines;
extern const struct lp_page_kind lp_page_files;
extern const struct lp_page_kind lp_page_calls;
extern const struct lp_page_kind lp_page_threads;
extern const struct lp_page_kind lp_page_tree;
extern const struct lp_page_kind lp_page_flame;
extern const struct lp_page_kind lp_page_summary;
extern const struct lp_page_kind lp_page_gpu;
extern const struct lp_page_kind lp_page_changed_functions;
extern const struct lp_page_kind lp_page_changed_lines;
extern const struct lp_page_kind lp_page_facts;
extern const struct lp_page_kind lp_page_help;

#endif
