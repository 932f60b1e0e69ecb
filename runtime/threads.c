/* threads.c: the rows of threads. */
#include "runtime/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/blocks.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/lock.h"
#include "runtime/mapping.h"
#include "runtime/profile_file.h"
#include "runtime/profile_name.h"
#include "runtime/regions.h"
#include "runtime/run_delay.h"
#include "runtime/sampler.h"
#include "runtime/settings.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/system_calls.h"
#include "runtime/usage.h"
#include "runtime/waits.h"

enum {
	ENDED_ROWS_MAX = 32,
	/* Rows that a new thread looks at: bury_unseen(), take_ended(). */
	LOOKED_AT = 2,
	ENDED_LOOKED_AT = 2 * ENDED_ROWS_MAX,
	/* Of a thread's keys, as many as glibc has room for without malloc(), which a signal
	 * handler may have interrupted (PTHREAD_KEY_2NDLEVEL_SIZE in its nptl/descr.h). */
	KEYS_AT_HAND = 32,
	/* For its signal stack: that takes a thread a quarter of a microsecond. */
	ASKS_PER_SECOND = 10000,
};

#define STACK_BYTES_DEFAULT (UINT64_C(8) << 20)

/* Linux keeps as much free below the main thread's stack, which a program may let grow by
 * setrlimit(), whatever the limit is: mmap_base() in its mm/util.c. */
#define MAIN_STACK_BYTES_LEAST (UINT64_C(128) << 20)

/* Without a limit, or with a huge one, it is most of all addresses. */
#define MAIN_STACK_PART 4

/* Where the kernel put the main thread's arguments: the far end of its stack. */
extern void *__libc_stack_end;

__thread struct lp_thread_state *lp_self
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

static struct lp_thread_state *states[LP_THREADS_MAX];
static uint32_t state_count;
static uint32_t ended[LP_THREADS_MAX]; /* rows */
static uint32_t ended_count;
static uint32_t free_count; /* rows that a fork left over */
static pthread_key_t end_key;

/* Stands for all threads that could not get a row: no module has counters in it. */
static struct lp_thread_state lost_thread = {.is_untimed = true};

uint32_t lp_threads_count(void)
{
	return __atomic_load_n(&state_count, __ATOMIC_ACQUIRE);
}

struct lp_thread_state *lp_threads_state(uint32_t index)
{
	return states[index];
}

/* RLIM_INFINITY without a limit, which is the most there is. */
static uint64_t stack_limit_bytes(void)
{
	return lp_sys_limit(RLIMIT_STACK, 0);
}

/* All that is mapped between its pointer and its end is the stack. */
static void find_main_stack(struct lp_thread_state *thread)
{
	const uintptr_t high = (uintptr_t)__libc_stack_end;
	const uint64_t limit = stack_limit_bytes(), most = high / MAIN_STACK_PART;
	const uint64_t bytes = limit < MAIN_STACK_BYTES_LEAST ? MAIN_STACK_BYTES_LEAST : limit;

	thread->stack_high = high;
	thread->stack_low = high - (bytes < most ? bytes : most);
	thread->is_stack_exact = true;
	thread->is_stack_asked = true;
}

/*
 * glibc keeps a thread's descriptor, which pthread_self() points to, at the far end
 * of its stack, also of a stack that the program provides. Its size is a guess here:
 * pthread_getattr_np() allocates, and this may run in a signal handler.
 */
static void guess_stack(struct lp_thread_state *thread)
{
	const uint64_t limit = stack_limit_bytes();
	const uint64_t bytes =
	    limit < STACK_BYTES_DEFAULT || limit == RLIM_INFINITY ? STACK_BYTES_DEFAULT : limit;
	const uintptr_t high = (uintptr_t)pthread_self();

	thread->stack_high = high;
	thread->stack_low = high > bytes ? high - bytes : 0;
	thread->is_stack_exact = false;
	thread->is_stack_asked = false;
}

/* What is mapped around a stack may be more than it, and not for long, but for a guard in front of
 * it: fibers' stacks lie where the program has mapped its threads'. */
void lp_threads_find_stack(struct lp_thread_state *thread)
{
	bool has_guard = false;
	uintptr_t begin;

	if (thread->is_stack_asked)
		return;
	thread->is_stack_asked = true;
	begin = lp_mapping_begin(thread->stack_high - 1, &has_guard);
	if (!begin)
		return;
	thread->stack_low = begin;
	thread->is_stack_exact = has_guard;
}

static bool is_on_known_signal_stack(const struct lp_thread_state *thread, uintptr_t frame)
{
	return frame - thread->signal_stack_low < thread->signal_stack_bytes;
}

