/* lifecycle.c: the profile's beginning, its refreshing and its end. */
#include "runtime/lifecycle.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/blocks.h"
#include "runtime/clock.h"
#include "runtime/gpu_probes.h"
#include "runtime/iterations.h"
#include "runtime/loaded.h"
#include "runtime/lock.h"
#include "runtime/log.h"
#include "runtime/own_work.h"
#include "runtime/pause.h"
#include "runtime/place.h"
#include "runtime/profile_file.h"
#include "runtime/profile_name.h"
#include "runtime/regions.h"
#include "runtime/register.h"
#include "runtime/run_text.h"
#include "runtime/sampler.h"
#include "runtime/sandbox.h"
#include "runtime/schedule.h"
#include "runtime/settings.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/system_calls.h"
#include "runtime/truncation.h"
#include "runtime/waits.h"

/* How often a thread that works brings its times in the file up to date: what is newer is lost when
 * the program is killed. */
enum { REFRESHES_PER_SECOND = 16 };

struct lp_info *lp_run;

/* Of a thread that forks: several may do so at once. */
static __thread struct lp_guard fork_guard __attribute__((tls_model("initial-exec")));
static bool fork_is_loaded[LP_MODULES_MAX];
static pid_t owner; /* the process whose run it is */
static bool is_reported;
static uint64_t static_due_ticks;    /* when the counts of no thread are brought up to date again */
static uint64_t paused_before_ticks; /* in the parent of a forked child */
static uint64_t faults_before;       /* of this process, when its profile began */

