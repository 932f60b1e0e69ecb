/*
 * perf_event.h: software events of the kernel (perf_event_open), one for a thread.
 *
 * An event's only handle is the mapping of its ring: no file descriptor stays open,
 * which programs that close all of theirs would take away and give to a file of
 * their own. A forked child does not have the mapping. System calls only: signal
 * handlers may call everything here.
 */
#ifndef LINEPROF_RUNTIME_PERF_EVENT_H
#define LINEPROF_RUNTIME_PERF_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum lp_perf_kind {
	LP_PERF_CLOCK,  /* the thread's time in user mode, in ns */
	LP_PERF_ONCE,   /* the same, one sample only */
	LP_PERF_FAULTS, /* its page faults in user mode */
};

struct lp_perf_event {
	void *ring; /* NULL: not open */
	int fd;     /* what its signals name; closed */
};

/*
 * Opens an event of thread `tid`, which gets `signal_number` for each sample, one in
 * `every` ns or faults; its si_code is POLL_IN, or POLL_HUP of LP_PERF_ONCE. Returns 0 or the
 * number of the error, with the event closed.
 */
int lp_perf_open(struct lp_perf_event *event, enum lp_perf_kind kind, pid_t tid, uint64_t every,
		 int signal_number);

/*
 * Takes the next sample out of the ring: the address of the instruction that was
 * interrupted, or that faulted. False when there is none. `lost`, which is added to,
 * counts samples before this one that the ring had no room for. One thread at a time.
 */
bool lp_perf_next(struct lp_perf_event *event, uintptr_t *address, uint64_t *lost);

/* Samples that a ring has room for. What came after them is known when another sample comes. */
uint64_t lp_perf_capacity(void);

/* Text of why the kernel refuses an event with `error`, which is what lp_perf_open() has returned:
 * stays until the next call. One thread at a time; not for signal handlers. */
const char *lp_perf_refusal(int error);

/* Ends the event. Not with one that a forked child has inherited: forget that. */
void lp_perf_close(struct lp_perf_event *event);

#endif
