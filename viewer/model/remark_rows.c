/* remark_rows.c: the optimiser's remarks, from the profile's sections to rows. */
#include "viewer/model/remark_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/names.h"
#include "viewer/model/steps.h"

static const struct lp_remark_row_kind kinds[LP_REMARK_KINDS] = {
#define LP_REMARK_ROW(name, number, key, text, about)                                              \
	[LP_REMARK_##name] = {key, text, LP_REMARK_ABOUT_##about},
    LP_REMARK_LIST(LP_REMARK_ROW)
#undef LP_REMARK_ROW
};

const struct lp_remark_row_kind *lp_remark_kind_of(uint32_t kind)
{
	return kind < LP_REMARK_KINDS && kinds[kind].name ? &kinds[kind] : NULL;
}

bool lp_remark_is_missed(uint32_t kind)
{
	return kind == LP_REMARK_NOT_VECTORISED || kind == LP_REMARK_NOT_UNROLLED ||
	       kind == LP_REMARK_NOT_INLINED || kind == LP_REMARK_SPILLED;
}

/* ---- what there is ---- */

struct finding {
	struct lp_remarks *remarks;
	const struct lp_profile *profile;
	const bool *marks;          /* NULL: all lines */
	uint32_t *functions;        /* of each line, the first one that has it */
	uint32_t object;            /* that the section is of */
	size_t capacity;            /* of the rows */
	const struct lp_line *line; /* of the remark that is looked at */
};

static bool know_functions(struct finding *finding)
{
	const struct lp_profile *const profile = finding->profile;

	finding->functions =
	    (uint32_t *)malloc((profile->line_count + 1) * sizeof(*finding->functions));
	if (!finding->functions)
		return false;
	for (size_t i = 0; i < profile->line_count; i++)
		finding->functions[i] = LP_NO_INDEX;
	for (size_t i = profile->function_line_count; i-- > 0;)
		finding->functions[profile->function_lines[i].line] =
		    profile->function_lines[i].function;
	return true;
}

/* The line that it is about, if that is to be found; else NULL. */
static const struct lp_line *line_of(const struct finding *finding, const struct lp_remark *said)
{
	const struct lp_profile *const profile = finding->profile;
	const uint32_t source = lp_map_find(&profile->source_numbers, said->path_hash);
	size_t index;

	if (source == LP_MAP_NONE)
		return NULL;
	index = lp_line_find(profile, source, said->line);
	if (index == profile->line_count || profile->lines[index].source != source ||
	    profile->lines[index].line != said->line || (finding->marks && !finding->marks[index]))
		return NULL;
	return &profile->lines[index];
}

/* The function of this name: of the module that says so, else of another one. */
static uint32_t callee_of(const struct finding *finding, const struct lp_remark *said)
{
	const struct lp_profile *const profile = finding->profile;
	uint32_t found = LP_NO_INDEX;

	if (said->subject_bytes == 0 || said->subject_bytes > LP_REMARK_TEXT_MOST)
		return LP_NO_INDEX;
	for (size_t i = 0; i <= profile->object_count && found == LP_NO_INDEX; i++)
		found = lp_function_named(profile, i == 0 ? finding->object : (uint32_t)i - 1,
					  said->subject, said->subject_bytes);
	return found;
}

/* Whether it says no more than that a library's function is one. */
static bool is_idle(const struct lp_remark *said, uint32_t callee)
{
	static const char elsewhere[] = "its code is not in this unit";

	return said->kind == LP_REMARK_NOT_INLINED && callee == LP_NO_INDEX &&
	       said->detail_bytes == sizeof(elsewhere) - 1 &&
	       memcmp(said->detail, elsewhere, sizeof(elsewhere) - 1) == 0;
}

static bool make_room(struct finding *finding)
{
	struct lp_remarks *const remarks = finding->remarks;
	const size_t wanted = finding->capacity ? 2 * finding->capacity : 64;
	void *grown;

	if (remarks->count < finding->capacity)
		return true;
	grown = realloc(remarks->said, wanted * sizeof(*remarks->said));
	if (!grown)
		return false;
	remarks->said = (struct lp_remark *)grown;
	grown = realloc(remarks->rows, wanted * sizeof(*remarks->rows));
	if (!grown)
		return false;
	remarks->rows = (struct lp_remark_row *)grown;
	finding->capacity = wanted;
	return true;
}

/* `said` of the rows is filled in when there are no more of them. */
static bool add_remark(struct finding *finding, const struct lp_remark *said)
{
	struct lp_remarks *const remarks = finding->remarks;
	const struct lp_line *const line = line_of(finding, said);
	const uint32_t callee = callee_of(finding, said);

	if (!line || !lp_remark_kind_of(said->kind) || is_idle(said, callee))
		return true;
	if (!make_room(finding))
		return false;
	remarks->said[remarks->count] = *said;
	remarks->rows[remarks->count++] = (struct lp_remark_row){
	    .source = line->source,
	    .line = line->line,
	    .last_line = line->line,
	    .function = finding->functions[line - finding->profile->lines],
	    .callee = callee,
	    .value = said->value,
	    .count = said->count,
	    .hits = line->hits,
	    .self_ticks = line->self_ticks,
	    .wait_ticks = line->wait_ticks,
	    .self_samples = line->self_samples,
	};
	return true;
}

static bool add_section(struct finding *finding, const struct lp_section_at *at)
{
	const struct lp_remarks_head *const head = lp_section_remarks(at);
	struct lp_remarks_at place = lp_remarks_begin(lp_section_remark_bytes(at), head->bytes);
	struct lp_remark said;

	finding->object = head->module;
	while (lp_remarks_next(&place, &said))
		if (!add_remark(finding, &said))
			return false;
	finding->remarks->left_out += place.left_out;
	return true;
}

static enum lp_status add_sections(struct finding *finding)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&finding->profile->reader, &at)) {
		if (at.kind != LP_SECT_REMARKS)
			continue;
		if (!finding->functions && !know_functions(finding))
			return LP_MEMORY;
		if (!add_section(finding, &at))
			return LP_MEMORY;
	}
	return LP_OK;
}

