/* put_output.h: what commands write; if that fails it is told, with the status for the shell. */
#ifndef LINEPROF_VIEWER_PUT_OUTPUT_H
#define LINEPROF_VIEWER_PUT_OUTPUT_H

#include "format/status.h"
#include "viewer/model/image.h"
#include "viewer/output.h"

/* Why an output (NULL: standard output) is not what it should be; returns 1. */
int lp_complain_of_output(const char *path, int error);

/* Ends the output of a command that came to `status`; 0 or 1. Who closes a pipe, as `head` does,
 * has seen enough. */
int lp_output_finish(struct lp_output *output, enum lp_status status);

/* Writes a text, as help is, to standard output; 0 or 1. */
int lp_put_text(const char *text);

/* Whether `-o` of that command names the terminal, where a profile is nothing to read, and may hold
 * what is an order there; says so. */
bool lp_refuse_terminal(const char *command, const char *out);

/* Writes a profile where `-o` says, in the place of what is there if it may be; 0 or 1. */
int lp_put_image(const char *out, const struct lp_image *image, bool may_replace);

#endif
