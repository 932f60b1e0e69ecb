/* test_runtime_cfa_expression.c: expressions of call frame information; what cannot be is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/cfa_expression.h"

/* Frame and stack of all: fp is 1000. */
static uintptr_t stack[4] = {10, 20, 30, 40};

static bool evaluate(const unsigned char *bytes, size_t count, const uintptr_t *below,
		     uintptr_t *value)
{
	const struct lp_stack_range range = {(uintptr_t)stack, (uintptr_t)(stack + 4)};
	const struct lp_frame frame = {.pc = 0x1234, .sp = (uintptr_t)stack, .fp = 1000};
	/* Of its size, that AddressSanitizer sees what is read behind it. */
	unsigned char *const copy = malloc(count ? count : 1);
	const struct lp_cfa_expression expression = {copy, (uint32_t)count};
	bool is_known;

	assert_non_null(copy);
	memcpy(copy, bytes, count);
	is_known = lp_cfa_evaluate(&expression, below, &frame, &range, value);
	free(copy);
	return is_known;
}

#if defined(__x86_64__)
#define FP 0x76
#define SP 0x77
#elif defined(__aarch64__)
#define FP 0x8d
#define SP 0x8f
#endif

struct expression {
	size_t count;
	unsigned char bytes[16];
	intptr_t value;
};

static void test_values(void **state)
{
	static const struct expression all[] = {
	    {1, {0x30}, 0},
	    {1, {0x4f}, 31},
	    {2, {FP, 8}, 1008},
	    {2, {FP, 0x78}, 992},
	    {3, {0x92, FP - 0x70, 8}, 1008},
	    {3, {SP, 16, 0x06}, 30},
	    {5, {SP, 8, 0x06, 0x23, 8}, 28},
	    {2, {0x08, 0xff}, 255},
	    {2, {0x09, 0xff}, -1},
	    {3, {0x0a, 0, 1}, 256},
	    {3, {0x0b, 0, 0x80}, -32768},
	    {5, {0x0c, 0, 0, 0, 0x80}, INT64_C(0x80000000)},
	    {5, {0x0d, 0, 0, 0, 0x80}, INT32_MIN},
	    {9, {0x0e, 1, 0, 0, 0, 0, 0, 0, 0x40}, INT64_C(0x4000000000000001)},
	    {9, {0x0f, 0xfe, 255, 255, 255, 255, 255, 255, 255}, -2},
	    {3, {0x10, 0x80, 1}, 128},
	    {2, {0x11, 0x7f}, -1},
	    {3, {0x33, 0x12, 0x22}, 6},          /* dup */
	    {3, {0x33, 0x34, 0x13}, 3},          /* drop */
	    {4, {0x33, 0x34, 0x14, 0x1c}, 1},    /* over */
	    {5, {0x35, 0x33, 0x34, 0x15, 2}, 5}, /* pick */
	    {4, {0x33, 0x34, 0x16, 0x1c}, 1},    /* swap */
	    {3, {0x36, 0x33, 0x1a}, 2},          /* and */
	    {3, {0x33, 0x34, 0x1c}, -1},         /* minus */
	    {4, {0x33, 0x09, 0xfe, 0x1e}, -6},   /* mul */
	    {2, {0x33, 0x1f}, -3},               /* neg */
	    {2, {0x33, 0x20}, -4},               /* not */
	    {3, {0x36, 0x33, 0x21}, 7},          /* or */
	    {3, {0x36, 0x33, 0x22}, 9},          /* plus */
	    {3, {0x36, 0x33, 0x24}, 48},         /* shl */
	    {4, {0x36, 0x08, 64, 0x24}, 0},      /* */
	    {4, {0x09, 0xff, 0x4f, 0x25}, (intptr_t)(UINTPTR_MAX >> 31)},
	    {5, {0x09, 0xff, 0x08, 64, 0x25}, 0},   /* shr */
	    {4, {0x09, 0xf8, 0x32, 0x26}, -2},      /* shra */
	    {5, {0x09, 0xf8, 0x08, 200, 0x26}, -1}, /* */
	    {3, {0x36, 0x33, 0x27}, 5},             /* xor */
	    {3, {0x33, 0x33, 0x29}, 1},             /* eq */
	    {4, {0x33, 0x09, 0xff, 0x2a}, 1},       /* ge: with a sign */
	    {3, {0x33, 0x33, 0x2b}, 0},             /* gt */
	    {3, {0x33, 0x33, 0x2c}, 1},             /* le */
	    {4, {0x33, 0x09, 0xff, 0x2d}, 0},       /* lt */
	    {3, {0x33, 0x33, 0x2e}, 0},             /* ne */
	    {3, {0x33, 0x96, 0x96}, 3},             /* nop */
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		uintptr_t value = 0;

		assert_true(evaluate(all[i].bytes, all[i].count, NULL, &value));
		assert_int_equal(value, (uintptr_t)all[i].value);
	}
}

