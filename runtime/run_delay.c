/* run_delay.c: reads the kernel's file on a thread. */
#include "runtime/run_delay.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <string.h>

#include "runtime/system_calls.h"

enum { PATH_BYTES = 64, TEXT_BYTES = 80 };

/* Appends to `path`, without stdio: this may run in a signal handler. */
static char *add_text(char *end, const char *text)
{
	const size_t size = strlen(text);

	memcpy(end, text, size + 1);
	return end + size;
}

static char *add_number(char *end, unsigned number)
{
	char digits[12];
	char *first = digits + sizeof digits;

	*--first = '\0';
	do
		*--first = (char)('0' + number % 10);
	while (number /= 10);
	return add_text(end, first);
}

/* The second of the numbers in `text`: time on the CPU, time on a run queue, turns. */
static uint64_t parse(const char *text)
{
	uint64_t value = 0;

	text += strcspn(text, " ");
	while (*text == ' ')
		text++;
	while (*text >= '0' && *text <= '9')
		value = value * 10 + (uint64_t)(*text++ - '0');
	return value;
}

/* In a sandbox, asking for what is forbidden can be the end of the process. */
static bool is_sandboxed(void)
{
	return lp_sys_seccomp_mode() != SECCOMP_MODE_DISABLED;
}

uint64_t lp_run_delay_ns(pid_t tid)
{
	static bool is_missing;
	const int saved_errno = errno;
	char path[PATH_BYTES];
	char text[TEXT_BYTES];
	ssize_t size = 0;
	int fd;

	if (__atomic_load_n(&is_missing, __ATOMIC_RELAXED) || is_sandboxed())
		return 0;
	add_text(add_number(add_text(path, "/proc/self/task/"), (unsigned)tid), "/schedstat");
	fd = lp_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	if (fd >= 0) {
		size = lp_sys_read(fd, text, sizeof text - 1);
		lp_sys_close(fd);
	} else if (errno == ENOENT && tid == lp_sys_getpid()) {
		__atomic_store_n(&is_missing, true, __ATOMIC_RELAXED);
	}
	errno = saved_errno;
	if (size <= 0)
		return 0;
	text[size] = '\0';
	return parse(text);
}
