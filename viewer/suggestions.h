/*
 * suggestions.h: what a word that lpview does not know may mean.
 */
#ifndef LINEPROF_VIEWER_SUGGESTIONS_H
#define LINEPROF_VIEWER_SUGGESTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Writes "did you mean" with the option, command, format or sort key whose name is the most like
 * the first `size` bytes of `word`, if one is: the same, or one begins with the other, or a letter
 * in four differs at most. Returns whether there was one.
 */
bool lp_suggest(FILE *errors, const char *word, size_t size);

#endif