/* ---- order ---- */

static int compare_texts(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
	const int order = memcmp(a, b, a_bytes < b_bytes ? a_bytes : b_bytes);

	return order ? order : (a_bytes > b_bytes) - (a_bytes < b_bytes);
}

/* What of its value tells a remark from others: of a fact nothing, as each copy of its function
 * may be in another loop. */
static uint64_t value_told_apart(const struct lp_remark *said)
{
	return lp_remark_kind_of(said->kind)->about == LP_REMARK_ABOUT_CODE ? 0 : said->value;
}

static int by_place(const void *left, const void *right)
{
	const struct lp_remark_row *const a = (const struct lp_remark_row *)left;
	const struct lp_remark_row *const b = (const struct lp_remark_row *)right;
	const uint64_t a_value = value_told_apart(a->said);
	const uint64_t b_value = value_told_apart(b->said);
	int order;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->said->kind != b->said->kind)
		return a->said->kind < b->said->kind ? -1 : 1;
	if (a_value != b_value)
		return a_value < b_value ? -1 : 1;
	order = compare_texts(a->said->subject, a->said->subject_bytes, b->said->subject,
			      b->said->subject_bytes);
	return order ? order
		     : compare_texts(a->said->detail, a->said->detail_bytes, b->said->detail,
				     b->said->detail_bytes);
}

static void sort_rows(struct lp_remarks *remarks)
{
	size_t kept = 0;

	for (size_t i = 0; i < remarks->count; i++)
		remarks->rows[i].said = &remarks->said[i];
	if (remarks->count > 0)
		qsort(remarks->rows, remarks->count, sizeof(*remarks->rows), by_place);
	for (size_t i = 0; i < remarks->count; i++)
		if (kept > 0 && by_place(&remarks->rows[kept - 1], &remarks->rows[i]) == 0) {
			remarks->rows[kept - 1].value |= remarks->rows[i].value;
			remarks->rows[kept - 1].count += remarks->rows[i].count;
		} else {
			remarks->rows[kept++] = remarks->rows[i];
		}
	remarks->count = kept;
}

enum lp_status lp_remarks_find(struct lp_remarks *remarks, const struct lp_profile *profile,
			       const bool *marks)
{
	struct finding finding = {.remarks = remarks, .profile = profile, .marks = marks};
	const enum lp_status status = add_sections(&finding);

	free(finding.functions);
	if (status == LP_OK)
		sort_rows(remarks);
	return status;
}

void lp_remarks_free(struct lp_remarks *remarks)
{
	free(remarks->said);
	free(remarks->rows);
	memset(remarks, 0, sizeof(*remarks));
}

/* ---- loops ---- */

static bool is_of_loop(const struct lp_remark_row *row)
{
	return lp_remark_kind_of(row->said->kind)->about == LP_REMARK_ABOUT_LOOP;
}

/* The first row that is not before a place. */
static size_t find_row(const struct lp_remarks *remarks, uint32_t source, uint32_t line)
{
	size_t low = 0;
	size_t high = remarks->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct lp_remark_row *const row = &remarks->rows[middle];

		if (row->source < source || (row->source == source && row->line < line))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool has_rows(const struct lp_remarks *remarks, uint32_t source, uint32_t line)
{
	const size_t at = find_row(remarks, source, line);

	return at < remarks->count && remarks->rows[at].source == source &&
	       remarks->rows[at].line == line;
}

static enum lp_status find_loops(const struct lp_remarks *remarks, const struct lp_profile *profile,
				 struct lp_branches *branches)
{
	bool *const marks = (bool *)calloc(profile->function_count + 1, sizeof(*marks));
	enum lp_status status;

	if (!marks)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->function_line_count; i++) {
		const struct lp_line *const line = &profile->lines[profile->function_lines[i].line];

		if (has_rows(remarks, line->source, line->line))
			marks[profile->function_lines[i].function] = true;
	}
	status = lp_branches_find(branches, profile, marks);
	free(marks);
	return status;
}

/* The loops from `first` on that begin on the line of that one end before this. `*are_several`: a
 * function has more than one there. */
