/* view.c: what reports and exports share. */
#include "viewer/view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *lp_view_path(const char *path)
{
	static char cwd[4096];
	size_t length;

	if (!*cwd && !getcwd(cwd, sizeof(cwd)))
		*cwd = '\0';
	length = strlen(cwd);
	return length > 1 && strncmp(path, cwd, length) == 0 && path[length] == '/'
		   ? path + length + 1
		   : path;
}

static bool is_of_system(const char *path)
{
	return *path != '/' || strncmp(path, "/usr/", 5) == 0;
}

/* How much of the beginning of `path`, `size` at most, is a folder that `other` is below. */
static size_t common_folder(const char *path, size_t size, const char *other)
{
	size_t same = 0;

	while (same < size && path[same] && path[same] == other[same])
		same++;
	while (same > 0 && path[same - 1] != '/')
		same--;
	return same;
}

/* The folder that all sources but the system's are below; how much of the path of one,
 * which `*path` becomes. */
static size_t find_root(const struct lp_profile *profile, const char **path)
{
	size_t size = 0;

	*path = NULL;
	for (size_t i = 0; i < profile->source_count; i++) {
		const char *const other = profile->sources[i].path;

		if (is_of_system(other))
			continue;
		size = *path ? common_folder(*path, size, other)
			     : common_folder(other, strlen(other), other);
		*path = other;
	}
	return size;
}

enum lp_status lp_view_shorten_paths(struct lp_profile *profile)
{
	const char *path;
	bool is_here = false;
	size_t size;

	profile->source_root = "";
	for (size_t i = 0; i < profile->source_count; i++) {
		struct lp_source *const source = &profile->sources[i];

		source->shown = lp_view_path(source->path);
		is_here = is_here || source->shown != source->path;
	}
	size = is_here ? 0 : find_root(profile, &path);
	if (size <= 1)
		return LP_OK;
	profile->source_root = lp_arena_copy(&profile->arena, path, size);
	if (!profile->source_root)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->source_count; i++)
		if (strncmp(profile->sources[i].path, path, size) == 0)
			profile->sources[i].shown = profile->sources[i].path + size;
	return LP_OK;
}

/* ---- functions ---- */

typedef bool (*has_fn)(const struct lp_filter *, const struct lp_profile *,
		       const struct lp_function *);

static uint32_t *choose_functions(const struct lp_view *view, has_fn has, size_t *count)
{
	const struct lp_profile *const profile = view->profile;
	uint32_t *const numbers = (uint32_t *)calloc(profile->function_count + 1, sizeof(*numbers));

	*count = 0;
	if (!numbers)
		return NULL;
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		if ((view->shows_all || lp_function_ran(profile, function)) &&
		    has(view->filter, profile, function))
			numbers[(*count)++] = (uint32_t)i;
	}
	lp_sort_functions(profile, &view->order, numbers, *count);
	return numbers;
}

uint32_t *lp_view_matching_functions(const struct lp_view *view, size_t *count)
{
	return choose_functions(view, lp_filter_has_function, count);
}

uint32_t *lp_view_functions_with_lines(const struct lp_view *view, size_t *count)
{
	return choose_functions(view, lp_filter_has_lines_of, count);
}

char *lp_view_function_name(const struct lp_view *view, uint32_t number)
{
	const struct lp_profile *const profile = view->profile;
	const struct lp_function *const function = &profile->functions[number];
	char *name;

	return asprintf(&name, "%s:%u(%s)", profile->sources[function->source].shown,
			function->line, function->name) < 0
		   ? NULL
		   : name;
}

static char *function_name(const void *data, uint32_t row)
{
	return lp_view_function_name((const struct lp_view *)data, row);
}

/* What the restrictions leave of `numbers`, which are freed if that fails. */
static uint32_t *restricted(const struct lp_view *view, uint32_t *numbers, size_t *count)
{
	if (numbers &&
	    lp_filter_restrict(view->filter, numbers, count, function_name, view) == LP_OK)
		return numbers;
	free(numbers);
	return NULL;
}

uint32_t *lp_view_functions(const struct lp_view *view, size_t *count)
{
	return restricted(view, lp_view_matching_functions(view, count), count);
}

uint32_t *lp_view_functions_by_lines(const struct lp_view *view, size_t *count)
{
	return restricted(view, lp_view_functions_with_lines(view, count), count);
}

/* ---- lines ---- */

static uint32_t last_line_with_code(const struct lp_profile *profile,
				    const struct lp_function *function)
{
	uint32_t last = function->line;

	for (uint32_t i = 0; i < function->line_count; i++) {
		const struct lp_line *const line =
		    &profile->lines[profile->function_lines[function->first_line + i].line];

		if (line->source == function->source && line->line > last)
			last = line->line;
	}
	return last;
}

