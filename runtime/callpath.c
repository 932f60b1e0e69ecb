/*
 * callpath.c: where a signal found a thread, and the calls that led there.
 *
 * The way from a frame to its caller's is what the compiler says it is, its call frame information
 * (unwind.h). Where there is none, as in code that the program makes itself, or the C library
 * cannot be asked, frame pointers are followed in instrumented code, which keeps them. In other
 * code the caller is then the first word on the stack that is an address in instrumented text,
 * behind a call: that can be a stale one.
 *
 * A thread may be on another stack than its own: a fiber's, a handler's. How far it reaches nobody
 * says, and what was found out at one sample may be unmapped at the next. So as much of it as a
 * walk comes to is asked of the kernel, page by page. And nothing is read there but what call frame
 * information says of frames that are in use: what is behind them may be somebody else's, with
 * stale addresses in it, and be unmapped by another thread at any moment.
 */
#include "runtime/callpath.h"

#include <stdbool.h>
#include <string.h>

#include "runtime/register.h"
#include "runtime/settings.h"
#include "runtime/system_calls.h"
#include "runtime/unwind.h"

/* How far a return address is looked for: printf() and qsort() have frames of a page. */
enum { SCAN_WORDS = 512 };

/* How many frames a walk goes through: those that are kept, and libraries' within libraries. */
enum { MOST_FRAMES = 4 * LP_PATH_DEPTH };

/* What a leaf function may use of the stack below its pointer. */
#if defined(__x86_64__)
enum { RED_ZONE = 128 }; /* System V ABI, AMD64 supplement, 3.2.2 */
#else
enum { RED_ZONE = 0 };
#endif

/* Of the smallest pages there are. */
enum { PAGE_BYTES = 4096 };

/* A frame pointer that is further away than this is taken for something else. */
enum { FRAME_MOST = 1 << 16 };

/* Pages that a walk asks for. */
enum { PROBES_MOST = 64 };

/* A walk in progress. */
struct walk {
	const struct lp_thread_state *thread;
	uintptr_t *path;
	size_t depth;
	struct lp_stack_range stack;
	bool is_own;     /* the thread's: all of it can be read */
	bool is_growing; /* stack.high is not its end, for all that is known */
	unsigned probes;
	struct lp_frame at; /* fp: 0 if it is not known, which leads nowhere */
};

#if defined(__x86_64__)
/* push %rbp; mov %rsp,%rbp */
static const unsigned char set_up[] = {0x55, 0x48, 0x89, 0xe5};
static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};

/*
 * Whether a call instruction may end here: E8 with 4 bytes, or FF /2 of any length.
 * Not where a function begins: that is a callback's address, behind the function
 * before, which may well end with a call that never returns.
 */
