/*
 * cfa_expression.h: where call frame information computes: the frame's address, or that of a
 * register (DWARF 5, 2.5 and 6.4.2).
 */
#ifndef LINEPROF_RUNTIME_CFA_EXPRESSION_H
#define LINEPROF_RUNTIME_CFA_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/unwind.h"

/* Operations of a stack machine. */
struct lp_cfa_expression {
	const unsigned char *begin;
	uint32_t bytes;
};

/*
 * What `expression` comes to in `frame`. *below: what lies on its stack at the beginning, if not
 * NULL. False: it is damaged or too long, or needs what is not known: memory outside of `stack`, a
 * register that only a callee knows, an operation that no compiler uses here.
 * Allocates nothing; signal handlers.
 */
bool lp_cfa_evaluate(const struct lp_cfa_expression *expression, const uintptr_t *below,
		     const struct lp_frame *frame, const struct lp_stack_range *stack,
		     uintptr_t *value);

#endif
