/* test_runtime_stacks.c: the tree of sampled call paths, as its tables fill up. */
#include "runtime_fixture.h"

#include <pthread.h>
#include <semaphore.h>

#include "runtime/lock.h"
#include "runtime/stacks.h"

/* With a node for its thread and one for its leaf, near to half of what all tables can have. */
enum { PATHS = 60000, DEPTH = 2, WEIGHT = 3 };

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

/* More than there is room for: no sample is lost, whatever it counts for, and behind all of
 * them new places still have theirs. */
static int run_overflowing(void)
{
	enum { MANY = 6 * PATHS };

	__lineprof_register(&subject_module);
	count(0);
	for (unsigned number = 0; number < MANY; number++) {
		const uintptr_t path[DEPTH + 1] = {0x1000 + number % 7, 0x10000 + number % 97,
						   0x20000 + number};

		if (!lp_stacks_add(LP_STACK_LEAF, 1, path, DEPTH + 1, 0, WEIGHT))
			return 1;
	}
	return !lp_stacks_add(LP_STACK_LEAF, 1, (const uintptr_t[]){0x2000, 1, 2}, DEPTH + 1, 0,
			      WEIGHT);
}

/* What a thread had is another one's, where there is room: else its samples are lost, and counted
 * as that, which waits are not. */
enum { FOLDED = 1000 };

static int run_folding(void)
{
	enum { FROM = 5, TO, WAITED = 1000000 };
	uintptr_t place = 0x100000;

	__lineprof_register(&subject_module);
	count(0);
	lp_run->samples_taken = FOLDED * WEIGHT;
	for (unsigned number = 0; number < FOLDED; number++) {
		const uintptr_t path[DEPTH] = {0x3000 + number, 0x4000};

		if (!lp_stacks_add(LP_STACK_LEAF, FROM, path, DEPTH, 0, WEIGHT) ||
		    !lp_stacks_add(LP_STACK_WAIT, FROM, path, DEPTH, 0, WAITED))
			return 1;
	}
	lp_stacks_fold(FROM, 1);
	if (lp_run->samples_lost != 0)
		return 2;
	for (unsigned refused = 0; refused < PATHS; place++)
		refused += !lp_stacks_add(LP_STACK_LEAF, 1, &place, 1, 0, 0);
	lp_stacks_fold(1, TO);
	return 0;
}

static void *begin(void *unused)
{
	count(0);
	return unused;
}

static sem_t is_held, is_done;

static void *hold(void *unused)
{
	struct lp_guard guard;

	lp_lock(&guard);
	sem_post(&is_held);
	sem_wait(&is_done);
	lp_unlock(&guard);
	return unused;
}

/* The first table is half full when a thread begins, and then the lock is not to be had: there is
 * room for as much again. */
static int run_without_lock(void)
{
	enum { FEW = 1000 };
	pthread_t thread;

	__lineprof_register(&subject_module);
	count(0);
	for (unsigned number = 0; number < FEW; number++)
		if (!add(number))
			return 1;
	if (pthread_create(&thread, NULL, begin, NULL) || pthread_join(thread, NULL) ||
	    sem_init(&is_held, 0, 0) || sem_init(&is_done, 0, 0) ||
	    pthread_create(&thread, NULL, hold, NULL) || sem_wait(&is_held))
		return 1;
	/* Whatever has no room is crowded. */
	for (unsigned number = FEW; number < 2 * FEW; number++)
		add(number);
	return sem_post(&is_done) || pthread_join(thread, NULL);
}

static const struct subject subjects[] = {{"filling", run_filling},
					  {"overflowing", run_overflowing},
					  {"folding", run_folding},
					  {"without_lock", run_without_lock}};

/* Numbers of nodes go on from section to section. */
static const struct lp_stack_node *node_of(const struct profile *profile, uint32_t number)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_STACKS &&
		    number - lp_section_stacks(&at)->first < lp_section_stacks(&at)->capacity)
			return &lp_section_stack_nodes(&at)[number - lp_section_stacks(&at)->first];
	return NULL;
}

/* Of all samples, or of those without callers. */
static uint64_t count_samples(const struct profile *profile, bool are_alone)
{
	struct lp_section_at at = {0};
	uint64_t sum = 0;

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_stack_node *nodes;

		if (at.kind != LP_SECT_STACKS)
			continue;
		nodes = lp_section_stack_nodes(&at);
		for (uint32_t i = 0; i < lp_section_stacks(&at)->capacity; i++)
			if (nodes[i].kind == LP_STACK_LEAF &&
			    (!are_alone ||
			     node_of(profile, nodes[i].parent)->kind == LP_STACK_THREAD))
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
	assert_int_equal(count_samples(&profile, false), 2 * PATHS);
	close_profile(&profile);
}

static void test_overflowing(void **state)
{
	struct profile profile;

	(void)state;
	setenv("LINEPROF_ENGINE", "none", 1);
	assert_int_equal(run_subject("overflowing"), 0);
	profile = open_own_profile("");
	assert_int_equal(count_samples(&profile, false), WEIGHT * (6 * PATHS + 1));
	assert_true(profile.reader.info->crowded_samples > WEIGHT * PATHS);
	assert_int_equal(profile.reader.info->crowded_samples, count_samples(&profile, true));
	close_profile(&profile);
}

static void test_folding(void **state)
{
	struct profile profile;
	uint64_t lost;

	(void)state;
	setenv("LINEPROF_ENGINE", "none", 1);
	assert_int_equal(run_subject("folding"), 0);
	profile = open_own_profile("");
	lost = profile.reader.info->samples_lost;
	assert_in_range(lost, WEIGHT, FOLDED * WEIGHT);
	assert_int_equal(profile.reader.info->samples_taken, FOLDED * WEIGHT - lost);
	assert_int_equal(count_samples(&profile, false), FOLDED * WEIGHT - lost);
	close_profile(&profile);
}

static void test_without_lock(void **state)
{
	struct profile profile;

	(void)state;
	setenv("LINEPROF_ENGINE", "none", 1);
	assert_int_equal(run_subject("without_lock"), 0);
	profile = open_own_profile("");
	assert_int_equal(profile.reader.info->crowded_samples, 0);
	close_profile(&profile);
}

static const struct CMUnitTest tests[] = {
    RUNTIME_TEST(test_filling),
    RUNTIME_TEST(test_overflowing),
    RUNTIME_TEST(test_folding),
    RUNTIME_TEST(test_without_lock),
};

RUNTIME_TEST_MAIN(subjects, tests)