static bool is_after_call(const unsigned char *at)
{
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

/* jmp *...(%rip), which may have endbr64 in front of it, or bnd. */
enum { STUB_BYTES = 7 }; /* that are looked at */

static bool is_in_stub(const unsigned char *pc)
{
	static const unsigned char jump[] = {0xff, 0x25}, bound_jump[] = {0xf2, 0xff, 0x25};

	if (!memcmp(pc, endbr64, sizeof endbr64))
		pc += sizeof endbr64;
	return !memcmp(pc, jump, sizeof jump) || !memcmp(pc, bound_jump, sizeof bound_jump);
}
#elif defined(__aarch64__)
/* BL, BLR, or one of BLR's that authenticate: BLRAA (Arm Architecture Reference Manual, C6.2). */
static bool is_after_call(const unsigned char *at)
{
	uint32_t instruction;

	if ((uintptr_t)at % sizeof instruction)
		return false;
	memcpy(&instruction, at - sizeof instruction, sizeof instruction);
	return (instruction & 0xfc000000) == 0x94000000 || (instruction & 0xfefff000) == 0xd63f0000;
}

/* It is in a register then. */
static uintptr_t bare_return_slot(const unsigned char *pc, uintptr_t sp)
{
	(void)pc;
	(void)sp;
	return 0;
}

/* Up to four instructions, the last one of which is br x17. */
enum { STUB_BYTES = 16 };

static bool is_in_stub(const unsigned char *pc)
{
	static const uint32_t branch = 0xd61f0220;

	for (size_t i = 0; i < STUB_BYTES / sizeof branch; i++)
		if (!memcmp(pc + i * sizeof branch, &branch, sizeof branch))
			return true;
	return false;
}
#endif

/* Only the text of the program, and of what it was linked with, is certain to be there. */
static bool is_return_address(uintptr_t address)
{
	const struct lp_module_state *const module = lp_modules_find(address);

	if (!module || address - module->text_begin < 8)
		return false;
	return !module->is_permanent || is_after_call((const unsigned char *)address);
}

/* What stands at `slot`, where a return address is or may be. */
static uintptr_t return_at(uintptr_t slot)
{
	return lp_return_place(lp_stack_word(slot));
}

/* Two words on the stack above what is done, as a frame pointer must point to. */
static bool is_frame(const struct walk *walk, uintptr_t fp)
{
	return fp % sizeof fp == 0 && fp >= walk->at.sp && fp < walk->stack.high - 2 * sizeof fp;
}

/* To the caller whose return address is at `slot`. */
static void return_from(struct walk *walk, uintptr_t slot, uintptr_t fp)
{
	walk->at = (struct lp_frame){.pc = return_at(slot), .sp = slot + sizeof slot, .fp = fp};
}

/*
 * Return addresses whose frames are found by the frame pointer, as their information has said
 * before: a recursion meets the same ones again and again. Words that threads share.
 */
enum { KNOWN_FRAMES = 1024 };
static uintptr_t known_frames[KNOWN_FRAMES];

static uintptr_t *known_frame(uintptr_t pc)
{
	return &known_frames[(pc ^ pc >> 10) % KNOWN_FRAMES];
}

static bool is_known_frame(const struct walk *walk)
{
	return !walk->at.is_interrupted &&
	       __atomic_load_n(known_frame(walk->at.pc), __ATOMIC_RELAXED) == walk->at.pc &&
	       is_frame(walk, walk->at.fp);
}

static void follow_frame_pointer(struct walk *walk)
{
	return_from(walk, walk->at.fp + sizeof walk->at.fp, lp_stack_word(walk->at.fp));
}

static enum lp_unwound unwind(struct walk *walk)
{
	const struct lp_frame before = walk->at;
	enum lp_unwound step;

	if (is_known_frame(walk)) {
		follow_frame_pointer(walk);
		return LP_UNWOUND_CALLER;
	}
	step = lp_unwind_step(&walk->at, &walk->stack);
	if (step == LP_UNWOUND_CALLER && walk->at.is_interrupted)
		return step;
	if (step == LP_UNWOUND_CALLER && lp_modules_find(walk->at.pc) &&
	    !is_return_address(walk->at.pc)) {
		walk->at = before;
		return LP_UNWOUND_UNKNOWN;
	}
	if (step == LP_UNWOUND_CALLER && !before.is_interrupted && walk->at.is_by_fp &&
	    walk->at.sp == before.fp + 2 * sizeof before.fp)
		__atomic_store_n(known_frame(before.pc), before.pc, __ATOMIC_RELAXED);
	return step;
}

/* The first return address in what is not done yet; 0 if none is near. */
static uintptr_t find_return(const struct walk *walk)
{
	const uintptr_t high = walk->stack.high - sizeof high;
	uintptr_t at = (walk->at.sp + sizeof at - 1) & ~(sizeof at - 1);

	for (size_t i = 0; i < SCAN_WORDS && at < high; i++, at += sizeof at)
		if (is_return_address(return_at(at)))
			return at;
	return 0;
}

/* Other code uses the frame pointer as it likes: does it point to a frame of ours? */
static bool is_likely_frame(const struct walk *walk, uintptr_t fp)
{
	uintptr_t saved;

	if (!is_frame(walk, fp))
		return false;
	saved = lp_stack_word(fp);
	return is_return_address(return_at(fp + sizeof saved)) ||
	       (saved > fp && is_frame(walk, saved));
}

/* The first (frame pointer, return address) on the stack that agree with each other; else 0. */
static uintptr_t find_frame(const struct walk *walk)
{
	const uintptr_t slot = find_return(walk);
	const uintptr_t below = slot - sizeof slot;

	if (!slot || below < walk->at.sp || lp_stack_word(below) <= slot ||
	    !is_frame(walk, lp_stack_word(below)))
		return 0;
	return below;
}

/* To the first instrumented caller by what is on the stack. */
static bool search_caller(struct walk *walk)
{
	const uintptr_t fp = is_likely_frame(walk, walk->at.fp) ? walk->at.fp : 0;
	const uintptr_t slot = find_return(walk);

	if (slot)
		return_from(walk, slot, fp);
	else if (fp)
		follow_frame_pointer(walk);
	return slot || fp;
}

/* From instrumented code to its caller, without information, or where the frame pointer is lost. */
static bool follow_instrumented(struct walk *walk)
{
	const uintptr_t slot =
	    walk->at.is_interrupted
		? bare_return_slot((const unsigned char *)walk->at.pc, walk->at.sp)
		: 0;

	if (slot && slot % sizeof slot == 0 && slot < walk->stack.high - 2 * sizeof slot) {
		return_from(walk, slot, walk->at.fp);
		return true;
	}
	if (!is_frame(walk, walk->at.fp)) {
		if (walk->at.is_interrupted)
			return search_caller(walk);
		walk->at.fp = find_frame(walk);
		if (!walk->at.fp)
			return false;
	}
	follow_frame_pointer(walk);
	return true;
}

/*
 * From one of the linker's stubs, by way of which other libraries are called (PLT), to the code
 * that calls: a stub has no frame, and of lld's no information says so.
 */
static bool leave_stub(struct walk *walk)
{
	const struct lp_frame *const at = &walk->at;

	/* Behind the page of the code that runs there may be nothing; of other code, not even
	 * there. */
	if (!at->is_interrupted || !lp_modules_find(at->pc) ||
	    at->pc % PAGE_BYTES > PAGE_BYTES - STUB_BYTES ||
	    !is_in_stub((const unsigned char *)at->pc))
		return false;
	if (at->link)
		walk->at =
		    (struct lp_frame){.pc = lp_return_place(at->link), .sp = at->sp, .fp = at->fp};
	else if (at->sp % sizeof at->sp == 0 && at->sp < walk->stack.high - sizeof at->sp)
		return_from(walk, at->sp, at->fp);
	return !walk->at.is_interrupted;
}

/* The stack that the walk is on: the thread's own, or else the page where it is. */
static bool find_stack(struct walk *walk)
{
	const struct lp_thread_state *const thread = walk->thread;
	const uintptr_t sp = walk->at.sp, page = sp - sp % PAGE_BYTES;

	walk->is_own = thread->is_stack_exact && sp >= thread->stack_low && sp < thread->stack_high;
	walk->is_growing = !walk->is_own;
	walk->stack = (struct lp_stack_range){sp - RED_ZONE, thread->stack_high};
	if (walk->is_own)
		return true;
	walk->stack.high = page + PAGE_BYTES;
	if (walk->stack.low < page)
		walk->stack.low = page;
	return lp_sys_is_readable(page);
}

/* One page more, or all of the thread's own stack, where the walk came from below it. */
static void grow_once(struct walk *walk)
{
	const struct lp_thread_state *const thread = walk->thread;
	const uintptr_t high = walk->stack.high;

	if (thread->is_stack_exact && high >= thread->stack_low && high < thread->stack_high) {
		walk->stack.high = thread->stack_high;
		walk->is_growing = false;
		return;
	}
	walk->is_growing = walk->probes++ < PROBES_MOST && lp_sys_is_readable(high);
	if (walk->is_growing)
		walk->stack.high += PAGE_BYTES;
}

/* As much of the stack as a step may look at: a page, and where the frame pointer points. */
static void grow(struct walk *walk)
{
	const bool is_near = walk->at.fp - walk->at.sp < FRAME_MOST;
	const uintptr_t end = (is_near ? walk->at.fp : walk->at.sp) + 2 * PAGE_BYTES;

	while (walk->is_growing && walk->stack.high < end)
		grow_once(walk);
}

static bool is_on_stack(struct walk *walk)
{
	return (walk->at.sp >= walk->stack.low && walk->at.sp <= walk->stack.high) ||
	       find_stack(walk);
}

/* To the caller, whatever it is. False: there is none, or none is found. */
static bool go_out(struct walk *walk)
{
	enum lp_unwound step;

	if (!is_on_stack(walk))
		return false;
	grow(walk);
	step = unwind(walk);
	if (step != LP_UNWOUND_UNKNOWN)
		return step == LP_UNWOUND_CALLER;
	if (leave_stub(walk))
		return true;
	if (!walk->is_own)
		return false;
	return lp_modules_find(walk->at.pc) ? follow_instrumented(walk) : search_caller(walk);
}

/* From walk->at, whose path is one long: how long it is. */
static size_t walk_out(struct walk *walk, struct lp_thread_state *thread)
{
	size_t most = LP_PATH_DEPTH;

	walk->thread = thread;
	walk->path[0] = walk->at.pc;
	walk->depth = 1;
	lp_threads_find_stack(thread);
	if (!find_stack(walk))
		return 1;
	if (lp_settings.paths_are_off)
		most = lp_modules_find(walk->at.pc) ? 1 : 2;
	for (int i = 0; walk->depth < most && i < MOST_FRAMES && go_out(walk); i++)
		if (lp_modules_find(walk->at.pc))
			walk->path[walk->depth++] = walk->at.pc + walk->at.is_interrupted;
	return walk->depth;
}

size_t lp_callpath_walk(struct lp_thread_state *thread, const void *context)
{
	struct walk walk = {.path = thread->path, .at = lp_unwind_begin(context)};

	return walk_out(&walk, thread);
}

size_t lp_callpath_walk_from(struct lp_thread_state *thread, uintptr_t place, uintptr_t frame,
			     uintptr_t *path)
{
	struct walk walk = {.path = path, .at = {.pc = place, .sp = frame, .fp = frame}};

	return walk_out(&walk, thread);
}

size_t lp_callpath_walk_callers(struct lp_thread_state *thread, uintptr_t frame, uintptr_t *path)
{
	const uintptr_t *const saved = (const uintptr_t *)frame;
	struct walk walk = {
	    .path = path,
	    .at = {.pc = lp_return_place(saved[1]), .sp = frame + 2 * sizeof *saved, .fp = saved[0]},
	};

	return walk_out(&walk, thread);
}

uintptr_t lp_callpath_stack_pointer(const void *context)
{
	return lp_unwind_begin(context).sp;
}
