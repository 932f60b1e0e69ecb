/* test_model_large_sums.c: what files take, without their holes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "viewer/model/large_sums.h"

enum { HOLE = 1 << 30, WRITTEN = 1 << 16 };

static void files_and_holes(void **state)
{
	static const char bytes[WRITTEN] = {1};
	char path[] = "/tmp/test_large_sums.XXXXXX";
	const char *const paths[] = {path, "/nowhere", path};
	const int fd = mkstemp(path);

	(void)state;
	assert_int_equal(ftruncate(fd, HOLE), 0);
	assert_int_equal(write(fd, bytes, sizeof(bytes)), sizeof(bytes));
	fsync(fd);
	assert_in_range(lp_bytes_of_files(paths, 3), 2 * WRITTEN, 4 * WRITTEN);
	assert_int_equal(lp_bytes_of_files(paths, 0), 0);
	close(fd);
	unlink(path);
}

static void memory(void **state)
{
	(void)state;
	assert_true(lp_bytes_of_memory() > WRITTEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(files_and_holes),
	    cmocka_unit_test(memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
