/* wait_gates.c: which probes around calls that may wait are shut. */
#include "runtime/wait_gates.h"

#include <stdint.h>

#include "runtime/gate.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/register.h"

enum { REOPENED_AT_ONCE = 4, SHUT_MOST = 1024 };

/* Sites of modules that are never unloaded, that were shut: a ring, the oldest first. */
static struct lp_abi_wait_site *shut_sites[SHUT_MOST];
static uint32_t shut_first, shut_count;

/* One that finds no place in the ring stays shut. */
void lp_wait_gate_shut(const struct lp_abi_module *module, struct lp_abi_wait_site *site)
{
	const uint32_t index = (uint32_t)module->handle - 1;
	struct lp_guard guard;

	/* Later will do. */
	if (lp_wait_gate_is_shut(site) || lp_lock_is_mine() || !lp_try_lock(&guard))
		return;
	if (!lp_wait_gate_is_shut(site) && lp_gate_set(&site->gate, 1) && shut_count < SHUT_MOST &&
	    lp_modules_state(index)->is_permanent)
		shut_sites[(shut_first + shut_count++) % SHUT_MOST] = site;
	lp_unlock(&guard);
}

/* The first one takes its place. */
static void forget(const struct lp_abi_wait_site *site)
{
	for (uint32_t i = 0; i < shut_count; i++) {
		struct lp_abi_wait_site **const at = &shut_sites[(shut_first + i) % SHUT_MOST];

		if (*at != site)
			continue;
		*at = shut_sites[shut_first];
		shut_first = (shut_first + 1) % SHUT_MOST;
		shut_count--;
		return;
	}
}

void lp_wait_gate_open(struct lp_abi_wait_site *site)
{
	struct lp_guard guard;

	if (lp_lock_is_mine() || !lp_try_lock(&guard))
		return;
	if (lp_wait_gate_is_shut(site) && lp_gate_set(&site->gate, 0))
		forget(site);
	lp_unlock(&guard);
}

void lp_wait_gates_reopen(void)
{
	struct lp_guard guard;

	if (!__atomic_load_n(&shut_count, __ATOMIC_RELAXED) || lp_run->engine == LP_ENGINE_NONE ||
	    lp_lock_is_mine() || !lp_try_lock(&guard))
		return;
	for (int i = 0; i < REOPENED_AT_ONCE && shut_count > 0; i++, shut_count--) {
		if (!lp_gate_set(&shut_sites[shut_first]->gate, 0))
			break;
		shut_first = (shut_first + 1) % SHUT_MOST;
	}
	lp_unlock(&guard);
}
