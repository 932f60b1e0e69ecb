/* test_runtime_mapping.c: where a mapping begins, by the kernel's answer and by its list of all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refused_call.h"
#include "runtime/mapping.h"

enum { PAGES = 5, PAGE = 65536, RESERVED = 2 << 20 };

/* Whether the mapping that holds page `page` of `base` does not begin at page `begin`, or has not
 * that in front of it. */
static int is_wrong(const char *base, int page, int begin, bool has_guard)
{
	bool got = !has_guard;

	return lp_mapping_begin((uintptr_t)base + (uintptr_t)page * PAGE, &got) !=
		   (uintptr_t)base + (uintptr_t)begin * PAGE ||
	       got != has_guard;
}

/* Pages in the middle, so that the neighbours are other mappings. Returns how many are wrong. */
static int wrong_places(void)
{
	char *const base = mmap(NULL, PAGES * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int wrong = 0;
	bool ignored;

	if (base == MAP_FAILED || mprotect(base + PAGE, 2 * PAGE, PROT_READ))
		return 100;
	wrong += is_wrong(base, 1, 1, true);
	wrong += is_wrong(base, 2, 1, true);
	wrong += is_wrong(base, 3, 3, false);
	munmap(base + PAGE, PAGE);
	wrong += lp_mapping_begin((uintptr_t)base + PAGE, &ignored) != 0;
	wrong += is_wrong(base, 2, 2, false);
	munmap(base, PAGES * PAGE);
	return wrong;
}

/* Addresses that somebody has reserved are no guard of the stack behind them. */
static int is_reservation_a_guard(void)
{
	char *const base =
	    mmap(NULL, RESERVED + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool has_guard = true;

	if (base == MAP_FAILED || mprotect(base + RESERVED, PAGE, PROT_READ) ||
	    lp_mapping_begin((uintptr_t)base + RESERVED, &has_guard) != (uintptr_t)base + RESERVED)
		return 100;
	munmap(base, RESERVED + PAGE);
	return has_guard;
}

static int wrong_answers(void)
{
	return wrong_places() + is_reservation_a_guard();
}

static void test_kernel(void **state)
{
	(void)state;
	assert_int_equal(wrong_answers(), 0);
}

static void test_list(void **state)
{
	const pid_t pid = fork();
	int status;

	(void)state;
	/* As a kernel before 6.11 answers. */
	if (!pid)
		_exit(refuse_call(SYS_ioctl, ENOTTY) ? wrong_answers() : 77);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_kernel),
	    cmocka_unit_test(test_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
