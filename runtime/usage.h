/*
 * usage.h: what the kernel says of the calling thread: how often it gave its processor away, to
 * wait for something, how often it was taken from it, as others wanted to run, and its CPU time in
 * the kernel. getrusage(2).
 */
#ifndef LINEPROF_RUNTIME_USAGE_H
#define LINEPROF_RUNTIME_USAGE_H

#include <stdint.h>
#include <sys/resource.h>

#include "runtime/system_calls.h"

struct lp_usage {
	uint64_t waits;
	uint64_t preemptions;
	/* LP_KERNEL_TIME_UNKNOWN if the kernel does not tell. Mostly known by ticks only: it grows
	 * by a tick's time when the tick finds the thread in the kernel (kernel/sched/cputime.c).
	 */
	uint64_t kernel_us;
};

#define LP_KERNEL_TIME_UNKNOWN UINT64_MAX

/* Any thread, signal handlers too. Zero switches if the kernel does not tell. */
static inline struct lp_usage lp_usage_now(void)
{
	struct rusage usage = {0};

	if (lp_system_call(SYS_getrusage, RUSAGE_THREAD, &usage))
		return (struct lp_usage){.kernel_us = LP_KERNEL_TIME_UNKNOWN};
	return (struct lp_usage){
	    .waits = (uint64_t)usage.ru_nvcsw,
	    .preemptions = (uint64_t)usage.ru_nivcsw,
	    .kernel_us =
		(uint64_t)usage.ru_stime.tv_sec * 1000000 + (uint64_t)usage.ru_stime.tv_usec,
	};
}

#endif
