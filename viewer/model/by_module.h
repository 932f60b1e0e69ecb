/* by_module.h: the sections of each module, without a look at those of all. */
#ifndef LINEPROF_VIEWER_MODEL_BY_MODULE_H
#define LINEPROF_VIEWER_MODEL_BY_MODULE_H

#include "viewer/model/profile.h"

struct lp_module_section {
	uint32_t module;
	struct lp_section_at at;
};

/* Notes where they are, of the kinds that are asked for by module: "coun" and "Symb". LP_OK or
 * LP_MEMORY. */
enum lp_status lp_by_module_note(struct lp_profile *profile);

/* The sections of that kind and module in their order, `*count` of them. */
const struct lp_module_section *lp_by_module_find(const struct lp_profile *profile,
						  enum lp_section kind, uint32_t module,
						  size_t *count);

#endif
