/*
 * register.h: the modules: instrumented executables and shared libraries.
 */
#ifndef LINEPROF_RUNTIME_REGISTER_H
#define LINEPROF_RUNTIME_REGISTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/abi.h"

struct lp_module_state {
	/* Both dangle once the library is unloaded; and while it is loaded again, `abi` is not
	 * relocated. */
	struct lp_abi_module *abi;
	uint64_t *counters; /* its static section */
	uint64_t counter_count;
	uint32_t func_count;
	bool has_clocks;    /* some function has a clock */
	bool is_permanent;  /* the program, or what it was linked with (linked.h): never unloaded */
	uint64_t identity;  /* hash of path and contents: the same library, loaded again */
	uint64_t name_hash; /* see lp_place */
	uintptr_t load_bias;
	uintptr_t text_begin; /* where it is, or was last; the end is 0 once another is there */
	uintptr_t text_end;
	uintptr_t text_bytes;
	uintptr_t recorded_begin;  /* where the profile says that it is */
	uint64_t *shared_counters; /* LP_THREAD_STATIC's in the profile; NULL while all zero */
	uint64_t *shared_excluded; /* of these, see exclusion.h; NULL before the first stop */
};

/* Where the calling thread keeps how far its counters are from the static ones. */
static inline intptr_t *lp_module_delta(const struct lp_abi_module *abi)
{
	intptr_t *(*const delta)(void) = (intptr_t * (*)(void)) abi->delta;

	return delta();
}

static inline size_t lp_module_counters_bytes(const struct lp_abi_module *abi)
{
	return (size_t)((char *)abi->counters_end - (char *)abi->counters_begin);
}

/* Any thread, signal handlers too. Modules are never taken away. */
uint32_t lp_modules_count(void);
struct lp_module_state *lp_modules_state(uint32_t module);

/* The module whose text holds `address`, or NULL. */
const struct lp_module_state *lp_modules_find(uintptr_t address);

/* What the profile has for `address`: libraries may come and go at one place, and one may
 * come back at another. */
uintptr_t lp_modules_recorded(uintptr_t address);

/*
 * Whether the module's own memory is still there. Takes the dynamic linker's lock:
 * not in signal handlers, nor under the lock of lock.h.
 */
bool lp_modules_is_loaded(uint32_t module);

/* In a forked child that cannot have a profile: of the modules that are loaded nothing is counted
 * where the profile is, from now on. */
void lp_modules_go_idle(const bool is_loaded[]);

/* The same with this copy of the runtime, which may not be the only one in the process. */
int lp_register_here(struct lp_abi_module *module);

/* The runtime's only entry point; see format/abi.h. */
int __lineprof_register(struct lp_abi_module *module) __attribute__((visibility("default")));

#endif
