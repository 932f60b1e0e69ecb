/* test_runtime_unwind.c: callers by call frame information; what is damaged is refused. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

#include "runtime/cfi.h"
#include "tests/unit/frames_image.h"

enum { FP = 6, RA = 16 }; /* as in the programs here */

static void assert_row(const struct image *image, unsigned offset, bool is_by_fp, int64_t cfa,
		       enum lp_cfi_how how, int64_t fp)
{
	struct lp_cfi_row row;

	assert_true(find(image, offset, &row));
	assert_false(row.is_computed);
	assert_int_equal(row.cfa_register, is_by_fp ? 6 : 7);
	assert_int_equal(row.cfa_offset, cfa);
	assert_int_equal(row.fp.how, how);
	assert_int_equal(row.fp.offset, fp);
	assert_int_equal(row.ra.how, LP_CFI_SAVED);
	assert_int_equal(row.ra.offset, -8);
}

/* push %rbp; mov %rsp, %rbp; ...; pop %rbp; ret; and what stands behind the return. */
static const unsigned char with_frame[] = {
    0x41, 0x0e, 16,   0x86, 2,             /* 1: cfa offset 16, fp at -16 */
    0x43, 0x0d, 6,                         /* 4: cfa by fp */
    0x02, 16,   0x0a,                      /* 20: remember */
    0x0c, 7,    8,    0xc6,                /* cfa sp 8, restore fp */
    0x03, 1,    0,    0x0b,                /* 21: as remembered */
    0x04, 1,    0,    0,    0, 0x2e, 3, 0, /* 22: arguments' size, nop */
};

static void test_frame_pointer(void **state)
{
	struct image image;

	(void)state;
	make_image(&image, &usual_part, with_frame, sizeof with_frame);
	assert_row(&image, 0, false, 8, LP_CFI_SAME, 0);
	assert_row(&image, 1, false, 16, LP_CFI_SAVED, -16);
	assert_row(&image, 3, false, 16, LP_CFI_SAVED, -16);
	assert_row(&image, 4, true, 16, LP_CFI_SAVED, -16);
	assert_row(&image, 19, true, 16, LP_CFI_SAVED, -16);
	assert_row(&image, 20, false, 8, LP_CFI_SAME, 0);
	assert_row(&image, 21, true, 16, LP_CFI_SAVED, -16);
	assert_row(&image, CODE_BYTES - 1, true, 16, LP_CFI_SAVED, -16);
}

static void test_outside(void **state)
{
	struct image image;
	struct lp_cfi_row row;

	(void)state;
	make_image(&image, &usual_part, with_frame, sizeof with_frame);
	assert_false(find(&image, CODE_BYTES, &row));
	assert_false(find(&image, (unsigned)-1, &row));
}

/* The long forms say the same. */
static void test_long_forms(void **state)
{
	static const unsigned char program[] = {
	    0x41, 0x13, 0x7e, 0x05, 6,    2,    0x08, 3, /* 1: cfa offset -2 * -8; fp at 2 * -8 */
	    0x41, 0x12, 6,    0x7d, 0x11, 6,    3,       /* 2: cfa fp, -3 * -8; fp at 3 * -8 */
	    0x41, 0x06, 6,                               /* 3: fp as at first */
	    0x41, 0x16, 3,    2,    0x30, 0x31, 0x14, 3,
	    1,    0x15, 12,   1,    0x09, 3,    12, /* 4: others' */
	    0x41, 0x07, 16,                         /* 5: no caller */
	};
	struct image image;
	struct lp_cfi_row row;

	(void)state;
	make_image(&image, &usual_part, program, sizeof program);
	assert_row(&image, 1, false, 16, LP_CFI_SAVED, -16);
	assert_row(&image, 2, true, 24, LP_CFI_SAVED, -24);
	assert_row(&image, 3, true, 24, LP_CFI_SAME, 0);
	assert_row(&image, 4, true, 24, LP_CFI_SAME, 0);
	assert_true(find(&image, 5, &row));
	assert_int_equal(row.ra.how, LP_CFI_UNDEFINED);
}

static void test_not_understood(void **state)
{
	static const struct {
		unsigned char bytes[8];
	} programs[] = {
	    {{0x0f, 99, 0x77, 8}},                           /* an expression that does not end */
	    {{0x0c, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 8}}, /* no such register */
	    {{0x0b}},                                        /* nothing was remembered */
	    {{0x3f}},                                        /* no such instruction */
	    {{0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a}},
	};
	struct image image;
	struct lp_cfi_row row;

	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		unsigned char twice[16];

		memcpy(twice, programs[i].bytes, 8);
		memcpy(twice + 8, programs[i].bytes, 8);
		make_image(&image, &usual_part, twice, sizeof twice);
		assert_false(find(&image, 0, &row));
	}
}

