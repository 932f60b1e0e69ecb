/*
 * regions.h: the regions that a program names: a stack of the open ones in each
 * thread, and their calls and times in the profile.
 */
#ifndef LINEPROF_RUNTIME_REGIONS_H
#define LINEPROF_RUNTIME_REGIONS_H

#include "format/abi.h"
#include "runtime/threads.h"

/* Whose regions they are: an end is that of the owner's own innermost one. */
enum {
	LP_REGION_OWNER_PROGRAM, /* lineprof_region_begin() */
	LP_REGION_OWNER_NONE,    /* has none: an end is one without a begin */
	LP_REGION_OWNER_NVTX,    /* and up: a domain of NVTX each */
	LP_REGION_OWNERS = 68,
};

/* lp_abi_ops.region. */
void lp_regions_call(struct lp_abi_module *module, int what, const char *name);

/* A region of the calling thread begins, and ends. `name` is copied. */
void lp_regions_begin(uint32_t owner, const char *name);
void lp_regions_end(uint32_t owner);

/*
 * A range begins, and ends, in this thread or in another one. Returns its id, 0 if there
 * are too many: such ones are counted as "<ranges without room>". Ranges overlap, so they
 * have no time of their own, and take none from regions. Work of a GPU is in the range if
 * it is asked for by the thread that began it. The end of 0 is none.
 */
uint64_t lp_regions_start(const char *name);
void lp_regions_finish(uint64_t id);

/* The path (region_paths.h) that the calling thread is in; 0: in no region. */
uint32_t lp_regions_path(void);

/* Brings open ranges up to now. Under the lock. */
void lp_regions_settle_ranges(void);

/* Brings the open regions' times up to now; as lp_shadow_settle(). */
void lp_regions_settle(struct lp_thread_state *thread);

/* The thread ends, or all do: what is open stays so, and no more is measured. Of the
 * calling thread, or of another at the end of the process. */
void lp_regions_close(struct lp_thread_state *thread);

/* The thread, which may be any, is gone, nobody knows since when: its times stay as they are. */
void lp_regions_abandon(struct lp_thread_state *thread);

/* The row serves another thread from now on. */
void lp_regions_begin_thread(struct lp_thread_state *thread);

/* Adds all of `from`, whose thread is gone, to `sum` and clears it. Under the lock. */
void lp_regions_fold(struct lp_thread_state *sum, struct lp_thread_state *from);

/* In a forked child, under the lock: all calls and times begin anew. */
void lp_regions_fork_child(void);

#endif
