/* register.c: the modules: instrumented executables and shared libraries. */
#include "runtime/register.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "runtime/blocks.h"
#include "runtime/gpu_probes.h"
#include "runtime/idle.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/log.h"
#include "runtime/module_sections.h"
#include "runtime/nvtx.h"
#include "runtime/own_work.h"
#include "runtime/pin.h"
#include "runtime/place.h"
#include "runtime/profile_file.h"
#include "runtime/profile_name.h"
#include "runtime/regions.h"
#include "runtime/sample_signal.h"
#include "runtime/sampler.h"
#include "runtime/served.h"
#include "runtime/settings.h"
#include "runtime/shadow.h"
#include "runtime/threads.h"
#include "runtime/truncation.h"
#include "runtime/valgrind.h"
#include "runtime/waits.h"

enum start_state { NOT_STARTED, STARTED, FAILED };

/* Addresses that no memory has, for what is recorded elsewhere than it is. */
#define RECORDED_ELSEWHERE ((uintptr_t)1 << 56)
#define RECORDED_GAP 4096

static struct lp_module_state modules[LP_MODULES_MAX];
static uint32_t module_count;
static bool is_any_moved; /* some module is recorded elsewhere than it is */
static enum start_state start_state;

uint32_t lp_modules_count(void)
{
	return __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
}

struct lp_module_state *lp_modules_state(uint32_t module)
{
	return &modules[module];
}

const struct lp_module_state *lp_modules_find(uintptr_t address)
{
	const uint32_t count = lp_modules_count();

	for (uint32_t i = 0; i < count; i++)
		if (address >= __atomic_load_n(&modules[i].text_begin, __ATOMIC_RELAXED) &&
		    address < __atomic_load_n(&modules[i].text_end, __ATOMIC_RELAXED))
			return &modules[i];
	return NULL;
}

/* Whether another module has come where this one was. */
static bool is_gone(const struct lp_module_state *state)
{
	return !state->text_end;
}

bool lp_modules_is_loaded(uint32_t module)
{
	const struct lp_module_state *const state = &modules[module];

	return state->is_permanent ||
	       (!is_gone(state) && lp_place_is(state->abi, state->name_hash, state->load_bias));
}

uintptr_t lp_modules_recorded(uintptr_t address)
{
	const struct lp_module_state *state;

	if (!__atomic_load_n(&is_any_moved, __ATOMIC_RELAXED))
		return address;
	/* What was waited for is before the address: so the end is inside. */
	state = lp_modules_find(address - 1);
	if (!state)
		return address;
	return address - __atomic_load_n(&state->text_begin, __ATOMIC_RELAXED) +
	       state->recorded_begin;
}

/* Hash of what is measured: of the file as it was built, wherever it is loaded. */
static uint64_t identity_of(const struct lp_module_state *state, const struct lp_place *place)
{
	const struct lp_abi_func *const funcs = state->abi->funcs_begin;
	const uint64_t shape[] = {state->counter_count, state->func_count,
				  (uintptr_t)state->abi->units_begin - place->load_bias};
	uint64_t hash = lp_hash(place->path, strlen(place->path));

	hash = lp_hash_more(hash, shape, sizeof shape);
	hash = lp_hash_more(hash, place->build_id, sizeof place->build_id);
	for (uint32_t i = 0; i < state->func_count; i++)
		hash = lp_hash_more(hash, &funcs[i].graph_hash, sizeof funcs[i].graph_hash);
	return hash;
}

static struct lp_module_state describe(struct lp_abi_module *abi, const struct lp_place *place)
{
	const struct lp_abi_func *const funcs = abi->funcs_begin;
	struct lp_module_state state = {
	    .abi = abi,
	    .counters = abi->counters_begin,
	    .counter_count =
		(uint64_t)((uint64_t *)abi->counters_end - (uint64_t *)abi->counters_begin),
	    .func_count = (uint32_t)((struct lp_abi_func *)abi->funcs_end - funcs),
	    .is_permanent = place->is_permanent,
	    .name_hash = place->name_hash,
	    .load_bias = place->load_bias,
	    .text_begin = place->text_begin,
	    .text_end = place->text_end,
	    .text_bytes = place->text_end - place->text_begin,
	};

