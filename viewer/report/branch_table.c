/* branch_table.c: branches and loops of each function, line by line. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/counted_share.h"
#include "viewer/model/branches.h"
#include "viewer/report/operand_text.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* Without filters, so many functions. */
#define MOST_FUNCTIONS 20
/* Ways of a switch that are shown one by one. */
#define MOST_WAYS 10

/* The rows of each function and its instances, one after the other; LP_NO_INDEX ends them. */
struct chain {
	uint32_t *first; /* by function */
	uint32_t *next;  /* by row */
};

struct table {
	const struct lp_view *view;
	struct lp_branches branches;
	struct chain branch_chain;
	struct chain loop_chain; /* of those with a row of their own */
	uint32_t *loops_at;      /* by branch: the loop that shares its row; LP_NO_INDEX */
	uint32_t *owners; /* of each function, the first one of the same source */
	int widths[3];    /* of Executed, Entries, Iterations */
};

/* ---- functions ---- */

/* Finds for each function the first in `numbers` that stands at the same place: the
 * instances of a template are one. */
static enum lp_status find_owners(struct table *table, const uint32_t *numbers, size_t count)
{
	const struct lp_profile *const profile = table->view->profile;
	struct lp_map places = {0};

	for (size_t i = 0; i < profile->function_count; i++)
		table->owners[i] = LP_NO_INDEX;
	for (size_t i = 0; i < count; i++) {
		const struct lp_function *const function = &profile->functions[numbers[i]];
		uint32_t *const place =
		    lp_map_at(&places, (uint64_t)function->source << 32 | function->line);

		if (!place) {
			lp_map_free(&places);
			return LP_MEMORY;
		}
		if (*place == LP_MAP_NONE)
			*place = numbers[i];
		table->owners[numbers[i]] = *place;
	}
	lp_map_free(&places);
	return LP_OK;
}

static bool begin_chain(struct chain *chain, size_t function_count, size_t row_count)
{
	chain->first = (uint32_t *)malloc((function_count + 1) * sizeof(*chain->first));
	chain->next = (uint32_t *)malloc((row_count + 1) * sizeof(*chain->next));
	for (size_t i = 0; chain->first && i < function_count; i++)
		chain->first[i] = LP_NO_INDEX;
	return chain->first && chain->next;
}

/* Puts a row in front of those of its function. */
static void add_to_chain(const struct table *table, struct chain *chain, uint32_t function,
			 uint32_t row)
{
	const uint32_t owner = table->owners[function];

	if (owner == LP_NO_INDEX)
		return;
	chain->next[row] = chain->first[owner];
	chain->first[owner] = row;
}

/* Whether a loop stands in the row of the branch that asks whether it goes on. */
static bool shares_row(const struct table *table, const struct lp_loop_row *loop)
{
	const struct lp_branch_row *const branch =
	    loop->branch != LP_NO_INDEX ? &table->branches.rows[loop->branch] : NULL;

	return branch && branch->source == loop->source && branch->line == loop->line &&
	       table->owners[branch->function] == table->owners[loop->function] &&
	       (branch->executions > 0 || !table->view->skips_zero) &&
	       table->loops_at[loop->branch] == LP_NO_INDEX;
}

/* Whether rows of that file are shown. */
static bool shows_source(const struct table *table, uint32_t source)
{
	return lp_filter_has_file(table->view->filter, table->view->profile->sources[source].path);
}

static void add_branch(struct table *table, uint32_t number)
{
	const struct lp_branch_row *const branch = &table->branches.rows[number];

	table->loops_at[number] = LP_NO_INDEX;
	if (shows_source(table, branch->source) &&
	    (branch->executions > 0 || !table->view->skips_zero))
		add_to_chain(table, &table->branch_chain, branch->function, number);
}

static void add_loop(struct table *table, uint32_t number)
{
	const struct lp_loop_row *const loop = &table->branches.loops[number];

	if (!shows_source(table, loop->source) || (table->view->skips_zero && loop->entries == 0))
		return;
	if (shares_row(table, loop))
		table->loops_at[loop->branch] = number;
	else
		add_to_chain(table, &table->loop_chain, loop->function, number);
}

static enum lp_status make_chains(struct table *table)
{
	const struct lp_branches *const branches = &table->branches;
	const size_t functions = table->view->profile->function_count;

