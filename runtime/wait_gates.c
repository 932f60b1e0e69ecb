/* wait_gates.c: which probes around calls that may wait are shut. */
#include "runtime/wait_gates.h"

#include <stdbool.h>
#include <stdint.h>

#include "runtime/register.h"

enum { REOPENED_AT_ONCE = 4, SHUT_MOST = 1024 };

/* Sites of the executable, which is never unloaded, that were shut: a ring, the oldest first. */
static struct lp_abi_wait_site *shut_sites[SHUT_MOST];
static uint32_t shut_first, shut_count;
static char shut_lock;

/* Handlers interrupt who has it, so nobody waits for it. */
static bool try_lock(void)
{
	return !__atomic_test_and_set(&shut_lock, __ATOMIC_ACQUIRE);
}

static void unlock(void)
{
	__atomic_clear(&shut_lock, __ATOMIC_RELEASE);
}

/* One that finds no place in the ring stays shut. */
void lp_wait_gate_shut(const struct lp_abi_module *module, struct lp_abi_wait_site *site)
{
	const uint32_t index = (uint32_t)module->handle - 1;

	if (!try_lock())
		return;
	if (!__atomic_load_n(&site->gate, __ATOMIC_RELAXED)) {
		__atomic_store_n(&site->gate, 1, __ATOMIC_RELAXED);
		if (shut_count < SHUT_MOST && lp_modules_state(index)->is_permanent)
			shut_sites[(shut_first + shut_count++) % SHUT_MOST] = site;
	}
	unlock();
}

void lp_wait_gates_reopen(void)
{
	if (!try_lock())
		return;
	for (int i = 0; i < REOPENED_AT_ONCE && shut_count > 0; i++, shut_count--) {
		struct lp_abi_wait_site *const site = shut_sites[shut_first];

		shut_first = (shut_first + 1) % SHUT_MOST;
		__atomic_store_n(&site->gate, 0, __ATOMIC_RELAXED);
	}
	unlock();
}

void lp_wait_gates_fork_child(void)
{
	if (!try_lock())
		shut_count = 0;
	unlock();
}