	state.identity = identity_of(&state, place);
	for (uint32_t i = 0; i < state.func_count; i++)
		state.has_clocks |= (funcs[i].flags & LP_FUNC_CLOCKED) != 0;
	return state;
}

/* A library that was unloaded and loaded again goes on as it was; and one file may have several
 * descriptors of the same sections, where symbols of objects were made local. Returns its
 * number, or that of a new one. Not under the lock. */
static uint32_t number_for(const struct lp_module_state *state)
{
	const uint32_t count = lp_modules_count();

	for (uint32_t i = 0; i < count; i++)
		if (modules[i].identity == state->identity &&
		    (modules[i].load_bias == state->load_bias || !lp_modules_is_loaded(i)))
			return i;
	return count;
}

static void set_text(struct lp_module_state *state, uintptr_t begin, uintptr_t end)
{
	__atomic_store_n(&state->text_end, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&state->text_begin, begin, __ATOMIC_RELAXED);
	__atomic_store_n(&state->text_end, end, __ATOMIC_RELAXED);
}

static void note_move(const struct lp_module_state *state)
{
	if (state->recorded_begin != state->text_begin)
		__atomic_store_n(&is_any_moved, true, __ATOMIC_RELAXED);
}

/* What was where `state` is has been unloaded. */
static void bury_former(const struct lp_module_state *state)
{
	for (uint32_t i = 0; i < module_count; i++)
		if (!modules[i].is_permanent && modules[i].text_begin < state->text_end &&
		    state->text_begin < modules[i].text_end)
			set_text(&modules[i], 0, 0);
}

/* Where the profile says that `state` is: where it is, or, if another module is known there
 * already, where no memory is. */
static uintptr_t recorded_begin_of(const struct lp_module_state *state)
{
	static uintptr_t next = RECORDED_ELSEWHERE;
	const uintptr_t bytes = state->text_end - state->text_begin;
	uintptr_t begin = state->text_begin;

	for (uint32_t i = 0; i < module_count && !state->is_permanent; i++)
		if (modules[i].recorded_begin < state->text_end &&
		    state->text_begin < modules[i].recorded_begin + modules[i].text_bytes)
			begin = next;
	if (begin == next)
		next += bytes + RECORDED_GAP;
	return begin;
}

/* A new module, at the end of the table. */
static bool append(const struct lp_module_state *state, const struct lp_place *place)
{
	struct lp_module_state *const own = &modules[module_count];

	if (module_count == LP_MODULES_MAX)
		return false;
	*own = *state;
	own->recorded_begin = recorded_begin_of(state);
	note_move(own);
	if (!lp_module_write(module_count, own, place))
		return false;
	__atomic_store_n(&module_count, module_count + 1, __ATOMIC_RELEASE);
	return true;
}

/* `number`: from number_for(). */
static bool add_module(uint32_t number, const struct lp_module_state *state,
		       const struct lp_place *place)
{
	struct lp_module_state *const own = &modules[number];

	bury_former(state);
	if (number == module_count)
		return append(state, place);
	lp_blocks_leave_static(number);
	own->abi = state->abi;
	own->counters = state->counters;
	own->load_bias = state->load_bias;
	set_text(own, state->text_begin, state->text_end);
	note_move(own);
	return true;
}

static intptr_t delta_to(const struct lp_abi_module *abi, const struct lp_thread_state *thread,
			 uint32_t index)
{
	return (intptr_t)((uintptr_t)thread->counters[index] - (uintptr_t)abi->counters_begin);
}

static void set_delta(const struct lp_abi_module *abi, const struct lp_thread_state *thread,
		      uint32_t index)
{
	*lp_module_delta(abi) = delta_to(abi, thread, index);
}

/* Ours, whatever the thread has blocked. Programs set their masks often, and block neither: that
 * takes one system call. */
