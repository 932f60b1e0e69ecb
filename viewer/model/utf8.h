/* utf8.h: tells characters from other bytes. */
#ifndef LINEPROF_VIEWER_MODEL_UTF8_H
#define LINEPROF_VIEWER_MODEL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The length of the character that `text`, of `size` > 0 bytes, begins with, and
 * its code point; 0 if it is not UTF-8 (Unicode 15, table 3-7).
 */
size_t lp_utf8_character(const char *text, size_t size, uint32_t *code_point);

/* Whether a terminal obeys it instead of showing it, C1 controls included, or it is a mark that
 * turns the direction of writing, by which text can look like other text. */
bool lp_utf8_is_control(uint32_t code_point);
bool lp_utf8_turns_direction(uint32_t code_point);

#endif
