/* test_model_file.c: profiles are read as they are, and their holes take no memory. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SEEK_DATA */
#endif
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "format/writer.h"
#include "viewer/model/steps.h"

enum { MB = 1 << 20, LENGTH = 64 * MB };

/* Where the file has data behind its header. */
static const off_t places[] = {3000, 5 * MB + 1, 5 * MB + 4097, 40 * MB};

static const char mark[] = "mark";

static void put_header(int fd, off_t at, uint64_t committed_bytes)
{
	struct lp_file_header header;

	lp_writer_open_file(&header);
	header.committed_bytes = committed_bytes;
	assert_int_equal(pwrite(fd, &header, sizeof(header), at), sizeof(header));
}

/* A new file with holes, of which so much is the profile's; removed, but open. */
static int make_file(uint64_t committed_bytes, off_t length)
{
	char path[] = "/tmp/test_model_file.XXXXXX";
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	put_header(fd, 0, committed_bytes);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		assert_int_equal(pwrite(fd, mark, sizeof(mark), places[i]), sizeof(mark));
	assert_int_equal(ftruncate(fd, length), 0);
	return fd;
}

static void assert_marks(const unsigned char *data, size_t size)
{
	size_t bytes = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if ((size_t)places[i] + sizeof(mark) <= size)
			assert_string_equal(data + places[i], mark);
	for (size_t i = sizeof(struct lp_file_header); i < size; i++)
		bytes += data[i] != 0;
	/* Those that are in it, without their ends. */
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if ((size_t)places[i] + sizeof(mark) <= size)
			bytes -= sizeof(mark) - 1;
	assert_int_equal(bytes, 0);
}

static void reads_over_holes(void **state)
{
	/* All of it; what is behind its sections is not part of it; it is cut short, in a hole and
	 * in data. */
	static const struct {
		uint64_t committed_bytes;
		off_t length;
		size_t size;
	} files[] = {
	    {LENGTH, LENGTH, LENGTH},       {6 * MB, LENGTH, 6 * MB},
	    {LENGTH, 10 * MB, 10 * MB},     {LENGTH, 3000 + sizeof(mark), 3000 + sizeof(mark)},
	    {UINT64_MAX, 41 * MB, 41 * MB},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		const int fd = make_file(files[i].committed_bytes, files[i].length);
		unsigned char *data;
		size_t size;

		assert_int_equal(lp_file_read_input(fd, &data, &size), LP_OK);
		assert_int_equal(size, files[i].size);
		assert_marks(data, size);
		free(data);
		close(fd);
	}
}

/* From where the descriptor stands, as a shell's that has read a part. */
static void reads_on(void **state)
{
	const int fd = make_file(6 * MB, LENGTH);
	unsigned char *data;
	size_t size;

	(void)state;
	put_header(fd, MB, 6 * MB);
	lseek(fd, MB, SEEK_SET);
	assert_int_equal(lp_file_read_input(fd, &data, &size), LP_OK);
	assert_int_equal(size, 6 * MB);
	assert_string_equal(data + places[1] - MB, mark);
	free(data);
	close(fd);
}

static long peak_kb(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void takes_no_memory_for_holes(void **state)
{
	const int fd = make_file(LENGTH, LENGTH);
	const long before_kb = peak_kb();
	unsigned char *data;
	size_t size;

	(void)state;
	/* A file system without holes. */
	if (lseek(fd, MB, SEEK_DATA) == MB)
		skip();
	lseek(fd, 0, SEEK_SET);
	assert_int_equal(lp_file_read_input(fd, &data, &size), LP_OK);
	assert_in_range(peak_kb() - before_kb, 0, LENGTH / 4096);
	free(data);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(takes_no_memory_for_holes),
	    cmocka_unit_test(reads_over_holes),
	    cmocka_unit_test(reads_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
