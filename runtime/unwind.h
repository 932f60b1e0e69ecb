/*
 * unwind.h: from a place in code without frame pointers to its caller's.
 *
 * By the call frame information that compilers write for exceptions and debuggers (DWARF 5,
 * 6.4; .eh_frame and .eh_frame_hdr: Linux Standard Base Core 5.0, 10.6).
 */
#ifndef LINEPROF_RUNTIME_UNWIND_H
#define LINEPROF_RUNTIME_UNWIND_H

#include <features.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From glibc 2.35 on, the dynamic linker can be asked without its lock. */
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 35)
#define LP_UNWIND_FINDS_OBJECTS
#endif
#endif

/* A place in a function that is running, and the registers that lead to its caller. */
struct lp_frame {
	uintptr_t pc;
	uintptr_t sp;
	uintptr_t fp;
	bool is_interrupted; /* at pc; else it called, and returns to pc */
	bool is_by_fp;       /* its callee's frame is at the callee's fp and a constant */
	uintptr_t link;      /* where it is interrupted: the link register; 0: there is none */
	const void *registers; /* where it is interrupted (mcontext_t); else NULL: not known */
};

/*
 * The place that a return address stands for. Processors may keep it signed, for their eyes only
 * (Arm Architecture Reference Manual, D8.10: FEAT_PAuth).
 */
static inline uintptr_t lp_return_place(uintptr_t address)
{
#if defined(__aarch64__)
	register uintptr_t place __asm__("x30") = address;

	__asm__("hint #7" : "+r"(place)); /* xpaclri; of processors without, nothing */
	return place;
#else
	return address;
#endif
}

/* Where `context` (ucontext_t *), which is borrowed, was interrupted. */
struct lp_frame lp_unwind_begin(const void *context);

/* What may be read of a stack: [low, high). */
struct lp_stack_range {
	uintptr_t low;
	uintptr_t high;
};

enum lp_unwound {
	LP_UNWOUND_CALLER,  /* *frame is the caller's now */
	LP_UNWOUND_END,     /* nothing called it: a thread's first function */
	LP_UNWOUND_UNKNOWN, /* no information, or none that is understood here */
};

/*
 * Goes from *frame to its caller's, in what the dynamic linker has loaded; unchanged otherwise.
 * From a handler with a stack of its own that is outside of `stack`.
 * Takes no lock, reads `stack` and the information of the object that pc is in, which must stay
 * loaded meanwhile. Signal handlers.
 */
enum lp_unwound lp_unwind_step(struct lp_frame *frame, const struct lp_stack_range *stack);

/* The register that DWARF gives `number`. False: what it was in `frame` is not known. */
bool lp_unwind_register(const struct lp_frame *frame, uint64_t number, uintptr_t *value);

/* The word at `address`. False: that is none of `stack`. */
bool lp_stack_read(const struct lp_stack_range *stack, uintptr_t address, uintptr_t *value);

/* A word of the stack, also one that a sanitizer guards. */
uintptr_t lp_stack_word(uintptr_t address);

/* An object's information: .eh_frame_hdr, inside what is mapped of it, [begin, end). */
struct lp_unwind_object {
	const unsigned char *header;
	const unsigned char *begin;
	const unsigned char *end;
};

/* The same, by the information of `object`. For lp_unwind_step(), and tests. */
enum lp_unwound lp_unwind_step_by(const struct lp_unwind_object *object, struct lp_frame *frame,
				  const struct lp_stack_range *stack);

#endif
