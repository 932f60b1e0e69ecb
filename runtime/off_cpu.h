/*
 * off_cpu.h: how long a thread was not on a CPU, between two events of its clocks.
 *
 * Function clocks are of wall time. What of it a thread ran, its samples tell by chance only, and
 * on a busy machine where the kernel has its ticks. So the kernel is asked for the thread's CPU
 * time whenever its clocks had no event for a while: nobody waits for a CPU much shorter. In
 * between, short stretches are measured by turns, for all: many short waits are no part of a while
 * behind them. If its CPU was taken from it, and it has not given it away, it was ready to run all
 * the time; else, if it was off its CPU for long, the kernel is asked, too, for how much of that it
 * was ready to run, and others had all the CPUs.
 */
#ifndef LINEPROF_RUNTIME_OFF_CPU_H
#define LINEPROF_RUNTIME_OFF_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/lifecycle.h"
#include "runtime/threads.h"

/* A while is 1/8192 s: asking takes 2 us at the most, less than 2 % of that. */
#define LP_OFF_CPU_WHILE_SHIFT 13

/* Whether so many ticks without an event are a while. */
static inline bool lp_off_cpu_may_be(uint64_t elapsed)
{
	return elapsed > __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) >>
	       LP_OFF_CPU_WHILE_SHIFT;
}

/* Whether the kernel is to be asked at this event, `elapsed` ticks after the one before. Once for
 * each event. */
static inline bool lp_off_cpu_is_due(struct lp_thread_state *thread, uint64_t elapsed)
{
	if (lp_off_cpu_may_be(elapsed) || thread->on_cpu.countdown == 0)
		return true;
	thread->on_cpu.countdown--;
	return false;
}

struct lp_off_cpu {
	uint64_t ticks;
	uint64_t delay_ticks;   /* of these, ready to run, as far as that was asked */
	uint64_t unasked_ticks; /* and what may have been, where it was not */
};

/* Of the last `elapsed` ticks until `now`; of less than a while, for all stretches like this one.
 * At least `known`, which a call has waited. Signal handlers too; another thread's at the end of
 * the process. */
struct lp_off_cpu lp_off_cpu_since(struct lp_thread_state *thread, uint64_t now, uint64_t elapsed,
				   uint64_t known);

#define LP_OFF_CPU_UNKNOWN UINT64_MAX

/* How long the thread was ready to run, and had no CPU, until `now`, which just was, while it was
 * measured. In ns; 0 if the kernel does not tell, LP_OFF_CPU_UNKNOWN if another thread has the lock
 * or the thread cannot ask without losing its CPU. Takes some microseconds. The same threads. */
uint64_t lp_off_cpu_delay_ns(struct lp_thread_state *thread, uint64_t now);

/* The same in front of a call that may wait, `now`, with thread->usage of then: the last answer, if
 * that is good enough. */
uint64_t lp_off_cpu_delay_before_ns(struct lp_thread_state *thread, uint64_t now);

/* Whether the kernel need not be asked for that, behind `off_ticks` off CPUs, though it may be: the
 * thread mostly had a CPU when it was ready, as the following has said, and these are not as long
 * as LP_OFF_CPU_LONG_NS, of which asking takes a five-hundredth. They are not much longer than the
 * kernel's turns: a wait of some milliseconds that was late by a turn or two is as long. */
#define LP_OFF_CPU_LONG_NS 8000000
bool lp_off_cpu_may_skip(struct lp_thread_state *thread, uint64_t off_ticks);

/* Of `off_ticks` off CPUs the thread was ready to run for `delay_ticks`. */
void lp_off_cpu_judge(struct lp_thread_state *thread, uint64_t delay_ticks, uint64_t off_ticks);

#endif
