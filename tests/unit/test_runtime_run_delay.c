/* test_runtime_run_delay.c: what the runtime asks the kernel for, argument by argument. */
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/run_delay.h"

static unsigned call_count;
static unsigned long rest; /* of all arguments behind the first, by or */

/* In libc's place: who gives fewer arguments passes what the registers hold. */
int prctl(int option, ...)
{
	va_list arguments;

	if (option != PR_GET_SECCOMP)
		return -1;
	call_count++;
	va_start(arguments, option);
	for (int i = 1; i < 5; i++)
		rest |= va_arg(arguments, unsigned long);
	va_end(arguments);
	return SECCOMP_MODE_DISABLED;
}

/* Leaves its arguments in the registers that the next call's would be in. */
static __attribute__((noinline)) void fill_registers(long a, long b, long c, long d, long e)
{
	__asm__ volatile("" ::"r"(a), "r"(b), "r"(c), "r"(d), "r"(e));
}

static void test_all_arguments_are_given(void **state)
{
	(void)state;
	fill_registers(-1, -1, -1, -1, -1);
	lp_run_delay_ns(getpid());
	assert_int_equal(call_count, 1);
	assert_int_equal(rest, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_arguments_are_given)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
