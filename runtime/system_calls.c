/* system_calls.c: the instruction that calls the kernel. */
#include "runtime/system_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/sandbox.h"
#include "runtime/valgrind.h"

enum { ERRNO_MOST = 4095 };

#if defined(__x86_64__)
static long call_kernel(long number, long a, long b, long c, long d, long e, long f)
{
	register long fourth __asm__("r10") = d;
	register long fifth __asm__("r8") = e;
	register long sixth __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
			 : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
static long call_kernel(long number, long a, long b, long c, long d, long e, long f)
{
	register long which __asm__("x8") = number;
	register long first __asm__("x0") = a;
	register long second __asm__("x1") = b;
	register long third __asm__("x2") = c;
	register long fourth __asm__("x3") = d;
	register long fifth __asm__("x4") = e;
	register long sixth __asm__("x5") = f;

	__asm__ volatile("svc #0"
			 : "+r"(first)
			 : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
			 : "memory");
	return first;
}
#else
#error "no system calls known for this processor"
#endif

/* As call_kernel(). */
static long ask_kernel(long number, long a, long b, long c, long d, long e, long f)
{
	const long arguments[] = {a, b, c, d, e, f};

	return lp_sandbox_passes(number, arguments) ? call_kernel(number, a, b, c, d, e, f)
						    : -EPERM;
}

static long with_errno(long result)
{
	if (result >= 0 || result < -ERRNO_MOST)
		return result;
	errno = (int)-result;
	return -1;
}

long lp_system_call_with(long number, long a, long b, long c, long d, long e, long f)
{
	return with_errno(ask_kernel(number, a, b, c, d, e, f));
}

long lp_system_call_anyway(long number, long a, long b, long c, long d, long e, long f)
{
	return with_errno(call_kernel(number, a, b, c, d, e, f));
}

bool lp_sys_passes(long number)
{
	static const long any[6];

	return lp_sandbox_passes(number, any);
}

int lp_sys_open(const char *path, int flags, unsigned mode)
{
	return (int)lp_system_call(SYS_openat, AT_FDCWD, path, flags, mode);
}

void lp_sys_close(int fd)
{
	lp_system_call(SYS_close, fd);
}

ssize_t lp_sys_read(int fd, void *data, size_t size)
{
	return lp_system_call(SYS_read, fd, data, size);
}

ssize_t lp_sys_pread(int fd, void *data, size_t size, uint64_t offset)
{
	return lp_system_call(SYS_pread64, fd, data, size, offset);
}

ssize_t lp_sys_pwrite(int fd, const void *data, size_t size, uint64_t offset)
{
	return lp_system_call(SYS_pwrite64, fd, data, size, offset);
}

ssize_t lp_sys_writev(int fd, const struct iovec *vectors, int count)
{
	return lp_system_call(SYS_writev, fd, vectors, count);
}

int lp_sys_fallocate(int fd, uint64_t from, uint64_t bytes)
{
	return (int)lp_system_call(SYS_fallocate, fd, 0, from, bytes);
}

int lp_sys_fstat(int fd, struct stat *info)
{
	return (int)lp_system_call(SYS_fstat, fd, info);
}

int lp_sys_stat(const char *path, struct stat *info)
{
	return (int)lp_system_call(SYS_newfstatat, AT_FDCWD, path, info, 0);
}

uint64_t lp_sys_limit(int which, uint64_t unknown)
{
	struct rlimit limit;

	return lp_system_call(SYS_prlimit64, 0, which, NULL, &limit) ? unknown : limit.rlim_cur;
}

pid_t lp_sys_getpid(void)
{
	return (pid_t)lp_system_call(SYS_getpid);
}

int lp_sys_seccomp_mode(void)
{
	return (int)lp_system_call(SYS_prctl, PR_GET_SECCOMP);
}

int lp_sys_fcntl(int fd, int command, long argument)
{
	return (int)lp_system_call(SYS_fcntl, fd, command, argument);
}

static void *map(void *address, size_t size, int protection, int flags, int fd, uint64_t offset)
{
#ifdef __SANITIZE_THREAD__ /* in our own tests: what is mapped where something was is new */
	return mmap(address, size, protection, flags, fd, (off_t)offset);
#else
	return (void *)lp_system_call(SYS_mmap, address, size, protection, flags, fd, offset);
#endif
}

void *lp_sys_mmap(void *address, size_t size, int protection, int flags, int fd, uint64_t offset)
{
	void *const memory = map(address, size, protection, flags, fd, offset);

	if (memory != MAP_FAILED && protection != PROT_NONE)
		lp_valgrind_leave_alone(memory, size);
	return memory;
}

int lp_sys_munmap(void *address, size_t size)
{
	return (int)lp_system_call(SYS_munmap, address, size);
}

/* The answer to rt_sigprocmask() with a `how` that there is not. */
static long set_no_mask(uintptr_t set)
{
	enum { NO_HOW = -1, SET_BYTES = 8 };

	return ask_kernel(SYS_rt_sigprocmask, NO_HOW, (long)set, 0, SET_BYTES, 0, 0);
}

/* Whether what only the kernel can read is told from what there is. Valgrind would report what is
 * no error. */
static bool is_told_apart(void)
{
	static const uint64_t there;
	static enum { NOT_KNOWN, YES, NO } known;
	int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (answer == NOT_KNOWN) {
		answer = !lp_valgrind_is_there() && set_no_mask((uintptr_t)&there) == -EINVAL &&
				 set_no_mask(UINTPTR_MAX & ~(uintptr_t)0xffff) == -EFAULT
			     ? YES
			     : NO;
		__atomic_store_n(&known, answer, __ATOMIC_RELAXED);
	}
	return answer == YES;
}

bool lp_sys_is_readable(uintptr_t address)
{
	return is_told_apart() && set_no_mask(address) == -EINVAL;
}
