/* served.h: which modules this runtime can measure. */
#ifndef LINEPROF_RUNTIME_SERVED_H
#define LINEPROF_RUNTIME_SERVED_H

#include <stdbool.h>

#include "format/abi.h"

/* Whether the records of the module at `path` can be read: they are of this version, and all there.
 * If not, a line on stderr says why. */
bool lp_module_is_served(const struct lp_abi_module *abi, const char *path);

#endif
