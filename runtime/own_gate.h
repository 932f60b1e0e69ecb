/*
 * own_gate.h: a function whose calls are short in one thread and long in another.
 *
 * Its gate is the process's. So where another thread has had a long call lately it stays open, and
 * the thread with the short ones passes by a mark of its own, as long as that costs little: it is
 * some nanoseconds a call.
 */
#ifndef LINEPROF_RUNTIME_OWN_GATE_H
#define LINEPROF_RUNTIME_OWN_GATE_H

#include <stdbool.h>
#include <stdint.h>

struct lp_thread_state;

/* The first timed calls of a function in a thread, which decide whether it stays timed. Begins as
 * zeros. */
struct lp_trial {
	uint32_t calls;
	uint32_t ticks;   /* of these; while `passes`: when it was asked last, in 256 ticks */
	uint32_t passes;  /* how many more calls are not timed; 0: it is open */
	uint32_t long_at; /* when a call was long, in 2^20 ticks, half a millisecond; 0: never */
};

enum lp_own_gate {
	LP_OWN_GATE_OPEN,     /* for this call: it is tried anew */
	LP_OWN_GATE_SHUT,     /* this call is not timed */
	LP_OWN_GATE_TOO_DEAR, /* nor any: who passes comes too often */
};

/* A call took `ticks` that ended `now`. */
void lp_own_gate_note(struct lp_trial *trial, uint64_t now, uint64_t ticks,
		      uint64_t ticks_per_second);

/* Whether a thread other than `thread` has had a long call of the function lately. */
bool lp_own_gate_is_wanted(const struct lp_thread_state *thread, uint32_t module, uint32_t func,
			   uint64_t now, uint64_t ticks_per_second);

void lp_own_gate_shut(struct lp_trial *trial, uint64_t now);

/* What becomes of a call that has used the last of `passes`, `now`. */
enum lp_own_gate lp_own_gate_ask(struct lp_trial *trial, uint64_t now, uint64_t ticks_per_second);

#endif
