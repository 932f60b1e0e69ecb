/* regions.c: the regions that a program names. */
#include "runtime/regions.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/open_ranges.h"
#include "runtime/profile_file.h"
#include "runtime/region_names.h"
#include "runtime/region_paths.h"
#include "runtime/register.h"
#include "runtime/sample_signal.h"
#include "runtime/sampler.h"
#include "runtime/sandbox_calls.h"
#include "runtime/system_calls.h"

enum {
	ROWS_PER_SECTION = 32,
	DEPTH_MAX = 256, /* open regions of a thread */
};

/* An open region; or a range, which is here for the GPU's sake: its time is its own. */
struct frame {
	struct lp_region *row; /* of a range NULL */
	uint64_t since_ticks;  /* part of the call that is not in total_ticks yet */
	uint64_t range;        /* its id; 0: a region */
	uint32_t name;         /* number + 1 */
	uint32_t path;         /* 0: not asked for yet */
	uint32_t owner;
	bool is_outermost;
};

struct lp_thread_regions {
	uintptr_t busy_frame; /* of the call in progress; 0 */
	bool is_closed;
	uint32_t depth;
	uint32_t range_count;                /* of the frames */
	uint32_t too_deep[LP_REGION_OWNERS]; /* begun while `frames` was full, and not ended */
	uint64_t last_ticks;
	struct lp_region *free_rows;
	uint32_t free_row_count;
	struct lp_region lost; /* stands for rows that found no room in the profile */
	struct frame frames[DEPTH_MAX];
	struct lp_region *rows[LP_REGION_NAMES_MAX]; /* by name; NULL: not begun here yet */
};