/* x86_64-mont5.s: a frame that is aligned, whose address is kept in it; then in %rsi. */
static const unsigned char computed[] = {
    0x41, 0x0d, 0,                               /* 1: cfa by rax */
    0x41, 0x86, 2,                               /* 2: fp at -16 */
    0x42, 0x0f, 5,    0x77, 16, 0x06, 0x23, 8,   /* 4: cfa *(sp + 16) + 8 */
    0x0a, 0x41, 0x0c, 4,    8,  0xc6, 0x41, 0x0b /* 5: cfa rsi + 8; 6: as remembered */
};

static const struct lp_frame no_caller = {.pc = 0};

/* One step from `frame` at `offset` of such a function; no_caller: it is not known. */
static struct lp_frame step_from(const struct image *image, unsigned offset, struct lp_frame frame,
				 const struct lp_stack_range *range)
{
	const struct lp_unwind_object object = object_of(image);

	frame.pc = code(image) + offset + !frame.is_interrupted;
	return lp_unwind_step_by(&object, &frame, range) == LP_UNWOUND_CALLER ? frame : no_caller;
}

static void assert_caller(const struct lp_frame *frame, const uintptr_t *sp, uintptr_t fp)
{
	assert_int_equal(frame->pc, 0x4444);
	assert_int_equal(frame->sp, (uintptr_t)sp);
	assert_int_equal(frame->fp, fp);
	assert_false(frame->is_interrupted);
	assert_null(frame->registers);
}

#if defined(__x86_64__)
static void test_computed_frame(void **state)
{
	uintptr_t stack[10] = {0, 1, 2, 0, 4, 5, 0x6666, 0x4444, 8, 9};
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 10)};
	mcontext_t registers = {.gregs[REG_RAX] = (greg_t)(stack + 7)};
	struct lp_frame frame = {.sp = (uintptr_t)(stack + 7),
				 .fp = 0x6666,
				 .is_interrupted = true,
				 .registers = &registers};
	struct image image;
	struct lp_frame caller;

	(void)state;
	make_image(&image, &usual_part, computed, sizeof computed);
	caller = step_from(&image, 1, frame, &range);
	assert_caller(&caller, stack + 8, 0x6666);
	frame.fp = 0;
	caller = step_from(&image, 2, frame, &range);
	assert_caller(&caller, stack + 8, 0x6666);
	frame.sp = (uintptr_t)(stack + 1);
	stack[3] = (uintptr_t)(stack + 7);
	registers.gregs[REG_RSI] = (greg_t)(stack + 7);
	for (unsigned at = 4; at <= 6; at++) {
		caller = step_from(&image, at, frame, &range);
		assert_caller(&caller, stack + 8, at == 5 ? 0 : 0x6666);
	}
	/* The stack is the same where it calls, the registers are not. */
	frame.is_interrupted = false;
	frame.registers = NULL;
	caller = step_from(&image, 4, frame, &range);
	assert_caller(&caller, stack + 8, 0x6666);
	assert_false(caller.is_by_fp);
	assert_int_equal(step_from(&image, 2, frame, &range).pc, 0);
	assert_int_equal(step_from(&image, 5, frame, &range).pc, 0);
	/* What is not on the stack is not read, and frames go up. */
	for (int wrong = 0; wrong < 3; wrong++) {
		const uintptr_t frames[] = {8, (uintptr_t)(stack - 8), (uintptr_t)stack};

		stack[3] = frames[wrong];
		assert_int_equal(step_from(&image, 4, frame, &range).pc, 0);
	}
}

/* The linker's stubs: the return address is a word higher behind their push. */
static void test_stub(void **state)
{
	static const unsigned char plt[] = {0x0f, 11,   0x77, 8,    0x80, 0,   0x3f,
					    0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22};
	uintptr_t stack[4] = {1, 0x4444, 0x5555, 3};
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 4)};
	struct lp_frame frame = {.sp = (uintptr_t)(stack + 1), .is_interrupted = true};
	struct image image;
	unsigned to_stub;

	(void)state;
	make_image(&image, &usual_part, plt, sizeof plt);
	to_stub = (unsigned)(-code(&image) & 15);
	assert_int_equal(step_from(&image, to_stub + 10, frame, &range).pc, 0x4444);
	assert_int_equal(step_from(&image, to_stub + 11, frame, &range).pc, 0x5555);
}
#endif