bool lp_threads_is_on_signal_stack_now(struct lp_thread_state *thread, uintptr_t frame)
{
	stack_t stack = {.ss_flags = SS_DISABLE};
	const int saved_errno = errno;

	/* A sandbox may refuse it. */
	lp_system_call(SYS_sigaltstack, NULL, &stack);
	errno = saved_errno;
	thread->signal_stack_ticks = lp_clock_ticks();
	thread->signal_stack_low = (uintptr_t)stack.ss_sp;
	thread->signal_stack_bytes = stack.ss_flags & SS_DISABLE ? 0 : stack.ss_size;
	return is_on_known_signal_stack(thread, frame);
}

bool lp_threads_is_on_signal_stack(struct lp_thread_state *thread, uintptr_t frame)
{
	const uint64_t age = lp_clock_ticks() - thread->signal_stack_ticks;

	if (age < __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) / ASKS_PER_SECOND)
		return is_on_known_signal_stack(thread, frame);
	return lp_threads_is_on_signal_stack_now(thread, frame);
}

/* Into the profile, unless the program is not measured now. */
static void note(uint64_t *field, uint64_t now_ns, const uint64_t *outside)
{
	const uint64_t outside_ns = __atomic_load_n(outside, __ATOMIC_RELAXED);

	if (!lp_clock_is_stopped() && now_ns > outside_ns)
		__atomic_store_n(field, now_ns - outside_ns, __ATOMIC_RELAXED);
}

void lp_threads_note_cpu(struct lp_thread_state *thread, uint64_t cpu_ns)
{
	note(&thread->row->cpu_ns, cpu_ns, &thread->outside.cpu_ns);
}

static void note_times(struct lp_thread_state *thread, struct lp_thread_times times)
{
	lp_threads_note_cpu(thread, times.cpu_ns);
	note(&thread->row->delay_ns, times.delay_ns, &thread->outside.delay_ns);
}

uint64_t lp_threads_cpu_ns(const struct lp_thread_state *thread)
{
	return lp_clock_ns(lp_clock_of_thread(thread->tid));
}

uint64_t lp_threads_measured_cpu_ns(const struct lp_thread_state *thread)
{
	return lp_clock_since(lp_threads_cpu_ns(thread),
			      __atomic_load_n(&thread->outside.cpu_ns, __ATOMIC_RELAXED));
}

/* Zeros if the thread is no more. */
static struct lp_thread_times times_of(const struct lp_thread_state *thread)
{
	if (thread->phase != LP_THREAD_LIVE)
		return (struct lp_thread_times){0, 0};
	return (struct lp_thread_times){lp_threads_cpu_ns(thread), lp_run_delay_ns(thread->tid)};
}

void lp_threads_touch_all(void)
{
	for (uint32_t i = 1; i < state_count; i++)
		note_times(states[i], times_of(states[i]));
}

void lp_threads_pause(void)
{
	for (uint32_t i = 1; i < state_count; i++) {
		states[i]->stop = times_of(states[i]);
		note_times(states[i], states[i]->stop);
	}
}

static void leave_out(uint64_t *outside, uint64_t stop_ns, uint64_t now_ns)
{
	if (now_ns > stop_ns)
		__atomic_fetch_add(outside, now_ns - stop_ns, __ATOMIC_RELAXED);
}

void lp_threads_resume(void)
{
	for (uint32_t i = 1; i < state_count; i++) {
		struct lp_thread_state *const thread = states[i];
		const struct lp_thread_times now = times_of(thread);

		leave_out(&thread->outside.cpu_ns, thread->stop.cpu_ns, now.cpu_ns);
		leave_out(&thread->outside.delay_ns, thread->stop.delay_ns, now.delay_ns);
	}
}

void lp_threads_touch(struct lp_thread_state *thread)
{
	char name[16] = "";

	lp_system_call(SYS_prctl, PR_GET_NAME, name);
	memcpy(thread->row->name, name, sizeof name);
	note_times(thread, times_of(thread));
}

