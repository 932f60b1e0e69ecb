/*
 * place.h: where the dynamic linker put an executable or shared library.
 *
 * These take the linker's lock: not in signal handlers, nor under the lock of lock.h.
 */
#ifndef LINEPROF_RUNTIME_PLACE_H
#define LINEPROF_RUNTIME_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* The name of a note, of type LP_ABI_VERSION, that each copy of the runtime has: it holds,
 * relative to its own address, where modules register. */
#define LP_RUNTIME_NOTE "lineprof"

struct lp_place {
	bool is_executable;  /* the program itself */
	bool is_permanent;   /* that, or a library that it was linked with: never unloaded */
	char path[PATH_MAX]; /* absolute; empty for the program */
	uint64_t name_hash;  /* of the linker's name for it */
	uintptr_t load_bias;
	uintptr_t text_begin; /* executable segments; both 0 if nobody knows the address */
	uintptr_t text_end;
	uint32_t build_id_bytes;
	unsigned char build_id[20];
};

/* Fills in the place of what `address` is in. One thread at a time. */
void lp_place_find(struct lp_place *place, const void *address);

/* Whether what is at `address` has this name and was loaded there. With glibc from 2.35 without a
 * lock. */
bool lp_place_is(const void *address, uint64_t name_hash, uintptr_t load_bias);

/* Calls `act` while no library comes or goes. It may try for the lock of lock.h. */
void lp_place_hold(void (*act)(void *data), void *data);

/* In a child that was forked beside other threads, one of which may have had the linker's lock,
 * nobody gives that back: it is not asked for there any more. */
void lp_place_before_fork(void);
void lp_place_fork_child(void);

/* What the first runtime of this version in the process says of itself: see
 * LP_RUNTIME_NOTE. The program comes before its libraries, and those in the order in which
 * they were loaded. */
const int64_t *lp_place_first_runtime(void);

#endif
