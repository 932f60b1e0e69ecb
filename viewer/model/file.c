/* file.c: reads a file into memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/model/steps.h"

/* Reads until the end into a buffer that starts with room for `capacity` bytes. */
static enum lp_status read_all(int fd, size_t capacity, unsigned char **data, size_t *size)
{
	unsigned char *bytes = (unsigned char *)malloc(capacity);
	size_t used = 0;
	ssize_t got;

	while (bytes) {
		if (used == capacity) {
			unsigned char *const grown = (unsigned char *)realloc(bytes, capacity *= 2);

			if (!grown)
				break;
			bytes = grown;
		}
		got = read(fd, bytes + used, capacity - used);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			free(bytes);
			return LP_IO;
		}
		if (got == 0) {
			*data = bytes;
			*size = used;
			return LP_OK;
		}
		used += (size_t)got;
	}
	free(bytes);
	return LP_MEMORY;
}

enum lp_status lp_file_read(const char *path, unsigned char **data, size_t *size)
{
	/* Not a mapping: the file may be cut short by its writer while we look. */
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	enum lp_status status = LP_IO;
	struct stat about;
	int saved;

	if (fd < 0)
		return LP_IO;
	if (fstat(fd, &about) == 0) {
		if (S_ISDIR(about.st_mode))
			errno = EISDIR;
		else
			status = read_all(fd, (size_t)about.st_size + 4096, data, size);
	}
	saved = errno;
	close(fd);
	errno = saved;
	return status;
}