static void begin_row(struct lp_thread_state *thread)
{
	const struct lp_usage usage = lp_usage_now();

	thread->tid = (pid_t)lp_system_call(SYS_gettid);
	thread->phase = LP_THREAD_LIVE;
	thread->destructor_rounds = 0;
	thread->is_untimed = lp_settings.mode == LP_MODE_COUNTS;
	thread->busy_frame = 0;
	thread->depth = 0;
	thread->is_full = false;
	thread->signal_stack_ticks = 0;
	thread->budget = (struct lp_clock_budget){0};
	thread->reopened_ticks = 0;
	thread->waited_ticks = 0;
	thread->open_waits.depth = 0;
	thread->wait_places = (struct lp_wait_places){0};
	thread->open_node = 0;
	thread->is_moving = false;
	thread->usage = (struct lp_known_usage){0};
	thread->wait_budget = (struct lp_wait_budget){0};
	thread->looks = (struct lp_thread_looks){0};
	thread->quick_probes = 0;
	/* The clock first: what the thread has no CPU for in between is nobody's then. */
	thread->last_ticks = lp_clock_ticks();
	thread->outside = times_of(thread);
	thread->stop = thread->outside;
	thread->on_cpu = (struct lp_known_cpu){
	    .ticks = thread->last_ticks,
	    .switches = {usage.waits, usage.preemptions},
	};
	thread->delay = (struct lp_known_delay){
	    .ticks = thread->last_ticks,
	    .preemptions = usage.preemptions,
	};
	thread->told_delay_ns = 0;
	*thread->row = (struct lp_thread){
	    .thread = thread->index,
	    .tid = (uint32_t)thread->tid,
	    .start_ticks = thread->last_ticks,
	};
	lp_threads_touch(thread);
}

/* The state of a new row: pages that cost nothing until they are used. */
static struct lp_thread_state *new_state(void)
{
	const size_t frames_bytes = LP_SHADOW_DEPTH_FIRST * sizeof(struct lp_shadow_frame);
	struct lp_thread_state *thread;
	char *memory;

	if (state_count == LP_THREADS_MAX)
		return NULL;
	memory = lp_sys_mmap(NULL, sizeof *thread + frames_bytes, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	thread = (struct lp_thread_state *)(void *)(memory + frames_bytes);
	thread->frames = (struct lp_shadow_frame *)(void *)memory;
	thread->depth_most = LP_SHADOW_DEPTH_FIRST;
	thread->row = lp_file_append(LP_SECT_THREAD, sizeof *thread->row, 0);
	if (!thread->row) {
		lp_sys_munmap(memory, sizeof *thread + frames_bytes);
		return NULL;
	}
	thread->index = state_count;
	thread->row->thread = thread->index;
	states[state_count] = thread;
	__atomic_store_n(&state_count, state_count + 1, __ATOMIC_RELEASE);
	return thread;
}

/* Where there is no room for one, there is none for others. */
static struct lp_thread_state *take_free(struct lp_thread_state *thread)
{
	if (!lp_blocks_reserve(thread)) {
		free_count = 0;
		return NULL;
	}
	__atomic_store_n(&thread->lacks_room, false, __ATOMIC_SEQ_CST);
	lp_file_retag(thread->row, LP_SECT_THREAD);
	lp_blocks_show(thread, true);
	return thread;
}

static struct lp_thread_state *free_row(void)
{
	for (uint32_t i = 1; free_count && i < state_count; i++)
		if (states[i]->phase == LP_THREAD_FREE) {
			free_count--;
			return take_free(states[i]);
		}
	return NULL;
}

/* A thread that has left its key's destructor still counts until the kernel ends it. */
static bool is_gone(const struct lp_thread_state *thread)
{
	return lp_system_call(SYS_tgkill, lp_sys_getpid(), thread->tid, 0) && errno == ESRCH;
}

static void note_end(struct lp_thread_state *thread)
{
	thread->phase = LP_THREAD_ENDED;
	ended[ended_count++] = thread->index;
}

static void bury(struct lp_thread_state *thread)
{
	lp_sampler_stop_thread(thread);
	lp_shadow_abandon(thread);
	lp_regions_abandon(thread);
	thread->row->end_ticks = thread->last_ticks;
	note_end(thread);
}

/*
 * Threads can end without a word: by the system call, or where another key's destructor was the
 * first code of theirs that is instrumented, so that no round was left for ours. New threads look
 * at a few rows each, so that such ones get no more than those.
 */
static void bury_unseen(void)
{
	static uint32_t last;

	if (!lp_lifecycle_is_ours())
		return;
	for (int i = 0; i < LOOKED_AT && state_count > 1; i++) {
		last = last % (state_count - 1) + 1;
		if (states[last]->phase == LP_THREAD_LIVE && is_gone(states[last]))
			bury(states[last]);
	}
}

/* The least busy one of those that are looked at, where thousands have ended at once; NULL: none of
 * them is gone yet. */
static struct lp_thread_state *take_ended(void)
{
	static uint32_t first;
	uint32_t best = ended_count;
	struct lp_thread_state *taken;

