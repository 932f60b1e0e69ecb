/*
 * waited.h: which instruction a sample waited for.
 *
 * A sample names the instruction that comes next. What took the time is the one that ran before:
 * mostly the one in front of it in memory, which needs no look at the code. But where jumps
 * lead, it may be one of them; an instruction that repeats itself is interrupted in its middle, and
 * one that had a page fault begins anew.
 */
#ifndef LINEPROF_VIEWER_MODEL_WAITED_H
#define LINEPROF_VIEWER_MODEL_WAITED_H

#include "viewer/model/symbols.h"

/* Addresses are the file's own. All 0: not known. */
struct lp_waited {
	uint64_t address; /* of the instruction that was waited for */
	struct lp_code_run run;    /* that it is in */
	struct lp_code_run at_run; /* that of what the sample stands at */
	bool is_before;   /* it is the one in front of the sample's address */
	bool returns;     /* from the sample's address control only goes back to the caller */
};

/*
 * Looks at the code of the functions in the ELF file `path` that `queries`, sorted by address and
 * answered by lp_symbols_find(), are in. `waited[i]` becomes what query i waited for, if it is a
 * leaf.
 *
 * Of several ways that lead to an address that of a loop counts, the backmost one, as loops are
 * where time goes: a jump back from where control gets straight from the address. Else that with
 * the most samples. Where only computed jumps lead, which are not known, it is the instruction at
 * the address.
 *
 * LP_OK or LP_MEMORY. What cannot be read or disassembled is left at 0.
 */
enum lp_status lp_waited_find(const char *path, const struct lp_symbol_query *queries, size_t count,
			      struct lp_waited *waited);

#endif