/* Of the process since it began, be it as another program, or since it was forked. */
static uint64_t page_faults(void)
{
	struct rusage usage = {.ru_minflt = 0};

	lp_system_call(SYS_getrusage, RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

static void refresh_run(void)
{
	struct lp_info *const run = lp_run;
	const uint64_t cpu_ns = lp_pause_cpu_ns();
	const uint64_t faults = page_faults();

	__atomic_store_n(&run->end_ticks, lp_clock_ticks(), __ATOMIC_RELAXED);
	__atomic_store_n(&run->ticks_per_second, lp_clock_calibrate(), __ATOMIC_RELAXED);
	/* A sandbox may refuse to tell: then they are 0. */
	if (cpu_ns > run->cpu_ns)
		run->cpu_ns = cpu_ns;
	if (lp_sandbox_has_refused())
		__atomic_or_fetch(&run->flags, LP_INFO_SANDBOX, __ATOMIC_RELAXED);
	run->paused_ticks = lp_clock_paused_ticks() - paused_before_ticks;
	if (faults > faults_before)
		run->page_faults = faults - faults_before;
}

static void refresh_static(bool only_permanent)
{
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		if (lp_modules_state(i)->is_permanent || !only_permanent)
			lp_blocks_refresh_static(i);
}

/* When a run begins, by both clocks. */
struct beginning {
	uint64_t ticks;
	uint64_t unix_ns;
};

static struct beginning beginning_now(void)
{
	return (struct beginning){lp_clock_ticks(), lp_clock_ns(CLOCK_REALTIME)};
}

static void begin_run(struct beginning when)
{
	owner = lp_sys_getpid();
	*lp_run = (struct lp_info){
	    .start_ticks = when.ticks,
	    .tick_source = lp_clock_is_counter,
	    .exit_status = -1,
	    .engine = lp_run->engine,
	    .sample_period_ns = lp_run->sample_period_ns,
	    .flags = lp_run->flags,
	};
	/* The file was created some time before, or behind it. */
	lp_file_header()->start_unix_ns = when.unix_ns;
	refresh_run();
}

/* No more time is counted in threads that run on while the process ends. */
static void stop_other_threads(void)
{
	const uint32_t count = lp_threads_count();

	for (uint32_t i = 1; i < count; i++)
		if (lp_threads_state(i) != lp_self)
			__atomic_store_n(&lp_threads_state(i)->is_untimed, true, __ATOMIC_SEQ_CST);
	for (uint32_t i = 1; i < count; i++) {
		struct lp_thread_state *const thread = lp_threads_state(i);

		if (thread != lp_self && thread->phase == LP_THREAD_LIVE) {
			lp_waits_close(thread);
			lp_shadow_settle(thread);
			lp_regions_close(thread);
		}
	}
}

static void settle_caller(void)
{
	if (!lp_self || !lp_self->row)
		return;
	lp_waits_settle(lp_self);
	lp_shadow_settle(lp_self);
	lp_regions_settle(lp_self);
	lp_threads_touch(lp_self);
}

/* Calls `act` with `value`; its result. */
static bool with_loaded(void (*act)(struct lp_loaded *loaded), int value)
{
	struct lp_loaded loaded = {.act = act, .value = value};

	lp_loaded_act(&loaded);
	return loaded.result;
}

static void refresh_loaded(const bool is_loaded[LP_MODULES_MAX])
{
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		if (is_loaded[i])
			lp_blocks_refresh_static(i);
}

/* Where nobody tells, in a sandbox, it is: fork() is followed. */
bool lp_lifecycle_is_ours(void)
{
	const pid_t here = lp_sys_getpid();

	return owner == here || (here < 0 && owner);
}

static void settle_all(struct lp_loaded *loaded)
{
	const uint64_t begin_ns = lp_own_work_begin();

	settle_caller();
	if (loaded->value == LP_FILE_FINISHED)
		stop_other_threads();
	lp_threads_touch_all();
	refresh_loaded(loaded->is_loaded);
	lp_own_work_end(begin_ns);
	refresh_run();
	lp_sampler_check();
	lp_steps_settle();
	lp_regions_settle_ranges();
	/* Other threads run on behind the end. */
	if (lp_file_header()->state != LP_FILE_FINISHED)
		lp_file_header()->state = (uint32_t)loaded->value;
	loaded->result = lp_file_complete();
}

/* Brings all that is not counted into the file itself up to now. */
static bool bring_up_to_date(enum lp_file_state state)
{
	if (!lp_lifecycle_is_ours())
		return false;
	lp_gpu_flush(state == LP_FILE_FINISHED);
	return with_loaded(settle_all, state);
}

/* With the arguments of an on_exit() handler. */
static void note_exit(int status, void *unused)
{
	(void)unused;
	if (lp_lifecycle_is_ours())
		lp_run->exit_status = status & 0xff; /* as the parent gets it */
	bring_up_to_date(LP_FILE_FINISHED);
}

static void finish(void)
{
	bring_up_to_date(LP_FILE_FINISHED);
}

/* What is enough to name the file from the directory that the program is in. */
static const char *path_from_here(const char *path)
{
	char directory[PATH_MAX];
	size_t bytes;

	if (lp_system_call(SYS_getcwd, directory, sizeof directory) < 0)
		return path;
	bytes = strlen(directory);
	if (strncmp(path, directory, bytes) || path[bytes] != '/')
		return path;
	return path + bytes + 1;
}

/* Whether stderr is a terminal that no other program has for itself: what a program in the
 * background writes stands in the middle of an editor's screen, or of that of lpview --live. One
 * that does not control us has no background. */
static bool has_terminal(void)
{
	pid_t foreground;

	if (!lp_sys_passes(SYS_ioctl) || !isatty(STDERR_FILENO))
		return false;
	foreground = tcgetpgrp(STDERR_FILENO);
	return foreground < 0 || foreground == (pid_t)lp_system_call(SYS_getpgid, 0);
}

static void report(void)
{
	const bool is_wanted = lp_settings.report == LP_REPORT_ALWAYS ||
			       (lp_settings.report == LP_REPORT_AUTO && has_terminal());

	if (is_wanted && !is_reported)
		lp_log_report(path_from_here(lp_file_path()));
	is_reported = true;
}

/* As late as can be: after the destructors of what was linked with us. */
static __attribute__((destructor)) void end(void)
{
	const int saved_errno = errno;

	if (lp_run && bring_up_to_date(LP_FILE_FINISHED))
		report();
	errno = saved_errno;
}

/* The lock is held over fork(), so that the child finds all in order. */
static void lend_for_fork(struct lp_loaded *loaded)
{
	memcpy(fork_is_loaded, loaded->is_loaded, sizeof loaded->is_loaded);
	lp_lock_lend(&loaded->guard);
}

static void before_fork(void)
{
	struct lp_loaded loaded = {.act = lend_for_fork, .keeps_lock = true};

	lp_loaded_act(&loaded);
	fork_guard = loaded.guard;
	lp_place_before_fork();
}

static void after_fork(void)
{
	lp_lock_end_loan(&fork_guard);
}

/* What was counted without a row, or without room, is the parent's. To look whether there is any in
 * a large program would take half a millisecond of each fork. */
static void clear_static(bool has_lost_threads)
{
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		if (fork_is_loaded[i] && (has_lost_threads || lp_blocks_has_static(i)))
			lp_blocks_clear_static(i);
}

static void begin_child(struct beginning when)
{
	const bool has_lost_threads = lp_run->threads_lost > 0;

	lp_run->flags |= LP_INFO_FORKED;
	faults_before = 0;
	paused_before_ticks = lp_clock_paused_ticks();
	lp_pause_fork_child();
	begin_run(when);
	lp_threads_fork_child();
	clear_static(has_lost_threads);
	lp_regions_fork_child();
	lp_stacks_fork_child();
	lp_waits_fork_child();
	lp_gpu_fork_child();
	lp_steps_fork_child();
	if (lp_self && lp_self->row)
		lp_sampler_start_thread(lp_self);
	lp_file_commit();
}

/* A sandbox may keep it from letting go of what is its parent's: then it measures nothing, but that
 * functions that it is in go on counting there, as in a sum of both. */
static void lose_child(const char *why)
{
	lp_log("fork", "no profile of the child", why);
	if (!lp_file_is_parents())
		return;
	__atomic_or_fetch(&lp_run->flags, LP_INFO_INSIDE | LP_INFO_CUT, __ATOMIC_RELAXED);
	owner = 0;
	lp_modules_go_idle(fork_is_loaded);
}

/* Of a forked child: before now by what it has run, in the kernel and in others' handlers. So it
 * has no more CPU time than wall time, and what it copies of its parent's file is in both. */
static struct beginning birth(void)
{
	const uint64_t frequency = __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED);
	const uint64_t ran_ns = lp_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	const struct beginning now = beginning_now();

	return (struct beginning){now.ticks - lp_clock_ticks_of_ns(ran_ns, frequency),
				  now.unix_ns - ran_ns};
}

static void after_fork_in_child(void)
{
	const struct beginning when = birth();
	const uint64_t begin_ns = lp_own_work_begin();
	struct lp_guard guard = fork_guard;
	const bool is_whole = lp_lock_inherit(&guard);
	const bool has_row = lp_self && lp_self->row;

	lp_place_fork_child();
	if (lp_file_fork_child(is_whole, has_row ? lp_self->index : LP_THREAD_STATIC)) {
		begin_child(when);
		lp_own_work_end(begin_ns); /* else the run may be its parent's yet */
	} else {
		lose_child(is_whole ? "no memory" : "another thread was in the middle of it");
	}
	lp_unlock(&guard);
}

static void watch_process(void)
{
	lp_truncation_watch();
	on_exit(note_exit, NULL);
	at_quick_exit(finish);
	pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

bool lp_lifecycle_start(void)
{
	const char *engine_note;
	uint64_t begin_ns;

	lp_clock_start();
	if (!lp_file_open())
		return false;
	lp_run = lp_file_append(LP_SECT_INFO, sizeof *lp_run, 0);
	if (!lp_run)
		return false;
	engine_note = lp_sampler_start();
	faults_before = page_faults();
	lp_pause_start();
	begin_ns = lp_own_work_begin();
	begin_run(beginning_now());
	if (!lp_run_text_append(engine_note) || !lp_threads_start() || !lp_stacks_start())
		return false;
	if (lp_settings.schedule.active)
		lp_schedule_begin(&lp_settings.schedule);
	if (lp_settings.starts_stopped || lp_schedule_is_set())
		lp_pause_begin();
	lp_file_commit();
	watch_process();
	lp_own_work_end(begin_ns);
	return true;
}

/* What is of all threads is asked for once for all: the kernel adds them up each time. */
static bool is_run_due(void)
{
	const uint64_t frequency = __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED);

	return lp_clock_ticks() - __atomic_load_n(&lp_run->end_ticks, __ATOMIC_RELAXED) >=
	       frequency / REFRESHES_PER_SECOND / 2;
}

/* Under the lock. */
static void refresh_all(void)
{
	refresh_run();
	/* Seldom: it reads all counters of the program. */
	if (lp_run->end_ticks >= static_due_ticks) {
		static_due_ticks = lp_run->end_ticks + lp_run->ticks_per_second;
		refresh_static(true);
	}
	lp_regions_settle_ranges();
}

static uint64_t next_refresh(void)
{
	return lp_clock_ticks() +
	       __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) / REFRESHES_PER_SECOND;
}

