/*
 * operand_text.h: the part of a line of source that a branch asks.
 */
#ifndef LINEPROF_VIEWER_REPORT_OPERAND_TEXT_H
#define LINEPROF_VIEWER_REPORT_OPERAND_TEXT_H

#include <stddef.h>
#include <stdio.h>

/*
 * Writes the operand of `&&`, `||` or `?:` that begins in byte `column`, from 1, of a line of
 * `size` bytes, below where it stands in the line: blanks come first. As lp_text_put_source() in
 * `width` columns, 0 for any; where it stands behind these, without blanks. Nothing if the line is
 * shorter.
 */
void lp_operand_text_put(FILE *out, const char *line, size_t size, size_t column, size_t width);

#endif