	table->loops_at = (uint32_t *)malloc((branches->row_count + 1) * sizeof(uint32_t));
	if (!table->loops_at ||
	    !begin_chain(&table->branch_chain, functions, branches->row_count) ||
	    !begin_chain(&table->loop_chain, functions, branches->loop_count))
		return LP_MEMORY;
	for (size_t i = branches->row_count; i-- > 0;)
		add_branch(table, (uint32_t)i);
	for (size_t i = branches->loop_count; i-- > 0;)
		add_loop(table, (uint32_t)i);
	return LP_OK;
}

static void free_chain(struct chain *chain)
{
	free(chain->first);
	free(chain->next);
}

static enum lp_status find_branches(struct table *table)
{
	const struct lp_profile *const profile = table->view->profile;
	bool *const marks = (bool *)calloc(profile->function_count + 1, sizeof(*marks));
	enum lp_status status = LP_MEMORY;

	for (size_t i = 0; marks && i < profile->function_count; i++)
		marks[i] = table->owners[i] != LP_NO_INDEX;
	if (marks)
		status = lp_branches_find(&table->branches, profile, marks);
	free(marks);
	return status == LP_OK ? make_chains(table) : status;
}

static int wider(int width, uint64_t value)
{
	const int digits = snprintf(NULL, 0, "%llu", (unsigned long long)value);

	return digits > width ? digits : width;
}

static void find_widths(struct table *table)
{
	table->widths[0] = 9;
	table->widths[1] = 9;
	table->widths[2] = 10;
	for (size_t i = 0; i < table->branches.row_count; i++)
		table->widths[0] = wider(table->widths[0], table->branches.rows[i].executions);
	for (size_t i = 0; i < table->branches.loop_count; i++) {
		table->widths[1] = wider(table->widths[1], table->branches.loops[i].entries);
		table->widths[2] = wider(table->widths[2], table->branches.loops[i].iterations);
	}
}

/* ---- rows ---- */

/* The numbers of a row. */
struct row {
	char text[256];
};

/* Appends a cell to the row. */
__attribute__((format(printf, 2, 3))) static void put_cell(struct row *row, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(row->text + strlen(row->text), sizeof(row->text) - strlen(row->text), format,
		  arguments);
	va_end(arguments);
}

/* Where a row stands: a loop at its head, a branch where what it asks does. */
static uint32_t source_of(const struct lp_branch_row *branch, const struct lp_loop_row *loop)
{
	return branch ? branch->source : loop->source;
}

static uint32_t line_of(const struct lp_branch_row *branch, const struct lp_loop_row *loop)
{
	if (loop)
		return loop->line;
	return branch->operand_line > 0 ? branch->operand_line : branch->line;
}

/* The part of the branch's executions that goes a way. */
static void format_share(char *out, size_t size, const struct lp_branch_row *branch, uint64_t count)
{
	lp_format_counted_share(out, size, count, branch->executions);
}

/* The cells of a row; what it has not is NULL. */
static void make_cells(const struct table *table, struct row *row,
		       const struct lp_branch_row *branch, const struct lp_loop_row *loop)
{
	char share[16] = "";

	if (branch && branch->way_count == 2 && branch->executions > 0)
		format_share(share, sizeof(share), branch,
			     table->branches.ways[branch->first_way].count);
	row->text[0] = '\0';
	put_cell(row, "%6u ", line_of(branch, loop));
	if (branch)
		put_cell(row, "%*llu ", table->widths[0], (unsigned long long)branch->executions);
	else
		put_cell(row, "%*s ", table->widths[0], "");
	put_cell(row, "%7s ", share);
	if (loop)
		put_cell(row, "%*llu %*llu ", table->widths[1], (unsigned long long)loop->entries,
			 table->widths[2], (unsigned long long)loop->iterations);
	else
		put_cell(row, "%*s ", table->widths[1] + 1 + table->widths[2], "");
	if (loop && loop->entries > 0)
		put_cell(row, "%9.2f  ", (double)loop->iterations / (double)loop->entries);
	else
		put_cell(row, "%9s  ", "");
}