bool lp_view_reaches_further(const struct lp_profile *profile, uint32_t number, uint32_t other)
{
	const struct lp_function *const one = &profile->functions[number];
	const struct lp_function *const two = &profile->functions[other];
	const uint32_t last = last_line_with_code(profile, one);
	const uint32_t other_last = last_line_with_code(profile, two);

	return (one->end_line > last ? one->end_line : last) >
	       (two->end_line > other_last ? two->end_line : other_last);
}

static char *line_name(const void *data, uint32_t row)
{
	const struct lp_profile *const profile = (const struct lp_profile *)data;
	const struct lp_line *const line = &profile->lines[row];
	char *name;

	return asprintf(&name, "%s:%u", profile->sources[line->source].shown, line->line) < 0
		   ? NULL
		   : name;
}

/* Which lines are hot. */
struct heat {
	const struct lp_profile *profile;
	uint64_t (*of)(const struct lp_line *line);
	const struct lp_sort_order *order; /* that comes before; NULL: none */
};

static uint64_t self_of(const struct lp_line *line)
{
	return line->self_ticks;
}

/* By the order, then by heat, then hits, then place. */
static int by_heat(const void *left, const void *right, void *data)
{
	const struct heat *const heat = (const struct heat *)data;
	const struct lp_line *const a = &heat->profile->lines[*(const uint32_t *)left];
	const struct lp_line *const b = &heat->profile->lines[*(const uint32_t *)right];
	const int order = heat->order ? lp_sort_compare_lines(heat->profile, heat->order, a, b) : 0;

	if (order != 0)
		return order;
	if (heat->of(a) != heat->of(b))
		return heat->of(a) < heat->of(b) ? 1 : -1;
	if (a->hits != b->hits)
		return a->hits < b->hits ? 1 : -1;
	return (a > b) - (a < b);
}

static void swap(uint32_t *a, uint32_t *b)
{
	const uint32_t kept = *a;

	*a = *b;
	*b = kept;
}

/* Brings the hottest `most` to the front, in no order: to sort millions would take long. */
static void select_hottest(struct heat *heat, uint32_t *numbers, size_t count, size_t most)
{
	uint32_t random = 1;

	while (count > most && most > 0) {
		size_t kept = 0;

		/* What it is compared with is any of them, so that no order makes it slow. */
		random = random * UINT32_C(1664525) + UINT32_C(1013904223);
		swap(&numbers[random % count], &numbers[count - 1]);
		for (size_t i = 0; i + 1 < count; i++)
			if (by_heat(&numbers[i], &numbers[count - 1], heat) < 0)
				swap(&numbers[i], &numbers[kept++]);
		swap(&numbers[kept], &numbers[count - 1]);
		if (kept >= most) {
			count = kept;
			continue;
		}
		numbers += kept + 1;
		count -= kept + 1;
		most -= kept + 1;
	}
}

/* Which lines are to choose from; each has those before it, too. */
enum choice {
	TIMED,
	RAN,
	WITH_CODE, /* never run ones, too */
};

static bool is_of_choice(const struct lp_line *line, enum choice choice)
{
	return line->self_ticks > 0 || (choice >= RAN && line->hits > 0) ||
	       (choice >= WITH_CODE && line->flags & LP_LINE_CODE);
}

/* The lines to choose from, in no order. */
static size_t gather_lines(const struct lp_view *view, enum choice choice, uint32_t *numbers)
{
	const struct lp_profile *const profile = view->profile;
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
	size_t count = 0;

	if (!marks)
		return SIZE_MAX;
	lp_filter_mark_lines(view->filter, profile, marks);
	for (size_t i = 0; i < profile->line_count; i++)
		if (marks[i] && is_of_choice(&profile->lines[i], choice))
			numbers[count++] = (uint32_t)i;
	free(marks);
	return count;
}

static uint32_t *hottest(const struct lp_view *view, struct heat heat, enum choice choice,
			 size_t most, size_t *count)
{
	const struct lp_profile *const profile = view->profile;
	uint32_t *const numbers = (uint32_t *)calloc(profile->line_count + 1, sizeof(*numbers));

	*count = numbers ? gather_lines(view, choice, numbers) : SIZE_MAX;
	if (*count < SIZE_MAX) {
		if (view->filter->restriction_count == 0 && !view->shows_all && *count > most) {
			select_hottest(&heat, numbers, *count, most);
			*count = most;
		}
		qsort_r(numbers, *count, sizeof(*numbers), by_heat, &heat);
		if (lp_filter_restrict(view->filter, numbers, count, line_name, profile) == LP_OK)
			return numbers;
	}
	free(numbers);
	return NULL;
}

/* Without times the lines with the most hits are the best guess; and who asks for some lines, or
 * for all, wants to see them. */
