/* profile.c: opens a profile: read, load, count, time. */
#include "viewer/model/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viewer/model/gpu_losses.h"
#include "viewer/model/merged_processes.h"
#include "viewer/model/once.h"
#include "viewer/model/run_threads.h"
#include "viewer/model/steps.h"

static const char *copy_of(struct lp_profile *profile, const char *text)
{
	return text ? lp_arena_copy(&profile->arena, text, strlen(text)) : NULL;
}

enum lp_status lp_warn(struct lp_profile *profile, const char *which, const char *text,
		       const char *remedy)
{
	struct lp_warning *const warning =
	    (struct lp_warning *)lp_arena_allocate(&profile->arena, sizeof(*warning));
	struct lp_warning **last = &profile->warnings;

	if (!warning)
		return LP_MEMORY;
	warning->which = copy_of(profile, which);
	warning->text = copy_of(profile, text);
	warning->remedy = copy_of(profile, remedy);
	warning->next = NULL;
	if (!warning->text)
		return LP_MEMORY;
	while (*last)
		last = &(*last)->next;
	*last = warning;
	return LP_OK;
}

/* Reads and checks the file `path`, or standard input for "-". `*data` is the caller's, also on
 * failure. */
static enum lp_status read_profile(const char *path, unsigned char **data, struct lp_reader *reader,
				   struct lp_error *error)
{
	const bool is_input = strcmp(path, "-") == 0;
	size_t size = 0;
	enum lp_status status = is_input ? lp_file_read_input(STDIN_FILENO, data, &size)
					 : lp_file_read(path, data, &size);

	if (status == LP_OK)
		status = lp_reader_open(reader, *data, size, error);
	if (status == LP_OK)
		status = lp_check_once(reader, error);
	if (status == LP_OK)
		status = lp_take_out_stopped(*data, reader);
	if (status == LP_OK)
		status = lp_add_linked(*data, reader);
	if (status == LP_OK)
		status = lp_add_unended_waits(*data, reader);
	return status;
}

static enum lp_status read_one(struct lp_profile *profile, const char *path,
			       struct lp_open_failure *failure)
{
	const enum lp_status status =
	    read_profile(path, &profile->data, &profile->reader, &failure->error);

	return status == LP_OK ? lp_run_threads_note(profile, &profile->reader, 1) : status;
}

/* No process is to count twice: a glob also finds the merged or packed copies of others. */
static enum lp_status refuse_doubles(const struct lp_reader *readers, size_t count,
				     struct lp_open_failure *failure)
{
	struct lp_merged_processes known = {0};
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = lp_merged_processes_add(&known, &readers[i], i, failure);
	lp_merged_processes_free(&known);
	return status;
}

/* Reads several profiles into the data of one. */
static enum lp_status read_sum(struct lp_profile *profile, const char *const *paths, size_t count,
			       struct lp_open_failure *failure)
{
	struct lp_reader *const readers = (struct lp_reader *)calloc(count, sizeof(*readers));
	unsigned char **const data = (unsigned char **)calloc(count, sizeof(*data));
	struct lp_image image = {0};
	enum lp_status status = readers && data ? LP_OK : LP_MEMORY;
	int error_number;

	for (size_t i = 0; i < count && status == LP_OK; i++) {
		failure->which = i;
		status = read_profile(paths[i], &data[i], &readers[i], &failure->error);
	}
	error_number = errno;
	if (status == LP_OK)
		status = lp_merge(&image, readers, count, false, &failure->difference);
	if (status == LP_DIFFERENT)
		failure->which = failure->difference.which;
	if (status == LP_OK)
		status = refuse_doubles(readers, count, failure);
	if (status == LP_OK)
		status = lp_reader_open(&profile->reader, image.data, image.size, &failure->error);
	if (status == LP_OK)
		status = lp_run_threads_note(profile, readers, count);
	profile->data = image.data;
	for (size_t i = 0; data && i < count; i++)
		free(data[i]);
	free(data);
	free(readers);
	errno = error_number;
	return status;
}

