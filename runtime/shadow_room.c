/* shadow_room.c: room for more open clocks than a thread begins with. */
#include "runtime/shadow_room.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/system_calls.h"

/* What others read of the frames there were goes on: so these stay, which are half of the new ones
 * at most. Under the lock: nobody changes them meanwhile. */
static void grow(struct lp_thread_state *thread)
{
	const size_t bytes = thread->depth_most * sizeof *thread->frames;
	void *const memory = lp_sys_mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED) {
		thread->is_full = true;
		return;
	}
	memcpy(memory, thread->frames, bytes);
	__atomic_store_n(&thread->frames, memory, __ATOMIC_RELEASE);
	thread->depth_most *= 2;
}

static bool is_at_end(const struct lp_thread_state *thread)
{
	return thread->is_full || thread->depth_most == LP_SHADOW_DEPTH_MOST || lp_lock_is_mine();
}

static void note_lost(void)
{
	uint32_t lost = __atomic_load_n(&lp_run->clocks_lost, __ATOMIC_RELAXED);

	while (lost < UINT32_MAX &&
	       !__atomic_compare_exchange_n(&lp_run->clocks_lost, &lost, lost + 1, false,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

bool lp_shadow_room_more(struct lp_thread_state *thread)
{
	struct lp_guard guard;

	if (!is_at_end(thread)) {
		lp_lock(&guard);
		grow(thread);
		lp_unlock(&guard);
	}
	if (thread->depth < thread->depth_most)
		return true;
	note_lost();
	return false;
}
