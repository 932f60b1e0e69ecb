/* test_runtime_sandbox.c: what a sandbox lets pass: each instruction of its filter, several
 * filters, one that is not known, one that was not entered after all; and that what does not pass
 * is not asked of the kernel. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/sandbox.h"
#include "runtime/seccomp_filter.h"
#include "runtime/system_calls.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(value) BPF_STMT(BPF_RET | BPF_K, value)
#define GIVE_A BPF_STMT(BPF_RET | BPF_A, 0)
#define IMMEDIATE(value) BPF_STMT(BPF_LD | BPF_IMM, value)
#define TO_X BPF_STMT(BPF_MISC | BPF_TAX, 0)

static const struct seccomp_data packet = {
    .nr = 7,
    .arch = 0xc000003e,
    .instruction_pointer = UINT64_C(0x1122334455667788),
    .args = {UINT64_C(0x100000002), 3, 4, 5, 6, UINT64_C(0xfedcba9876543210)},
};

#define VERDICT(...)                                                                               \
	lp_seccomp_verdict((const struct sock_filter[]){__VA_ARGS__},                              \
			   COUNT(((const struct sock_filter[]){__VA_ARGS__})), &packet)
#define CALCULATED(operation, a, k)                                                                \
	VERDICT(IMMEDIATE(a), BPF_STMT(BPF_ALU | (operation) | BPF_K, k), GIVE_A)
#define CALCULATED_BY_X(operation, a, x)                                                           \
	VERDICT(IMMEDIATE(x), TO_X, IMMEDIATE(a), BPF_STMT(BPF_ALU | (operation) | BPF_X, 0),      \
		GIVE_A)
#define JUMPED(condition, a, k)                                                                    \
	VERDICT(IMMEDIATE(a), BPF_JUMP(BPF_JMP | (condition) | BPF_K, k, 1, 0), GIVE(0), GIVE(1))

static void test_loads(void **state)
{
	(void)state;
	assert_int_equal(VERDICT(LOAD(nr), GIVE_A), 7);
	assert_int_equal(VERDICT(LOAD(arch), GIVE_A), 0xc000003e);
	assert_int_equal(VERDICT(LOAD(args[0]), GIVE_A), 2);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, sizeof packet - 4), GIVE_A),
			 0xfedcba98);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LD | BPF_W | BPF_LEN, 0), GIVE_A), sizeof packet);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LDX | BPF_W | BPF_LEN, 0),
				 BPF_STMT(BPF_MISC | BPF_TXA, 0), GIVE_A),
			 sizeof packet);
	assert_int_equal(
	    VERDICT(BPF_STMT(BPF_LDX | BPF_IMM, 9), BPF_STMT(BPF_MISC | BPF_TXA, 0), GIVE_A), 9);
	assert_int_equal(VERDICT(IMMEDIATE(5), BPF_STMT(BPF_ST, 15), IMMEDIATE(0),
				 BPF_STMT(BPF_LD | BPF_MEM, 15), GIVE_A),
			 5);
	assert_int_equal(VERDICT(IMMEDIATE(6), TO_X, BPF_STMT(BPF_STX, 3),
				 BPF_STMT(BPF_LDX | BPF_MEM, 3), BPF_STMT(BPF_MISC | BPF_TXA, 0),
				 GIVE_A),
			 6);
}

static void test_arithmetic(void **state)
{
	(void)state;
	assert_int_equal(CALCULATED(BPF_ADD, UINT32_MAX, 3), 2);
	assert_int_equal(CALCULATED(BPF_SUB, 1, 3), UINT32_MAX - 1);
	assert_int_equal(CALCULATED(BPF_MUL, 6, 7), 42);
	assert_int_equal(CALCULATED(BPF_DIV, 43, 7), 6);
	assert_int_equal(CALCULATED(BPF_AND, 12, 10), 8);
	assert_int_equal(CALCULATED(BPF_OR, 12, 10), 14);
	assert_int_equal(CALCULATED(BPF_XOR, 12, 10), 6);
	assert_int_equal(CALCULATED(BPF_LSH, 3, 31), UINT32_C(1) << 31);
	assert_int_equal(CALCULATED(BPF_RSH, UINT32_MAX, 31), 1);
	assert_int_equal(CALCULATED(BPF_NEG, 1, 0), UINT32_MAX);
	assert_int_equal(CALCULATED_BY_X(BPF_DIV, 43, 7), 6);
	assert_int_equal(CALCULATED_BY_X(BPF_DIV, 43, 0), SECCOMP_RET_KILL_PROCESS);
}

static void test_jumps(void **state)
{
	(void)state;
	assert_int_equal(JUMPED(BPF_JEQ, 5, 5), 1);
	assert_int_equal(JUMPED(BPF_JEQ, 5, 6), 0);
	assert_int_equal(JUMPED(BPF_JGT, 5, 5), 0);
	assert_int_equal(JUMPED(BPF_JGT, UINT32_MAX, 5), 1);
	assert_int_equal(JUMPED(BPF_JGE, 5, 5), 1);
	assert_int_equal(JUMPED(BPF_JGE, 4, 5), 0);
	assert_int_equal(JUMPED(BPF_JSET, 6, 4), 1);
	assert_int_equal(JUMPED(BPF_JSET, 6, 8), 0);
	assert_int_equal(VERDICT(BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), GIVE(0), GIVE(1)), 1);
	assert_int_equal(VERDICT(IMMEDIATE(4), TO_X, IMMEDIATE(5),
				 BPF_JUMP(BPF_JMP | BPF_JGT | BPF_X, 0, 1, 0), GIVE(0), GIVE(1)),
			 1);
}

/* The kernel takes none of these. */
static void test_what_is_no_filter(void **state)
{
	(void)state;
	assert_int_equal(VERDICT(IMMEDIATE(1)), SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_JUMP(BPF_JMP | BPF_JA, UINT32_MAX, 0, 0), GIVE(0)),
			 SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, sizeof packet), GIVE(0)),
			 SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 2), GIVE(0)),
			 SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LD | BPF_MEM, 16), GIVE(0)),
			 SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_STMT(BPF_ST, UINT32_MAX), GIVE(0)), SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_STMT(BPF_LD | BPF_W | BPF_IND, 0), GIVE(0)),
			 SECCOMP_RET_KILL_PROCESS);
	assert_int_equal(VERDICT(BPF_STMT(BPF_ALU | 0xf0, 0), GIVE(0)), SECCOMP_RET_KILL_PROCESS);
}

