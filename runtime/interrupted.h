/*
 * interrupted.h: what a signal has interrupted, by the context that its handler gets.
 */
#ifndef LINEPROF_RUNTIME_INTERRUPTED_H
#define LINEPROF_RUNTIME_INTERRUPTED_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* The instruction that comes next. */
static inline uintptr_t lp_interrupted_address(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.pc;
#endif
}

static inline uintptr_t lp_interrupted_stack_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.sp;
#endif
}

/* Whether a system call has just ended there. */
static inline bool lp_interrupted_after_system_call(const ucontext_t *context)
{
#if defined(__x86_64__)
	/* The instruction leaves its return address and the flags in registers. */
	return context->uc_mcontext.gregs[REG_RCX] == context->uc_mcontext.gregs[REG_RIP] &&
	       context->uc_mcontext.gregs[REG_R11] == context->uc_mcontext.gregs[REG_EFL];
#elif defined(__aarch64__)
	const uintptr_t address = (uintptr_t)context->uc_mcontext.pc;

	return address % 4096 && ((const uint32_t *)address)[-1] == 0xd4000001; /* svc #0 */
#endif
}

#endif
