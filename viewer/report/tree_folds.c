/* tree_folds.c: finds what repeats itself in chains of the tree of calls. */
#include "viewer/report/tree_folds.h"

#include <stdlib.h>

/* How often the functions of a chain are shown before and behind a fold, and stand in it at least:
 * a fold of less would not be worth the row. More functions than these are no turn to be seen. */
enum { TURNS_BEFORE = 2, TURNS_BEHIND = 1, LEAST_TURNS = 3, MOST_FUNCTIONS = 16 };

struct chains {
	const struct lp_call_node *nodes;
	const uint32_t *rows;
	size_t count;
	uint32_t *below; /* by node: rows right below it */
};

static bool is_alike(const struct lp_call_node *a, const struct lp_call_node *b)
{
	return a->kind == b->kind && a->function == b->function;
}

/* How many rows from the one at `first` on are each the only one below that before. */
static size_t chain_length(const struct chains *chains, size_t first)
{
	size_t last = first;

	while (chains->below[chains->rows[last]] == 1)
		last++;
	return last - first + 1;
}

/* How many rows of the `length` from the one at `first` on are the first `turn` again and again. */
static size_t repeated(const struct chains *chains, size_t first, size_t length, size_t turn)
{
	const uint32_t *const rows = &chains->rows[first];
	size_t end = turn;

	while (end < length &&
	       is_alike(&chains->nodes[rows[end]], &chains->nodes[rows[end - turn]]))
		end++;
	return end;
}

/* The levels to fold in the chain that begins at `first`: from `TURNS_BEFORE` turns behind it on.
 */
static struct lp_tree_fold find_fold(const struct chains *chains, size_t first)
{
	const size_t length = chain_length(chains, first);
	const size_t kept = TURNS_BEFORE + TURNS_BEHIND;
	struct lp_tree_fold fold = {.count = 0};

	for (uint32_t turn = 1; turn <= MOST_FUNCTIONS && fold.count == 0; turn++) {
		const size_t end = repeated(chains, first, length, turn);

		if (end >= (kept + LEAST_TURNS) * turn) {
			fold.count = (uint32_t)(end - kept * turn);
			fold.turn = turn;
		}
	}
	for (uint32_t i = 0; i < fold.count; i++)
		fold.self_ticks +=
		    chains->nodes[chains->rows[first + TURNS_BEFORE * fold.turn + i]].self_ticks;
	return fold;
}

static void count_below(struct chains *chains)
{
	for (size_t i = 0; i < chains->count; i++)
		chains->below[chains->nodes[chains->rows[i]].parent]++;
}

/* Puts the rows from `from` to `end` behind those that are kept. */
static void keep(struct lp_tree_folds *folds, const struct chains *chains, uint32_t *rows,
		 size_t *kept, size_t from, size_t end)
{
	for (size_t i = from; i < end; i++) {
		const uint32_t row = rows[i];

		folds->depths[row] = folds->depths[chains->nodes[row].parent] + 1;
		rows[(*kept)++] = row;
	}
}

static void fold_rows(struct lp_tree_folds *folds, const struct chains *chains, uint32_t *rows,
		      size_t *kept)
{
	for (size_t i = 0; i < chains->count;) {
		const struct lp_tree_fold fold = find_fold(chains, i);
		const size_t begin = i + TURNS_BEFORE * fold.turn;
		const size_t end = begin + (fold.count > 0 ? fold.count : 1);

		keep(folds, chains, rows, kept, i, begin + 1);
		folds->folds[rows[begin]] = fold;
		for (size_t k = begin + 1; k < end; k++)
			folds->depths[rows[k]] = folds->depths[rows[begin]];
		folds->level_count += fold.count;
		i = end;
	}
}

enum lp_status lp_tree_folds_make(struct lp_tree_folds *folds, const struct lp_call_tree *tree,
				  uint32_t *rows, size_t *count, bool is_off)
{
	struct chains chains = {tree->nodes, rows, *count,
				(uint32_t *)calloc(tree->count, sizeof(*chains.below))};
	size_t kept = 0;

	*folds = (struct lp_tree_folds){
	    .folds = (struct lp_tree_fold *)calloc(tree->count, sizeof(*folds->folds)),
	    .depths = (uint32_t *)calloc(tree->count, sizeof(*folds->depths)),
	};
	if (!chains.below || !folds->folds || !folds->depths) {
		free(chains.below);
		return LP_MEMORY;
	}
	/* Where nobody knows what is right below a row, there are no chains. */
	if (!is_off)
		count_below(&chains);
	fold_rows(folds, &chains, rows, &kept);
	*count = kept;
	free(chains.below);
	return LP_OK;
}

void lp_tree_folds_free(struct lp_tree_folds *folds)
{
	free(folds->folds);
	free(folds->depths);
}
