/* descriptor.c: bytes and blocks of a file, by its descriptor. */
#include "runtime/descriptor.h"

#include <errno.h>
#include <sys/resource.h>

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

bool lp_descriptor_resize(int fd, uint64_t size)
{
	return may_reach(size) && !lp_system_call(SYS_ftruncate, fd, size);
}

bool lp_descriptor_extend(int fd, uint64_t from, uint64_t to)
{
	int done;

	if (!may_reach(to))
		return false;
	do
		done = lp_sys_fallocate(fd, from, to - from);
	while (done && errno == EINTR);
	if (!done)
		return true;
	return (errno == EOPNOTSUPP || errno == ENOSYS) && write_zeros(fd, from, to);
}
