/* idle.c: modules of a program that is not measured: what their probes call, and where they count.
 */
#include "runtime/idle.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include "runtime/register.h"
#include "runtime/system_calls.h"
#include "runtime/threads.h"
#include "runtime/valgrind.h"

/* What is where another module was, of its size, has that one's block. */
static struct {
	const void *counters; /* the module's own */
	size_t bytes;
	intptr_t delta;
} blocks[LP_MODULES_MAX + 1]; /* the last one: the static section */
static uint32_t block_count;

/* Without memory, the static section does as well. */
static void make_block(const struct lp_abi_module *abi, size_t bytes)
{
	void *block = MAP_FAILED;

	if (bytes)
		block = lp_sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	blocks[block_count].counters = abi->counters_begin;
	blocks[block_count].bytes = bytes;
	if (block != MAP_FAILED)
		blocks[block_count].delta =
		    (intptr_t)((uintptr_t)block - (uintptr_t)abi->counters_begin);
}

uint32_t lp_idle_block(const struct lp_abi_module *abi)
{
	const size_t bytes = lp_module_counters_bytes(abi);
	uint32_t index = 0;

	while (index < block_count &&
	       (blocks[index].counters != abi->counters_begin || blocks[index].bytes != bytes))
		index++;
	if (index < LP_MODULES_MAX && index == block_count) {
		make_block(abi, bytes);
		block_count++;
	}
	return index;
}

static void thread(struct lp_abi_module *abi)
{
	*lp_module_delta(abi) = blocks[abi->handle - 1].delta;
}

/* The kernel is asked for nothing (gate.h), in whatever sandbox the program may be. One that is so
 * already may be where nothing can be written by now. */
static void set_gate(uint32_t *gate, uint32_t value)
{
	lp_valgrind_leave_alone(gate, sizeof *gate);
	if (__atomic_load_n(gate, __ATOMIC_RELAXED) != value)
		__atomic_store_n(gate, value, __ATOMIC_RELAXED);
}

static uint32_t enter(struct lp_abi_module *abi, struct lp_abi_func *func, void *frame)
{
	(void)abi;
	(void)frame;
	set_gate(&func->gate, 1);
	return 0;
}

static void leave(void *frame)
{
	(void)frame;
}

static int control(struct lp_abi_module *abi, int what)
{
	(void)abi;
	return what >= LP_CONTROL_FLUSH && what <= LP_CONTROL_SIGNAL ? 0 : -1;
}

static void region(struct lp_abi_module *abi, int what, const char *name)
{
	(void)abi;
	(void)what;
	(void)name;
}

static void gpu_begin(struct lp_abi_module *abi, struct lp_abi_gpu *gpu,
		      struct lp_abi_gpu_site *site, void *frame)
{
	(void)abi;
	(void)site;
	(void)frame;
	set_gate(&gpu->gate, 0);
}

/* Never called: the gate is shut. */
static void gpu_close(struct lp_abi_gpu_site *site, void *frame)
{
	(void)site;
	(void)frame;
}

static int nvtx(struct lp_abi_module *abi, void *get_table)
{
	(void)abi;
	(void)get_table;
	return 0;
}

static void wait_begin(struct lp_abi_module *abi, struct lp_abi_wait_site *site,
		       struct lp_abi_wait *wait)
{
	(void)abi;
	(void)wait;
	set_gate(&site->gate, 1);
}

/* Never called: nothing has begun. */
static void wait_end(struct lp_abi_module *abi, struct lp_abi_wait_site *site,
		     const struct lp_abi_wait *wait, void *frame, void *place)
{
	(void)abi;
	(void)site;
	(void)wait;
	(void)frame;
	(void)place;
}

static uint32_t look(struct lp_abi_module *abi)
{
	(void)abi;
	return INT32_MAX;
}

const struct lp_abi_ops lp_idle_ops = {
    .abi_version = LP_ABI_VERSION,
    .size_bytes = sizeof(struct lp_abi_ops),
    .thread = thread,
    .enter = enter,
    .leave = leave,
    .control = control,
    .region = region,
    .gpu_begin = gpu_begin,
    .gpu_end = leave,
    .nvtx = nvtx,
    .wait_begin = wait_begin,
    .wait_end = wait_end,
    .gpu_close = gpu_close,
    .look = look,
};
