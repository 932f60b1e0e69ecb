/* regions.c: the regions that a program names. */
#include "runtime/regions.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/profile_file.h"

enum {
	NAMES_MAX = 1024, /* ours included; what comes later is LP_REGION_OTHERS */
	NAMES_PER_SECTION = 64,
	ROWS_PER_SECTION = 32,
	SLOTS = 2 * NAMES_MAX, /* a power of two */
	DEPTH_MAX = 256,       /* open regions of a thread */
};

#define NO_NAME UINT32_MAX

/* An open region. */
struct frame {
	struct lp_region *row;
	uint64_t since_ticks; /* part of the call that is not in total_ticks yet */
	bool is_outermost;
};

struct lp_thread_regions {
	uintptr_t busy_frame; /* of the call in progress; 0 */
	bool is_closed;
	uint32_t depth;
	uint32_t too_deep; /* begun while `frames` was full, and not ended */
	uint64_t last_ticks;
	struct lp_region *free_rows;
	uint32_t free_row_count;
	struct lp_region lost; /* stands for rows that found no room in the profile */
	struct frame frames[DEPTH_MAX];
	struct lp_region *rows[NAMES_MAX]; /* by name; NULL: not begun here yet */
};

static struct lp_region_name *names[NAMES_MAX];
static uint32_t name_count;
static uint32_t slots[SLOTS]; /* number of a name + 1, by its hash */