bool lp_view_shows_hits(const struct lp_view *view)
{
	return !view->profile->lines_are_timed || lp_filter_is_set(view->filter) || view->shows_all;
}

static enum choice choice_of(const struct lp_view *view)
{
	return lp_view_shows_hits(view) ? RAN : TIMED;
}

uint32_t *lp_view_lines(const struct lp_view *view, size_t *count)
{
	const struct lp_sort_order *const order =
	    lp_sort_has_lines(&view->order) ? &view->order : NULL;

	return hottest(view, (struct heat){view->profile, self_of, order}, RAN, SIZE_MAX, count);
}

uint32_t *lp_view_hot_lines(const struct lp_view *view, size_t most, size_t *count)
{
	return hottest(view, (struct heat){view->profile, self_of, NULL}, choice_of(view), most,
		       count);
}

uint32_t *lp_view_busy_lines(const struct lp_view *view, size_t most, size_t *count)
{
	return hottest(view, (struct heat){view->profile, lp_line_ran, NULL}, choice_of(view), most,
		       count);
}

uint32_t *lp_view_sorted_lines(const struct lp_view *view, size_t most, size_t *count)
{
	const enum choice choice = view->shows_all                     ? WITH_CODE
				   : !lp_sort_is_by_self(&view->order) ? RAN
								       : choice_of(view);

	return hottest(view, (struct heat){view->profile, self_of, &view->order}, choice, most,
		       count);
}

enum lp_status lp_view_read_sources(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
	enum lp_status status = marks ? LP_OK : LP_MEMORY;

	if (marks)
		lp_filter_mark_lines(view->filter, profile, marks);
	for (size_t i = 0; i < profile->line_count && status == LP_OK; i++)
		if (marks[i] && !lp_source_texts_at(view->texts, profile->lines[i].source))
			status = LP_MEMORY;
	free(marks);
	return status;
}

/* ---- numbers ---- */

double lp_view_seconds(const struct lp_view *view, uint64_t ticks)
{
	const uint64_t rate = view->profile->info.ticks_per_second;

	return rate > 0 ? (double)ticks / (double)rate : 0;
}

double lp_view_in_unit(const struct lp_view *view, double seconds)
{
	return view->table_unit_seconds > 0 ? seconds / view->table_unit_seconds : seconds;
}

double lp_view_time(const struct lp_view *view, uint64_t ticks)
{
	return lp_view_in_unit(view, lp_view_seconds(view, ticks));
}

double lp_view_thread_wait(const struct lp_view *view, const struct lp_thread_row *row)
{
	const double busy = ((double)row->thread->cpu_ns + (double)row->thread->delay_ns) / 1e9;
	const double wall = lp_view_seconds(view, row->lifetime_ticks);

	/* The two clocks are not read at once. */
	return wall > busy ? wall - busy : 0;
}

/* Waits of less than such a part of all time have no column. */
enum { LEAST_WAIT_PART = 1000 };

bool lp_view_has_waits(const struct lp_profile *profile)
{
	return profile->line_wait_ticks > profile->lifetime_ticks / LEAST_WAIT_PART;
}

bool lp_view_compares_waits(const struct lp_comparison *comparison)
{
	return lp_view_has_waits(&comparison->before->sum) ||
	       lp_view_has_waits(&comparison->after->sum);
}

int lp_view_time_width(const struct lp_view *view, int least)
{
	const int width =
	    snprintf(NULL, 0, "%.3f", lp_view_time(view, view->profile->lifetime_ticks));

	return width > least ? width : least;
}

double lp_view_cpu_pct(const struct lp_view *view, uint64_t ticks)
{
	const double cpu_seconds = (double)view->profile->info.cpu_ns / 1e9;

	return cpu_seconds > 0 ? 100 * lp_view_seconds(view, ticks) / cpu_seconds : 0;
}

double lp_view_share_pct(const struct lp_view *view, uint64_t ticks)
{
	const uint64_t whole = view->profile->lifetime_ticks;

	return whole > 0 ? 100 * (double)ticks / (double)whole : 0;
}

const char *lp_view_outside_name(uint32_t flags)
{
	return flags & LP_CALL_ESTIMATED ? "<not instrumented, or by pointer>"
					 : "<not instrumented>";
}

static const char *color_of(double share_pct)
{
	return share_pct >= 10 ? "\033[1;31m" : share_pct >= 2 ? "\033[33m" : "";
}

void lp_view_begin_heat(const struct lp_view *view, double share_pct)
{
	if (view->has_color)
		fputs(color_of(share_pct), view->out);
}

void lp_view_end_heat(const struct lp_view *view, double share_pct)
{
	if (view->has_color && *color_of(share_pct))
		fputs("\033[0m", view->out);
}
