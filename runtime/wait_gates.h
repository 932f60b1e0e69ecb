/*
 * wait_gates.h: a site whose probes take too much of a thread's time is shut, and tried again from
 * time to time.
 */
#ifndef LINEPROF_RUNTIME_WAIT_GATES_H
#define LINEPROF_RUNTIME_WAIT_GATES_H

#include "format/abi.h"

void lp_wait_gate_shut(const struct lp_abi_module *module, struct lp_abi_wait_site *site);

/* Opens a few of the executable's sites that were shut. Signal handlers. */
void lp_wait_gates_reopen(void);

/* In a forked child: another thread of the parent may have been in the middle of that. */
void lp_wait_gates_fork_child(void);

#endif
