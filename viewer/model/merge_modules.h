/* merge_modules.h: the modules of a sum of runs. */
#ifndef LINEPROF_VIEWER_MODEL_MERGE_MODULES_H
#define LINEPROF_VIEWER_MODEL_MERGE_MODULES_H

#include "viewer/model/map.h"
#include "viewer/model/merge_sections.h"

/* Where they stand: apart, so that an address is of one at most. */
#define LP_MERGE_FIRST_ADDRESS (UINT64_C(1) << 32)

struct lp_merge_modules {
	struct lp_merge_module *rows; /* borrowed: room for those of all runs */
	uint32_t count;
	struct lp_map by_id; /* hashes of build ids and paths to the first row that has them */
	struct lp_map by_path;
	uint64_t next_address; /* at first LP_MERGE_FIRST_ADDRESS */
};

/* Gives a module of a run its number and place in the sum: those of the module there with its build
 * id or else its path, or new ones. LP_OK, LP_MEMORY, or LP_DIFFERENT if that is another one; then
 * `*why` says how, in static text. */
enum lp_status lp_merge_modules_match(struct lp_merge_modules *sum, struct lp_merge_module *module,
				      const char **why);

void lp_merge_modules_free(struct lp_merge_modules *sum);

#endif