/* gcc's realigned frames: what holds the frame's address was pushed, and so was fp. And rules of
 * registers that compute: a value, an address, another register's. */
static void test_computed_registers(void **state)
{
	static const unsigned char programs[][16] = {
	    {0x0f, 3, 0x76, 0x78, 0x06, 0x10, 6, 2, 0x76, 0}, /* cfa *(fp - 8); fp at fp */
	    {0x0e, 56, 0x16, 6, 3, 0x23, 8, 0x06},            /* fp *(cfa + 8) */
	    {0x0e, 56, 0x14, 6, 1},                           /* fp cfa - 8 */
	    {0x0e, 56, 0x09, 6, 7},                           /* fp is in sp */
	};
	uintptr_t stack[10] = {0, 1, 2, 0, 0x6666, 5, 6, 0x4444, 8, 0x7777};
	const uintptr_t fps[] = {0x6666, 0x7777, (uintptr_t)(stack + 7), (uintptr_t)(stack + 1)};
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 10)};
	const struct lp_frame frame = {.sp = (uintptr_t)(stack + 1), .fp = (uintptr_t)(stack + 4)};

	(void)state;
	stack[3] = (uintptr_t)(stack + 8);
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		struct image image;
		struct lp_frame caller;

		make_image(&image, &usual_part, programs[i], sizeof programs[i]);
		caller = step_from(&image, 3, frame, &range);
		assert_caller(&caller, stack + 8, fps[i]);
	}
}

/* Whatever is damaged: an answer, and no byte read behind the end (AddressSanitizer sees that). */
static void damage(const unsigned char *program, size_t bytes)
{
	struct image image;
	struct lp_cfi_row row;

	make_image(&image, &usual_part, program, bytes);
	for (size_t used = 0; used < image.used; used++) {
		unsigned char *const copy = malloc(used ? used : 1);
		const struct lp_unwind_object object = {copy, copy, copy + used};

		assert_non_null(copy);
		memcpy(copy, image.bytes, used);
		for (unsigned at = 0; at < CODE_BYTES; at++)
			lp_cfi_find(&object, (uintptr_t)copy + FUNCTION + at, &row);
		free(copy);
	}
	for (size_t at = 0; at < image.used; at++)
		for (unsigned value = 0; value < 256; value++) {
			const unsigned char before = image.bytes[at];

			image.bytes[at] = (unsigned char)value;
			find(&image, 21, &row);
			image.bytes[at] = before;
		}
}

static void test_damaged(void **state)
{
	(void)state;
	damage(with_frame, sizeof with_frame);
	damage(computed, sizeof computed);
}

static void test_step(void **state)
{
	uintptr_t stack[8] = {1, 2, 3, 4, 0, 0x4444, 6, 7};
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 8)};
	struct image image;
	struct lp_unwind_object object;
	struct lp_frame frame;

	(void)state;
	make_image(&image, &usual_part, with_frame, sizeof with_frame);
	object = object_of(&image);
	stack[4] = (uintptr_t)(stack + 6);
	frame = (struct lp_frame){.pc = code(&image) + 10,
				  .sp = (uintptr_t)(stack + 1),
				  .fp = (uintptr_t)(stack + 4),
				  .is_interrupted = true};
	assert_int_equal(lp_unwind_step_by(&object, &frame, &range), LP_UNWOUND_CALLER);
	assert_int_equal(frame.pc, 0x4444);
	assert_int_equal(frame.sp, (uintptr_t)(stack + 6));
	assert_int_equal(frame.fp, (uintptr_t)(stack + 6));
	assert_false(frame.is_interrupted);
	assert_true(frame.is_by_fp);
	/* A return address belongs to the instruction before it. */
	frame = (struct lp_frame){.pc = code(&image) + 21, .sp = (uintptr_t)(stack + 5)};
	assert_int_equal(lp_unwind_step_by(&object, &frame, &range), LP_UNWOUND_CALLER);
	assert_int_equal(frame.pc, 0x4444);
	/* Frames lie within the stack, and go up. */
	for (int wrong = 0; wrong < 3; wrong++) {
		const uintptr_t fps[] = {0, (uintptr_t)(stack - 2), (uintptr_t)(stack + 7)};
		const struct lp_frame before = {.pc = code(&image) + 10,
						.sp = (uintptr_t)(stack + 1),
						.fp = fps[wrong],
						.is_interrupted = true};

		frame = before;
		assert_int_equal(lp_unwind_step_by(&object, &frame, &range), LP_UNWOUND_UNKNOWN);
		assert_memory_equal(&frame, &before, sizeof frame);
	}
}

