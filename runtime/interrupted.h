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

/* A system call that is made when the thread goes on. */
struct lp_restarted_call {
	long number;
	long second; /* argument */
};

/* Whether a system call is made again there, that a signal has interrupted; where the processor
 * does not tell, also one that has not begun. */
static inline bool lp_interrupted_before_restart(const ucontext_t *context,
						 struct lp_restarted_call *call)
{
#if defined(__x86_64__)
	const greg_t *const registers = context->uc_mcontext.gregs;
	const unsigned char *const code = (const unsigned char *)registers[REG_RIP];

	*call = (struct lp_restarted_call){(long)registers[REG_RAX], (long)registers[REG_RSI]};
	/* The kernel has gone back by the two bytes of `syscall`. */
	return registers[REG_RCX] == registers[REG_RIP] + 2 &&
	       registers[REG_R11] == registers[REG_EFL] && code[0] == 0x0f && code[1] == 0x05;
#elif defined(__aarch64__)
	const uint32_t *const code = (const uint32_t *)(uintptr_t)context->uc_mcontext.pc;

	*call = (struct lp_restarted_call){(long)context->uc_mcontext.regs[8],
					   (long)context->uc_mcontext.regs[1]};
	return *code == 0xd4000001; /* svc #0 */
#endif
}

/* Has that return `result` instead. */
static inline void lp_interrupted_end_call(ucontext_t *context, long result)
{
#if defined(__x86_64__)
	context->uc_mcontext.gregs[REG_RAX] = result;
	context->uc_mcontext.gregs[REG_RIP] += 2;
#elif defined(__aarch64__)
	context->uc_mcontext.regs[0] = (uint64_t)result;
	context->uc_mcontext.pc += 4;
#endif
}

#endif
