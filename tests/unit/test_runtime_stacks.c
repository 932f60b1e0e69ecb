/* test_runtime_stacks.c: the tree of sampled call paths, as its tables fill up. */
#include "runtime_fixture.h"

#include "runtime/stacks.h"

/* With a node for its thread and one for its leaf, near to half of what all tables can have. */
enum { PATHS = 60000, DEPTH = 2 };

static bool add(unsigned number)
{
	const uintptr_t path[DEPTH] = {0x10000 + number % 97, 0x20000 + number};

	return lp_stacks_add(LP_STACK_LEAF, 1 + number % 3, path, DEPTH, 0, 1);
}

/* No path may be refused while there is room, in whatever order they come; and what was found once
 * is found again. */
static int run_filling(void)
{
	__lineprof_register(&subject_module);
	count(0);
	for (unsigned number = 0; number < PATHS; number++)
		if (!add(number) || !add(number / 2)) {
			fprintf(stderr, "path %u is refused\n", number);
			return 1;
		}
	return 0;
}

static const struct subject subjects[] = {{"filling", run_filling}};

static uint64_t count_samples(const struct profile *profile)
{
	struct lp_section_at at = {0};
	uint64_t sum = 0;

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_stack_node *nodes;

		if (at.kind != LP_SECT_STACKS)
			continue;
		nodes = lp_section_stack_nodes(&at);
		for (uint32_t i = 0; i < lp_section_stacks(&at)->capacity; i++)
			if (nodes[i].kind == LP_STACK_LEAF)
				sum += nodes[i].count;
	}
	return sum;
}

static void test_filling(void **state)
{
	struct profile profile;

	(void)state;
	setenv("LINEPROF_ENGINE", "none", 1);
	assert_int_equal(run_subject("filling"), 0);
	profile = open_own_profile("");
	assert_int_equal(count_samples(&profile), 2 * PATHS);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_filling),
};

RUNTIME_TEST_MAIN(subjects, tests)
