/* test_model_lost_rounds.c: of which lines the hits may be lost: those behind the head of a loop
 * that was come to and has not turned, as if it was left in the middle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "viewer/model/lost_rounds.h"

enum { NODES = 8, EDGES = 9, LINES = 8 };

/*
 * Node 1 leads to the loop 2, 3, 4, behind which are 5 and 6; 7 is come to from outside as well.
 * The edges are in no order, so one look along them is not enough.
 */
static struct lp_edge edges[EDGES] = {
    {0, 1, LP_EDGE_ENTRY},
    {5, 6, 0},
    {2, 5, 0},
    {4, 2, LP_EDGE_BACK},
    {2, 3, 0},
    {3, 4, 0},
    {1, 2, 0},
    {6, 0, LP_EDGE_RETURN},
    {0, 7, 0},
};

/* A line at each node; that of 4 begins on the edge to it. */
static struct lp_term terms[LINES] = {{0, 0}, {0, 1}, {0, 2}, {0, 3},
				      {1, 5}, {0, 5}, {0, 6}, {0, 7}};

static const struct lp_table table = {
    .node_count = NODES,
    .edges = edges,
    .edge_count = EDGES,
    .terms = terms,
    .term_count = LINES,
};

/* The nodes whose lines may have lost hits, as bits. */
static unsigned lost_of(struct lp_lost_rounds *lost, uint64_t *nodes, uint64_t turns)
{
	uint64_t ways[EDGES] = {[3] = turns};
	const struct lp_flow flow = {.node_counts = nodes, .edge_counts = ways};
	unsigned found = 0;

	assert_int_equal(lp_lost_rounds_find(lost, &flow, &table), LP_OK);
	for (uint32_t i = 0; i < LINES; i++) {
		const struct lp_table_line line = {.first_term = i, .term_count = 1};

		found |= (unsigned)lp_lost_rounds_has(lost, &table, &line) << i;
	}
	return found;
}

static unsigned lost_in(uint64_t head, uint64_t body, uint64_t turns)
{
	struct lp_lost_rounds lost = {.nodes = NULL};
	uint64_t nodes[NODES] = {0, 1, head, body};
	const unsigned found = lost_of(&lost, nodes, turns);

	lp_lost_rounds_free(&lost);
	return found;
}

static void test_left_in_the_middle(void **state)
{
	(void)state;
	assert_int_equal(lost_in(1, 0, 0), 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6);
	/* What has its hits is sure, and what is behind that. */
	assert_int_equal(lost_in(1, 1, 0), 1 << 2 | 1 << 5 | 1 << 6);
}

static void test_nothing_lost(void **state)
{
	(void)state;
	assert_int_equal(lost_in(1, 0, 1), 0);
	assert_int_equal(lost_in(0, 0, 0), 0);
}

/* Several lines' terms; and functions one behind the other, with the same memory. */
static void test_terms_and_reuse(void **state)
{
	const struct lp_table_line two = {.first_term = 1, .term_count = 2};
	const struct lp_table_line one = {.first_term = 1, .term_count = 1};
	struct lp_lost_rounds lost = {.nodes = NULL};
	uint64_t left[NODES] = {0, 1, 1}, straight[NODES] = {0, 1, 1, 1, 1, 1, 1};

	(void)state;
	assert_true(lost_of(&lost, left, 0) != 0);
	assert_true(lp_lost_rounds_has(&lost, &table, &two));
	assert_false(lp_lost_rounds_has(&lost, &table, &one));
	assert_int_equal(lost_of(&lost, straight, 0), 1 << 2);
	assert_int_equal(lost_of(&lost, straight, 5), 0);
	lp_lost_rounds_free(&lost);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_left_in_the_middle),
	    cmocka_unit_test(test_nothing_lost),
	    cmocka_unit_test(test_terms_and_reuse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
