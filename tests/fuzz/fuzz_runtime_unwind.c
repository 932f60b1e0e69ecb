/* fuzz_runtime_unwind.c: any bytes as what a binary says of its frames, and steps by that. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/unwind.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Where the rest of the input, the object, says which code it is about, and where its header is. */
struct prefix {
	int32_t code; /* from the header on */
	uint32_t header;
};

enum { PLACES = 32, STEPS = 8, WORDS = 512 };

/* Words that lead on: every second one is a place on the stack above it, the others are code. */
static void fill(uintptr_t *words, size_t count, const uintptr_t *stack, uintptr_t code)
{
	for (size_t i = 0; i < count; i++)
		words[i] = i % 2 ? code + i % PLACES : (uintptr_t)(stack + (i + 4) % WORDS);
}

/* Up the stack, and no further than its end, but to what a signal has interrupted. */
static void check(enum lp_unwound step, const struct lp_frame *before, const struct lp_frame *after,
		  const struct lp_stack_range *range)
{
	if (step != LP_UNWOUND_CALLER) {
		if (memcmp(before, after, sizeof *after) != 0)
			abort();
		return;
	}
	if (!after->is_interrupted &&
	    (after->sp < before->sp || after->sp > range->high || !after->pc || after->registers))
		abort();
}

static void walk(const struct lp_unwind_object *object, struct lp_frame frame,
		 const struct lp_stack_range *range)
{
	enum lp_unwound step = LP_UNWOUND_CALLER;

	for (int i = 0; i < STEPS && step == LP_UNWOUND_CALLER; i++) {
		const struct lp_frame before = frame;

		step = lp_unwind_step_by(object, &frame, range);
		check(step, &before, &frame, range);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uintptr_t stack[WORDS];
	static ucontext_t context;
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + WORDS)};
	struct lp_frame interrupted, caller = {.sp = range.low, .fp = (uintptr_t)(stack + 2)};
	struct lp_unwind_object object;
	struct prefix prefix;
	uintptr_t code;

	if (size <= sizeof prefix)
		return 0;
	memcpy(&prefix, data, sizeof prefix);
	object.begin = data + sizeof prefix;
	object.end = data + size;
	object.header = object.begin + prefix.header % (size - sizeof prefix);
	code = (uintptr_t)object.header + (uintptr_t)(intptr_t)prefix.code;
	fill(stack, WORDS, stack, code);
	fill((uintptr_t *)&context, sizeof context / sizeof code, stack, code);
	interrupted = lp_unwind_begin(&context);
	interrupted.sp = range.low;
	for (uintptr_t at = 0; at < PLACES; at++) {
		interrupted.pc = caller.pc = code + at;
		walk(&object, interrupted, &range);
		walk(&object, caller, &range);
	}
	return 0;
}
