/*
 * flame_graph.c: the tree of calls as a picture: a box for each function below what it calls, as
 * wide as its time with calls is long. One SVG file that needs nothing else and runs no script:
 * names, times and shares stand in the boxes' titles, which browsers show under the pointer.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/model/brief_names.h"
#include "viewer/model/call_tree.h"
#include "viewer/model/utf8.h"

enum {
	WIDTH = 1200,
	MARGIN = 10,
	HEAD = 46,   /* title and what the picture is */
	ROW = 17,    /* of boxes, and 1 between them */
	LETTER = 74, /* tenths of a px: 12 px, monospaced, with something to spare */
	MOST_LETTERS = 200,
};

/* Boxes that are narrower cannot be seen; nor can what is above them. */
#define LEAST_WIDTH 0.1

struct picture {
	const struct lp_view *view;
	struct lp_call_tree tree;
	double *left; /* by node, in px; negative: not shown */
	double px_a_tick;
	uint32_t depth; /* of the deepest box */
	size_t narrow;  /* boxes that are left out */
};

/* ---- text ---- */

/* Writes at most `most` characters; whether more were there. XML knows no control characters. */
static bool put_text(FILE *out, const char *text, size_t most)
{
	const size_t size = strlen(text);
	size_t step;

	for (size_t i = 0; i < size; i += step) {
		uint32_t character = 0;
		const size_t valid = lp_utf8_character(text + i, size - i, &character);

		if (most-- == 0)
			return true;
		step = valid > 0 ? valid : 1;
		if (valid == 0 || lp_utf8_is_control(character) ||
		    lp_utf8_turns_direction(character) || character == 0xfffe ||
		    character == 0xffff)
			fputc('?', out);
		else if (character == '<')
			fputs("&lt;", out);
		else if (character == '>')
			fputs("&gt;", out);
		else if (character == '&')
			fputs("&amp;", out);
		else
			fwrite(text + i, 1, valid, out);
	}
	return false;
}

static size_t count_letters(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += ((unsigned char)*text & 0xc0) != 0x80;
	return count;
}

/* ---- boxes ---- */

/* The same colour wherever a function stands; what is not the program's is grey. */
static void put_color(FILE *out, const struct lp_profile *profile, const struct lp_call_node *node)
{
	const char *const name = lp_call_node_name(profile, node);
	uint32_t hash = 5381;

	if (node->kind != LP_CALL_NODE_FUNCTION) {
		fputs("hsl(0,0%,75%)", out);
		return;
	}
	for (const char *at = name; *at; at++)
		hash = hash * 33 + (unsigned char)*at;
	fprintf(out, "hsl(%" PRIu32 ",%" PRIu32 "%%,%" PRIu32 "%%)", 8 + hash % 46,
		70 + hash / 64 % 25, 60 + hash / 4096 % 15);
}

static void put_title(const struct lp_view *view, const struct lp_call_node *node)
{
	const struct lp_profile *const profile = view->profile;

	fputs("<title>", view->out);
	put_text(view->out, lp_call_node_name(profile, node), SIZE_MAX);
	fprintf(
	    view->out, ": %.3f s, %.2f %%, itself %.3f s", lp_view_seconds(view, node->total_ticks),
	    lp_view_share_pct(view, node->total_ticks), lp_view_seconds(view, node->self_ticks));
	if (node->line != LP_NO_INDEX) {
		fputs("&#10;called at ", view->out);
		put_text(view->out, profile->sources[profile->lines[node->line].source].shown,
			 SIZE_MAX);
		fprintf(view->out, ":%" PRIu32, profile->lines[node->line].line);
		if (node->line_count > 1)
			fprintf(view->out, " and %" PRIu32 " more", node->line_count - 1);
	}
	fputs("</title>", view->out);
}

/* The name as far as the box is wide, outer scopes last. */
static void put_label(FILE *out, const char *name, double x, double y, double width)
{
	size_t room = width > 6 ? (size_t)((width - 6) * 10 / LETTER) : 0;

	if (room > MOST_LETTERS)
		room = MOST_LETTERS;
	if (room < 3)
		return;
	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\">", x + 3, y + 12);
	if (count_letters(name) > room)
		name = lp_name_inner(name, room - 2);
	if (count_letters(name) <= room) {
		put_text(out, name, SIZE_MAX);
	} else {
		put_text(out, name, room - 2);
		fputs("..", out);
	}
	fputs("</text>", out);
}

