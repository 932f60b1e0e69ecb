/* unwind.c: from a place in code without frame pointers to its caller's. */
#include "runtime/unwind.h"

#include <dlfcn.h>
#include <ucontext.h>

#include "runtime/cfa_expression.h"
#include "runtime/cfi.h"

/* Where the kernel puts the context, from the stack pointer when the handler has returned: Linux,
 * arch/x86/include/asm/sigframe.h, arch/arm64/kernel/signal.c. */
#if defined(__x86_64__)
enum { CONTEXT_AT = 0 };
#elif defined(__aarch64__)
enum { CONTEXT_AT = 128 };
#endif

/* A context may lie on the stack, which a sanitizer guards. */
__attribute__((no_sanitize("address", "thread"))) struct lp_frame
lp_unwind_begin(const void *context)
{
	const mcontext_t *const registers = &((const ucontext_t *)context)->uc_mcontext;

	return (struct lp_frame){
#if defined(__x86_64__)
		.pc = (uintptr_t)registers->gregs[REG_RIP],
		.sp = (uintptr_t)registers->gregs[REG_RSP],
		.fp = (uintptr_t)registers->gregs[REG_RBP],
#elif defined(__aarch64__)
		.pc = registers->pc, .sp = registers->sp, .fp = registers->regs[29],
		.link = registers->regs[30],
#else
#error "no registers known for this processor"
#endif
		.is_interrupted = true, .registers = registers,
	};
}

/* By DWARF's numbers (the same, figure 3.36; DWARF for the Arm 64-bit architecture, 4.1). */
#if defined(__x86_64__)
enum { FP = 6, SP = 7, PC = 16 };

static const unsigned char places[] = {
    REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};
enum { REGISTERS = sizeof places };

static const greg_t *register_at(const mcontext_t *registers, uint64_t number)
{
	return &registers->gregs[places[number]];
}
#elif defined(__aarch64__)
enum { FP = 29, SP = 31, PC = 32, REGISTERS = 31 };

static const uint64_t *register_at(const mcontext_t *registers, uint64_t number)
{
	return (const uint64_t *)&registers->regs[number];
}
#endif

__attribute__((no_sanitize("address", "thread"))) bool
lp_unwind_register(const struct lp_frame *frame, uint64_t number, uintptr_t *value)
{
	const bool is_kept = frame->registers && number < REGISTERS;

	if (number == FP)
		*value = frame->fp;
	else if (number == SP)
		*value = frame->sp;
	else if (number == PC)
		*value = frame->pc;
	else if (is_kept)
		*value = (uintptr_t)*register_at(frame->registers, number);
	return number == FP || number == SP || number == PC || is_kept;
}

__attribute__((no_sanitize("address", "thread"))) uintptr_t lp_stack_word(uintptr_t address)
{
	return *(const uintptr_t *)address;
}

bool lp_stack_read(const struct lp_stack_range *stack, uintptr_t address, uintptr_t *value)
{
	if (address % sizeof address || address < stack->low || address >= stack->high ||
	    stack->high - address < sizeof address)
		return false;
	*value = lp_stack_word(address);
	return true;
}

/* What a rule says of a register that was `*value`. False: nothing that can be known. */
static bool apply(const struct lp_cfi_rule *rule, uintptr_t cfa, const struct lp_frame *frame,
		  const struct lp_stack_range *stack, uintptr_t *value)
{
	const struct lp_cfa_expression expression = {rule->expression, rule->expression_bytes};
	uintptr_t at;

	switch (rule->how) {
	case LP_CFI_SAME:
		return true;
	case LP_CFI_SAVED:
		return lp_stack_read(stack, cfa + (uintptr_t)rule->offset, value);
	case LP_CFI_VALUE:
		*value = cfa + (uintptr_t)rule->offset;
		return true;
	case LP_CFI_REGISTER:
		return lp_unwind_register(frame, (uint64_t)rule->offset, value);
	case LP_CFI_SAVED_COMPUTED:
		return lp_cfa_evaluate(&expression, &cfa, frame, stack, &at) &&
		       lp_stack_read(stack, at, value);
	case LP_CFI_COMPUTED:
		return lp_cfa_evaluate(&expression, &cfa, frame, stack, value);
	default:
		return false;
	}
}