void lp_lifecycle_refresh_thread(struct lp_thread_state *thread)
{
	struct lp_guard guard;

	/* In the middle of a probe neither clocks nor what they know of waits can be. */
	if (!thread->busy_frame)
		lp_waits_settle(thread);
	lp_shadow_settle(thread);
	lp_regions_settle(thread);
	lp_threads_touch(thread);
	thread->next_refresh_ticks = next_refresh();
	if (!is_run_due() || !lp_try_lock(&guard))
		return;
	refresh_all();
	lp_unlock(&guard);
}

void lp_lifecycle_refresh_caller(void)
{
	struct lp_guard guard;

	/* A sample must not come in between. */
	if (!lp_lifecycle_is_ours() || !lp_try_lock(&guard))
		return;
	settle_caller();
	lp_self->next_refresh_ticks = next_refresh();
	if (is_run_due())
		refresh_all();
	lp_unlock(&guard);
}

static void switch_locked(struct lp_loaded *loaded)
{
	const bool stops = loaded->value;

	refresh_loaded(loaded->is_loaded);
	settle_caller();
	loaded->result = !stops || lp_pause_begin();
	if (!stops)
		lp_pause_end();
	refresh_run();
}

/* Stops or starts the measuring, with the caller's clocks settled at that
 * moment. */
