/*
 * cfi.h: how a function's caller is found at one of its instructions, by the call frame
 * information in .eh_frame (DWARF 5, 6.4; Linux Standard Base Core 5.0, 10.6).
 */
#ifndef LINEPROF_RUNTIME_CFI_H
#define LINEPROF_RUNTIME_CFI_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/unwind.h"

/* How a register of the caller's is found. */
enum lp_cfi_how {
	LP_CFI_SAME,      /* it is as it was */
	LP_CFI_SAVED,     /* at the frame's address + offset */
	LP_CFI_UNDEFINED, /* it is lost; as for a return address, there is no caller */
	LP_CFI_OTHER,     /* in another register, or computed: not understood here */
};

struct lp_cfi_rule {
	enum lp_cfi_how how;
	int64_t offset; /* bytes */
};

/* The rules at one instruction. The frame's address (CFA) is that of the stack pointer before the
 * call that led to the function. */
struct lp_cfi_row {
	bool is_signals;    /* what a signal's handler returns to; the rest says nothing then */
	bool is_by_fp;      /* the frame's address is fp + offset, else sp + offset */
	int64_t cfa_offset; /* bytes */
	struct lp_cfi_rule fp;
	struct lp_cfi_rule ra; /* return address */
};

/* Finds the rules at `pc`. False: there are none, or some that are not understood. */
bool lp_cfi_find(const struct lp_unwind_object *object, uintptr_t pc, struct lp_cfi_row *row);

#endif
