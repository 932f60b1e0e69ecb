/* merge_files.c: sums up profiles one after the other, and the sums of some of them. */
#include "viewer/model/merge_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "viewer/model/fold.h"
#include "viewer/model/merged_processes.h"
#include "viewer/model/rank_sums.h"
#include "viewer/model/settle_delays.h"
#include "viewer/model/symbol_cache.h"

/* So many profiles are added to a part of the sum one after the other, and then parts of the same
 * size to each other: else each of N programs would cost as much as all before it. */
enum { PART_FILES = 8, PARTS_MOST = 32 };

/* Of so many profiles, and bytes of them, addresses are looked up at once: they are in memory
 * together. */
enum { LOOKED_UP_FILES_MOST = 16, LOOKED_UP_BYTES_MOST = 64 << 20 };

/* The sum of some profiles that came one after the other; without data there are none. */
struct part {
	struct lp_image image;
	size_t first; /* file */
	size_t count;
};

struct merging_files {
	const char *const *paths;
	struct part
	    parts[PARTS_MOST]; /* [i]: of PART_FILES << i files, those of all below it come later */
	struct part newest;    /* of up to PART_FILES */
	struct lp_rank_sums ranks;
	struct lp_merged_processes processes;
	struct lp_symbol_cache symbols; /* addresses are the same in all of them */
	size_t looked_up;               /* so many files' are known */
	struct lp_open_failure *failure;
};

/* The sum of two, or one, without threads; the caller frees `folded->data`. */
static enum lp_status sum_up(struct lp_image *folded, const struct lp_reader *readers, size_t count,
			     struct lp_open_failure *failure)
{
	struct lp_image both = {0};
	struct lp_reader reader;
	enum lp_status status = lp_merge(&both, readers, count, true, &failure->difference);

	if (status == LP_OK)
		status = lp_reader_open(&reader, both.data, both.size, &failure->error);
	if (status == LP_OK)
		status = lp_fold(folded, &reader);
	free(both.data);
	return status;
}

/* Adds what `reader` reads to a part. */
static enum lp_status add_to_part(struct part *part, const struct lp_reader *reader, size_t count,
				  struct lp_open_failure *failure)
{
	struct lp_reader readers[2];
	struct lp_image sum = {0};
	size_t reader_count = 0;
	enum lp_status status = LP_OK;

	if (part->count > 0)
		status = lp_reader_open(&readers[reader_count++], part->image.data,
					part->image.size, &failure->error);
	readers[reader_count++] = *reader;
	if (status == LP_OK)
		status = sum_up(&sum, readers, reader_count, failure);
	if (status != LP_OK) {
		free(sum.data);
		return status;
	}
	free(part->image.data);
	part->image = sum;
	part->count += count;
	return LP_OK;
}

/* Which of the later part's files does not fit to the part before it. */
static void find_different(const struct merging_files *merging, struct part *before,
			   const struct part *later)
{
	for (size_t i = 0; i < later->count; i++) {
		struct lp_open_failure *const failure = merging->failure;
		struct lp_profile profile;
		enum lp_status status;

		failure->which = later->first + i;
		if (lp_profile_open(&profile, merging->paths[failure->which], NULL) != LP_OK)
			continue;
		status = add_to_part(before, &profile.reader, 1, failure);
		lp_profile_free(&profile);
		if (status == LP_DIFFERENT)
			return;
	}
}

/* Adds the later part, which is empty then, to the one before it. */
static enum lp_status join(const struct merging_files *merging, struct part *before,
			   struct part *later)
{
	struct lp_reader reader;
	enum lp_status status =
	    lp_reader_open(&reader, later->image.data, later->image.size, &merging->failure->error);

	if (status == LP_OK)
		status = add_to_part(before, &reader, later->count, merging->failure);
	if (status == LP_DIFFERENT)
		find_different(merging, before, later);
	free(later->image.data);
	*later = (struct part){.count = 0};
	return status;
}

/* Makes the newest part that of a level and of all later ones. */
static enum lp_status take_in(struct merging_files *merging, struct part *level)
{
	const enum lp_status status =
	    merging->newest.count > 0 ? join(merging, level, &merging->newest) : LP_OK;

	merging->newest = *level;
	*level = (struct part){.count = 0};
	return status;
}

/* As a number that is counted up carries its digits. */
static enum lp_status carry(struct merging_files *merging)
{
	struct part *level = merging->parts;

