/*
 * switches.h: how often the calling thread gave its processor away, to wait for something, and how
 * often it was taken from it, as others wanted to run. getrusage(2).
 */
#ifndef LINEPROF_RUNTIME_SWITCHES_H
#define LINEPROF_RUNTIME_SWITCHES_H

#include <stdint.h>
#include <sys/resource.h>

#include "runtime/system_calls.h"

struct lp_switches {
	uint64_t waits;
	uint64_t preemptions;
};

/* Any thread, signal handlers too. Zeros if the kernel does not tell. */
static inline struct lp_switches lp_switches_now(void)
{
	struct rusage usage = {0};

	lp_system_call(SYS_getrusage, RUSAGE_THREAD, &usage);
	return (struct lp_switches){(uint64_t)usage.ru_nvcsw, (uint64_t)usage.ru_nivcsw};
}

#endif
