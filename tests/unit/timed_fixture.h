/*
 * timed_fixture.h: runs whose times are known, opened as lpview does. The samples are of the test
 * program itself, so DWARF is read as well.
 */
#ifndef LINEPROF_TESTS_UNIT_TIMED_FIXTURE_H
#define LINEPROF_TESTS_UNIT_TIMED_FIXTURE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/sampled_profile.h"
#include "viewer/model/call_tree.h"
#include "viewer/model/image.h"
#include "viewer/model/merge_files.h"
#include "viewer/model/profile.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* To a new file; `path` ends in XXXXXX. */
static inline void write_new(char *path, const void *data, size_t size)
{
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, size), size);
	close(fd);
}

static inline void open_data(struct lp_profile *profile, const void *data, size_t size)
{
	char path[] = "/tmp/test_model_times.XXXXXX";

	write_new(path, data, size);
	assert_int_equal(lp_profile_open(profile, path, NULL), LP_OK);
	unlink(path);
}

static inline void open_run(struct lp_profile *profile, const struct sampled_run *run)
{
	struct builder builder = sampled_profile(run);

	open_data(profile, builder.data, builder.size);
	free(builder.data);
}

/* Of two processes, one after the other, as `lpview merge` makes it. */
static inline void open_sum(struct lp_profile *profile, const struct sampled_run *first,
			    const struct sampled_run *second)
{
	const struct sampled_run *const runs[] = {first, second};
	char paths[2][32] = {"/tmp/test_sum.XXXXXX", "/tmp/test_sum.XXXXXX"};
	const char *const both[] = {paths[0], paths[1]};
	struct lp_open_failure failure;
	struct lp_image image = {0};

	for (int i = 0; i < 2; i++) {
		struct builder builder = sampled_profile(runs[i]);

		builder_header(&builder)->start_unix_ns = (uint64_t)i + 1;
		write_new(paths[i], builder.data, builder.size);
		free(builder.data);
	}
	assert_int_equal(lp_merge_files(&image, both, 2, &failure), LP_OK);
	unlink(paths[0]);
	unlink(paths[1]);
	open_data(profile, image.data, image.size);
	free(image.data);
}

static inline const struct lp_function *function_named(const struct lp_profile *profile,
						       const char *name)
{
	for (size_t i = 0; i < profile->function_count; i++)
		if (strcmp(profile->functions[i].name, name) == 0)
			return &profile->functions[i];
	fail_msg("no function %s", name);
	return NULL;
}

static inline const struct lp_line *line_numbered(const struct lp_profile *profile, uint32_t number)
{
	const size_t at = lp_line_find(profile, 0, number);

	assert_true(at < profile->line_count);
	assert_int_equal(profile->lines[at].line, number);
	return &profile->lines[at];
}

/* The sums that design.md promises. */
static inline void assert_nothing_is_lost(const struct lp_profile *profile)
{
	uint64_t all = profile->outside_ticks + profile->probe_ticks;

	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const f = &profile->functions[i];
		uint64_t own = f->wait_ticks + f->unplaced_ticks;

		for (uint32_t k = 0; k < f->line_count; k++)
			own += profile->function_lines[f->first_line + k].self_ticks;
		assert_int_equal(own, f->self_ticks);
		assert_true(f->total_ticks >= f->self_ticks);
		all += f->self_ticks;
	}
	assert_int_equal(all, profile->lifetime_ticks);
}

/* The tree of calls has all time, and each function as much of it, and of its waiting, as in the
 * table. */
static inline void assert_tree_has_all(const struct lp_profile *profile)
{
	const struct lp_filter everything = {.function_count = 0};
	const size_t count = profile->function_count;
	uint64_t *const self = (uint64_t *)calloc(2 * (count + 1), sizeof(*self));
	uint64_t *const waits = self + count + 1;
	struct lp_call_tree tree;
	uint64_t probes = 0;

	assert_non_null(self);
	assert_int_equal(lp_call_tree_make(&tree, profile, &everything), LP_OK);
	for (size_t i = 0; i < tree.count; i++) {
		const struct lp_call_node *const node = &tree.nodes[i];

		if (node->kind == LP_CALL_NODE_FUNCTION)
			self[node->function] += node->self_ticks;
		else if (node->kind == LP_CALL_NODE_PROBES)
			probes += node->self_ticks;
		else if (node->kind == LP_CALL_NODE_WAIT)
			waits[node->function == LP_NO_INDEX ? count : node->function] +=
			    node->self_ticks;
	}
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(waits[i], lp_function_waits(&profile->functions[i]));
		assert_int_equal(self[i] + waits[i], profile->functions[i].self_ticks);
	}
	assert_int_equal(waits[count], profile->outside_wait_ticks);
	assert_int_equal(probes, profile->probe_ticks);
	assert_int_equal(tree.nodes[0].total_ticks, profile->lifetime_ticks);
	lp_call_tree_free(&tree);
	free(self);
}

/* Without debug information the rest of the test has nothing to say. */
static inline void skip_without_lines(const struct lp_profile *profile)
{
	if (profile->warnings && strstr(profile->warnings->text, "debug information"))
		skip();
	for (const struct lp_warning *at = profile->warnings; at; at = at->next)
		assert_null(at->which);
	assert_true(profile->lines_are_timed);
}

/* A run whose lines have times, which add up. */
static inline void open_timed(struct lp_profile *profile, const struct sampled_run *run)
{
	open_run(profile, run);
	skip_without_lines(profile);
	assert_nothing_is_lost(profile);
	assert_tree_has_all(profile);
}

#endif
