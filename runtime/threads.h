/*
 * threads.h: the threads that ran instrumented code: a row in the profile each,
 * and what the runtime keeps of them.
 *
 * A row outlives its thread. When more than a few dozen rows are of threads that
 * are gone, the least busy one is added to row 0 and serves the next thread; so
 * the profile grows with the threads that live at once, not with the run.
 */
#ifndef LINEPROF_RUNTIME_THREADS_H
#define LINEPROF_RUNTIME_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "format/layout.h"
#include "runtime/clock_budget.h"
#include "runtime/governor.h"
#include "runtime/lock.h"
#include "runtime/looks.h"
#include "runtime/open_waits.h"
#include "runtime/own_gate.h"
#include "runtime/perf_event.h"
#include "runtime/periods.h"
#include "runtime/wait_budget.h"

enum {
	LP_MODULES_MAX = 1024,
	LP_THREADS_MAX = 32768,
	/* Open clocks of a thread: that there is room for at first, and at most. */
	LP_SHADOW_DEPTH_FIRST = 1024,
	LP_SHADOW_DEPTH_MOST = 64 * LP_SHADOW_DEPTH_FIRST,
};

/* An open clock. */
struct lp_shadow_frame {
	uintptr_t frame; /* of the function: its address on the stack */
	struct lp_clock *clock;
	struct lp_trial *trial;
	void *func;           /* struct lp_abi_func, for closing its gate */
	uint64_t start_ticks; /* of the call, made later by what it was ready to run for */
	uint64_t since_ticks; /* part of the call that is not in total_ticks yet */
	int64_t ran_ticks;    /* of the call itself, less what the thread was off CPUs */
	int64_t waited_ticks; /* of these, neither in calls known to wait nor for want of a CPU */
	uint64_t region;      /* LP_REGION() */
	uint64_t is_outermost;
};

/* clock_paths.c: which of the calls that end is next to have its path kept. Begins as zeros. */
struct lp_clock_dice {
	int64_t left;   /* ticks until then; below 0: they are over */
	uint64_t state; /* of the random numbers; 0: none was drawn yet */
};

/* What sampler_perf.c keeps of a thread. */
struct lp_perf_thread {
	bool is_on;     /* the events are open */
	bool is_paused; /* they are closed, until the program is measured again */
	bool is_first;
	uint32_t resume_count;       /* that explained_ns takes into account */
	uint32_t clocks_since_fault; /* samples of the clock */
	uint64_t multiple;           /* of the period, by the governor: the weight of a sample */
	uint64_t clock_ns;           /* from one sample of the clock to the next */
	uint64_t clocks_in_step;     /* samples at that distance */
	int64_t ahead_ns;            /* what they stand for beyond their weights */
	struct lp_periods periods;
	int64_t explained_ns;   /* CPU time that samples stand for */
	int64_t forgiven_ns;    /* of that, what was in system calls that no tick has found */
	uint32_t faults_every;  /* of which one is sampled */
	uint64_t last_fault_ns; /* CPU time at the last one */
	struct lp_perf_event clock;
	struct lp_perf_event faults;
	struct lp_governor governor;
	/* When it was last looked at how often the thread switches. */
	uint64_t switches_cpu_ns; /* 0: not yet */
	uint64_t switches;
};

/* What the kernel knows about a thread's time, in ns since it began. */
struct lp_thread_times {
	uint64_t cpu_ns;
	uint64_t delay_ns; /* see run_delay.h */
};

enum lp_thread_phase { LP_THREAD_FREE, LP_THREAD_LIVE, LP_THREAD_ENDED };

/* waits.c: where a thread waited last, and how often it looks for such places. */
struct lp_wait_place {
	const void *site; /* NULL: empty */
	uint64_t region;  /* the clock that was open, LP_REGION(); 0: none */
	uint32_t node;    /* in the tree of stacks.h */
	uint32_t open_node; /* the same of the wait that has not ended */
	uint64_t found_ticks;
};

struct lp_wait_places {
	struct lp_wait_place places[8]; /* the latest */
	uint32_t next_place;
	uint32_t searches_left;
	uint64_t searched_ticks; /* when the last one was */
};

