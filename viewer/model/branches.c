/* branches.c: branches and loops from the flow graphs of functions. */
#include "viewer/model/branches.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/branch_graph.h"
#include "viewer/model/flow_counts.h"
#include "viewer/model/growth.h"

struct finding {
	struct lp_branches *branches;
	const struct lp_profile *profile;
	struct lp_map branch_rows; /* key of a place to index */
	struct lp_map loop_rows;
	struct lp_flow flow;
	const struct lp_variant *variant;
	const struct lp_table *table;
	struct lp_branch_graph graph; /* of the table */
	struct lp_map on_lines; /* file and line to how many branches or loops it had so far */
	struct lp_map at_places; /* the same of where what a branch asks begins */
	struct lp_map at_tables; /* index of a branch in the table to its row */
};

/* ---- rows ---- */

static uint32_t source_of(const struct finding *finding, uint32_t file)
{
	const uint32_t found =
	    lp_map_find(&finding->profile->source_numbers, finding->table->files[file]);

	return found != LP_MAP_NONE ? found : (uint32_t)finding->profile->source_count - 1;
}

/* What the same loop in another copy of the function has in common. */
static uint64_t loop_key(const struct finding *finding, const struct lp_loop *loop, uint32_t number)
{
	const struct lp_function *const function =
	    &finding->profile->functions[finding->variant->function];
	const uint32_t values[] = {source_of(finding, loop->file), loop->line, number,
				   function->source, function->line};

	return lp_hash(values, sizeof(values));
}

/* The same of a branch: copies may lack some of a line's, `number` is of those at its place. */
static uint64_t branch_key(const struct finding *finding, const struct lp_branch *branch,
			   uint32_t number, uint32_t ways)
{
	const struct lp_function *const function =
	    &finding->profile->functions[finding->variant->function];
	const uint32_t values[] = {source_of(finding, branch->file),
				   branch->line,
				   branch->operand_line,
				   branch->column,
				   number,
				   ways,
				   function->source,
				   function->line};

	return lp_hash(values, sizeof(values));
}

/* What the compiler calls taken first and the next round of a do loop, then ways onwards, then
 * those to lines before: they lead to the next round of a loop around. */
static int rank_of(const struct lp_way *way, uint32_t line)
{
	if (way->is_taken || way->goes_back)
		return 0;
	if (way->line == 0)
		return 3;
	return way->line >= line ? 1 : 2;
}