/* Where the return address is still in a register, which processors without one never say. */
static void test_link_register(void **state)
{
	/* def_cfa_offset 0, same_value ra; 4: signed, on the stack by 16 bytes. */
	static const unsigned char leaf[] = {0x0e, 0, 0x08, 16, 0x44, 0x2d, 0x0e, 16, 0x90, 1};
	uintptr_t stack[4] = {1, 0x4444, 3, 4};
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 4)};
	struct image image;
	struct lp_unwind_object object;
	struct lp_frame frame = {.sp = (uintptr_t)stack, .is_interrupted = true, .link = 0x5555};

	(void)state;
	make_image(&image, &usual_part, leaf, sizeof leaf);
	object = object_of(&image);
	frame.pc = code(&image);
	assert_int_equal(lp_unwind_step_by(&object, &frame, &range), LP_UNWOUND_CALLER);
	assert_int_equal(frame.pc, 0x5555);
	assert_int_equal(frame.sp, (uintptr_t)stack);
	assert_int_equal(frame.link, 0);
	assert_false(frame.is_interrupted);
	/* A caller's is lost, unless it was saved. */
	frame.pc = code(&image) + 1;
	assert_int_equal(lp_unwind_step_by(&object, &frame, &range), LP_UNWOUND_UNKNOWN);
	frame = (struct lp_frame){
	    .pc = code(&image) + 4, .sp = (uintptr_t)stack, .is_interrupted = true, .link = 0x5555};
	assert_int_equal(lp_unwind_step_by(&object, &frame, &range), LP_UNWOUND_CALLER);
	assert_int_equal(frame.pc, 0x4444);
}

/* Up: what has its return address on the stack has some of it. */
static void test_goes_up(void **state)
{
	static const struct {
		unsigned char bytes[8];
		bool is_caller;
	} programs[] = {
	    {{0x0e, 0}, false},              /* cfa sp: the return address is below */
	    {{0x0e, 0, 0x14, RA, 0}, false}, /* it is the frame's address itself */
	    {{0x0e, 0, 0x09, RA, FP}, true}, /* it is in fp */
	    {{0x0e, 8}, true},               /* */
	    {{0x0e, 32}, true},              /* up to the stack's end */
	    {{0x0e, 40}, false},             /* behind it */
	    {{0x0e, 16, 0x07, FP}, false},   /* nobody knows the caller's fp */
	};
	uintptr_t stack[6] = {1, 0x4444, 0x4444, 0x4444, 0x4444, 0x4444};
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 6)};
	const struct lp_frame frame = {.sp = (uintptr_t)(stack + 2), .fp = 0x4444};

	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		struct image image;

		make_image(&image, &usual_part, programs[i].bytes, sizeof programs[i].bytes);
		assert_int_equal(step_from(&image, 3, frame, &range).pc,
				 programs[i].is_caller ? 0x4444 : 0);
	}
}

static void test_stack_bounds(void **state)
{
	const uintptr_t words[4] = {1, 2, 3, 4};
	const uintptr_t low = (uintptr_t)words;
	const struct lp_stack_range inner = {low + 8, low + 24}, odd = {low, low + 12};
	uintptr_t value = 0;

	(void)state;
	assert_true(lp_stack_read(&inner, low + 8, &value));
	assert_int_equal(value, 2);
	assert_true(lp_stack_read(&inner, low + 16, &value));
	assert_int_equal(value, 3);
	assert_false(lp_stack_read(&inner, low, &value));
	assert_false(lp_stack_read(&inner, low + 24, &value));
	assert_false(lp_stack_read(&inner, low + 12, &value));
	assert_true(lp_stack_read(&odd, low, &value));
	assert_false(lp_stack_read(&odd, low + 8, &value));
}

#if defined(__x86_64__)
enum { CONTEXT_AT = 0 };
#define STACK_POINTER(context) (context).uc_mcontext.gregs[REG_RSP]
#define PROGRAM_COUNTER(context) (context).uc_mcontext.gregs[REG_RIP]
#elif defined(__aarch64__)
enum { CONTEXT_AT = 128 };
#define STACK_POINTER(context) (context).uc_mcontext.sp
#define PROGRAM_COUNTER(context) (context).uc_mcontext.pc
#endif

/* From a signal's frame, which lies on the stack all of it, to what was interrupted: on another
 * stack, or further up. Else it would go round. */
