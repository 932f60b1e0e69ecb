/*
 * system_calls.h: the kernel, asked without the C library.
 *
 * Its functions for these are points of cancellation, where a thread of the program would end
 * inside the runtime, with what it holds; and the program, or a library in front of libc, may have
 * put functions of its own in their places, which may be gone when the process ends.
 *
 * All return what the C library's would, with errno set where that is -1. Any thread, signal
 * handlers too.
 */
#ifndef LINEPROF_RUNTIME_SYSTEM_CALLS_H
#define LINEPROF_RUNTIME_SYSTEM_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>

long lp_system_call_with(long number, long a, long b, long c, long d, long e, long f);

/* (number, up to six arguments); those not given are zero. */
#define lp_system_call(...) LP_SYSTEM_CALL(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define LP_SYSTEM_CALL(number, a, b, c, d, e, f, ...)                                              \
	lp_system_call_with(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e),         \
			    (long)(f))

/* `mode`: of a file that this makes. */
int lp_sys_open(const char *path, int flags, unsigned mode);
void lp_sys_close(int fd);
ssize_t lp_sys_read(int fd, void *data, size_t size);
ssize_t lp_sys_pread(int fd, void *data, size_t size, uint64_t offset);
ssize_t lp_sys_pwrite(int fd, const void *data, size_t size, uint64_t offset);
ssize_t lp_sys_writev(int fd, const struct iovec *vectors, int count);
int lp_sys_fallocate(int fd, uint64_t from, uint64_t bytes);
int lp_sys_fstat(int fd, struct stat *info);

#endif