	for (; level->count > 0; level++) {
		const enum lp_status status = take_in(merging, level);

		if (status != LP_OK)
			return status;
	}
	*level = merging->newest;
	merging->newest = (struct part){.count = 0};
	return LP_OK;
}

static enum lp_status join_all(struct merging_files *merging)
{
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < PARTS_MOST && status == LP_OK; i++)
		if (merging->parts[i].count > 0)
			status = take_in(merging, &merging->parts[i]);
	return status;
}

static enum lp_status add_to_sum(struct merging_files *merging, const struct lp_profile *profile)
{
	struct part *const newest = &merging->newest;
	struct lp_image settled = {0};
	struct lp_reader reader;
	enum lp_status status = lp_settle_delays(&settled, profile);

	if (newest->count == 0)
		newest->first = merging->failure->which;
	if (status == LP_OK)
		status =
		    lp_reader_open(&reader, settled.data, settled.size, &merging->failure->error);
	if (status == LP_OK)
		status = add_to_part(newest, &reader, 1, merging->failure);
	free(settled.data);
	return status == LP_OK && newest->count == PART_FILES ? carry(merging) : status;
}

/* Standard input and pipes are read once only. */
static bool is_regular(const char *path, struct stat *file)
{
	return strcmp(path, "-") != 0 && stat(path, file) == 0 && S_ISREG(file->st_mode);
}

/* How many of the files from `first` on, of `count`, are looked at together. */
static size_t files_at_once(const char *const *paths, size_t first, size_t count)
{
	const size_t left = count - first;
	const size_t most = left < LOOKED_UP_FILES_MOST ? left : LOOKED_UP_FILES_MOST;
	struct stat file;
	uint64_t bytes = 0;
	size_t together = 0;

	while (together < most && is_regular(paths[first + together], &file)) {
		bytes += (uint64_t)file.st_size;
		if (bytes > LOOKED_UP_BYTES_MOST)
			break;
		together++;
	}
	return together;
}

/*
 * Looks the addresses up of this file and some that come next, by their sum. To read the debug
 * information of a large unit takes longer than all the rest, and each process has some addresses
 * that none before it had. What is wrong with a file is found when it is added.
 */
static void look_ahead(struct merging_files *merging, size_t count)
{
	const size_t first = merging->failure->which;
	const size_t together = files_at_once(merging->paths, first, count);
	struct lp_open_failure failure;
	struct lp_profile profile;

	merging->looked_up = first + (together > 0 ? together : 1);
	if (together > 1 && lp_profile_open_all_known(&profile, merging->paths + first, together,
						      &merging->symbols, &failure) == LP_OK)
		lp_profile_free(&profile);
}

static enum lp_status add_file(struct merging_files *merging, const char *path)
{
	struct lp_profile profile;
	enum lp_status status =
	    lp_profile_open_known(&profile, path, &merging->symbols, &merging->failure->error);

	if (status != LP_OK)
		return status;
	status = add_to_sum(merging, &profile);
	if (status == LP_OK)
		status = lp_rank_sums_add(&merging->ranks, &profile, path);
	if (status == LP_OK)
		status = lp_merged_processes_add(&merging->processes, &profile.reader,
						 merging->failure->which, merging->failure);
	lp_profile_free(&profile);
	return status;
}

enum lp_status lp_merge_files(struct lp_image *image, const char *const *paths, size_t count,
			      struct lp_open_failure *failure)
{
	struct merging_files merging = {.paths = paths, .failure = failure};
	enum lp_status status = LP_OK;
	int error_number;

	memset(failure, 0, sizeof(*failure));
	for (size_t i = 0; i < count && status == LP_OK; i++) {
		failure->which = i;
		if (i == merging.looked_up)
			look_ahead(&merging, count);
		status = add_file(&merging, paths[i]);
	}
	if (status == LP_OK)
		status = join_all(&merging);
	error_number = errno;
	if (status == LP_OK) {
		*image = merging.newest.image;
		merging.newest.image.data = NULL;
		lp_rank_sums_put(&merging.ranks, image);
		lp_image_end(image);
		status = image->failed ? LP_MEMORY : LP_OK;
	}
	free(merging.newest.image.data);
	for (size_t i = 0; i < PARTS_MOST; i++)
		free(merging.parts[i].image.data);
	lp_rank_sums_free(&merging.ranks);
	lp_merged_processes_free(&merging.processes);
	lp_symbol_cache_free(&merging.symbols);
	errno = error_number;
	return status;
}
