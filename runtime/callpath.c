/*
 * callpath.c: where a signal found a thread, and the calls that led there.
 *
 * Instrumented code keeps frame pointers; other code need not. So from inside
 * other code the way back is found by the first word on the stack that is an
 * address in instrumented text, behind a call. It can be a stale one.
 */
#include "runtime/callpath.h"

#include <stdbool.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/register.h"
#include "runtime/settings.h"

/* How far a return address is looked for: printf() and qsort() have frames of a page. */
enum { SCAN_WORDS = 512 };

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
	uintptr_t fp; /* the next frame, if is_frame() */
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

/* Reads any word of the stack, also those that a sanitizer guards. */
__attribute__((no_sanitize("address", "thread"))) static uintptr_t word_at(uintptr_t address)
{
	return *(const uintptr_t *)address;
}

#if defined(__x86_64__)
/* push %rbp; mov %rsp,%rbp */
static const unsigned char set_up[] = {0x55, 0x48, 0x89, 0xe5};

/*
 * Whether a call instruction may end here: E8 with 4 bytes, or FF /2 of any length.
 * Not where a function begins: that is a callback's address, behind the function
 * before, which may well end with a call that never returns.
 */
static bool is_after_call(const unsigned char *at)
{
	static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};

	if (!memcmp(at, set_up, sizeof set_up) || !memcmp(at, endbr64, sizeof endbr64))
		return false;
	if (at[-5] == 0xe8)
		return true;
	for (int size = 2; size <= 7; size++)
		if (at[-size] == 0xff && (at[-size + 1] & 0x38) == 0x10)
			return true;
	return false;
}

/*
 * Where the return address is, if the function at `pc` has not yet set up its frame
 * or has taken it down (ret). Else 0. Samples come there
 * often: the call before is what was waited for.
 */
static uintptr_t bare_return_slot(const unsigned char *pc, uintptr_t sp)
{
	if (*pc == 0xc3 || !memcmp(pc, set_up, sizeof set_up))
		return sp;
	return memcmp(pc - 1, set_up, sizeof set_up) ? 0 : sp + sizeof sp;
}
#else
static bool is_after_call(const unsigned char *at)
{
	(void)at;
	return true;
}

static uintptr_t bare_return_slot(const unsigned char *pc, uintptr_t sp)
{
	(void)pc;
	(void)sp;
	return 0;
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

/* The first return address in what is not done yet; 0 if none is near. */
static uintptr_t find_return(const struct walk *walk)
{
	const uintptr_t high = walk->thread->stack_high - sizeof high;
	uintptr_t at = (walk->sp + sizeof at - 1) & ~(sizeof at - 1);

	for (size_t i = 0; i < SCAN_WORDS && at < high; i++, at += sizeof at)
		if (is_return_address(word_at(at)))
			return at;
	return 0;
}

/* Other code uses the frame pointer as it likes: does it point to a frame of ours? */
static bool is_likely_frame(const struct walk *walk)
{
	uintptr_t saved;

	if (!is_frame(walk, walk->fp))
		return false;
	saved = word_at(walk->fp);
	return is_return_address(word_at(walk->fp + sizeof saved)) ||
	       (saved > walk->fp && is_frame(walk, saved));
}

/* The first (frame pointer, return address) that agree with each other. */
static bool find_frame(struct walk *walk)
{
	const uintptr_t slot = find_return(walk);
	const uintptr_t below = slot - sizeof slot;

	if (!slot || below < walk->sp || word_at(below) <= slot || !is_frame(walk, word_at(below)))
		return false;
	walk->fp = below;
	return true;
}

/* From code without frame pointers to its first instrumented caller. */
static bool leave_foreign_code(struct walk *walk)
{
	const uintptr_t slot = find_return(walk);

	if (!slot)
		return is_likely_frame(walk);
	add(walk, word_at(slot));
	walk->sp = slot + sizeof slot;
	return is_likely_frame(walk) || find_frame(walk);
}

/* Up the frames; what called instrumented code need not be instrumented itself. */
static void follow(struct walk *walk)
{
	while (walk->depth < LP_PATH_DEPTH && is_frame(walk, walk->fp)) {
		const uintptr_t caller = word_at(walk->fp + sizeof caller);

		walk->sp = walk->fp + 2 * sizeof caller;
		walk->fp = word_at(walk->fp);
		add(walk, caller);
		if (!lp_modules_find(caller) && !leave_foreign_code(walk))
			return;
	}
}

/* From the interrupted instruction to the first caller; true if frames follow. */
static bool start(struct walk *walk, const struct registers *at)
{
	uintptr_t slot;

	if (!lp_modules_find(at->pc))
		return leave_foreign_code(walk);
	slot = bare_return_slot((const unsigned char *)at->pc, at->sp);
	if (!slot)
		return is_frame(walk, walk->fp) || leave_foreign_code(walk);
	walk->sp = slot + sizeof slot;
	add(walk, word_at(slot));
	return lp_modules_find(word_at(slot)) || leave_foreign_code(walk);
}

size_t lp_callpath_walk(struct lp_thread_state *thread, const void *context)
{
	const struct registers at = registers_of(context);
	struct walk walk = {.thread = thread, .depth = 1, .sp = at.sp, .fp = at.fp};

	thread->path[0] = at.pc;
	lp_threads_find_stack(thread);
	if (!thread->is_stack_exact || at.sp < thread->stack_low || at.sp >= thread->stack_high)
		return 1;
	if (lp_settings.paths_are_off) {
		if (!lp_modules_find(at.pc))
			leave_foreign_code(&walk);
	} else if (start(&walk, &at)) {
		follow(&walk);
	}
	return walk.depth;
}
