/* lexer.h: tells comments, strings and keywords of C, C++ and CUDA apart, for colours. */
#ifndef LINEPROF_VIEWER_SCREEN_LEXER_H
#define LINEPROF_VIEWER_SCREEN_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include "viewer/screen/style.h"

/* Where a line begins. Starts as all zeros, in plain code. */
struct lp_lexer {
	bool in_comment;
	bool in_string;   /* that went on behind a backslash */
	char raw_end[20]; /* what ends the raw string we are in: )word" ; "" in none */
	bool at_start;    /* of a line: nothing but blanks so far */
	bool in_include;
};

/* To be called before each line. */
void lp_lexer_begin_line(struct lp_lexer *lexer);

/* The piece of a line that begins at `text`, `size` > 0 bytes up to the line's end: how many
 * bytes it is (at least 1), and its style. */
size_t lp_lexer_next(struct lp_lexer *lexer, const char *text, size_t size, enum lp_style *style);

#endif
