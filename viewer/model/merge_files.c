/* merge_files.c: sums up profiles one after the other. */
#include "viewer/model/merge_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/fold.h"
#include "viewer/model/merged_processes.h"
#include "viewer/model/rank_sums.h"
#include "viewer/model/symbol_cache.h"

struct merging_files {
	struct lp_image *sum; /* of those so far; without data before the first */
	struct lp_rank_sums ranks;
	struct lp_merged_processes processes;
	struct lp_symbol_cache symbols; /* addresses are the same in all of them */
	struct lp_open_failure *failure;
};

/* Replaces the sum by what `image` is without its threads. */
static enum lp_status fold_into_sum(struct merging_files *merging, const struct lp_image *image)
{
	struct lp_image folded = {0};
	struct lp_reader reader;
	enum lp_status status =
	    lp_reader_open(&reader, image->data, image->size, &merging->failure->error);

	if (status == LP_OK)
		status = lp_fold(&folded, &reader);
	if (status != LP_OK) {
		free(folded.data);
		return status;
	}
	free(merging->sum->data);
	*merging->sum = folded;
	return LP_OK;
}

static enum lp_status add_to_sum(struct merging_files *merging, const struct lp_reader *reader)
{
	struct lp_reader readers[2];
	struct lp_image both = {0};
	size_t count = 0;
	enum lp_status status = LP_OK;

	if (merging->sum->data)
		status = lp_reader_open(&readers[count++], merging->sum->data, merging->sum->size,
					&merging->failure->error);
	readers[count++] = *reader;
	if (status == LP_OK)
		status = lp_merge(&both, readers, count, true, &merging->failure->difference);
	if (status == LP_OK)
		status = fold_into_sum(merging, &both);
	free(both.data);
	return status;
}

static enum lp_status add_file(struct merging_files *merging, const char *path)
{
	struct lp_profile profile;
	enum lp_status status =
	    lp_profile_open_known(&profile, path, &merging->symbols, &merging->failure->error);

	if (status != LP_OK)
		return status;
	status = add_to_sum(merging, &profile.reader);
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
	struct merging_files merging = {.sum = image, .failure = failure};
	enum lp_status status = LP_OK;
	int error_number;

	memset(failure, 0, sizeof(*failure));
	for (size_t i = 0; i < count && status == LP_OK; i++) {
		failure->which = i;
		status = add_file(&merging, paths[i]);
	}
	error_number = errno;
	if (status == LP_OK) {
		lp_rank_sums_put(&merging.ranks, image);
		lp_image_end(image);
		status = image->failed ? LP_MEMORY : LP_OK;
	}
	lp_rank_sums_free(&merging.ranks);
	lp_merged_processes_free(&merging.processes);
	lp_symbol_cache_free(&merging.symbols);
	errno = error_number;
	return status;
}