static bool switch_over(bool stops)
{
	return with_loaded(switch_locked, stops);
}

/* The pauses begin and end where steps do: those in them take no time. */
static void begin_step(struct lp_loaded *loaded)
{
	const bool was_measured = lp_phase_is_measured(lp_schedule_now());
	const enum lp_phase phase = lp_schedule_next();
	const bool stops = was_measured && !lp_phase_is_measured(phase);
	const bool starts = !was_measured && lp_phase_is_measured(phase);

	if (stops || starts) {
		refresh_loaded(loaded->is_loaded);
		settle_caller();
	}
	/* Without room for a pause the step is measured, and said to be. */
	lp_steps_begin(stops && !lp_pause_begin() ? LP_PHASE_WARMUP : phase);
	if (starts)
		lp_pause_end();
	if (stops || starts)
		refresh_run();
}

void lp_lifecycle_step(void)
{
	struct lp_guard guard;

	if (lp_schedule_is_set()) {
		with_loaded(begin_step, 0);
		return;
	}
	lp_lock(&guard);
	lp_steps_begin(LP_PHASE_NONE);
	lp_unlock(&guard);
}

void lp_lifecycle_schedule(const int *numbers)
{
	static const char *const why = "none negative or above 1000000000, active not 0";
	struct lp_guard guard;

	for (int i = 0; i < 4; i++)
		if (numbers[i] < (i == 2) || numbers[i] > LP_SCHEDULE_MOST) {
			lp_log("lineprof_schedule()", "wrong numbers of steps, ignored", why);
			return;
		}
	if (lp_settings.schedule.active || !switch_over(true))
		return;
	lp_lock(&guard);
	lp_schedule_begin(&(struct lp_schedule){.wait = (uint32_t)numbers[0],
						.warmup = (uint32_t)numbers[1],
						.active = (uint32_t)numbers[2],
						.repeat = (uint32_t)numbers[3]});
	lp_unlock(&guard);
}

int lp_lifecycle_control(struct lp_abi_module *module, int what)
{
	const int saved_errno = errno;
	int result = -1;

	(void)module;
	if (lp_lock_is_mine())
		return -1;
	if (what == LP_CONTROL_FLUSH)
		result = bring_up_to_date(LP_FILE_RUNNING) ? 0 : -1;
	else if (what == LP_CONTROL_START || what == LP_CONTROL_STOP)
		result = switch_over(what == LP_CONTROL_STOP) ? 0 : -1;
	else if (what == LP_CONTROL_SIGNAL)
		result = lp_sampler_keep_signal() ? 0 : -1;
	errno = saved_errno;
	return result;
}