static void put_box(const struct picture *picture, uint32_t number)
{
	const struct lp_view *const view = picture->view;
	const struct lp_call_node *const node = &picture->tree.nodes[number];
	const double width = (double)node->total_ticks * picture->px_a_tick;
	const double x = picture->left[number];
	const double y = HEAD + (double)(picture->depth - node->depth) * ROW;

	fputs("<g>", view->out);
	put_title(view, node);
	fprintf(view->out, "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\" fill=\"", x, y,
		width, ROW - 1);
	put_color(view->out, view->profile, node);
	fputs("\"/>", view->out);
	put_label(view->out, lp_call_node_name(view->profile, node), x, y, width);
	fputs("</g>\n", view->out);
}

/* ---- the whole ---- */

/* Parents have lower numbers than what they call. */
static void place_boxes(struct picture *picture)
{
	const struct lp_call_tree *const tree = &picture->tree;

	for (uint32_t i = 0; i < tree->count; i++)
		picture->left[i] = -1;
	picture->left[0] = MARGIN;
	for (uint32_t i = 0; i < tree->count; i++) {
		const struct lp_call_node *const node = &tree->nodes[i];
		double left = picture->left[i];

		if (left < 0)
			continue;
		if (node->depth > picture->depth)
			picture->depth = node->depth;
		for (uint32_t k = 0; k < node->child_count; k++) {
			const uint32_t child = tree->children[node->first_child + k];
			const double width =
			    (double)tree->nodes[child].total_ticks * picture->px_a_tick;

			if (width < LEAST_WIDTH)
				picture->narrow++;
			else
				picture->left[child] = left;
			left += width;
		}
	}
}

static void put_head(const struct picture *picture)
{
	const struct lp_view *const view = picture->view;
	const uint32_t height = HEAD + (picture->depth + 1) * ROW + MARGIN;

	fprintf(view->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" "
		"height=\"%" PRIu32 "\" viewBox=\"0 0 %d %" PRIu32 "\">\n",
		WIDTH, height, WIDTH, height);
	fputs("<style>svg{background:#fff;max-width:100%;height:auto}"
	      "text{font:12px monospace;fill:#000;pointer-events:none}"
	      ".head{font-weight:bold}rect:hover{stroke:#000}"
	      "@media(prefers-color-scheme:dark){svg{background:#1b1b1b}"
	      ".head,.about{fill:#ddd}rect:hover{stroke:#fff}}</style>\n",
	      view->out);
	fprintf(view->out, "<text class=\"head\" x=\"%d\" y=\"18\">", MARGIN);
	put_text(view->out, view->profile->program, MOST_LETTERS / 2);
	fprintf(view->out, "</text>\n<text class=\"about\" x=\"%d\" y=\"36\">", MARGIN);
	fprintf(view->out, "%.3f s, %" PRIu64 " samples; width: time with calls, hover for figures",
		lp_view_seconds(view, picture->tree.nodes[0].total_ticks),
		picture->tree.nodes[0].total_samples);
	if (picture->narrow > 0)
		fprintf(view->out, "; %zu too narrow to be shown", picture->narrow);
	fputs("</text>\n", view->out);
}

enum lp_status lp_export_flame_graph(const struct lp_view *view)
{
	struct picture picture = {.view = view};
	enum lp_status status;

	status = lp_call_tree_make(&picture.tree, view->profile, view->filter);
	if (status != LP_OK)
		return status;
	picture.left = (double *)calloc(picture.tree.count, sizeof(*picture.left));
	if (!picture.left) {
		status = LP_MEMORY;
	} else {
		const uint64_t ticks = picture.tree.nodes[0].total_ticks;

		picture.px_a_tick = ticks > 0 ? (WIDTH - 2.0 * MARGIN) / (double)ticks : 0;
		place_boxes(&picture);
		put_head(&picture);
		for (uint32_t i = 0; i < picture.tree.count; i++)
			if (picture.left[i] >= 0)
				put_box(&picture, i);
		fputs("</svg>\n", view->out);
	}
	free(picture.left);
	lp_call_tree_free(&picture.tree);
	return status;
}
