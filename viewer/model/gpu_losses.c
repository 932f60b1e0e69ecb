/* gpu_losses.c: what the profile of GPUs lacks, in words. */
#include "viewer/model/gpu_losses.h"

#include <inttypes.h>
#include <stdio.h>

#include "viewer/model/steps.h"

struct loss {
	uint64_t count;
	const char *what; /* behind the number */
};

enum lp_status lp_gpu_losses_warn(struct lp_profile *profile)
{
	const struct lp_gpu_run *const run = &profile->gpu.run;
	const struct loss losses[] = {
	    {run->dropped, "records of a GPU were thrown away by CUPTI: its times are too small"},
	    {run->unplaced, "pieces of a GPU's work have no line, though they may come from one"},
	    {run->crowded,
	     "pieces of a GPU's work are summed up without their lines: there are too many kinds"},
	    {run->late, "pieces of a GPU's work came too late for its busy times"},
	    {run->lost_frees, "pieces of a GPU's memory were given back that were not seen before"},
	};

	for (size_t i = 0; i < sizeof(losses) / sizeof(losses[0]); i++) {
		char text[160];

		if (losses[i].count == 0)
			continue;
		snprintf(text, sizeof(text), "%" PRIu64 " %s", losses[i].count, losses[i].what);
		if (lp_warn(profile, NULL, text, NULL) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}