static size_t text_width(const struct table *table)
{
	const int used = 6 + table->widths[0] + 7 + table->widths[1] + table->widths[2] + 9 + 7;

	if (table->view->width == 0)
		return 0;
	return table->view->width > used + 8 ? (size_t)(table->view->width - used) : 8;
}

/* The line, or what begins in that column of it. */
static enum lp_status put_text(const struct table *table, uint32_t source, uint32_t line,
			       uint32_t column)
{
	const struct lp_source_text *const text = lp_source_texts_at(table->view->texts, source);
	const char *contents;
	size_t size;

	if (!text)
		return LP_MEMORY;
	contents = lp_source_line(text, line, &size);
	if (column > 0)
		lp_operand_text_put(table->view->out, contents, size, column, text_width(table));
	else
		lp_text_put_source(table->view->out, contents, size, text_width(table));
	return LP_OK;
}

static int by_count(const void *left, const void *right)
{
	const struct lp_way *const a = (const struct lp_way *)left;
	const struct lp_way *const b = (const struct lp_way *)right;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return (a->line > b->line) - (a->line < b->line);
}

static bool lead_together(const struct lp_way *one, const struct lp_way *other)
{
	return one->line == other->line && one->other_source == other->other_source &&
	       one->other_line == other->other_line;
}

/* Where a way leads to. */
static enum lp_status put_target(const struct table *table, const struct lp_branch_row *branch,
				 const struct lp_way *way)
{
	FILE *const out = table->view->out;

	if (way->line > 0) {
		fprintf(out, "to %u: ", way->line);
		return put_text(table, branch->source, way->line, 0);
	}
	if (way->other_line > 0) {
		fputs("to ", out);
		lp_text_put_string(out, table->view->profile->sources[way->other_source].shown);
		fprintf(out, ":%u: ", way->other_line);
		return put_text(table, way->other_source, way->other_line, 0);
	}
	fputs("elsewhere", out);
	return LP_OK;
}

/* The ways of a switch, the most used ones first; those that lead to one line as one. */
static enum lp_status put_ways(const struct table *table, const struct lp_branch_row *branch)
{
	FILE *const out = table->view->out;
	struct lp_way *const ways = (struct lp_way *)calloc(branch->way_count, sizeof(*ways));
	enum lp_status status = LP_OK;
	size_t count = 0;
	char share[16];

	if (!ways)
		return LP_MEMORY;
	for (uint32_t i = 0; i < branch->way_count; i++) {
		const struct lp_way way = table->branches.ways[branch->first_way + i];

		if (count > 0 && lead_together(&ways[count - 1], &way))
			ways[count - 1].count += way.count;
		else
			ways[count++] = way;
	}
	qsort(ways, count, sizeof(*ways), by_count);
	for (size_t i = 0; i < count && i < MOST_WAYS && ways[i].count > 0 && status == LP_OK;
	     i++) {
		format_share(share, sizeof(share), branch, ways[i].count);
		fprintf(out, "%6s %*llu %7s %*s ", "", table->widths[0],
			(unsigned long long)ways[i].count, share,
			table->widths[1] + table->widths[2] + 12, "");
		status = put_target(table, branch, &ways[i]);
		fputc('\n', out);
	}
	free(ways);
	return status;
}

/* Where the last cell that is not blank ends. */
static size_t last_cell(const char *text)
{
	size_t size = strlen(text);

	while (size > 0 && text[size - 1] == ' ')
		size--;
	return size;
}

static enum lp_status put_row(const struct table *table, const struct lp_branch_row *branch,
			      const struct lp_loop_row *loop, bool is_new_line)
{
	const uint32_t line = line_of(branch, loop);
	const uint32_t source = source_of(branch, loop);
	const uint32_t column = branch && line_of(branch, NULL) == line ? branch->column : 0;
	enum lp_status status = LP_OK;
	struct row row;

	make_cells(table, &row, branch, loop);
	if (!is_new_line && column == 0)
		row.text[last_cell(row.text)] = '\0';
	fputs(row.text, table->view->out);
	if (is_new_line || column > 0)
		status = put_text(table, source, line, is_new_line ? 0 : column);
	fputc('\n', table->view->out);
	if (status == LP_OK && branch && branch->way_count > 2 && branch->executions > 0)
		status = put_ways(table, branch);
	return status;
}

