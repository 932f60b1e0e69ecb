/* file.c: whole files, read and written. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/model/steps.h"

/* What is read of a file before it is known what it is. */
enum { HEAD_BYTES = 4096 };

/* And at once of what is behind it; of a pipe no more than comes within a moment, and so much of
 * it. */
enum { BEHIND_BYTES = 1 << 16, BEHIND_MS = 50, BEHIND_PIPE_BYTES = 1 << 26 };

struct buffer {
	unsigned char *bytes;
	size_t used;
	size_t capacity;
};

static bool reserve(struct buffer *buffer, size_t capacity)
{
	unsigned char *const grown = (unsigned char *)realloc(buffer->bytes, capacity);

	if (!grown)
		return false;
	buffer->bytes = grown;
	buffer->capacity = capacity;
	return true;
}

/* One read more, of no more than makes `most` bytes of all; `*is_end`: there is no more. LP_IO,
 * LP_MEMORY. */
static enum lp_status read_more(int fd, struct buffer *buffer, uint64_t most, bool *is_end)
{
	ssize_t got;

	*is_end = buffer->used >= most;
	if (*is_end)
		return LP_OK;
	if (buffer->used == buffer->capacity && !reserve(buffer, 2 * buffer->capacity))
		return LP_MEMORY;
	most -= buffer->used;
	if (most > buffer->capacity - buffer->used)
		most = buffer->capacity - buffer->used;
	do {
		got = read(fd, buffer->bytes + buffer->used, (size_t)most);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return LP_IO;
	buffer->used += (size_t)got;
	*is_end = got == 0;
	return LP_OK;
}

/* Whether it can still be a profile. */
static bool may_be_profile(const struct buffer *buffer)
{
	const size_t size = strlen(LP_FILE_MAGIC);

	return buffer->used < size || memcmp(buffer->bytes, LP_FILE_MAGIC, size) == 0;
}

/* Whether all that the profile says that it has is there: of a pipe no more may come. */
static bool is_whole(const struct buffer *buffer)
{
	const struct lp_file_header *const header =
	    (const struct lp_file_header *)(void *)buffer->bytes;

	return buffer->used >= sizeof(*header) && header->committed_bytes >= sizeof(*header) &&
	       header->committed_bytes <= buffer->used;
}

static enum lp_status read_head(int fd, struct buffer *buffer)
{
	enum lp_status status = reserve(buffer, HEAD_BYTES) ? LP_OK : LP_MEMORY;
	bool is_end = false;

	while (status == LP_OK && !is_end && may_be_profile(buffer) && !is_whole(buffer))
		status = read_more(fd, buffer, HEAD_BYTES, &is_end);
	return status;
}

/* Room for all, of zeros that take no memory before they are written. */
static bool reserve_zeros(struct buffer *buffer, size_t capacity)
{
	unsigned char *const zeros = (unsigned char *)calloc(1, capacity);

	if (!zeros)
		return false;
	memcpy(zeros, buffer->bytes, buffer->used);
	free(buffer->bytes);
	buffer->bytes = zeros;
	buffer->capacity = capacity;
	return true;
}

/* Where the data behind `here` begins, which is the place in the file then, and ends: files of
 * forked children have holes for threads that these do not have. False: nobody tells, as of a pipe,
 * or the place was another one, and stays. */
static bool find_data(int fd, off_t here, off_t *begin, off_t *end)
{
	struct stat about;

	if (lseek(fd, 0, SEEK_CUR) != here)
		return false;
	*begin = lseek(fd, here, SEEK_DATA);
	/* None is behind it. */
	if (*begin < 0 && errno == ENXIO && fstat(fd, &about) == 0)
		*begin = *end = about.st_size;
	else if (*begin >= 0)
		*end = lseek(fd, *begin, SEEK_HOLE);
	if (*begin >= here && *end >= *begin && lseek(fd, *begin, SEEK_SET) == *begin)
		return true;
	lseek(fd, here, SEEK_SET);
	return false;
}

/* Goes over a hole; returns up to where there is data then. */
static uint64_t skip_hole(int fd, struct buffer *buffer, uint64_t most)
{
	off_t begin = 0, end = 0;

	if (!find_data(fd, (off_t)buffer->used, &begin, &end))
		return most;
	if ((uint64_t)begin > most)
		begin = lseek(fd, (off_t)most, SEEK_SET);
	if ((size_t)begin <= buffer->capacity)
		buffer->used = (size_t)begin;
	else
		lseek(fd, (off_t)buffer->used, SEEK_SET);
	return (uint64_t)end < most ? (uint64_t)end : most;
}

/* The profile whose head is in the buffer, of a file of so many bytes: what is behind its sections
 * is not part of it. Not a mapping: the file may be cut short by its writer while we look. */
static enum lp_status read_rest(int fd, struct buffer *buffer, uint64_t file_bytes)
{
	const struct lp_file_header *const header =
	    (const struct lp_file_header *)(void *)buffer->bytes;
	const uint64_t most = header->committed_bytes;
	const uint64_t capacity = (most < file_bytes ? most : file_bytes) + HEAD_BYTES;
	enum lp_status status = reserve_zeros(buffer, (size_t)capacity) ? LP_OK : LP_MEMORY;
	bool is_end = buffer->used >= most;