/* How often a thread has given its processor away, and how often it was taken from it. */
struct lp_switches {
	uint64_t waits;
	uint64_t preemptions;
};

/* off_cpu.c: what the kernel said last of a thread's CPU time, and when; and of its waiting for a
 * CPU, which it is asked for more rarely. */
struct lp_known_cpu {
	uint64_t ticks;
	uint64_t cpu_ns;      /* without what it ran in pauses */
	uint64_t known_ticks; /* off CPUs since then, as calls have told that waited */
	/* Of stretches between two events that are no while, one in `each` is measured: from when
	 * this many events are over. */
	uint32_t countdown;
	uint32_t each;
	bool is_measuring;       /* since the last event */
	uint64_t measured_ticks; /* when the last one was over */
	uint32_t none_off;       /* how many one after the other were on a CPU */
	/* What the last ones stand for, and of that, off CPUs. */
	uint64_t short_ticks;
	uint64_t short_off_ticks;
	uint64_t carried_ticks; /* what one stood for beyond what its clock had read */
	uint64_t delay_ns;      /* and of what it is known to have waited since */
	struct lp_switches switches;
};

/* What the kernel said last. */
struct lp_known_usage {
	uint64_t ticks; /* when; 0: it was not asked */
	uint64_t cpu_ns;
	uint64_t waits;       /* how often the thread has given its processor away */
	uint64_t preemptions; /* how often it was taken from it */
};

/* The same of how long the thread was ready to run and had no processor while it was measured. */
struct lp_known_delay {
	uint64_t ticks; /* when; 0: it was not asked */
	uint64_t ns;
	uint64_t preemptions; /* until then */
	uint64_t vain_ticks;  /* when it was asked in vain; 0: never */
	unsigned quiet;       /* how often running it was little, but for a limit */
	unsigned skips;       /* how often it is not asked now */
};

struct lp_thread_state {
	struct lp_thread *row; /* in the profile */
	uint32_t index;
	enum lp_thread_phase phase;
	bool
	    lacks_room; /* a fork left the row over: no block may be written; lp_blocks_reserve() */
	pid_t tid;
	unsigned destructor_rounds;

	/* Where its stack is: frames elsewhere belong to signal stacks or coroutines. */
	uintptr_t stack_low;
	uintptr_t stack_high;
	bool is_stack_exact; /* all of it is mapped; else an upper bound of the size */
	bool is_stack_asked; /* the kernel was asked for it */

	/* That of its signal handlers, if it has one, and when the kernel was asked. */
	uintptr_t signal_stack_low;
	uintptr_t signal_stack_bytes;
	uint64_t signal_stack_ticks;

	/* shadow.c */
	bool is_untimed;      /* clocks are off */
	uintptr_t busy_frame; /* of the probe in progress; 0 */
	uint32_t depth;       /* of frames */
	uint32_t depth_most;  /* that there is room for */
	bool is_full;         /* the kernel gave no more */
	uint64_t last_ticks;  /* until then self_ticks are accounted for */
	uint64_t clock_reads; /* not yet in lp_info */
	struct lp_known_cpu on_cpu;
	struct lp_clock_budget budget;
	uint64_t reopened_ticks;        /* reopen.c: when, made later by the same; 0: never */
	struct lp_clock_dice dice;      /* of what calls ran */
	struct lp_clock_dice wait_dice; /* and waited */
	struct lp_shadow_frame *frames; /* shadow_room.c's, where they have grown */

	struct lp_thread_looks looks;

	/* waits.c */
	uint64_t waited_ticks; /* in all calls that were looked at */
	/* Of these, and those of threads that had the row before, not in the profile yet. */
	uint64_t pending_wait_ticks;
	struct lp_open_waits open_waits;
	struct lp_wait_places wait_places;
	uint32_t open_node; /* LP_STACK_OPEN_WAIT of the wait that it is in, + 1; 0: of none */
	struct lp_known_usage usage;
	struct lp_known_delay delay;
	uint64_t told_delay_ns; /* of that, what was left out of waits */
	struct lp_wait_budget wait_budget;
	uint32_t quick_probes; /* whose time is not in lp_info yet */

