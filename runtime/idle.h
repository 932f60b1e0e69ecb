/*
 * idle.h: modules of a program that is not measured, or no more: all threads count into one block
 * that nobody reads.
 */
#ifndef LINEPROF_RUNTIME_IDLE_H
#define LINEPROF_RUNTIME_IDLE_H

#include <stdint.h>

#include "format/abi.h"

/* What such a module's probes call. Its handle is 1 + the number of its block. */
extern const struct lp_abi_ops lp_idle_ops;

/* The number of the module's block, which it gets if it has none yet. LP_MODULES_MAX if there are
 * too many: then the static section does as well. Under the lock. */
uint32_t lp_idle_block(const struct lp_abi_module *abi);

#endif
