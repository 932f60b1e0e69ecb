/* profile.c: opens a profile: read, load, count, time. */
#include "viewer/model/profile.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/steps.h"

enum lp_status lp_warn(struct lp_profile *profile, const char *which, const char *text)
{
	struct lp_warning *const warning =
	    (struct lp_warning *)lp_arena_allocate(&profile->arena, sizeof(*warning));
	struct lp_warning **last = &profile->warnings;

	if (!warning)
		return LP_MEMORY;
	warning->which = which ? lp_arena_copy(&profile->arena, which, strlen(which)) : NULL;
	warning->text = lp_arena_copy(&profile->arena, text, strlen(text));
	warning->next = NULL;
	if (!warning->text)
		return LP_MEMORY;
	while (*last)
		last = &(*last)->next;
	*last = warning;
	return LP_OK;
}

/* What the program itself noted about its numbers. */
static void warn_about_run(struct lp_profile *profile)
{
	const struct lp_info *const info = &profile->info;
	bool is_approximate = false;

	for (size_t i = 0; i < profile->function_count; i++)
		is_approximate |= profile->functions[i].flags & LP_FUNCTION_APPROXIMATE;
	if (is_approximate)
		lp_warn(profile, NULL,
			"compiled without the Clang side of the plugin: hits are approximate");
	if (profile->reader.header->state == LP_FILE_RUNNING)
		lp_warn(profile, NULL, "the program still runs, or was killed: counts up to then");
	if (info->threads_lost > 0)
		lp_warn(profile, NULL,
			"some threads shared their counters: their counts may be too low");
	if (info->samples_lost > info->samples_taken / 20)
		lp_warn(profile, NULL, "more than 5 % of the samples were lost");
	if (info->flags & LP_INFO_FORKED)
		lp_warn(profile, NULL, "a forked child: counts begin at the fork");
}

enum lp_status lp_profile_open(struct lp_profile *profile, const char *path, struct lp_error *error)
{
	struct lp_profile opened = {0};
	size_t size = 0;
	enum lp_status status = lp_file_read(path, &opened.data, &size);

	if (status == LP_OK)
		status = lp_reader_open(&opened.reader, opened.data, size, error);
	if (status == LP_OK)
		status = lp_load(&opened, error);
	if (status == LP_OK)
		status = lp_count(&opened, error);
	if (status == LP_OK) {
		warn_about_run(&opened);
		status = lp_time(&opened);
	}
	if (status != LP_OK) {
		lp_profile_free(&opened);
		return status;
	}
	*profile = opened;
	return LP_OK;
}

void lp_profile_free(struct lp_profile *profile)
{
	lp_arena_free(&profile->arena);
	lp_map_free(&profile->names);
	lp_map_free(&profile->thread_numbers);
	free(profile->data);
	free(profile->arguments);
	free(profile->objects);
	free(profile->sources);
	free(profile->variants);
	free(profile->functions);
	free(profile->lines);
	free(profile->function_lines);
	free(profile->threads);
	memset(profile, 0, sizeof(*profile));
}