static inline void order(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* --- names --- */

/* What of `text` is kept: whole UTF-8 characters. */
static uint32_t kept_bytes(const char *text)
{
	const size_t most = sizeof names[0]->text;
	size_t bytes = strnlen(text, most + 1);

	if (bytes > most)
		for (bytes = most; bytes > 1 && ((unsigned char)text[bytes] & 0xc0) == 0x80;)
			bytes--;
	return (uint32_t)bytes;
}

static bool is_name(uint32_t number, const char *text, uint32_t bytes)
{
	return names[number]->bytes == bytes && !memcmp(names[number]->text, text, bytes);
}

/* The slot of the name, or the free one where it belongs. */
static uint32_t *slot_of(const char *text, uint32_t bytes)
{
	uint32_t at = (uint32_t)lp_hash(text, bytes) % SLOTS;

	for (;; at = (at + 1) % SLOTS) {
		const uint32_t taken = __atomic_load_n(&slots[at], __ATOMIC_ACQUIRE);

		if (!taken || is_name(taken - 1, text, bytes))
			return &slots[at];
	}
}

static bool append_names(void)
{
	const uint64_t bytes = NAMES_PER_SECTION * sizeof(struct lp_region_name);
	struct lp_region_names *const head =
	    lp_file_append(LP_SECT_REGION_NAMES, sizeof *head, bytes);
	struct lp_region_name *const first = (struct lp_region_name *)(void *)(head + 1);

	if (!head)
		return false;
	*head = (struct lp_region_names){.first = name_count, .count = NAMES_PER_SECTION};
	for (uint32_t i = 0; i < NAMES_PER_SECTION; i++)
		names[name_count + i] = &first[i];
	lp_file_commit();
	return true;
}

/* Under the lock. NO_NAME without room. */
static uint32_t add_name(const char *text, uint32_t bytes)
{
	uint32_t *const slot = slot_of(text, bytes);
	struct lp_region_name *name;

	if (*slot)
		return *slot - 1;
	if (name_count == NAMES_MAX || (name_count % NAMES_PER_SECTION == 0 && !append_names()))
		return NO_NAME;
	name = names[name_count];
	memcpy(name->text, text, bytes);
	__atomic_store_n(&name->bytes, bytes, __ATOMIC_RELEASE);
	__atomic_store_n(&name_count, name_count + 1, __ATOMIC_RELAXED);
	__atomic_store_n(slot, name_count, __ATOMIC_RELEASE);
	return name_count - 1;
}

static uint32_t add_first_names(void)
{
	static const char *const texts[LP_REGION_OWN_NAMES] = {"<other regions>",
							       "<end without begin>"};
	uint32_t number = 0;

	for (uint32_t i = name_count; i < LP_REGION_OWN_NAMES && number != NO_NAME; i++)
		number = add_name(texts[i], (uint32_t)strlen(texts[i]));
	return number;
}

static uint32_t number_of(const char *text)
{
	const char *const name = text && *text ? text : "<no name>";
	const uint32_t bytes = kept_bytes(name);
	uint32_t number = __atomic_load_n(slot_of(name, bytes), __ATOMIC_ACQUIRE) - 1;
	struct lp_guard guard;

	if (number != NO_NAME)
		return number;
	/* A hostile number of names: no lock for each call. */
	if (__atomic_load_n(&name_count, __ATOMIC_RELAXED) == NAMES_MAX)
		return LP_REGION_OTHERS;
	lp_lock(&guard);
	number = add_first_names();
	if (number != NO_NAME)
		number = add_name(name, bytes);
	lp_unlock(&guard);
	return number == NO_NAME ? LP_REGION_OTHERS : number;
}

/* --- rows --- */

/* Under the lock. */
static bool append_rows(struct lp_thread_state *thread)
{
	struct lp_thread_regions *const own = thread->regions;
	const uint64_t bytes = ROWS_PER_SECTION * sizeof(struct lp_region);
	struct lp_regions *const head = lp_file_append(LP_SECT_REGIONS, sizeof *head, bytes);

	if (!head)
		return false;
	*head = (struct lp_regions){.thread = thread->index, .count = ROWS_PER_SECTION};
	own->free_rows = (struct lp_region *)(void *)(head + 1);
	own->free_row_count = ROWS_PER_SECTION;
	lp_file_commit();
	return true;
}

/* Under the lock, but for a name that the thread has had. */
static struct lp_region *row_of(struct lp_thread_state *thread, uint32_t number)
{
	struct lp_thread_regions *const own = thread->regions;

	if (own->rows[number])
		return own->rows[number];
	if (number >= name_count || (!own->free_row_count && !append_rows(thread)))
		return &own->lost;
	own->rows[number] = own->free_rows++;
	own->free_row_count--;
	__atomic_store_n(&own->rows[number]->name, number + 1, __ATOMIC_RELEASE);
	return own->rows[number];
}

static struct lp_region *find_row(struct lp_thread_state *thread, uint32_t number)
{
	struct lp_region *row = thread->regions->rows[number];
	struct lp_guard guard;

	if (row)
		return row;
	lp_lock(&guard);
	row = row_of(thread, number);
	lp_unlock(&guard);
	return row;
}

/* Under the lock. */
static bool make_regions(struct lp_thread_state *thread)
{
	void *memory;

	if (thread->regions)
		return true;
	memory = mmap(NULL, sizeof *thread->regions, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return false;
	__atomic_store_n(&thread->regions, memory, __ATOMIC_RELEASE);
	return true;
}

/* --- time --- */

static void account(struct lp_thread_regions *own, uint64_t now)
{
	if (own->depth)
		own->frames[own->depth - 1].row->self_ticks += lp_clock_since(now, own->last_ticks);
	own->last_ticks = now;
}

static void begin(struct lp_thread_state *thread, const char *name)
{
	struct lp_thread_regions *const own = thread->regions;
	struct lp_region *const row = find_row(thread, number_of(name));
	const uint64_t now = lp_clock_ticks();

	account(own, now);
	row->calls += !lp_clock_is_stopped();
	if (own->depth == DEPTH_MAX) {
		own->too_deep++;
		return;
	}
	own->frames[own->depth] =
	    (struct frame){.row = row, .since_ticks = now, .is_outermost = !row->open};
	row->open++;
	order();
	own->depth++;
}

static void end(struct lp_thread_state *thread)
{
	struct lp_thread_regions *const own = thread->regions;
	struct frame *top;

	if (own->too_deep) {
		own->too_deep--;
		return;
	}
	if (!own->depth) {
		/* So that the number of the name stands, too. */
		number_of("<end without begin>");
		find_row(thread, LP_REGION_END_WITHOUT_BEGIN)->calls += !lp_clock_is_stopped();
		return;
	}
	account(own, lp_clock_ticks());
	top = &own->frames[own->depth - 1];
	if (top->is_outermost)
		top->row->total_ticks += lp_clock_since(own->last_ticks, top->since_ticks);
	top->row->open--;
	order();
	own->depth--;
}

/* The calling thread, with all it needs; NULL if it cannot have that. */
static struct lp_thread_state *own_state(struct lp_abi_module *module)
{
	struct lp_guard guard;

	if (!lp_self)
		((const struct lp_abi_ops *)module->ops)->thread(module);
	if (!lp_self || !lp_self->row)
		return NULL;
	if (!lp_self->regions) {
		lp_lock(&guard);
		make_regions(lp_self);
		lp_unlock(&guard);
	}
	return lp_self->regions && !lp_self->regions->is_closed ? lp_self : NULL;
}

/* A call in a signal handler that came in the middle of another one is left out; one
 * that siglongjmp() left there is over. */
void lp_regions_call(struct lp_abi_module *module, int what, const char *name)
{
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	struct lp_thread_state *thread;

	if (what == LP_REGION_STEP) {
		lp_lifecycle_step();
		return;
	}
	if (what == LP_REGION_SCHEDULE) {
		lp_lifecycle_schedule((const int *)(const void *)name);
		return;
	}
	thread = own_state(module);
	if (!thread || (thread->regions->busy_frame && here < thread->regions->busy_frame))
		return;
	thread->regions->busy_frame = here;
	order();
	if (what == LP_REGION_BEGIN)
		begin(thread, name);
	else if (what == LP_REGION_END)
		end(thread);
	order();
	thread->regions->busy_frame = 0;
}

uint32_t lp_regions_current(void)
{
	const struct lp_thread_regions *const own =
	    lp_self && lp_self->row ? lp_self->regions : NULL;

	return own && own->depth ? own->frames[own->depth - 1].row->name : 0;
}

void lp_regions_settle(struct lp_thread_state *thread)
{
	struct lp_thread_regions *const own = __atomic_load_n(&thread->regions, __ATOMIC_ACQUIRE);
	uint64_t now;

	if (!own || own->busy_frame || own->is_closed)
		return;
	now = lp_clock_ticks();
	account(own, now);
	for (uint32_t i = 0; i < own->depth; i++) {
		struct frame *const open = &own->frames[i];

		if (open->is_outermost)
			open->row->total_ticks += lp_clock_since(now, open->since_ticks);
		open->since_ticks = now;
	}
}

void lp_regions_close(struct lp_thread_state *thread)
{
	struct lp_thread_regions *const own = __atomic_load_n(&thread->regions, __ATOMIC_ACQUIRE);

	if (!own)
		return;
	lp_regions_settle(thread);
	__atomic_store_n(&own->is_closed, true, __ATOMIC_RELAXED);
}

/* --- rows that change hands --- */

void lp_regions_begin_thread(struct lp_thread_state *thread)
{
	struct lp_thread_regions *const own = thread->regions;

	if (!own)
		return;
	own->is_closed = false;
	own->busy_frame = 0;
	own->depth = 0;
	own->too_deep = 0;
}

static void clear_row(struct lp_region *row)
{
	row->open = 0;
	row->calls = row->self_ticks = row->total_ticks = 0;
}

void lp_regions_fold(struct lp_thread_state *sum, struct lp_thread_state *from)
{
	if (!from->regions || !make_regions(sum))
		return;
	for (uint32_t i = 0; i < name_count; i++) {
		struct lp_region *const row = from->regions->rows[i];
		struct lp_region *to;

		if (!row || (!row->calls && !row->open && !row->total_ticks))
			continue;
		to = row_of(sum, i);
		to->calls += row->calls;
		to->open += row->open;
		to->self_ticks += row->self_ticks;
		to->total_ticks += row->total_ticks;
		clear_row(row);
	}
}

/* What is open in the one thread that is left goes on, with calls of the parent's. */
void lp_regions_fork_child(void)
{
	const uint64_t now = lp_clock_ticks();

	for (uint32_t i = 0; i < lp_threads_count(); i++) {
		struct lp_thread_regions *const own = lp_threads_state(i)->regions;

		for (uint32_t n = 0; own && n < name_count; n++)
			if (own->rows[n])
				clear_row(own->rows[n]);
	}
	if (!lp_self || !lp_self->regions)
		return;
	lp_self->regions->last_ticks = now;
	for (uint32_t i = 0; i < lp_self->regions->depth; i++) {
		lp_self->regions->frames[i].since_ticks = now;
		lp_self->regions->frames[i].row->open++;
	}
}
