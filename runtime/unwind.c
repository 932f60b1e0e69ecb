/* unwind.c: from a place in code without frame pointers to its caller's. */
#include "runtime/unwind.h"

#include <dlfcn.h>
#include <ucontext.h>

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
	    .pc = registers->pc,
	    .sp = registers->sp,
	    .fp = registers->regs[29],
	    .link = registers->regs[30],
#else
#error "no registers known for this processor"
#endif
	    .is_interrupted = true,
	};
}

__attribute__((no_sanitize("address", "thread"))) uintptr_t lp_stack_word(uintptr_t address)
{
	return *(const uintptr_t *)address;
}

/* What a rule says of a register that was `value`. False: nothing that can be read. */
static bool apply(const struct lp_cfi_rule *rule, uintptr_t cfa, const struct lp_stack_range *stack,
		  uintptr_t *value)
{
	const uintptr_t at = cfa + (uintptr_t)rule->offset;

	if (rule->how == LP_CFI_SAME)
		return true;
	if (rule->how != LP_CFI_SAVED || at % sizeof at || at < stack->low || at >= stack->high ||
	    stack->high - at < sizeof at)
		return false;
	*value = lp_stack_word(at);
	return true;
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
	caller.sp = (row.is_by_fp ? frame->fp : frame->sp) + (uintptr_t)row.cfa_offset;
	if (caller.sp < frame->sp + (row.ra.how == LP_CFI_SAVED) || caller.sp > stack->high ||
	    !apply(&row.ra, caller.sp, stack, &caller.pc) ||
	    !apply(&row.fp, caller.sp, stack, &caller.fp) || !caller.pc)
		return LP_UNWOUND_UNKNOWN;
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
