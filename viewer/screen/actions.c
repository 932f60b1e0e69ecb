/* actions.c: the table of actions. */
#include "viewer/screen/actions.h"

#include <string.h>

#include "viewer/screen/key.h"

const struct lp_action_row lp_actions[LP_ACTION_COUNT] = {
#define LP_ACTION_ROW(name, keys, label, help) [LP_ACTION_##name] = {keys, label, help},
    LP_ACTION_LIST(LP_ACTION_ROW)
#undef LP_ACTION_ROW
};

static int has_key(const struct lp_action_row *row, uint32_t key)
{
	for (const char *at = row->keys; *at;) {
		const size_t size = strcspn(at, " ");

		if (lp_key_of(at, size) == key)
			return 1;
		at += size + (at[size] == ' ');
	}
	return 0;
}

enum lp_action lp_action_of(uint32_t key)
{
	for (int i = 0; i < LP_ACTION_COUNT; i++)
		if (has_key(&lp_actions[i], key))
			return (enum lp_action)i;
	return LP_ACTION_NONE;
}

size_t lp_action_key_size(enum lp_action action)
{
	return strcspn(lp_actions[action].keys, " ");
}
