/* style.h: how parts of a screen are meant; the screen itself chooses colours for it. */
#ifndef LINEPROF_VIEWER_SCREEN_STYLE_H
#define LINEPROF_VIEWER_SCREEN_STYLE_H

/* X(name, letter that tests show it by) */
#define LP_STYLE_LIST(X)                                                                           \
	X(PLAIN, ' ')                                                                              \
	X(TITLE, 'T')                                                                              \
	X(HEADS, 'H')  /* of columns */                                                            \
	X(SORTED, 'S') /* the head of the column that rows are sorted by */                        \
	X(KEY, 'K')    /* a key in the last line */                                                \
	X(HINT, 'h')   /* what it does */                                                          \
	X(STATUS, 's')                                                                             \
	X(PROMPT, 'p')                                                                             \
	X(WARNING, '!')                                                                            \
	X(FOUND, 'f') /* what was searched for */                                                  \
	X(DIM, '.')   /* never ran, or does not matter */                                          \
	X(HEAT0, '0') /* the coldest; the others follow */                                         \
	X(HEAT1, '1')                                                                              \
	X(HEAT2, '2')                                                                              \
	X(HEAT3, '3')                                                                              \
	X(HEAT4, '4')                                                                              \
	X(KEYWORD, 'k')                                                                            \
	X(TYPE, 't')                                                                               \
	X(STRING, 'q')                                                                             \
	X(NUMBER, 'n')                                                                             \
	X(COMMENT, 'c')                                                                            \
	X(DIRECTIVE, 'd')    /* of the preprocessor */                                             \
	X(SELECTED, '>')     /* the row under the cursor */                                        \
	X(SELECTED_DIM, '-') /* the same, in a part of the screen that only follows */

enum lp_style {
#define LP_STYLE_ENUM(name, letter) LP_STYLE_##name,
	LP_STYLE_LIST(LP_STYLE_ENUM)
#undef LP_STYLE_ENUM
	    LP_STYLE_COUNT
};

#endif
