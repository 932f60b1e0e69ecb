/* descriptor.c: bytes and blocks of a file, by its descriptor. */
#include "runtime/descriptor.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "runtime/system_calls.h"

/* The kernel asks for the place, not for growth: it sends SIGXFSZ inside the file, too. */
static bool may_reach(uint64_t bytes)
{
	if (bytes <= lp_sys_limit(RLIMIT_FSIZE, RLIM_INFINITY))
		return true;
	errno = EFBIG;
	return false;
}

bool lp_descriptor_write(int fd, const char *data, uint64_t size, uint64_t offset)
{
	if (!may_reach(offset + size))
		return false;
	while (size) {
		const ssize_t done = lp_sys_pwrite(fd, data, size, offset);

		if (done < 0 && errno != EINTR)
			return false;
		if (done > 0) {
			data += done;
			offset += (uint64_t)done;
			size -= (uint64_t)done;
		}
	}
	return true;
}

static bool write_zeros(int fd, uint64_t from, uint64_t to)
{
	static const char zeros[4096];

	for (uint64_t size; from < to; from += size) {
		size = to - from < sizeof zeros ? to - from : sizeof zeros;
		if (!lp_descriptor_write(fd, zeros, size, from))
			return false;
	}
	return true;
}

uint64_t lp_descriptor_size(int fd)
{
	struct stat info;

	return lp_sys_fstat(fd, &info) ? UINT64_MAX : (uint64_t)info.st_size;
}

bool lp_descriptor_resize(int fd, uint64_t size)
{
	return may_reach(size) && !lp_system_call(SYS_ftruncate, fd, size);
}

static bool extend(int fd, uint64_t from, uint64_t to)
{
	int done;

	do
		done = lp_sys_fallocate(fd, from, to - from);
	while (done && errno == EINTR);
	if (!done)
		return true;
	return (errno == EOPNOTSUPP || errno == ENOSYS) && write_zeros(fd, from, to);
}

/* The blocks that there were before the disk was full are others' again. */
bool lp_descriptor_extend(int fd, uint64_t from, uint64_t to)
{
	const uint64_t size = lp_descriptor_size(fd);
	int error;

	if (!may_reach(to))
		return false;
	if (extend(fd, from, to))
		return true;
	error = errno;
	if (lp_descriptor_size(fd) > size)
		lp_descriptor_resize(fd, size);
	errno = error;
	return false;
}