static inline void order(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
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
	if (number >= lp_region_names_count() || (!own->free_row_count && !append_rows(thread)))
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
	memory = lp_sys_mmap(NULL, sizeof *thread->regions, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return false;
	__atomic_store_n(&thread->regions, memory, __ATOMIC_RELEASE);
	return true;
}

/* --- time --- */

/* The row of the innermost region, whose time passes; NULL in none. */
static struct lp_region *current_row(const struct lp_thread_regions *own)
{
	for (uint32_t i = own->depth; i-- > 0;)
		if (own->frames[i].row)
			return own->frames[i].row;
	return NULL;
}

static void account(struct lp_thread_regions *own, uint64_t now)
{
	struct lp_region *const row = current_row(own);

	if (row)
		row->self_ticks += lp_clock_since(now, own->last_ticks);
	own->last_ticks = now;
}

static void push(struct lp_thread_regions *own, const struct frame *frame)
{
	own->frames[own->depth] = *frame;
	order();
	own->depth++;
}

/* Takes a frame out, of those above others too; paths of what was in it are others now. */
static void take_out(struct lp_thread_regions *own, uint32_t at)
{
	own->depth--;
	order();
	for (uint32_t i = at; i < own->depth; i++) {
		own->frames[i] = own->frames[i + 1];
		own->frames[i].path = 0;
	}
}

static void drop_ended_ranges(struct lp_thread_regions *own)
{
	for (uint32_t i = own->depth; own->range_count && i-- > 0;)
		if (own->frames[i].range && !lp_open_ranges_has(own->frames[i].range)) {
			take_out(own, i);
			own->range_count--;
		}
}

static void begin(struct lp_thread_state *thread, uint32_t owner, const char *name)
{
	struct lp_thread_regions *const own = thread->regions;
	const uint32_t number = lp_region_number(name);
	struct lp_region *const row = find_row(thread, number);
	const uint64_t now = lp_clock_ticks();

	account(own, now);
	row->calls += !lp_clock_is_stopped();
	drop_ended_ranges(own);
	if (own->depth == DEPTH_MAX) {
		own->too_deep[owner]++;
		return;
	}
	push(own, &(struct frame){.row = row,
				  .since_ticks = now,
				  .name = number + 1,
				  .owner = owner,
				  .is_outermost = !row->open});
	row->open++;
}

static struct frame *innermost_of(struct lp_thread_regions *own, uint32_t owner)
{
	for (uint32_t i = own->depth; i-- > 0;)
		if (own->frames[i].row && own->frames[i].owner == owner)
			return &own->frames[i];
	return NULL;
}

/* Regions of others may have begun in it and still be open, one of its own name among them. */
static void close_frame(struct lp_thread_regions *own, struct frame *frame)
{
	struct lp_region *const row = frame->row;
	const bool was_outermost = frame->is_outermost;

	if (was_outermost)
		row->total_ticks += lp_clock_since(own->last_ticks, frame->since_ticks);
	row->open--;
	take_out(own, (uint32_t)(frame - own->frames));
	for (; was_outermost && frame < own->frames + own->depth; frame++)
		if (frame->row == row) {
			frame->is_outermost = true;
			frame->since_ticks = own->last_ticks;
			return;
		}
}

static void end(struct lp_thread_state *thread, uint32_t owner)
{
	struct lp_thread_regions *const own = thread->regions;
	struct frame *frame;

	if (own->too_deep[owner]) {
		own->too_deep[owner]--;
		return;
	}
	frame = innermost_of(own, owner);
	if (!frame) {
		/* So that the number of the name stands, too. */
		lp_region_number("<end without begin>");
		find_row(thread, LP_REGION_END_WITHOUT_BEGIN)->calls += !lp_clock_is_stopped();
		return;
	}
	account(own, lp_clock_ticks());
	close_frame(own, frame);
}

/* --- the calling thread --- */

/* The calling thread, with all it needs; NULL if it cannot have that. A thread may come here
 * before it comes to code that is counted. */
static struct lp_thread_state *own_state(void)
{
	struct lp_guard guard;

	if (lp_lock_is_mine())
		return NULL;
	if (!lp_self) {
		lp_lock(&guard);
		if (!lp_self)
			lp_threads_attach(&guard);
		lp_unlock(&guard);
		lp_sampler_let_in(lp_sample_signal_blocked());
	}
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
static struct lp_thread_state *come_in(uintptr_t frame)
{
	struct lp_thread_state *const thread = own_state();

	if (!thread || (thread->regions->busy_frame && frame < thread->regions->busy_frame))
		return NULL;
	thread->regions->busy_frame = frame;
	order();
	return thread;
}

static void go_out(struct lp_thread_state *thread)
{
	order();
	thread->regions->busy_frame = 0;
}

void lp_regions_begin(uint32_t owner, const char *name)
{
	struct lp_thread_state *const thread = come_in((uintptr_t)__builtin_frame_address(0));

	if (!thread)
		return;
	begin(thread, owner, name);
	go_out(thread);
}

void lp_regions_end(uint32_t owner)
{
	struct lp_thread_state *const thread = come_in((uintptr_t)__builtin_frame_address(0));

	if (!thread)
		return;
	end(thread, owner);
	go_out(thread);
}

void lp_regions_call(struct lp_abi_module *module, int what, const char *name)
{
	(void)module;
	if (lp_lock_is_mine())
		return;
	if (what == LP_REGION_STEP)
		lp_lifecycle_step();
	else if (what == LP_REGION_SCHEDULE)
		lp_lifecycle_schedule((const int *)(const void *)name);
	else if (what == LP_REGION_BEGIN)
		lp_regions_begin(LP_REGION_OWNER_PROGRAM, name);
	else if (what == LP_REGION_END)
		lp_regions_end(LP_REGION_OWNER_PROGRAM);
	else if (what >= LP_REGION_SANDBOX)
		lp_sandbox_call(what, name);
}

uint32_t lp_regions_path(void)
{
	struct lp_thread_regions *const own = lp_self && lp_self->row ? lp_self->regions : NULL;
	uint32_t known;

	if (!own || !own->depth || own->busy_frame)
		return 0;
	own->busy_frame = (uintptr_t)__builtin_frame_address(0);
	order();
	drop_ended_ranges(own);
	for (known = own->depth; known > 0 && !own->frames[known - 1].path;)
		known--;
	for (; known < own->depth; known++)
		own->frames[known].path = lp_region_path_within(
		    known ? own->frames[known - 1].path : 0, own->frames[known].name);
	order();
	own->busy_frame = 0;
	return own->depth ? own->frames[own->depth - 1].path : 0;
}

/* --- ranges --- */

/* Under the lock. Ranges are no thread's: their sums are in the row of all that are gone. */
static struct lp_region *range_row(uint32_t number)
{
	struct lp_thread_state *const sum = lp_threads_state(0);

	return make_regions(sum) ? row_of(sum, number) : NULL;
}

/* Its id; 0: it found no room, and is counted as such. */
static uint64_t add_range(uint32_t number, uint32_t lost_number)
{
	struct lp_guard guard;
	struct lp_region *row;
	uint64_t id = 0;

	lp_lock(&guard);
	row = range_row(number);
	if (row)
		id = lp_open_ranges_add(number, lp_clock_ticks());
	if (row && !id)
		row = range_row(lost_number);
	if (row)
		row->calls += !lp_clock_is_stopped();
	if (id)
		row->open++;
	lp_unlock(&guard);
	return id;
}

uint64_t lp_regions_start(const char *name)
{
	struct lp_thread_state *const thread = come_in((uintptr_t)__builtin_frame_address(0));
	struct lp_thread_regions *own;
	uint32_t number;
	uint64_t id;

	if (!thread)
		return 0;
	own = thread->regions;
	number = lp_region_number(name);
	id = add_range(number, lp_region_number("<ranges without room>"));
	drop_ended_ranges(own);
	if (id && own->depth < DEPTH_MAX) {
		push(own, &(struct frame){.range = id, .name = number + 1});
		own->range_count++;
	}
	go_out(thread);
	return id;
}

/* Under the lock. */
static void add_range_time(const struct lp_open_range *range, uint64_t now)
{
	struct lp_region *const row = range_row(range->name);

	if (row)
		row->total_ticks += lp_clock_since(now, range->since_ticks);
}

void lp_regions_finish(uint64_t id)
{
	struct lp_open_range range;
	struct lp_guard guard;
	bool was_open;

	if (!id)
		return;
	lp_lock(&guard);
	was_open = lp_open_ranges_take(id, &range);
	if (was_open) {
		add_range_time(&range, lp_clock_ticks());
		range_row(range.name)->open--;
	}
	lp_unlock(&guard);
	if (!was_open)
		lp_regions_end(LP_REGION_OWNER_NONE);
}

void lp_regions_settle_ranges(void)
{
	const uint64_t now = lp_clock_ticks();
	struct lp_open_range *range = NULL;

	while ((range = lp_open_ranges_next(range))) {
		add_range_time(range, now);
		range->since_ticks = now;
	}
}

/* --- all threads --- */

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
	lp_regions_settle(thread);
	lp_regions_abandon(thread);
}

void lp_regions_abandon(struct lp_thread_state *thread)
{
	struct lp_thread_regions *const own = __atomic_load_n(&thread->regions, __ATOMIC_ACQUIRE);

	if (own)
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
	own->range_count = 0;
	memset(own->too_deep, 0, sizeof own->too_deep);
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
	for (uint32_t i = 0; i < lp_region_names_count(); i++) {
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

/* Under the lock: ranges that are open go on. */
static void begin_ranges(uint64_t now)
{
	struct lp_open_range *range = NULL;

	while ((range = lp_open_ranges_next(range))) {
		struct lp_region *const row = range_row(range->name);

		range->since_ticks = now;
		if (row)
			row->open++;
	}
}

/* What is open in the one thread that is left goes on, with calls of the parent's. */
void lp_regions_fork_child(void)
{
	const uint64_t now = lp_clock_ticks();

	for (uint32_t i = 0; i < lp_threads_count(); i++) {
		struct lp_thread_regions *const own = lp_threads_state(i)->regions;

		for (uint32_t n = 0; own && n < lp_region_names_count(); n++)
			if (own->rows[n])
				clear_row(own->rows[n]);
	}
	begin_ranges(now);
	if (!lp_self || !lp_self->regions)
		return;
	lp_self->regions->last_ticks = now;
	for (uint32_t i = 0; i < lp_self->regions->depth; i++) {
		struct frame *const open = &lp_self->regions->frames[i];

		open->since_ticks = now;
		if (open->row)
			open->row->open++;
	}
}