static enum lp_status note_paths(struct lp_profile *profile, const char *const *paths, size_t count)
{
	profile->run_paths = (const char **)calloc(count, sizeof(*profile->run_paths));
	if (!profile->run_paths)
		return LP_MEMORY;
	profile->run_count = count;
	for (size_t i = 0; i < count; i++) {
		profile->run_paths[i] = lp_arena_copy(&profile->arena, paths[i], strlen(paths[i]));
		if (!profile->run_paths[i])
			return LP_MEMORY;
	}
	return LP_OK;
}

static enum lp_status work_out(struct lp_profile *profile, struct lp_error *error)
{
	enum lp_status status = lp_load(profile, error);

	if (status == LP_OK)
		status = lp_count(profile, error);
	if (status == LP_OK)
		status = lp_region_sums(&profile->regions, profile);
	if (status == LP_OK)
		status = lp_gpu_sums(&profile->gpu, profile);
	if (status == LP_OK)
		status = lp_calls_resolve(profile);
	if (status == LP_OK)
		status = lp_time(profile);
	if (status == LP_OK)
		status = lp_explain(profile);
	return status == LP_OK ? lp_gpu_losses_warn(profile) : status;
}

static enum lp_status open_all(struct lp_profile *profile, const char *const *paths, size_t count,
			       struct lp_symbol_cache *symbols, const struct lp_source_paths *moved,
			       struct lp_open_failure *failure)
{
	struct lp_profile opened = {.symbols = symbols, .moved = moved};
	enum lp_status status;
	int error_number;

	memset(failure, 0, sizeof(*failure));
	if (count == 1)
		status = read_one(&opened, paths[0], failure);
	else
		status = read_sum(&opened, paths, count, failure);
	error_number = errno;
	if (status == LP_OK)
		status = note_paths(&opened, paths, count);
	if (status == LP_OK)
		status = work_out(&opened, &failure->error);
	if (status != LP_OK) {
		lp_profile_free(&opened);
		errno = error_number;
		return status;
	}
	*profile = opened;
	return LP_OK;
}

enum lp_status lp_profile_open_all(struct lp_profile *profile, const char *const *paths,
				   size_t count, const struct lp_source_paths *moved,
				   struct lp_open_failure *failure)
{
	return open_all(profile, paths, count, NULL, moved, failure);
}

enum lp_status lp_profile_open_all_known(struct lp_profile *profile, const char *const *paths,
					 size_t count, struct lp_symbol_cache *symbols,
					 struct lp_open_failure *failure)
{
	return open_all(profile, paths, count, symbols, NULL, failure);
}

enum lp_status lp_profile_open_known(struct lp_profile *profile, const char *path,
				     struct lp_symbol_cache *symbols, struct lp_error *error)
{
	struct lp_open_failure failure;
	const enum lp_status status = open_all(profile, &path, 1, symbols, NULL, &failure);

	if (error)
		*error = failure.error;
	return status;
}

enum lp_status lp_profile_open(struct lp_profile *profile, const char *path, struct lp_error *error)
{
	return lp_profile_open_known(profile, path, NULL, error);
}

void lp_profile_free(struct lp_profile *profile)
{
	lp_arena_free(&profile->arena);
	lp_map_free(&profile->names);
	free(profile->namesakes);
	lp_map_free(&profile->thread_numbers);
	lp_map_free(&profile->thread_samples);
	free(profile->data);
	free(profile->programs);
	free(profile->run_paths);
	free(profile->arguments);
	free(profile->objects);
	free(profile->sources);
	lp_map_free(&profile->source_numbers);
	free(profile->variants);
	free(profile->functions);
	free(profile->lines);
	free(profile->function_lines);
	lp_part_times_free(&profile->part_times);
	free(profile->call_sites);
	free(profile->function_types);
	free(profile->call_edges);
	free(profile->call_paths);
	free(profile->threads);
	free(profile->region_delays);
	free(profile->module_sections);
	lp_region_sums_free(&profile->regions);
	lp_gpu_sums_free(&profile->gpu);
	memset(profile, 0, sizeof(*profile));
}