	while (status == LP_OK && !is_end)
		status = read_more(fd, buffer, skip_hole(fd, buffer, most), &is_end);
	return status;
}

/* Whether a profile begins in `bytes`, which are at a multiple of 8 in their file, as are ends of
 * profiles. */
static bool begins_in(const unsigned char *bytes, size_t size)
{
	const size_t length = strlen(LP_FILE_MAGIC);

	for (size_t at = 0; at + length <= size; at += 8)
		if (memcmp(bytes + at, LP_FILE_MAGIC, length) == 0)
			return true;
	return false;
}

/* Goes over the hole, if one is there: up to a place in the file. */
static uint64_t behind_hole(int fd, uint64_t here)
{
	off_t begin = 0, end = 0;

	return find_data(fd, (off_t)here, &begin, &end) ? (uint64_t)begin : here;
}

/* Whether more is there to look at: who writes to a pipe may keep it open, and write for ever. */
static bool goes_on(int fd, uint64_t seen)
{
	struct pollfd input = {.fd = fd, .events = POLLIN};
	struct stat about;

	return (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) ||
	       (seen < BEHIND_PIPE_BYTES && poll(&input, 1, BEHIND_MS) > 0);
}

/* LP_SEVERAL: another profile begins in the file behind the `here` bytes that were read, as where
 * `cat` made one file of several: between them is the room that writers reserve. */
static enum lp_status look_behind(int fd, uint64_t here)
{
	const uint64_t end = here;
	struct buffer behind = {.bytes = NULL};
	enum lp_status status = reserve(&behind, BEHIND_BYTES) ? LP_OK : LP_MEMORY;
	bool is_end = false;

	while (status == LP_OK && !is_end) {
		here = behind_hole(fd, here);
		behind.used = 0;
		while (status == LP_OK && !is_end && behind.used < BEHIND_BYTES) {
			is_end = !goes_on(fd, here + behind.used - end);
			if (!is_end)
				status = read_more(fd, &behind, BEHIND_BYTES, &is_end);
		}
		here += behind.used;
		if (status == LP_OK && begins_in(behind.bytes, behind.used))
			status = LP_SEVERAL;
	}
	free(behind.bytes);
	return status;
}

/* LP_SEVERAL: another profile is behind the one that was read. */
static enum lp_status expect_no_other(int fd, const struct buffer *buffer)
{
	const struct lp_file_header *const header =
	    (const struct lp_file_header *)(void *)buffer->bytes;
	const uint64_t end = header->committed_bytes;

	/* A part of it, or damaged: that is said. */
	if (end < sizeof(*header) || end > buffer->used || end % 8 != 0)
		return LP_OK;
	if (begins_in(buffer->bytes + end, buffer->used - end))
		return LP_SEVERAL;
	return look_behind(fd, buffer->used);
}

/* `*data` is the buffer's, if `status` is LP_OK; else it is forgotten. */
static enum lp_status hand_over(struct buffer *buffer, enum lp_status status, unsigned char **data,
				size_t *size)
{
	if (status != LP_OK) {
		free(buffer->bytes);
		return status;
	}
	*data = buffer->bytes;
	*size = buffer->used;
	return LP_OK;
}

enum lp_status lp_file_read_input(int fd, unsigned char **data, size_t *size)
{
	struct buffer buffer = {.bytes = NULL};
	struct stat about;
	enum lp_status status;