static void let_signals_in(void)
{
	const uint64_t blocked = lp_sample_signal_blocked();

	lp_sampler_let_in(blocked);
	lp_truncation_let_in(blocked);
}

/* Whether the thread counts for the module already. */
static bool is_attached(const struct lp_abi_module *abi, uint32_t index)
{
	return lp_self && lp_self->counters[index] &&
	       *lp_module_delta(abi) == delta_to(abi, lp_self, index);
}

/*
 * lp_abi_ops.thread: also where the thread may have blocked the samples' signal. A signal handler
 * may come first at any point in here. What the runtime itself calls counts into the static arrays
 * until the thread is there.
 */
static void attach_thread(struct lp_abi_module *abi)
{
	const uint32_t index = (uint32_t)abi->handle - 1;
	struct lp_guard guard;

	if ((lp_self && !lp_self->row) || lp_lock_is_mine())
		return;
	if (is_attached(abi, index)) {
		let_signals_in();
		return;
	}
	if (!lp_self || !lp_self->counters[index]) {
		lp_lock(&guard);
		if (lp_self || lp_threads_attach(&guard))
			lp_blocks_attach(lp_self, index);
		lp_unlock(&guard);
	} else {
		/* Another thread had the row. */
		lp_blocks_mark_collapsed(lp_self, index);
	}
	let_signals_in();
	if (lp_self->row)
		set_delta(abi, lp_self, index);
}

static const struct lp_abi_ops live_ops = {
    .abi_version = LP_ABI_VERSION,
    .size_bytes = sizeof(struct lp_abi_ops),
    .thread = attach_thread,
    .enter = lp_shadow_enter,
    .leave = lp_wait_leave,
    .control = lp_lifecycle_control,
    .region = lp_regions_call,
    .gpu_begin = lp_gpu_begin,
    .gpu_end = lp_gpu_end,
    .nvtx = lp_nvtx_attach,
    .wait_begin = lp_wait_begin,
    .wait_end = lp_wait_end,
    .gpu_close = lp_gpu_close,
    .look = lp_look,
};

/* Where no clock is read in the whole run, no probe need ask. Now, as a call may come where the
 * program's data cannot be written, or in a sandbox (gate.h). */
static void shut_probes(const struct lp_abi_module *abi)
{
	for (struct lp_abi_func *func = abi->funcs_begin;
	     func < (struct lp_abi_func *)abi->funcs_end; func++)
		if (func->flags & LP_FUNC_CLOCKED)
			func->gate = 1;
}

static void publish(struct lp_abi_module *abi, const struct lp_abi_ops *ops, uint32_t index)
{
	abi->handle = (uint64_t)index + 1;
	__atomic_store_n(&abi->ops, (void *)(uintptr_t)ops, __ATOMIC_RELEASE);
	__atomic_store_n(&abi->registered, 1, __ATOMIC_RELEASE);
}

static int register_idle(struct lp_abi_module *abi)
{
	const uint32_t block = lp_idle_block(abi);

	if (block == LP_MODULES_MAX)
		return -1;
	publish(abi, &lp_idle_ops, block);
	lp_idle_ops.thread(abi);
	return 0;
}

void lp_modules_go_idle(const bool is_loaded[])
{
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		if (is_loaded[i]) {
			publish(lp_modules_state(i)->abi, &lp_idle_ops, LP_MODULES_MAX);
			lp_idle_ops.thread(lp_modules_state(i)->abi);
		}
}

/* That of all units of the program itself; a library's says nothing of what calls it. */
static enum lp_mode compiled_mode(const struct lp_abi_module *abi, const struct lp_place *place)
{
	const struct lp_abi_unit *unit;
	bool are_counted = true, are_deterministic = true;

	if (!place->is_executable || abi->abi_version != LP_ABI_VERSION ||
	    abi->units_begin == abi->units_end)
		return LP_MODE_AUTO;
	for (unit = abi->units_begin; unit < (struct lp_abi_unit *)abi->units_end; unit++) {
		are_counted = are_counted && unit->flags & LP_UNIT_COUNTS;
		are_deterministic =
		    are_deterministic && unit->flags & (LP_UNIT_COUNTS | LP_UNIT_DETERMINISTIC);
	}
	if (are_counted)
		return LP_MODE_COUNTS;
	return are_deterministic ? LP_MODE_DETERMINISTIC : LP_MODE_AUTO;
}

