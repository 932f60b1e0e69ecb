/*
 * callpath.c: where a signal found a thread, and the calls that led there.
 *
 * Instrumented code keeps frame pointers; other code need not. So from inside
 * other code the way back is found by the first word on the stack that is an
 * address in instrumented text. It can be a stale one, which the next frame
 * pointer then does not confirm.
 */
#include "runtime/callpath.h"

#include <stdbool.h>
#include <ucontext.h>

#include "runtime/register.h"

enum {
	SCAN_WORDS = 64,    /* looked at for the first return address */
	SEARCH_WORDS = 512, /* looked at for the frame that follows */
};

struct registers {
	uintptr_t pc;
	uintptr_t sp;
	uintptr_t fp;
};

/* A walk in progress. */
struct walk {
	struct lp_thread_state *thread;
	size_t depth;
	uintptr_t sp; /* what is below is done */
	uintptr_t fp; /* next frame, if is_frame() */
};

static struct registers registers_of(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (struct registers){
		.pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP],
		.sp = (uintptr_t)context->uc_mcontext.gregs[REG_RSP],
		.fp = (uintptr_t)context->uc_mcontext.gregs[REG_RBP],
	};
#elif defined(__aarch64__)
	return (struct registers){
		.pc = context->uc_mcontext.pc,
		.sp = context->uc_mcontext.sp,
		.fp = context->uc_mcontext.regs[29],
	};
#else
#error "no registers known for this processor"
#endif
}

static uintptr_t word_at(uintptr_t address)
{
	return *(const uintptr_t *)address;
}

#if defined(__x86_64__)
/* Whether a call instruction may end here: E8 with 4 bytes, or FF /2 of any length. */
static bool is_after_call(const unsigned char *at)
{
	if (at[-5] == 0xe8)
		return true;
	for (int size = 2; size <= 7; size++)
		if (at[-size] == 0xff && (at[-size + 1] & 0x38) == 0x10)
			return true;
	return false;
}
#else
static bool is_after_call(const unsigned char *at)
{
	(void)at;
	return true;
}
#endif

/* Only the executable's own text is certain not to have been unloaded. */
static bool is_return_address(uintptr_t address)
{
	const struct lp_module_state *const module = lp_modules_find(address);

	if (!module || address - module->text_begin < 8)
		return false;
	return !module->is_permanent || is_after_call((const unsigned char *)address);
}

static void add(struct walk *walk, uintptr_t address)
{
	if (walk->depth < LP_PATH_DEPTH && lp_modules_find(address))
		walk->thread->path[walk->depth++] = address;
}

/* Two words on the stack above what is done, as a frame pointer must point to. */
static bool is_frame(const struct walk *walk, uintptr_t fp)
{
	return fp % sizeof(uintptr_t) == 0 && fp >= walk->sp &&
	       fp < walk->thread->stack_high - 2 * sizeof(uintptr_t);
}

/* The first return address within `words` from the walk's place; 0 if none. */
static uintptr_t find_return(const struct walk *walk, size_t words)
{
	uintptr_t at = (walk->sp + sizeof at - 1) & ~(sizeof at - 1);

	for (; words && at < walk->thread->stack_high - sizeof at; words--, at += sizeof at)
		if (is_return_address(word_at(at)))
			return at;
	return 0;
}

/* The first (frame pointer, return address) that agree with each other. */
static bool find_frame(struct walk *walk)
{
	const uintptr_t end = walk->sp + SEARCH_WORDS * sizeof end;

	while (walk->sp < end) {
		const uintptr_t slot = find_return(walk, (end - walk->sp) / sizeof end);

		if (!slot)
			return false;
		if (slot >= walk->sp + sizeof slot) {
			const uintptr_t saved = word_at(slot - sizeof slot);

			if (saved > slot && is_frame(walk, saved)) {
				walk->fp = slot - sizeof slot;
				return true;
			}
		}
		walk->sp = slot + sizeof slot;
	}
	return false;
}

/* From code without frame pointers to the first instrumented caller. */
static bool leave_foreign_code(struct walk *walk)
{
	const uintptr_t slot = find_return(walk, SCAN_WORDS);

	if (slot) {
		add(walk, word_at(slot));
		walk->sp = slot + sizeof slot;
	}
	return is_frame(walk, walk->fp) || find_frame(walk);
}

static void follow(struct walk *walk)
{
	while (walk->depth < LP_PATH_DEPTH && is_frame(walk, walk->fp)) {
		add(walk, word_at(walk->fp + sizeof walk->fp));
		walk->sp = walk->fp + 2 * sizeof walk->fp;
		walk->fp = word_at(walk->fp);
	}
}

size_t lp_callpath_walk(struct lp_thread_state *thread, const void *context)
{
	const struct registers at = registers_of(context);
	struct walk walk = {.thread = thread, .depth = 1, .sp = at.sp, .fp = at.fp};

	thread->path[0] = at.pc;
	lp_threads_find_stack(thread);
	if (!thread->is_stack_exact || at.sp < thread->stack_low || at.sp >= thread->stack_high)
		return 1;
	if (lp_modules_find(at.pc) || leave_foreign_code(&walk))
		follow(&walk);
	return walk.depth;
}
