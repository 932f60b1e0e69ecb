/* prompt.c: edits the line that is typed in. */
#include "viewer/screen/prompt.h"

#include <string.h>

enum { CTRL_C = 'C' & 0x1f, CTRL_G = 'G' & 0x1f };
enum { CTRL_U = 'U' & 0x1f, CTRL_W = 'W' & 0x1f, CTRL_H = 'H' & 0x1f, RETURN = '\r' };

/* Takes away the last character, with all of its bytes. */
static void delete_last(char *text)
{
	size_t size = strlen(text);

	while (size > 0 && ((unsigned char)text[size - 1] & 0xc0) == 0x80)
		size--;
	text[size > 0 ? size - 1 : 0] = '\0';
}

static void delete_word(char *text)
{
	size_t size = strlen(text);

	while (size > 0 && text[size - 1] == ' ')
		size--;
	while (size > 0 && text[size - 1] != ' ')
		size--;
	text[size] = '\0';
}

enum lp_prompt_event lp_prompt_take(struct lp_prompt *prompt, const struct lp_key *key)
{
	char typed[8];
	size_t size;

	switch (key->code) {
	case LP_KEY_ESCAPE:
	case CTRL_C:
	case CTRL_G:
		return LP_PROMPT_LEFT;
	case LP_KEY_ENTER:
	case '\n':
	case RETURN:
		return LP_PROMPT_DONE;
	case LP_KEY_BACKSPACE:
	case CTRL_H:
	case 0x7f:
		if (!*prompt->text)
			return LP_PROMPT_LEFT;
		delete_last(prompt->text);
		return LP_PROMPT_CHANGED;
	case CTRL_U:
		*prompt->text = '\0';
		return LP_PROMPT_CHANGED;
	case CTRL_W:
		delete_word(prompt->text);
		return LP_PROMPT_CHANGED;
	default:
		size = lp_key_text(key->code, typed);
		if (size == 0 || strlen(prompt->text) + size >= sizeof(prompt->text))
			return LP_PROMPT_IGNORED;
		strcat(prompt->text, typed);
		return LP_PROMPT_CHANGED;
	}
}