/* Equal ones stay as they are. */
static int compare_ways(const void *one, const void *other, void *of_line)
{
	const struct lp_way *const left = (const struct lp_way *)one;
	const struct lp_way *const right = (const struct lp_way *)other;
	const uint32_t line = *(const uint32_t *)of_line;
	const int order = rank_of(left, line) - rank_of(right, line);

	if (order)
		return order;
	if (left->line != right->line)
		return left->line < right->line ? -1 : 1;
	if (left->other_source != right->other_source)
		return left->other_source < right->other_source ? -1 : 1;
	if (left->other_line != right->other_line)
		return left->other_line < right->other_line ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

static void sort_ways(struct lp_way *ways, size_t count, uint32_t line)
{
	/* Where no statement begins, lines tell nothing: clang's order is true, false. */
	if (count == 2 && (ways[0].line == 0 || ways[1].line == 0) && rank_of(&ways[0], line) > 0 &&
	    rank_of(&ways[1], line) > 0)
		return;
	qsort_r(ways, count, sizeof(*ways), compare_ways, &line);
}

/* How deep operands like `(b || c)` may be in each other for what decides in them to be looked for.
 */
#define MOST_WITHIN 8

/* Whether control that comes over `edge` has been decided to take the branch there, or not to. */
static bool is_decided(const struct lp_edge *edge, bool is_taken)
{
	const bool takes = edge->flags & LP_EDGE_TAKEN;

	return edge->flags & (takes == is_taken ? LP_EDGE_DECIDED : LP_EDGE_DECIDED_AGAINST);
}

/* How often control came to `node` where an operand in front of the one that it asks had decided
 * that its branch is taken, or is not; also by way of nodes that only lead there, where an operand
 * that has operands itself gets its value. */
static uint64_t decided(const struct finding *finding, uint32_t node, bool is_taken, int within)
{
	const struct lp_branch_graph *const graph = &finding->graph;
	uint64_t sum = 0;

	for (uint32_t i = graph->first_ins[node]; i < graph->first_ins[node + 1]; i++) {
		const struct lp_edge *const edge = &finding->table->edges[graph->ins[i]];

		if (is_decided(edge, is_taken))
			sum += finding->flow.edge_counts[graph->ins[i]];
		else if (within < MOST_WITHIN && edge->from != 0 &&
			 graph->first_outs[edge->from] + 1 == graph->first_outs[edge->from + 1])
			sum += decided(finding, edge->from, is_taken, within + 1);
	}
	return sum;
}

/* The same at a branch; 0 where it is not known which of its ways is taken. */
static uint64_t decided_at(const struct finding *finding, uint32_t node, bool is_taken)
{
	const struct lp_branch_graph *const graph = &finding->graph;

	for (uint32_t i = graph->first_outs[node]; i < graph->first_outs[node + 1]; i++)
		if (finding->table->edges[graph->outs[i]].flags & LP_EDGE_TAKEN)
			return decided(finding, node, is_taken, 0);
	return 0;
}

/* Of `count`; the numbers of a program that was killed may differ by one. */
static uint64_t without(uint64_t count, uint64_t part)
{
	return count > part ? count - part : 0;
}

/* Where a way over `edge` leads from a branch in `file`. */
static void find_line(const struct finding *finding, struct lp_way *way, uint32_t edge,
		      uint32_t file)
{
	const struct lp_table_line *const line =
	    lp_branch_graph_line_behind(&finding->graph, edge, file);

	if (!line)
		return;
	if (line->file == file) {
		way->line = line->line;
		return;
	}
	way->other_source = source_of(finding, line->file);
	way->other_line = line->line;
}

/* Appends the ways out of the branch; returns their number, or -1 when out of memory. */
static int add_ways(struct finding *finding, const struct lp_branch *branch)
{
	struct lp_branches *const branches = finding->branches;
	const struct lp_table *const table = finding->table;
	const size_t first = branches->way_count;

	for (uint32_t i = finding->graph.first_outs[branch->node];
	     i < finding->graph.first_outs[branch->node + 1]; i++) {
		const struct lp_edge *const edge = &table->edges[finding->graph.outs[i]];
		const bool is_taken = edge->flags & LP_EDGE_TAKEN;
		struct lp_way *ways;

		if (edge->flags & LP_EDGE_ABANDON)
			continue;
		ways = (struct lp_way *)lp_with_room(branches->ways, branches->way_count,
						     &branches->way_capacity, sizeof(*ways));
		if (!ways)
			return -1;
		branches->ways = ways;
		ways[branches->way_count++] = (struct lp_way){
		    .leaves = edge->to == 0,
		    .goes_back = lp_branch_graph_is_tested_last(&finding->graph, edge),
		    .is_taken = is_taken,
		    .count = without(finding->flow.edge_counts[finding->graph.outs[i]],
				     decided_at(finding, branch->node, is_taken)),
		    .place = i,
		};
		find_line(finding, &ways[branches->way_count - 1], finding->graph.outs[i],
			  branch->file);
	}
	sort_ways(&branches->ways[first], branches->way_count - first, branch->line);
	return (int)(branches->way_count - first);
}

/* `number` of those on the line, `number_there` of those that begin at its place. `*row` is where
 * it is added. */
static enum lp_status add_branch(struct finding *finding, const struct lp_branch *branch,
				 uint32_t number, uint32_t number_there, uint32_t *row)
{
	struct lp_branches *const branches = finding->branches;
	const size_t first = branches->way_count;
	const int ways = add_ways(finding, branch);
	struct lp_branch_row *rows;
	uint32_t *place;

	if (ways < 0)
		return LP_MEMORY;
	place = lp_map_at(&finding->branch_rows,
			  branch_key(finding, branch, number_there, (uint32_t)ways));
	rows = (struct lp_branch_row *)lp_with_room(branches->rows, branches->row_count,
						    &branches->row_capacity, sizeof(*rows));
	if (!place || !rows)
		return LP_MEMORY;
	branches->rows = rows;
	if (*place == LP_MAP_NONE) {
		*place = (uint32_t)branches->row_count++;
		rows[*place] = (struct lp_branch_row){
		    .function = finding->variant->function,
		    .source = source_of(finding, branch->file),
		    .line = branch->line,
		    .number = number,
		    .operand_line = branch->operand_line,
		    .column = branch->column,
		    .first_way = (uint32_t)first,
		    .way_count = (uint32_t)ways,
		    .found = *place,
		};
	} else {
		for (int i = 0; i < ways; i++)
			branches->ways[rows[*place].first_way + (uint32_t)i].count +=
			    branches->ways[first + (size_t)i].count;
		branches->way_count = first;
	}
	rows[*place].executions += without(finding->flow.node_counts[branch->node],
					   decided_at(finding, branch->node, true) +
					       decided_at(finding, branch->node, false));
	*row = *place;
	return LP_OK;
}

/* Rounds that came to the test at the end, beside those that came back: as often as the loop was
 * left there. All entries, with a plugin of before, which does not tell breaks from that, and
 * where that would take too long. */
static uint64_t last_rounds(struct finding *finding, const struct lp_edge *back, uint64_t entries)
{
	const uint64_t left =
	    finding->graph.tells_taken
		? lp_branch_graph_left_at_test(&finding->graph, back, finding->flow.edge_counts)
		: entries;

	return finding->graph.steps_left > 0 ? left : entries;
}

/* Rounds of the loop: it came back, or, where the test is at the end, came there. */
static void count_loop(struct finding *finding, uint32_t node, struct lp_loop_row *row)
{
	const struct lp_table *const table = finding->table;
	const struct lp_edge *back = NULL;
	bool has_test_last = true;
	uint64_t entries = 0;

	for (uint32_t i = finding->graph.first_ins[node]; i < finding->graph.first_ins[node + 1];
	     i++) {
		const struct lp_edge *const edge = &table->edges[finding->graph.ins[i]];
		const uint64_t count = finding->flow.edge_counts[finding->graph.ins[i]];

		if (edge->flags & LP_EDGE_BACK) {
			back = edge;
			row->iterations += count;
			has_test_last =
			    has_test_last && lp_branch_graph_is_tested_last(&finding->graph, edge);
		} else {
			entries += count;
		}
	}
	row->entries += entries;
	if (back && has_test_last)
		row->iterations += last_rounds(finding, back, entries);
}

static enum lp_status add_loop(struct finding *finding, const struct lp_loop *loop, uint32_t number)
{
	struct lp_branches *const branches = finding->branches;
	uint32_t *const place = lp_map_at(&finding->loop_rows, loop_key(finding, loop, number));
	struct lp_loop_row *const loops = (struct lp_loop_row *)lp_with_room(
	    branches->loops, branches->loop_count, &branches->loop_capacity, sizeof(*loops));
	uint32_t last;

	if (!place || !loops)
		return LP_MEMORY;
	branches->loops = loops;
	if (*place == LP_MAP_NONE) {
		*place = (uint32_t)branches->loop_count++;
		loops[*place] = (struct lp_loop_row){
		    .function = finding->variant->function,
		    .source = source_of(finding, loop->file),
		    .line = loop->line,
		    .last_line = loop->line,
		    .number = number,
		    .branch = lp_map_find(&finding->at_tables,
					  lp_branch_graph_condition(&finding->graph, loop->node)),
		};
	}
	last = lp_branch_graph_last_line(&finding->graph, loop->node, loop->file);
	if (last > loops[*place].last_line)
		loops[*place].last_line = last;
	count_loop(finding, loop->node, &loops[*place]);
	return LP_OK;
}

/* ---- tables ---- */

/* The number of the next branch or loop with that key; LP_NO_INDEX when out of memory. */
static uint32_t next_number(struct lp_map *counts, uint64_t key)
{
	uint32_t *const count = lp_map_at(counts, key);

	if (!count)
		return LP_NO_INDEX;
	*count = *count == LP_MAP_NONE ? 0 : *count + 1;
	return *count;
}

static uint64_t key_of_line(uint32_t file, uint32_t line)
{
	return (uint64_t)file << 32 | line;
}

static uint64_t key_of_place(const struct lp_branch *branch)
{
	const uint32_t values[] = {branch->file, branch->line, branch->operand_line,
				   branch->column};

	return lp_hash(values, sizeof(values));
}

/* Adds each branch once: a damaged table may name a node with many ways many times. */
static enum lp_status add_branches(struct finding *finding)
{
	const struct lp_table *const table = finding->table;
	enum lp_status status = LP_OK;

	lp_map_free(&finding->on_lines);
	lp_map_free(&finding->at_places);
	lp_map_free(&finding->at_tables);
	for (size_t i = 0; i < table->branch_count && status == LP_OK; i++) {
		const struct lp_branch *const branch = &table->branches[i];
		uint32_t *row;
		const uint32_t number =
		    next_number(&finding->on_lines, key_of_line(branch->file, branch->line));
		const uint32_t number_there =
		    next_number(&finding->at_places, key_of_place(branch));

		if (number == LP_NO_INDEX || number_there == LP_NO_INDEX)
			return LP_MEMORY;
		if (finding->graph.branches[branch->node] != i)
			continue;
		row = lp_map_at(&finding->at_tables, i);
		status = row ? add_branch(finding, branch, number, number_there, row) : LP_MEMORY;
	}
	return status;
}

static enum lp_status add_loops(struct finding *finding)
{
	const struct lp_table *const table = finding->table;
	enum lp_status status = LP_OK;

	lp_map_free(&finding->on_lines);
	for (size_t i = 0; i < table->loop_count && status == LP_OK; i++) {
		const struct lp_loop *const loop = &table->loops[i];
		const uint32_t number =
		    next_number(&finding->on_lines, key_of_line(loop->file, loop->line));

		if (number == LP_NO_INDEX)
			return LP_MEMORY;
		if (finding->graph.is_loop[loop->node])
			continue;
		finding->graph.is_loop[loop->node] = true;
		status = add_loop(finding, loop, number);
	}
	return status;
}

static enum lp_status add_table(struct finding *finding)
{
	enum lp_status status;

	if (!lp_branch_graph_make(&finding->graph, finding->table))
		return LP_MEMORY;
	status = add_branches(finding);
	return status == LP_OK ? add_loops(finding) : status;
}

static enum lp_status add_variant(struct finding *finding, const struct lp_variant *variant)
{
	struct lp_table table;
	enum lp_status status =
	    lp_table_decode(&table, variant->table, variant->entry->table_bytes, NULL);

	if (status != LP_OK)
		return status;
	status = lp_flow_solve(&finding->flow, variant->entry, &table);
	finding->variant = variant;
	finding->table = &table;
	if (status == LP_OK)
		status = add_table(finding);
	lp_table_free(&table);
	return status;
}

static enum lp_status add_objects(struct finding *finding, const bool *marks)
{
	const struct lp_profile *const profile = finding->profile;

	for (uint32_t i = 0; i < profile->object_count; i++) {
		const struct lp_object *const object = &profile->objects[i];

		if (lp_flow_sum(&finding->flow, profile, i) != LP_OK)
			return LP_MEMORY;
		for (uint32_t k = 0; k < object->variant_count; k++) {
			const struct lp_variant *const variant =
			    &profile->variants[object->first_variant + k];
			const enum lp_status status =
			    marks[variant->function] ? add_variant(finding, variant) : LP_OK;

			if (status != LP_OK)
				return status;
		}
	}
	return LP_OK;
}

/* ---- order ---- */

static int by_place(const void *left, const void *right)
{
	const struct lp_branch_row *const a = (const struct lp_branch_row *)left;
	const struct lp_branch_row *const b = (const struct lp_branch_row *)right;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

static int loops_by_place(const void *left, const void *right)
{
	const struct lp_loop_row *const a = (const struct lp_loop_row *)left;
	const struct lp_loop_row *const b = (const struct lp_loop_row *)right;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

/* Sorts the branches, and tells the loops where theirs are then. */
static enum lp_status sort_branches(struct lp_branches *branches)
{
	uint32_t *const places = (uint32_t *)malloc((branches->row_count + 1) * sizeof(*places));

	if (!places)
		return LP_MEMORY;
	if (branches->row_count > 0)
		qsort(branches->rows, branches->row_count, sizeof(*branches->rows), by_place);
	for (size_t i = 0; i < branches->row_count; i++)
		places[branches->rows[i].found] = (uint32_t)i;
	for (size_t i = 0; i < branches->loop_count; i++)
		if (branches->loops[i].branch != LP_NO_INDEX)
			branches->loops[i].branch = places[branches->loops[i].branch];
	free(places);
	return LP_OK;
}

enum lp_status lp_branches_find(struct lp_branches *branches, const struct lp_profile *profile,
				const bool *marks)
{
	struct finding finding = {.branches = branches, .profile = profile};
	enum lp_status status = add_objects(&finding, marks);

	if (status == LP_OK)
		status = sort_branches(branches);
	if (branches->loop_count > 0)
		qsort(branches->loops, branches->loop_count, sizeof(*branches->loops),
		      loops_by_place);
	lp_branch_graph_free(&finding.graph);
	lp_map_free(&finding.branch_rows);
	lp_map_free(&finding.loop_rows);
	lp_map_free(&finding.on_lines);
	lp_map_free(&finding.at_places);
	lp_map_free(&finding.at_tables);
	lp_flow_free(&finding.flow);
	return status;
}

void lp_branches_free(struct lp_branches *branches)
{
	free(branches->rows);
	free(branches->ways);
	free(branches->loops);
	memset(branches, 0, sizeof(*branches));
}
