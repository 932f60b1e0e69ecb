/* prompt.h: a line of text that is typed in. */
#ifndef LINEPROF_VIEWER_SCREEN_PROMPT_H
#define LINEPROF_VIEWER_SCREEN_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "viewer/screen/key.h"

enum lp_prompt_kind { LP_PROMPT_NONE, LP_PROMPT_SEARCH, LP_PROMPT_FILTER, LP_PROMPT_WRITE };

enum lp_prompt_event {
	LP_PROMPT_CHANGED,
	LP_PROMPT_DONE, /* Enter */
	LP_PROMPT_LEFT, /* Esc, or nothing left to delete */
	LP_PROMPT_IGNORED
};

struct lp_prompt {
	enum lp_prompt_kind kind;
	char text[128]; /* UTF-8, ended with zero */
	size_t origin;  /* row of the cursor when it began, and which part of it */
	uint32_t origin_part;
};

enum lp_prompt_event lp_prompt_take(struct lp_prompt *prompt, const struct lp_key *key);

#endif