	if (fstat(fd, &about) != 0)
		return LP_IO;
	if (S_ISDIR(about.st_mode)) {
		errno = EISDIR;
		return LP_IO;
	}
	status = read_head(fd, &buffer);
	if (status == LP_OK && may_be_profile(&buffer) &&
	    buffer.used >= sizeof(struct lp_file_header)) {
		status = read_rest(fd, &buffer, (uint64_t)about.st_size);
		if (status == LP_OK)
			status = expect_no_other(fd, &buffer);
	}
	return hand_over(&buffer, status, data, size);
}

/* Closes it; errno stays. */
static void close_read(int fd)
{
	const int saved = errno;

	close(fd);
	errno = saved;
}

enum lp_status lp_file_read(const char *path, unsigned char **data, size_t *size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	enum lp_status status;

	if (fd < 0)
		return LP_IO;
	status = lp_file_read_input(fd, data, size);
	close_read(fd);
	return status;
}

/* No more than the file says of its size: one of /proc says 0, and may have no end, or be used up.
 */
static enum lp_status read_text(int fd, uint64_t most, unsigned char **data, size_t *size)
{
	struct buffer buffer = {.bytes = NULL};
	struct stat about;
	enum lp_status status;
	bool is_end = false;

	if (fstat(fd, &about) != 0)
		return LP_IO;
	if (!S_ISREG(about.st_mode) || (uint64_t)about.st_size > most) {
		errno = S_ISREG(about.st_mode) ? EFBIG : EINVAL;
		return LP_IO;
	}
	status = reserve(&buffer, (size_t)about.st_size + 1) ? LP_OK : LP_MEMORY;
	while (status == LP_OK && !is_end)
		status = read_more(fd, &buffer, (uint64_t)about.st_size, &is_end);
	return hand_over(&buffer, status, data, size);
}

enum lp_status lp_file_read_text(const char *path, uint64_t most, unsigned char **data,
				 size_t *size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	enum lp_status status;

	if (fd < 0)
		return LP_IO;
	status = read_text(fd, most, data, size);
	close_read(fd);
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

/* Writes a file beside `path`, which then takes its name. */
static enum lp_status write_anew(const char *path, const void *data, size_t size, bool may_replace)
{
	char *temporary = NULL;
	enum lp_status status = LP_IO;
	int saved;
	int fd;

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

/* What the link `path` says, seen from where that is; NULL if it is none. The caller frees it. */
static char *linked_from(const char *path)
{
	char target[PATH_MAX];
	const ssize_t size = readlink(path, target, sizeof(target) - 1);
	const char *const slash = strrchr(path, '/');
	char *joined;

	if (size < 0)
		return NULL;
	target[size] = '\0';
	if (*target == '/' || !slash)
		return strdup(target);
	return asprintf(&joined, "%.*s/%s", (int)(slash - path), path, target) < 0 ? NULL : joined;
}

/* What `path` leads to, which need not be there yet. The caller frees it. NULL: errno says why. */
static char *behind_links(const char *path)
{
	enum { MOST_LINKS = 40 }; /* as the kernel has it */
	char *at = strdup(path);

	for (int i = 0; at && i < MOST_LINKS; i++) {
		char *const next = linked_from(at);

		if (!next)
			return at;
		free(at);
		at = next;
	}
	if (at) {
		free(at);
		errno = ELOOP;
	}
	return NULL;
}

enum lp_status lp_file_write(const char *path, const void *data, size_t size, bool may_replace)
{
	enum lp_status status;
	char *real;
	int saved;

	if (is_standard_output(path))
		return write_all(STDOUT_FILENO, (const char *)data, size) ? LP_OK : LP_IO;
	if (!may_replace && access(path, F_OK) == 0) {
		errno = EEXIST;
		return LP_IO;
	}
	if (is_special(path))
		return write_into(path, data, size);
	/* A link stays, and what it leads to is written, as by open(). */
	real = behind_links(path);
	if (!real)
		return LP_IO;
	status = write_anew(real, data, size, may_replace);
	saved = errno;
	free(real);
	errno = saved;
	return status;
}