static enum start_state start(enum lp_mode mode)
{
	lp_settings_read(mode);
	if (lp_settings.is_off)
		return FAILED;
	if (lp_lifecycle_start())
		return STARTED;
	lp_log("runtime", "no memory, nothing will be measured", NULL);
	return FAILED;
}

static int register_live(uint32_t number, const struct lp_module_state *state,
			 const struct lp_place *place)
{
	struct lp_abi_module *const abi = state->abi;

	if (!add_module(number, state, place)) {
		lp_log(place->path, "no room for one more module, it will not be measured", NULL);
		return register_idle(abi);
	}
	publish(abi, &live_ops, number);
	if (!lp_self && !lp_threads_attach(NULL))
		return 0;
	if (!lp_self->row)
		return 0;
	lp_blocks_attach(lp_self, number);
	lp_blocks_adopt_static(lp_self, number);
	set_delta(abi, lp_self, number);
	return 0;
}

/* Where it was started names the modules' files. */
static void find_program_once(void)
{
	struct lp_guard guard;

	lp_lock(&guard);
	if (start_state == NOT_STARTED) {
		lp_log_start();
		lp_program_find();
	}
	lp_unlock(&guard);
}

static enum start_state start_once(enum lp_mode mode)
{
	struct lp_guard guard;

	lp_lock(&guard);
	if (start_state == NOT_STARTED)
		start_state = start(mode);
	lp_unlock(&guard);
	return start_state;
}

/* The dynamic linker's lock comes before ours: so its list is asked first. */
int lp_register_here(struct lp_abi_module *abi)
{
	/* A path is large for the stack of a thread that loads a library. The linker lets in
	 * one at a time. */
	static struct lp_place place;
	struct lp_module_state state;
	struct lp_guard guard;
	bool is_live;
	uint32_t number = 0;
	uint64_t begin_ns;
	int result;

	/* Of another version only the first field is known to be where it is here. */
	if (abi->abi_version == LP_ABI_VERSION && abi->ops)
		return 0;
	if (start_state == NOT_STARTED)
		lp_pin_runtime();
	find_program_once();
	lp_place_find(&place, abi);
	is_live = start_once(compiled_mode(abi, &place)) == STARTED;
	if (place.is_executable)
		strcpy(place.path, lp_program.path);
	if (!lp_module_is_served(abi, place.path))
		return -1;
	if (!is_live || lp_settings.mode == LP_MODE_COUNTS)
		shut_probes(abi);
	lp_valgrind_leave_alone(abi->counters_begin, lp_module_counters_bytes(abi));
	if (is_live) {
		state = describe(abi, &place);
		number = number_for(&state);
	}
	lp_lock(&guard);
	begin_ns = lp_own_work_begin();
	result = is_live ? register_live(number, &state, &place) : register_idle(abi);
	if (is_live)
		lp_own_work_end(begin_ns);
	lp_unlock(&guard);
	let_signals_in();
	return result;
}

/* Libraries may bring copies of the runtime, at other paths or linked into them. Two would
 * measure side by side, each into a file of its own: so all serve by the first one. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
__asm__(".pushsection .note.lineprof, \"a\", %note\n"
	".balign 8\n"
	".long 9, 8, " TEXT(LP_ABI_VERSION) "\n" /* bytes of name and contents, type */
					    ".asciz \"" LP_RUNTIME_NOTE "\"\n"
					    ".balign 8\n"
					    ".quad lp_register_here - .\n"
					    ".popsection\n");

int __lineprof_register(struct lp_abi_module *abi)
{
	const int64_t *const first = lp_place_first_runtime();
	int (*const serve)(struct lp_abi_module *) =
	    first ? (int (*)(struct lp_abi_module *))(uintptr_t)lp_abi_target(first)
		  : lp_register_here;

	return serve(abi);
}
