/* speedscope.c: the tree of calls as stacks with weights: a speedscope file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/export/json_writer.h"
#include "viewer/model/call_tree.h"

struct writer {
	struct lp_json json;
	const struct lp_view *view;
	struct lp_call_tree tree;
	uint32_t *frames; /* by frame key: its number; LP_NO_INDEX: none yet */
	uint32_t *path;   /* room for the way to any node */
	uint32_t *order;  /* of nodes: those below the same caller stand together */
	uint32_t frame_count;
};

/* Functions, then the other kinds of nodes. */
static size_t frame_key(const struct lp_profile *profile, const struct lp_call_node *node)
{
	return node->kind == LP_CALL_NODE_FUNCTION ? node->function
						   : profile->function_count + node->kind;
}

static void put_frame(struct lp_json *json, const struct lp_call_node *node)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_open(json, NULL, '{');
	lp_json_text(json, "name", lp_call_node_name(profile, node));
	if (node->kind == LP_CALL_NODE_FUNCTION) {
		const struct lp_function *const function = &profile->functions[node->function];

		lp_json_text(json, "file", profile->sources[function->source].path);
		if (function->line > 0)
			lp_json_number(json, "line", function->line);
	}
	lp_json_close(json, '}');
}

static void put_frames(struct writer *writer)
{
	lp_json_open(&writer->json, "frames", '[');
	for (size_t i = 1; i < writer->tree.count; i++) {
		const struct lp_call_node *const node = &writer->tree.nodes[i];
		uint32_t *const number = &writer->frames[frame_key(writer->json.profile, node)];

		if (*number != LP_NO_INDEX)
			continue;
		*number = writer->frame_count++;
		put_frame(&writer->json, node);
	}
	lp_json_close(&writer->json, ']');
}

static void put_stack(struct writer *writer, uint32_t number)
{
	const struct lp_call_tree *const tree = &writer->tree;
	const uint32_t depth = tree->nodes[number].depth;

	for (uint32_t i = depth; i-- > 0; number = tree->nodes[number].parent)
		writer->path[i] =
		    writer->frames[frame_key(writer->json.profile, &tree->nodes[number])];
	lp_json_begin(&writer->json, NULL);
	for (uint32_t i = 0; i < depth; i++)
		fprintf(writer->json.out, "%c%" PRIu32, i == 0 ? '[' : ',', writer->path[i]);
	fputc(']', writer->json.out);
}

static void put_profile(struct writer *writer)
{
	const struct lp_call_tree *const tree = &writer->tree;
	struct lp_json *const json = &writer->json;
	uint64_t end_ns = 0;

	lp_json_open(json, NULL, '{');
	lp_json_text(json, "type", "sampled");
	lp_json_text(json, "name", json->profile->program);
	lp_json_text(json, "unit", "nanoseconds");
	lp_json_open(json, "samples", '[');
	for (size_t i = 0; i + 1 < tree->count; i++)
		if (tree->nodes[writer->order[i]].self_ticks > 0)
			put_stack(writer, writer->order[i]);
	lp_json_close(json, ']');
	lp_json_open(json, "weights", '[');
	for (size_t i = 0; i + 1 < tree->count; i++) {
		const uint64_t ticks = tree->nodes[writer->order[i]].self_ticks;

		if (ticks > 0) {
			lp_json_ticks(json, NULL, ticks);
			end_ns += lp_export_ns(writer->view, ticks);
		}
	}
	lp_json_close(json, ']');
	lp_json_number(json, "startValue", 0);
	lp_json_number(json, "endValue", end_ns);
	lp_json_close(json, '}');
}

static void put_all(struct writer *writer)
{
	struct lp_json *const json = &writer->json;

	lp_json_open(json, NULL, '{');
	lp_json_text(json, "$schema", "https://www.speedscope.app/file-format-schema.json");
	lp_json_text(json, "exporter", "lineprof " LP_VERSION);
	lp_json_text(json, "name", json->profile->program);
	lp_json_open(json, "shared", '{');
	put_frames(writer);
	lp_json_close(json, '}');
	lp_json_open(json, "profiles", '[');
	put_profile(writer);
	lp_json_close(json, ']');
	lp_json_close(json, '}');
	fputc('\n', json->out);
}

enum lp_status lp_export_speedscope(const struct lp_view *view)
{
	const size_t frames = view->profile->function_count + LP_CALL_NODE_KINDS;
	struct writer writer = {
	    .json = {.profile = view->profile, .out = view->out, .is_first = true},
	    .view = view,
	};
	enum lp_status status;

	status = lp_call_tree_make(&writer.tree, view->profile, view->filter);
	if (status != LP_OK)
		return status;
	writer.frames = (uint32_t *)malloc(frames * sizeof(*writer.frames));
	writer.path = (uint32_t *)calloc(writer.tree.count, sizeof(*writer.path));
	writer.order = lp_call_tree_in_order(&writer.tree);
	if (writer.frames && writer.path && writer.order) {
		memset(writer.frames, 0xff, frames * sizeof(*writer.frames));
		put_all(&writer);
	} else {
		status = LP_MEMORY;
	}
	free(writer.frames);
	free(writer.path);
	free(writer.order);
	lp_call_tree_free(&writer.tree);
	return status;
}
