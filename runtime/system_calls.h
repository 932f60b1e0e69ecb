/*
 * system_calls.h: the kernel, asked without the C library.
 *
 * Its functions for these are points of cancellation, where a thread of the program would end
 * inside the runtime, with what it holds; and the program, or a library in front of libc, may have
 * put functions of its own in their places, which may be gone when the process ends. Sanitizers
 * do: some forbid such calls to signal handlers, and some keep books on all that is mapped, 16 GiB
 * of reserved addresses too.
 *
 * All return what the C library's would, with errno set where that is -1. Any thread, signal
 * handlers too. In a sandbox of the program's, what could end it is not asked: EPERM (sandbox.h).
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

/* The same in a sandbox too: what undoes a call that has passed. */
long lp_system_call_anyway(long number, long a, long b, long c, long d, long e, long f);

/* Whether `number` passes, for functions of the C library's: with arguments that are all zero. */
bool lp_sys_passes(long number);

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
int lp_sys_stat(const char *path, struct stat *info);
int lp_sys_fcntl(int fd, int command, long argument);
/* The process's limit `which` (RLIMIT_*): RLIM_INFINITY without one, `unknown` if that is not told.
 */
uint64_t lp_sys_limit(int which, uint64_t unknown);
/* -1 if it is not told. */
pid_t lp_sys_getpid(void);
/* Of seccomp: SECCOMP_MODE_*; -1 if it is not told. */
int lp_sys_seccomp_mode(void);
/* MAP_FAILED where it fails. */
void *lp_sys_mmap(void *address, size_t size, int protection, int flags, int fd, uint64_t offset);
int lp_sys_munmap(void *address, size_t size);

/*
 * Whether what is at `address` can be read: the kernel has to read a set of signals there before
 * it finds that there is no such thing to be done with it. False where that is not to be trusted,
 * as in an emulator, or reported as an error, as by Valgrind. Keeps errno.
 */
bool lp_sys_is_readable(uintptr_t address);

#endif