	for (uint32_t i = 0; i < ended_count && i < ENDED_LOOKED_AT; i++) {
		const uint32_t at = (first + i) % ended_count;
		struct lp_thread_state *const thread = states[ended[at]];

		if ((best == ended_count ||
		     thread->row->cpu_ns < states[ended[best]]->row->cpu_ns) &&
		    is_gone(thread))
			best = at;
	}
	if (best == ended_count)
		return NULL;
	first = best;
	taken = states[ended[best]];
	ended[best] = ended[--ended_count];
	return taken;
}

/* Adds the row to row 0 and leaves it empty. */
static void fold(struct lp_thread_state *thread)
{
	struct lp_thread *const sum = states[0]->row;
	const struct lp_thread *const row = thread->row;

	lp_blocks_fold(states[0], thread);
	lp_regions_fold(states[0], thread);
	if (thread->has_paths)
		lp_stacks_fold(thread->index, 0);
	thread->has_paths = false;
	sum->life_ticks += row->end_ticks - row->start_ticks;
	sum->cpu_ns += row->cpu_ns;
	sum->delay_ns += row->delay_ns;
	sum->samples += row->samples;
	sum->folded++;
	*thread->row = (struct lp_thread){.thread = thread->index};
}

static struct lp_thread_state *find_row(void)
{
	struct lp_thread_state *thread = free_row();

	if (thread)
		return thread;
	bury_unseen();
	if (ended_count > ENDED_ROWS_MAX) {
		thread = take_ended();
		if (thread) {
			fold(thread);
			lp_blocks_show(thread, true);
			return thread;
		}
	}
	return new_state();
}

/* Whether the thread is in no signal handler, as far as what it has blocked tells. */
static bool is_calm(const struct lp_guard *guard)
{
	return !guard || guard->signals == 0;
}

struct lp_thread_state *lp_threads_attach(const struct lp_guard *guard)
{
	struct lp_thread_state *const thread = find_row();

	lp_run->threads_seen++;
	if (!thread) {
		lp_run->threads_lost++;
		lp_self = &lost_thread;
		return NULL;
	}
	begin_row(thread);
	if (thread->tid == lp_sys_getpid())
		find_main_stack(thread);
	else
		guess_stack(thread);
	/* Where no sample looks for it, and only clocks tell times, those of fibers below a small
	 * stack are told from the thread's before the first one is read. Of a stack that the
	 * program provides, without a guard, only the C library knows the size; but it asks the
	 * program's allocator, and the kernel in whatever sandbox. */
	if (lp_run->engine == LP_ENGINE_NONE && !thread->is_untimed)
		lp_threads_find_stack(thread);
	lp_regions_begin_thread(thread);
	lp_stacks_begin_thread();
	lp_self = thread;
	/* Else it ends unseen: bury_unseen(). */
	if (end_key < KEYS_AT_HAND || is_calm(guard))
		pthread_setspecific(end_key, thread);
	lp_file_commit();
	lp_sampler_start_thread(thread);
	return thread;
}

/* Whether it ends the process: then it runs exit(), and all that this calls, as main() does
 * elsewhere. Under the lock. */
static bool is_last(const struct lp_thread_state *thread)
{
	for (uint32_t i = 1; i < state_count; i++)
		if (states[i] != thread && states[i]->phase == LP_THREAD_LIVE)
			return false;
	return lp_process_has_one_thread();
}

/*
 * The thread ends. Other keys' destructors may still run the program's code, in
 * this round or the next: so wait for the last round. Counters count even then.
 */
static void end_thread(void *state)
{
	struct lp_thread_state *const thread = state;
	struct lp_guard guard;
	bool goes_on;

	if (++thread->destructor_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
		pthread_setspecific(end_key, thread);
		return;
	}
	lp_lock(&guard);
	goes_on = is_last(thread);
	if (!goes_on)
		lp_sampler_stop_thread(thread);
	lp_unlock(&guard);
	if (goes_on)
		return;
	lp_waits_end_thread(thread);
	lp_shadow_close(thread);
	lp_regions_close(thread);
	thread->is_untimed = true;
	lp_threads_touch(thread);
	lp_lock(&guard);
	thread->row->end_ticks = lp_clock_ticks();
	note_end(thread);
	lp_unlock(&guard);
}

bool lp_threads_start(void)
{
	return new_state() && !pthread_key_create(&end_key, end_thread);
}

void lp_threads_fork_child(void)
{
	free_count = 0;
	for (uint32_t i = 0; i < state_count; i++) {
		struct lp_thread_state *const thread = states[i];

		if (thread == lp_self)
			continue;
		*thread->row = (struct lp_thread){.thread = i};
		thread->pending_wait_ticks = 0;
		/* Row 0 has no thread that would show it again. */
		if (!i)
			continue;
		lp_blocks_show(thread, false);
		thread->phase = LP_THREAD_FREE;
		thread->lacks_room = true;
		free_count++;
		lp_file_retag(thread->row, LP_SECT_PADDING);
	}
	ended_count = 0;
	if (!lp_self || !lp_self->row)
		return;
	begin_row(lp_self);
	lp_run->threads_seen = 1;
}