	bool has_paths; /* the row has, in the profile: stacks.h */

	/* sampler */
	int sample_signal;       /* by which it is sampled: sampler.c */
	bool is_moving;          /* to another one, just now */
	uint64_t sampled_ns;     /* sampler_timer.c: CPU time that its samples stand for */
	uint64_t kernel_us;      /* CPU time in the kernel until the last tick, see usage.h */
	uint32_t kernel_resumes; /* pauses until then: sampler.c */
	bool has_timer;
	int timer;
	struct lp_perf_thread perf;
	uint64_t next_refresh_ticks;
	uintptr_t path[LP_PATH_DEPTH];

	/* threads.c: before its row began and in pauses that are over; when this one began */
	struct lp_thread_times outside;
	struct lp_thread_times stop;

	struct lp_thread_regions *regions; /* regions.c's own; NULL before the first one */
	struct lp_thread_gpu *gpu;         /* gpu_probes.c's own; the same */

	/* By module; arrays in the profile, or NULL. */
	uint64_t *counters[LP_MODULES_MAX];
	uint64_t *excluded[LP_MODULES_MAX]; /* of `counters`, see exclusion.h */
	struct lp_clock *clocks[LP_MODULES_MAX];
	struct lp_trial *trials[LP_MODULES_MAX];
};

/* The calling thread's; NULL before its first instrumented function. */
extern __thread struct lp_thread_state *lp_self
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Whether `frame` is on its own stack, as far as that is known. */
static inline bool lp_threads_is_on_stack(const struct lp_thread_state *thread, uintptr_t frame)
{
	return frame - thread->stack_low < thread->stack_high - thread->stack_low;
}

/* Whether `frame` is on the stack that the program has given the calling thread for signal handlers
 * (sigaltstack()). That may lie anywhere, within the thread's own, too: then what is further in
 * there is not what was called later. The kernel is asked, but no more often than a program with
 * exceptions can bear: of what it was told less than a tenth of a millisecond ago it knows nothing.
 */
bool lp_threads_is_on_signal_stack(struct lp_thread_state *thread, uintptr_t frame);

/* The same, and it is asked. */
bool lp_threads_is_on_signal_stack_now(struct lp_thread_state *thread, uintptr_t frame);

/* Creates row 0 and what threads need. Once, under the lock. */
bool lp_threads_start(void);

/*
 * Gives the calling thread a row. Under the lock, taken with `guard`; NULL where no signal handler
 * can be, as in a constructor. Returns NULL if it cannot have one: then it counts in the static
 * sections, and is a lost thread.
 */
struct lp_thread_state *lp_threads_attach(const struct lp_guard *guard);

/* Rows so far, row 0 included; lp_threads_state(i) is NULL for none of them. */
uint32_t lp_threads_count(void);
struct lp_thread_state *lp_threads_state(uint32_t index);

/* Brings the calling thread's row up to date. Signal handlers too. */
void lp_threads_touch(struct lp_thread_state *thread);

/* The CPU time of a live thread. */
uint64_t lp_threads_cpu_ns(const struct lp_thread_state *thread);

/* The same without what was before its row began, and in pauses. */
uint64_t lp_threads_measured_cpu_ns(const struct lp_thread_state *thread);

/* Notes the CPU time of a live thread, unless the program is not measured now. */
void lp_threads_note_cpu(struct lp_thread_state *thread, uint64_t cpu_ns);

/* Brings the times of all live threads up to date. Under the lock. */
void lp_threads_touch_all(void);

/* A pause begins, while the clock goes, and ends, while it stands. Under the lock. */
void lp_threads_pause(void);
void lp_threads_resume(void);

/* Asks the kernel, once, where the calling thread's stack is. Signal handlers too. */
void lp_threads_find_stack(struct lp_thread_state *thread);

/* In a forked child, under the lock: only the calling thread is left. */
void lp_threads_fork_child(void);

#endif
