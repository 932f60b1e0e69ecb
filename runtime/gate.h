/* gate.h: the gates of probes, which are the program's own memory. */
#ifndef LINEPROF_RUNTIME_GATE_H
#define LINEPROF_RUNTIME_GATE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Makes a gate `value`, in order with all other accesses. False, with the gate as it was, where the
 * program has taken the right to write there: it may want to know by SIGSEGV what it changes
 * itself, and that signal is blocked in many a place where gates are set. Keeps errno. Signal
 * handlers too.
 */
bool lp_gate_set(uint32_t *gate, uint32_t value);

#endif
