/* editor.h: opens a file in the user's editor. */
#ifndef LINEPROF_VIEWER_SCREEN_EDITOR_H
#define LINEPROF_VIEWER_SCREEN_EDITOR_H

#include <stdint.h>

/* Runs $VISUAL, else $EDITOR, else vi on `path` at a line, on the terminal, and waits for it.
 * Returns what is wrong, static; or NULL. */
const char *lp_editor_run(const char *path, uint32_t line);

#endif