/* A register's expression begins with the frame's address. */
static void test_below(void **state)
{
	const uintptr_t below = 5000;
	uintptr_t value;

	(void)state;
	assert_true(evaluate((const unsigned char[]){0x23, 8}, 2, &below, &value));
	assert_int_equal(value, 5008);
	assert_false(evaluate((const unsigned char[]){0x23, 8}, 2, NULL, &value));
}

static void test_refused(void **state)
{
	static const struct expression all[] = {
	    {0, {0}, 0},                                                    /* nothing */
	    {1, {SP}, 0},                                                   /* cut off */
	    {5, {0x0e, 1, 2, 3, 4}, 0},                                     /* */
	    {1, {0x10}, 0},                                                 /* */
	    {1, {0x22}, 0},                                                 /* too little to add */
	    {2, {0x33, 0x22}, 0},                                           /* */
	    {3, {0x33, 0x15, 1}, 0},                                        /* too little to pick */
	    {9, {0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30}, 0}, /* too much */
	    {3, {SP, 32, 0x06}, 0},                                         /* behind the stack */
	    {3, {SP, 0x78, 0x06}, 0},                                       /* below it */
	    {3, {SP, 1, 0x06}, 0},                                          /* none of its words */
	    {2, {0x30, 0x06}, 0},                                           /* not on it */
	    {2, {0x70, 0}, 0},                      /* a register that is not known */
	    {4, {0x92, 0xff, 0x7f, 0}, 0},          /* that there is not */
	    {4, {0x33, 0x2f, 0xfc, 0xff}, 0},       /* a jump back */
	    {9, {0x03, 0, 0, 0, 0, 0, 0, 0, 0}, 0}, /* an address */
	    {2, {0x33, 0xff}, 0},                   /* no such operation */
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		uintptr_t value;

		assert_false(evaluate(all[i].bytes, all[i].count, NULL, &value));
	}
}

static void test_too_long(void **state)
{
	unsigned char bytes[129];
	uintptr_t value;

	(void)state;
	memset(bytes, 0x96, sizeof bytes);
	bytes[0] = 0x33;
	assert_true(evaluate(bytes, sizeof bytes - 1, NULL, &value));
	assert_false(evaluate(bytes, sizeof bytes, NULL, &value));
}

/* Whatever the bytes: an answer. */
static void test_any(void **state)
{
	unsigned char bytes[24];
	uintptr_t value;
	uint64_t random = 1;

	(void)state;
	for (int round = 0; round < 200000; round++) {
		for (size_t i = 0; i < sizeof bytes; i++) {
			random = random * UINT64_C(6364136223846793005) + 1;
			bytes[i] = (unsigned char)(random >> 56);
		}
		evaluate(bytes, random >> 32 & 15, NULL, &value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_values),  cmocka_unit_test(test_below),
	    cmocka_unit_test(test_refused), cmocka_unit_test(test_too_long),
	    cmocka_unit_test(test_any),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
