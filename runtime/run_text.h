/* run_text.h: what the profile says of the run in words: the program, where it runs, its arguments.
 */
#ifndef LINEPROF_RUNTIME_RUN_TEXT_H
#define LINEPROF_RUNTIME_RUN_TEXT_H

#include <stdbool.h>

/* Writes them into the profile, `engine_note` with them. False: there is no room. Once, under the
 * lock. */
bool lp_run_text_append(const char *engine_note);

#endif
