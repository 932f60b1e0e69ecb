/* actions.h: what keys do: one list, of which keys, help, last line and manual are made. */
#ifndef LINEPROF_VIEWER_SCREEN_ACTIONS_H
#define LINEPROF_VIEWER_SCREEN_ACTIONS_H

#include <stddef.h>
#include <stdint.h>

/* X(name, keys, what the last line calls it, what it does), group by group: a row with
 * keys "" begins a group. */
#define LP_ACTION_LIST(X)                                                                          \
	X(GROUP_MOVE, "", "", "Move")                                                              \
	X(UP, "Up k", "up", "one row up")                                                          \
	X(DOWN, "Down j", "down", "one row down")                                                  \
	X(PAGE_UP, "PgUp ^B", "page up", "one screen up")                                          \
	X(PAGE_DOWN, "PgDn Space ^F", "page down", "one screen down")                              \
	X(HALF_UP, "^U", "half up", "half a screen up")                                            \
	X(HALF_DOWN, "^D", "half down", "half a screen down")                                      \
	X(FIRST, "Home g", "first", "to the first row")                                            \
	X(LAST, "End G", "last", "to the last row")                                                \
	X(LEFT, "Left", "left", "long rows, or boxes: to the left")                                \
	X(RIGHT, "Right", "right", "long rows, or boxes: to the right")                            \
	X(HOTTEST, "H", "hottest", "to the hottest row")                                           \
	X(NEXT_HOT, "Tab", "next hot", "to the next hot row: from hot to cooler")                  \
	X(PREVIOUS_HOT, "Shift-Tab", "previous hot", "to the hot row before")                      \
	X(GROUP_GO, "", "", "Go")                                                                  \
	X(OPEN, "Enter", "open", "open: the source, or on a line with calls what it calls")        \
	X(BACK, "Esc q Backspace <", "back", "back to where you came from; q at the top ends")     \
	X(FUNCTIONS, "1", "functions", "functions: which take the time?")                          \
	X(LINES, "2", "lines", "lines: where in the program is it hot?")                           \
	X(FILES, "3", "files", "files: in which does the time go?")                                \
	X(CALLS, "4 c", "callers", "callers and callees of the function at the cursor")            \
	X(FACTS, "i", "facts", "all that is known of the line, one fact a row")                    \
	X(THREADS, "5", "threads", "threads: do they share the work?")                             \
	X(SUMMARY, "6", "run", "the run: how was it measured, what is it worth?")                  \
	X(GPU, "7", "GPU", "GPUs: how busy, kernels, copies, memory, calls")                       \
	X(TREE, "8", "tree", "the tree of calls: through which does the time go?")                 \
	X(FLAME, "9", "flame", "the tree of calls as a picture: what is its shape?")               \
	X(CHANGES, "d", "changes", "lpview diff: functions that changed, or lines, in turn")       \
	X(GROUP_FIND, "", "", "Find and arrange")                                                  \
	X(SEARCH, "/ F3", "search", "search; capitals count if you type any")                      \
	X(NEXT, "n", "next", "next place that was searched for")                                   \
	X(PREVIOUS, "N", "previous", "the one before")                                             \
	X(FILTER, "& F4", "filter", "only rows with a text; Esc shows all again")                  \
	X(SORT, "s F6", "sort", "sort by the next column")                                         \
	X(SORT_BACK, "S", "sort back", "sort by the column before")                                \
	X(REVERSE, "r", "reverse", "the other way round")                                          \
	X(MEASURE, "t", "%/time/hits", "bars and colours: %, time, hits, per hit, waiting, GPU")   \
	X(UNFOLD, "+", "unfold", "what the line calls, below it; with inlined functions")          \
	X(FOLD, "-", "fold", "put it away again")                                                  \
	X(UNFOLD_ALL, "*", "unfold all", "unfold all; if all is unfolded, fold all")               \
	X(GROUP_REST, "", "", "Else")                                                              \
	X(HELP, "? h F1", "help", "this help")                                                     \
	X(EDIT, "e", "edit", "open the line in $VISUAL or $EDITOR")                                \
	X(WRITE, "P", "write", "write the view as text to a file")                                 \
	X(MOUSE, "m", "mouse", "mouse on or off; off, the terminal selects text with it")          \
	X(REDRAW, "^L", "redraw", "draw the screen anew")                                          \
	X(QUIT, "Q ^C F10", "quit", "end")

enum lp_action {
	LP_ACTION_NONE = -1,
#define LP_ACTION_ENUM(name, keys, label, help) LP_ACTION_##name,
	LP_ACTION_LIST(LP_ACTION_ENUM)
#undef LP_ACTION_ENUM
	    LP_ACTION_COUNT
};

struct lp_action_row {
	const char *keys; /* names, the one to show first; "" begins a group */
	const char *label;
	const char *help; /* of a group: its title */
};

extern const struct lp_action_row lp_actions[LP_ACTION_COUNT];

/* The action of a key; LP_ACTION_NONE if it has none. */
enum lp_action lp_action_of(uint32_t key);

/* How long the name is of the key to show for `action`. */
size_t lp_action_key_size(enum lp_action action);

#endif