/* All but `number` pass. */
static struct sock_fprog all_but(struct sock_filter code[4], uint32_t number)
{
	code[0] = (struct sock_filter)LOAD(nr);
	code[1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
	code[2] = (struct sock_filter)GIVE(SECCOMP_RET_KILL_PROCESS);
	code[3] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
	return (struct sock_fprog){4, code};
}

static void test_what_passes(void **state)
{
	struct sock_filter code[4];
	struct sock_fprog filter = all_but(code, SYS_getppid);
	int second;

	(void)state;
	assert_true(lp_sys_passes(SYS_getppid));
	lp_sandbox_enter(&filter);
	assert_false(lp_sandbox_has_refused());
	/* The program's memory is its own again. */
	code[1].k = SYS_gettid;
	assert_false(lp_sys_passes(SYS_getppid));
	assert_true(lp_sandbox_has_refused());
	assert_int_equal(lp_system_call(SYS_getppid), -1);
	assert_int_equal(errno, EPERM);
	assert_int_equal(lp_system_call(SYS_gettid), gettid());
	assert_int_equal(lp_system_call_anyway(SYS_getppid, 0, 0, 0, 0, 0, 0), getppid());
	/* A second one leaves what passes both. */
	second = lp_sandbox_enter(&filter);
	assert_false(lp_sys_passes(SYS_getppid));
	assert_false(lp_sys_passes(SYS_gettid));
	assert_true(lp_sys_passes(SYS_getpid));
	/* It was not entered; what another thread has entered since stays. */
	filter = all_but(code, SYS_getuid);
	lp_sandbox_enter(&filter);
	lp_sandbox_leave(second);
	assert_true(lp_sys_passes(SYS_gettid));
	assert_false(lp_sys_passes(SYS_getppid));
	assert_false(lp_sys_passes(SYS_getuid));
}

/* What is asked goes by the arguments, too. */
static void test_arguments(void **state)
{
	struct sock_filter code[] = {
	    LOAD(args[0]),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 5, 1, 0),
	    GIVE(SECCOMP_RET_LOG),
	    GIVE(SECCOMP_RET_ERRNO | EPERM),
	};
	const struct sock_fprog filter = {COUNT(code), code};
	int which;

	(void)state;
	which = lp_sandbox_enter(&filter);
	assert_true(lp_sandbox_passes(SYS_read, (long[6]){4}));
	assert_false(lp_sandbox_passes(SYS_read, (long[6]){5}));
	lp_sandbox_leave(which);
	assert_true(lp_sandbox_passes(SYS_read, (long[6]){5}));
}

static void test_what_is_not_known(void **state)
{
	const long page = sysconf(_SC_PAGESIZE);
	char *const gone = mmap(NULL, (size_t)page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const struct sock_fprog nowhere = {4, (struct sock_filter *)(void *)gone};
	const struct sock_fprog empty = {0, NULL};
	const void *const unknown[] = {NULL, gone, &nowhere, &empty};

	(void)state;
	for (size_t i = 0; i < COUNT(unknown); i++) {
		const int which = lp_sandbox_enter(unknown[i]);

		assert_false(lp_sys_passes(SYS_getpid));
		lp_sandbox_leave(which);
		assert_true(lp_sys_passes(SYS_getpid));
	}
}

/* More than there is room for: nothing is known of the last one. */
static void test_many(void **state)
{
	struct sock_filter code[4];
	const struct sock_fprog filter = all_but(code, SYS_getppid);

	(void)state;
	for (int i = 0; i < 10; i++)
		lp_sandbox_enter(&filter);
	assert_true(lp_sys_passes(SYS_getpid));
	for (int i = 0; i < 5; i++)
		lp_sandbox_enter(&filter);
	assert_false(lp_sys_passes(SYS_getpid));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_what_passes),       cmocka_unit_test(test_loads),
	    cmocka_unit_test(test_arithmetic),        cmocka_unit_test(test_jumps),
	    cmocka_unit_test(test_what_is_no_filter), cmocka_unit_test(test_arguments),
	    cmocka_unit_test(test_what_is_not_known), cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