static size_t end_of_line(const struct lp_branches *branches, size_t first, bool *are_several)
{
	const struct lp_loop_row *const loops = branches->loops;
	size_t end = first;

	*are_several = false;
	for (; end < branches->loop_count && loops[end].source == loops[first].source &&
	       loops[end].line == loops[first].line;
	     end++)
		*are_several |= loops[end].number > 0;
	return end;
}

/* A remark names no more than the line: which of several loops there it is about, nobody knows, so
 * their rounds say nothing of it. */
static void take_loop(struct lp_remark_row *row, const struct lp_loop_row *loop, bool are_several)
{
	if (!are_several) {
		row->entries += loop->entries;
		row->iterations += loop->iterations;
	}
	if (is_of_loop(row) && loop->last_line > row->last_line)
		row->last_line = loop->last_line;
}

static void take_loops(struct lp_remarks *remarks, const struct lp_branches *branches)
{
	bool are_several = false;

	for (size_t i = 0, end = 0; i < branches->loop_count; i++) {
		const struct lp_loop_row *const loop = &branches->loops[i];

		if (i == end)
			end = end_of_line(branches, i, &are_several);
		for (size_t k = find_row(remarks, loop->source, loop->line);
		     k < remarks->count && remarks->rows[k].source == loop->source &&
		     remarks->rows[k].line == loop->line;
		     k++)
			take_loop(&remarks->rows[k], loop, are_several);
	}
}

/* What of all lines before this one. */
struct sum {
	uint64_t ticks;
	uint64_t waited_ticks; /* of these */
	uint64_t samples;
};

static struct sum *sum_lines(const struct lp_profile *profile)
{
	struct sum *const sums = (struct sum *)calloc(profile->line_count + 1, sizeof(*sums));

	for (size_t i = 0; sums && i < profile->line_count; i++)
		sums[i + 1] = (struct sum){sums[i].ticks + profile->lines[i].self_ticks,
					   sums[i].waited_ticks + profile->lines[i].wait_ticks,
					   sums[i].samples + profile->lines[i].self_samples};
	return sums;
}

enum lp_status lp_remarks_measure(struct lp_remarks *remarks, const struct lp_profile *profile,
				  struct lp_branches *branches)
{
	enum lp_status status;
	struct sum *sums;

	if (remarks->count == 0)
		return LP_OK;
	status = find_loops(remarks, profile, branches);
	if (status != LP_OK)
		return status;
	take_loops(remarks, branches);
	sums = sum_lines(profile);
	if (!sums)
		return LP_MEMORY;
	for (size_t i = 0; i < remarks->count; i++) {
		struct lp_remark_row *const row = &remarks->rows[i];
		const size_t first = lp_line_find(profile, row->source, row->line);
		const size_t end = row->last_line == UINT32_MAX
				       ? lp_line_find(profile, row->source + 1, 0)
				       : lp_line_find(profile, row->source, row->last_line + 1);

		row->self_ticks = sums[end].ticks - sums[first].ticks;
		row->wait_ticks = sums[end].waited_ticks - sums[first].waited_ticks;
		row->self_samples = sums[end].samples - sums[first].samples;
	}
	free(sums);
	return LP_OK;
}

/* ---- words ---- */

/* The subject, as people write it; in `arena`, or NULL. */
static const char *subject_shown(const struct lp_profile *profile, const struct lp_remark_row *row,
				 struct lp_arena *arena)
{
	const struct lp_remark *const said = row->said;
	const char *linkage_name, *name;

	if (row->callee != LP_NO_INDEX)
		return profile->functions[row->callee].name;
	linkage_name = lp_arena_copy(arena, said->subject, said->subject_bytes);
	name = lp_arena_copy(arena, said->name, said->name_bytes);
	return linkage_name && name ? lp_name_shown(arena, linkage_name, name) : NULL;
}

/* What counting may have to do with it. */
static const char *doubt(const struct lp_remark *said)
{
	switch (said->kind) {
	case LP_REMARK_NOT_VECTORISED:
		return said->value ? " (with lineprof's counts; it may be without)" : "";
	case LP_REMARK_SPILLED:
		return " (with lineprof's counts; there may be fewer without)";
	default:
		return "";
	}
}

char *lp_remark_text(const struct lp_profile *profile, const struct lp_remark_row *row)
{
	const struct lp_remark_row_kind *const kind = lp_remark_kind_of(row->said->kind);
	const struct lp_remark *const said = row->said;
	const int bytes = said->detail_bytes < LP_REMARK_TEXT_MOST ? (int)said->detail_bytes
								   : LP_REMARK_TEXT_MOST;
	const bool is_call = kind->about == LP_REMARK_ABOUT_CALL;
	struct lp_arena arena = {0};
	const char *const subject = subject_shown(profile, row, &arena);
	char *text = NULL;

	if (subject &&
	    asprintf(&text, "%s%s%s%s%.*s%s", is_call ? subject : "", is_call ? " " : "",
		     kind->text, bytes > 0 ? ": " : "", bytes, said->detail, doubt(said)) < 0)
		text = NULL;
	lp_arena_free(&arena);
	return text;
}
