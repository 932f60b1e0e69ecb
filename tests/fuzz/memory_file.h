/* memory_file.h: bytes as a file that has a path, for functions that take paths. */
#ifndef LINEPROF_TESTS_FUZZ_MEMORY_FILE_H
#define LINEPROF_TESTS_FUZZ_MEMORY_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct memory_file {
	int fd;
	char path[32];
};

/* One file for all inputs: it is filled anew each time. */
static inline const char *memory_file_fill(struct memory_file *file, const uint8_t *data,
					   size_t size)
{
	if (file->fd == 0) {
		file->fd = memfd_create("input", MFD_CLOEXEC);
		snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
	}
	if (file->fd < 0 || ftruncate(file->fd, 0) != 0 ||
	    pwrite(file->fd, data, size, 0) != (ssize_t)size)
		abort();
	return file->path;
}

#endif
