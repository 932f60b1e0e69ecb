/* test_runtime_gate.c: gates in memory that the program protects, and where the kernel is not to be
 * asked. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "refused_call.h"
#include "runtime/gate.h"

static uint32_t gate;

/* Sets it, and looks that errno stays. */
static bool set(uint32_t *at, uint32_t value)
{
	bool is_set;

	errno = ENOMSG;
	is_set = lp_gate_set(at, value);
	assert_int_equal(errno, ENOMSG);
	return is_set;
}

static void test_set(void **state)
{
	(void)state;
	assert_true(set(&gate, 1));
	assert_int_equal(gate, 1);
	assert_true(set(&gate, 0));
	assert_int_equal(gate, 0);
}

static void test_protected(void **state)
{
	uint32_t *const page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_true(page != MAP_FAILED);
	assert_false(set(page, 1));
	assert_int_equal(*page, 0);
	assert_int_equal(mprotect(page, 4096, PROT_READ | PROT_WRITE), 0);
	assert_true(set(page, 1));
	assert_int_equal(*page, 1);
	munmap(page, 4096);
	assert_false(set(page, 1));
}

/* In a sandbox that refuses the call: 0, as its status. */
static int set_in_sandbox(void)
{
	if (!refuse_call(SYS_futex, EPERM))
		return 77;
	errno = ENOMSG;
	return !lp_gate_set(&gate, 7) || gate != 7 || errno != ENOMSG;
}

static void test_in_sandbox(void **state)
{
	const pid_t child = fork();
	int status;

	(void)state;
	if (child == 0)
		_exit(set_in_sandbox());
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_set),
	    cmocka_unit_test(test_protected),
	    cmocka_unit_test(test_in_sandbox),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
