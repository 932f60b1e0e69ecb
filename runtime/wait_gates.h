/*
 * wait_gates.h: a site whose probes take too much of a thread's time is shut; in what never goes it
 * is tried again from time to time, as far as there is room to remember it.
 */
#ifndef LINEPROF_RUNTIME_WAIT_GATES_H
#define LINEPROF_RUNTIME_WAIT_GATES_H

#include <stdbool.h>

#include "format/abi.h"

static inline bool lp_wait_gate_is_shut(const struct lp_abi_wait_site *site)
{
	return __atomic_load_n(&site->gate, __ATOMIC_RELAXED) != 0;
}

void lp_wait_gate_shut(const struct lp_abi_module *module, struct lp_abi_wait_site *site);

/* Opens one, of any module, as a call there has waited. */
void lp_wait_gate_open(struct lp_abi_wait_site *site);

/* Opens a few sites, of modules that never go, that were shut. Signal handlers. */
void lp_wait_gates_reopen(void);

#endif