static void test_signal_bounds(void **state)
{
	static const struct common_part part = {
	    {1, 'z', 'R', 'S', 0, 1, 0x78, RA, 1, 0x1b}, 10, ITSELF_4};
	static struct {
		uintptr_t below[32];
		ucontext_t context;
		uintptr_t above[8];
	} stack;
	const uintptr_t sp = (uintptr_t)&stack.context - CONTEXT_AT;
	const uintptr_t low = (uintptr_t)&stack, end = (uintptr_t)stack.above;
	const struct {
		uintptr_t sp, low, high, interrupted;
		bool is_caller;
	} all[] = {
	    {sp, low, end + 64, end, true},      {sp, sp, end, end, true},
	    {sp, low, end - 8, end, false},      {sp, low, sp + CONTEXT_AT, end, false},
	    {sp, low, low, end, false},          {sp, sp + 8, end, end, false},
	    {sp + 4, low, end + 64, end, false}, {sp, low, end, low - 8, true},
	    {sp, low, end, low, false},          {sp, low, end, sp, false},
	    {sp, low, end, sp + 8, true},
	};
	struct image image;

	(void)state;
	make_image(&image, &part, (const unsigned char[]){0}, 1);
	PROGRAM_COUNTER(stack.context) = 0x4444;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		const struct lp_stack_range range = {all[i].low, all[i].high};
		const struct lp_frame frame = {.sp = all[i].sp};
		struct lp_frame interrupted;

		STACK_POINTER(stack.context) = all[i].interrupted;
		interrupted = step_from(&image, 3, frame, &range);
		if (interrupted.pc != (all[i].is_caller ? 0x4444 : 0))
			fail_msg("case %zu: pc %#zx", i, interrupted.pc);
		assert_int_equal(interrupted.is_interrupted, all[i].is_caller);
		assert_int_equal(interrupted.registers != NULL, all[i].is_caller);
	}
}

/* Frames from `context` to `function`; -1: it is not found. */
static int frames_to(const ucontext_t *context, uintptr_t function)
{
	struct lp_frame frame = lp_unwind_begin(context);
	const struct lp_stack_range range = {frame.sp - 4096, frame.sp + (1 << 16)};

	for (int frames = 1; frames < 20; frames++) {
		if (lp_unwind_step(&frame, &range) != LP_UNWOUND_CALLER)
			return -1;
		if (frame.pc - function < 1024)
			return frames;
	}
	return -1;
}

static int frames_to_sort, frames_to_raise;
static void sort(void);
static void raise_signal(void);

/* Walks from here through the C library to the function that sorts. */
__attribute__((noinline)) static int compare(const void *a, const void *b)
{
	ucontext_t context;

	getcontext(&context);
	frames_to_sort = frames_to(&context, (uintptr_t)sort);
	return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static void sort(void)
{
	int numbers[] = {2, 1};

	qsort(numbers, 2, sizeof numbers[0], compare);
	assert_int_equal(numbers[0], 1);
}

/* Walks through the frame that the kernel has made to what was interrupted. */
static void handle(int number)
{
	ucontext_t context;

	(void)number;
	getcontext(&context);
	frames_to_raise = frames_to(&context, (uintptr_t)raise_signal);
}

__attribute__((noinline)) static void raise_signal(void)
{
	assert_int_equal(raise(SIGUSR1), 0);
}

static void test_through_the_library(void **state)
{
	struct lp_frame nowhere = {.pc = 1, .sp = 2, .fp = 3, .is_interrupted = true};
	const struct lp_stack_range range = {0, UINTPTR_MAX};

	(void)state;
#ifndef LP_UNWIND_FINDS_OBJECTS
	skip();
#endif
	sort();
	assert_in_range(frames_to_sort, 2, 19);
	assert_int_equal(lp_unwind_step(&nowhere, &range), LP_UNWOUND_UNKNOWN);
}

static void test_through_a_signal(void **state)
{
	(void)state;
#ifndef LP_UNWIND_FINDS_OBJECTS
	skip();
#endif
	assert_true(signal(SIGUSR1, handle) != SIG_ERR);
	raise_signal();
	assert_in_range(frames_to_raise, 3, 19);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_frame_pointer),
		cmocka_unit_test(test_outside),
		cmocka_unit_test(test_long_forms),
		cmocka_unit_test(test_not_understood),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_computed_registers),
#if defined(__x86_64__)
		cmocka_unit_test(test_computed_frame),
		cmocka_unit_test(test_stub),
#endif
		cmocka_unit_test(test_link_register),
		cmocka_unit_test(test_goes_up),
		cmocka_unit_test(test_stack_bounds),
		cmocka_unit_test(test_signal_bounds),
		cmocka_unit_test(test_through_the_library),
		cmocka_unit_test(test_through_a_signal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