/* Whether the branch comes first; NULL: there is none left. */
static bool comes_first(const struct lp_branch_row *branch, const struct lp_loop_row *loop)
{
	if (!loop || !branch)
		return branch;
	if (branch->source != loop->source)
		return branch->source < loop->source;
	return branch->line < loop->line;
}

static enum lp_status put_function(const struct table *table, uint32_t function)
{
	const struct lp_branches *const branches = &table->branches;
	uint32_t b = table->branch_chain.first[function];
	uint32_t l = table->loop_chain.first[function];
	enum lp_status status = LP_OK;
	uint32_t source = table->view->profile->functions[function].source;
	uint32_t last = 0;

	while (status == LP_OK && (b != LP_NO_INDEX || l != LP_NO_INDEX)) {
		const struct lp_branch_row *branch = b != LP_NO_INDEX ? &branches->rows[b] : NULL;
		const struct lp_loop_row *loop = l != LP_NO_INDEX ? &branches->loops[l] : NULL;
		uint32_t line;

		if (comes_first(branch, loop)) {
			loop = table->loops_at[b] != LP_NO_INDEX
				   ? &branches->loops[table->loops_at[b]]
				   : NULL;
			b = table->branch_chain.next[b];
		} else {
			branch = NULL;
			l = table->loop_chain.next[l];
		}
		line = line_of(branch, loop);
		if (source_of(branch, loop) != source) {
			source = source_of(branch, loop);
			lp_report_put_from(table->view, source);
			last = 0;
		}
		status = put_row(table, branch, loop, line != last);
		last = line;
	}
	return status;
}

static void put_head(const struct table *table, uint32_t number)
{
	const struct lp_view *const view = table->view;
	const struct lp_function *const function = &view->profile->functions[number];
	int width;

	fputs("File: ", view->out);
	lp_text_put_string(view->out, view->profile->sources[function->source].shown);
	fputs("\nFunction: ", view->out);
	lp_text_put_string(view->out, function->brief);
	fprintf(view->out, " at line %u\n\n", function->line);
	width = fprintf(view->out, "Line # %*s %7s %*s %*s %9s  Line Contents\n", table->widths[0],
			"Executed", "% Taken", table->widths[1], "Entries", table->widths[2],
			"Iterations", "Per Entry");
	while (--width > 0)
		fputc('=', view->out);
	fputc('\n', view->out);
}

static enum lp_status put_functions(const struct table *table, const uint32_t *numbers,
				    size_t count)
{
	const struct lp_view *const view = table->view;
	enum lp_status status = LP_OK;
	size_t shown = 0;
	size_t more = 0;

	for (size_t i = 0; i < count && status == LP_OK; i++) {
		if (table->owners[numbers[i]] != numbers[i] ||
		    (table->branch_chain.first[numbers[i]] == LP_NO_INDEX &&
		     table->loop_chain.first[numbers[i]] == LP_NO_INDEX))
			continue;
		if (shown == MOST_FUNCTIONS && !lp_filter_is_set(view->filter) &&
		    !view->shows_all) {
			more++;
			continue;
		}
		put_head(table, numbers[i]);
		status = put_function(table, numbers[i]);
		fputc('\n', view->out);
		shown++;
	}
	if (shown == 0)
		fputs("no branch or loop to show\n", view->out);
	if (more > 0)
		fprintf(view->out,
			"%zu more functions have branches (--limit=N, --function=RE or --all shows "
			"them)\n",
			more);
	return status;
}

enum lp_status lp_report_branches(const struct lp_view *view)
{
	struct table table = {.view = view};
	enum lp_status status = LP_MEMORY;
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions_by_lines(view, &count);

	table.owners = (uint32_t *)calloc(view->profile->function_count + 1, sizeof(*table.owners));
	if (numbers && table.owners)
		status = find_owners(&table, numbers, count);
	if (status == LP_OK)
		status = find_branches(&table);
	if (status == LP_OK) {
		find_widths(&table);
		lp_report_reductions(view);
		status = put_functions(&table, numbers, count);
	}
	lp_branches_free(&table.branches);
	free_chain(&table.branch_chain);
	free_chain(&table.loop_chain);
	free(table.loops_at);
	free(table.owners);
	free(numbers);
	return status;
}
