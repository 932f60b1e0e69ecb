/* run_delay.h: how long a thread was ready to run, and had no CPU. */
#ifndef LINEPROF_RUNTIME_RUN_DELAY_H
#define LINEPROF_RUNTIME_RUN_DELAY_H

#include <stdint.h>
#include <sys/types.h>

/*
 * ns that thread `tid` of this process has spent on run queues since it began; 0 if the
 * kernel does not tell (no /proc), or where opening a file could be forbidden. Opens and
 * closes a descriptor. Signal handlers too. Source: /proc/PID/task/TID/schedstat, see
 * Documentation/scheduler/sched-stats.rst of the kernel.
 */
uint64_t lp_run_delay_ns(pid_t tid);

#endif
