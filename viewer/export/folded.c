/* folded.c: the tree of calls as folded stacks: "main;solve;dot 1234", in ns. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/model/call_tree.h"
#include "viewer/model/utf8.h"

/* A semicolon ends a function, the end of the line a stack; readers want UTF-8. */
static void put_name(FILE *out, const char *name)
{
	const size_t size = strlen(name);
	size_t step;

	for (size_t i = 0; i < size; i += step) {
		uint32_t character = 0;
		const size_t valid = lp_utf8_character(name + i, size - i, &character);

		step = valid > 0 ? valid : 1;
		if (valid == 0)
			fputc('?', out);
		else if (lp_utf8_is_control(character) || lp_utf8_turns_direction(character))
			fputc(' ', out);
		else if (character == ';')
			fputc(':', out);
		else
			fwrite(name + i, 1, valid, out);
	}
}

/* `path` has room for all that leads to any node. */
static void put_stack(const struct lp_view *view, const struct lp_call_tree *tree, uint32_t number,
		      uint32_t *path)
{
	const uint32_t depth = tree->nodes[number].depth;
	uint32_t at = number;

	for (uint32_t i = depth; i-- > 0; at = tree->nodes[at].parent)
		path[i] = at;
	for (uint32_t i = 0; i < depth; i++) {
		if (i > 0)
			fputc(';', view->out);
		put_name(view->out, lp_call_node_name(view->profile, &tree->nodes[path[i]]));
	}
	fprintf(view->out, " %" PRIu64 "\n", lp_export_ns(view, tree->nodes[number].self_ticks));
}

enum lp_status lp_export_folded(const struct lp_view *view)
{
	struct lp_call_tree tree;
	uint32_t *path;
	enum lp_status status;

	status = lp_call_tree_make(&tree, view->profile, view->filter);
	if (status != LP_OK)
		return status;
	path = (uint32_t *)calloc(tree.count, sizeof(*path));
	if (!path)
		status = LP_MEMORY;
	for (uint32_t i = 1; path && i < tree.count; i++)
		if (tree.nodes[i].self_ticks > 0)
			put_stack(view, &tree, i, path);
	free(path);
	lp_call_tree_free(&tree);
	return status;
}