/* The frame's address. False: it cannot be known. */
static bool find_cfa(const struct lp_cfi_row *row, const struct lp_frame *frame,
		     const struct lp_stack_range *stack, uintptr_t *cfa)
{
	if (row->is_computed)
		return lp_cfa_evaluate(&row->cfa_expression, NULL, frame, stack, cfa);
	if (!lp_unwind_register(frame, row->cfa_register, cfa))
		return false;
	*cfa += (uintptr_t)row->cfa_offset;
	return true;
}

/* Frames go up: what is called, and has its return address on the stack, has some of it. */
static bool goes_up(const struct lp_cfi_row *row, uintptr_t from, uintptr_t to)
{
	const bool is_in_register = row->ra.how == LP_CFI_SAME || row->ra.how == LP_CFI_REGISTER;

	return is_in_register ? to >= from : to > from;
}

/* From what a signal's handler returns to, to what was interrupted. */
static enum lp_unwound leave_handler(struct lp_frame *frame, const struct lp_stack_range *stack)
{
	const uintptr_t context = frame->sp + CONTEXT_AT;
	struct lp_frame interrupted;

	if (frame->sp < stack->low || context >= stack->high ||
	    stack->high - context < sizeof(ucontext_t) || context % _Alignof(ucontext_t))
		return LP_UNWOUND_UNKNOWN;
	interrupted = lp_unwind_begin((const void *)context);
	/* Handlers may have a stack of their own. */
	if (interrupted.sp >= stack->low && interrupted.sp <= frame->sp)
		return LP_UNWOUND_UNKNOWN;
	*frame = interrupted;
	return LP_UNWOUND_CALLER;
}

enum lp_unwound lp_unwind_step_by(const struct lp_unwind_object *object, struct lp_frame *frame,
				  const struct lp_stack_range *stack)
{
	struct lp_frame caller = {.pc = frame->link, .fp = frame->fp};
	struct lp_cfi_row row;

	/* A call that does not return may be its function's last instruction. */
	if (!lp_cfi_find(object, frame->pc - !frame->is_interrupted, &row))
		return LP_UNWOUND_UNKNOWN;
	if (row.is_signals)
		return leave_handler(frame, stack);
	if (row.ra.how == LP_CFI_UNDEFINED)
		return LP_UNWOUND_END;
	if (!find_cfa(&row, frame, stack, &caller.sp) || !goes_up(&row, frame->sp, caller.sp) ||
	    caller.sp > stack->high || !apply(&row.ra, caller.sp, frame, stack, &caller.pc) ||
	    !apply(&row.fp, caller.sp, frame, stack, &caller.fp) || !caller.pc)
		return LP_UNWOUND_UNKNOWN;
	caller.is_by_fp = !row.is_computed && row.cfa_register == FP;
	caller.pc = lp_return_place(caller.pc);
	*frame = caller;
	return LP_UNWOUND_CALLER;
}

#ifdef LP_UNWIND_FINDS_OBJECTS
#pragma weak _dl_find_object

static bool find_object(uintptr_t pc, struct lp_unwind_object *object)
{
	struct dl_find_object found;

	if (!_dl_find_object || _dl_find_object((void *)pc, &found) != 0 || !found.dlfo_eh_frame)
		return false;
	*object = (struct lp_unwind_object){found.dlfo_eh_frame, found.dlfo_map_start,
					    found.dlfo_map_end};
	/* What is said of a static program is its code only: its own information is believed. */
	if (object->header < object->begin || object->header >= object->end) {
		object->begin = NULL;
		object->end = (const unsigned char *)UINTPTR_MAX;
	}
	return true;
}
#else
static bool find_object(uintptr_t pc, struct lp_unwind_object *object)
{
	(void)pc;
	(void)object;
	return false;
}
#endif

enum lp_unwound lp_unwind_step(struct lp_frame *frame, const struct lp_stack_range *stack)
{
	struct lp_frame caller = *frame;
	struct lp_unwind_object object;
	enum lp_unwound step;

	if (!find_object(frame->pc - !frame->is_interrupted, &object))
		return LP_UNWOUND_UNKNOWN;
	step = lp_unwind_step_by(&object, &caller, stack);
	/* A stack that is no longer what it was, as where a sanitizer holds signals back. */
	if (step == LP_UNWOUND_CALLER && !find_object(caller.pc - !caller.is_interrupted, &object))
		return LP_UNWOUND_UNKNOWN;
	*frame = caller;
	return step;
}
