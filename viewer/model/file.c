/* file.c: whole files, read and written. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/model/steps.h"

/* What is read of a file before it is known what it is. */
enum { HEAD_BYTES = 4096 };

/* What a read may bring; of the head first. */
static size_t room(size_t used, size_t capacity)
{
	return (used < HEAD_BYTES ? HEAD_BYTES : capacity) - used;
}

static bool is_other(const unsigned char *bytes, size_t used, const char *signature)
{
	const size_t size = signature ? strlen(signature) : 0;

	return used >= size && size > 0 && memcmp(bytes, signature, size) != 0;
}

/* Reads until the end into a buffer that starts with room for `capacity` bytes, at least the
 * head; or until it is something else than what begins with `signature`. */
static enum lp_status read_all(int fd, const char *signature, size_t capacity, unsigned char **data,
			       size_t *size)
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
		got = read(fd, bytes + used, room(used, capacity));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			free(bytes);
			return LP_IO;
		}
		used += (size_t)got;
		if (got == 0 || is_other(bytes, used, signature)) {
			*data = bytes;
			*size = used;
			return LP_OK;
		}
	}
	free(bytes);
	return LP_MEMORY;
}

enum lp_status lp_file_read_input(int fd, const char *signature, unsigned char **data, size_t *size)
{
	struct stat about;

	if (fstat(fd, &about) != 0)
		return LP_IO;
	if (S_ISDIR(about.st_mode)) {
		errno = EISDIR;
		return LP_IO;
	}
	/* Not a mapping: the file may be cut short by its writer while we look. */
	return read_all(fd, signature, (size_t)about.st_size + HEAD_BYTES, data, size);
}

enum lp_status lp_file_read(const char *path, const char *signature, unsigned char **data,
			    size_t *size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	enum lp_status status;
	int saved;

	if (fd < 0)
		return LP_IO;
	status = lp_file_read_input(fd, signature, data, size);
	saved = errno;
	close(fd);
	errno = saved;
	return status;
}

static bool write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		const ssize_t wrote = write(fd, data, size);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return false;
		data += wrote;
		size -= (size_t)wrote;
	}
	return true;
}

/* As open() would have made it. */
static bool give_usual_mode(int fd)
{
	const mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask) == 0;
}

/* Gives the complete file `temporary` its name. */
static bool publish(const char *temporary, const char *path, bool may_replace)
{
	if (may_replace)
		return rename(temporary, path) == 0;
	if (link(temporary, path) == 0)
		return unlink(temporary) == 0;
	/* File systems without links: the check and the change are two steps. */
	if (errno == EEXIST || access(path, F_OK) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename(temporary, path) == 0;
}

static bool write_temporary(int fd, const void *data, size_t size)
{
	const bool is_written =
	    write_all(fd, (const char *)data, size) && give_usual_mode(fd) && fsync(fd) == 0;
	const int saved = errno;

	if (close(fd) != 0 && is_written)
		return false;
	errno = saved;
	return is_written;
}

/* A device or a pipe is written into: a file of its name in its place would be the end of it. */
static bool is_special(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static enum lp_status write_into(const char *path, const void *data, size_t size)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool is_written;
	int saved;

	if (fd < 0)
		return LP_IO;
	is_written = write_all(fd, (const char *)data, size);
	saved = errno;
	if (close(fd) != 0 && is_written)
		return LP_IO;
	errno = saved;
	return is_written ? LP_OK : LP_IO;
}

/* A file that standard output goes to already, as by /dev/stdout, is not to lose that name. */
static bool is_standard_output(const char *path)
{
	struct stat named, opened;

	return strcmp(path, "-") == 0 ||
	       (stat(path, &named) == 0 && fstat(STDOUT_FILENO, &opened) == 0 &&
		named.st_dev == opened.st_dev && named.st_ino == opened.st_ino);
}

enum lp_status lp_file_write(const char *path, const void *data, size_t size, bool may_replace)
{
	char *temporary = NULL;
	enum lp_status status = LP_IO;
	int saved;
	int fd;

	if (is_standard_output(path))
		return write_all(STDOUT_FILENO, (const char *)data, size) ? LP_OK : LP_IO;
	if (!may_replace && access(path, F_OK) == 0) {
		errno = EEXIST;
		return LP_IO;
	}
	if (is_special(path))
		return write_into(path, data, size);
	if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
		return LP_MEMORY;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd >= 0) {
		if (write_temporary(fd, data, size) && publish(temporary, path, may_replace))
			status = LP_OK;
		saved = errno;
		if (status != LP_OK)
			unlink(temporary);
		errno = saved;
	}
	saved = errno;
	free(temporary);
	errno = saved;
	return status;
}
