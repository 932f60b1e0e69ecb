/*
 * cfi.h: how a function's caller is found at one of its instructions, by the call frame
 * information in .eh_frame (DWARF 5, 6.4; Linux Standard Base Core 5.0, 10.6).
 */
#ifndef LINEPROF_RUNTIME_CFI_H
#define LINEPROF_RUNTIME_CFI_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/cfa_expression.h"
#include "runtime/unwind.h"

/* How a register of the caller's is found. */
enum lp_cfi_how {
	LP_CFI_SAME,           /* it is as it was */
	LP_CFI_SAVED,          /* at the frame's address + offset */
	LP_CFI_VALUE,          /* it is the frame's address + offset */
	LP_CFI_REGISTER,       /* in the register `offset` */
	LP_CFI_SAVED_COMPUTED, /* where the expression says */
	LP_CFI_COMPUTED,       /* it is what the expression says */
	LP_CFI_UNDEFINED,      /* it is lost; as for a return address, there is no caller */
};

/* Eight rows are remembered on a stack that may be a signal handler's: small ones. */
struct lp_cfi_rule {
	enum lp_cfi_how how;
	uint32_t expression_bytes;
	union {
		int64_t offset; /* bytes; or a register's number */
		const unsigned char *expression;
	};
};

/* The rules at one instruction. The frame's address (CFA) is that of the stack pointer before the
 * call that led to the function. */
struct lp_cfi_row {
	bool is_signals;       /* what a signal's handler returns to; the rest says nothing then */
	bool is_computed;      /* the frame's address is what the expression says, */
	uint32_t cfa_register; /* else this one (DWARF's number) */
	int64_t cfa_offset;    /* and that, in bytes */
	struct lp_cfa_expression cfa_expression;
	struct lp_cfi_rule fp;
	struct lp_cfi_rule ra; /* return address */
};

/* Finds the rules at `pc`. False: there are none, or some that are not understood. */
bool lp_cfi_find(const struct lp_unwind_object *object, uintptr_t pc, struct lp_cfi_row *row);

#endif
