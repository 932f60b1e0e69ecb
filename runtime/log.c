/* log.c: the runtime's lines on stderr. */
#include "runtime/log.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/system_calls.h"

enum { PART_COUNT_MAX = 9, VALUE_SHOWN = 40 };

#define SIGNAL_BIT(number) (UINT64_C(1) << ((number) - 1))

/* What stderr was when the process began. */
static struct {
	bool is_known;
	dev_t device;
	ino_t inode;
} first;

void lp_log_start(void)
{
	struct stat now = {0};

	if (!lp_sys_fstat(STDERR_FILENO, &now)) {
		first.device = now.st_dev;
		first.inode = now.st_ino;
	}
	first.is_known = true;
}

/* A daemon closes it, and the next file that it opens has its number. */
static bool is_stderr(void)
{
	struct stat now;

	return !first.is_known || (!lp_sys_fstat(STDERR_FILENO, &now) &&
				   now.st_dev == first.device && now.st_ino == first.inode);
}

/* Writes to stderr without what a write may send: to a pipe that nobody reads from, to a file
 * at the limit of RLIMIT_FSIZE, or to a terminal from the background (stty tostop). The program
 * would end or stop by it, which wrote nothing. */
static void write_unharmed(const struct iovec *vectors, int count)
{
	const uint64_t sent = SIGNAL_BIT(SIGPIPE) | SIGNAL_BIT(SIGXFSZ);
	const uint64_t blocked = sent | SIGNAL_BIT(SIGTTOU);
	const struct timespec at_once = {0, 0};
	uint64_t held = 0;
	uint64_t pending = 0;

	if (lp_system_call(SYS_rt_sigprocmask, SIG_BLOCK, &blocked, &held, sizeof blocked) < 0)
		return;
	if (held & sent)
		lp_system_call(SYS_rt_sigpending, &pending, sizeof pending);
	if (lp_sys_writev(STDERR_FILENO, vectors, count) < 0 &&
	    (errno == EPIPE || errno == EFBIG) && (sent & ~pending)) {
		const uint64_t ours = sent & ~pending;

		lp_system_call(SYS_rt_sigtimedwait, &ours, NULL, &at_once, sizeof ours);
	}
	lp_system_call(SYS_rt_sigprocmask, SIG_SETMASK, &held, NULL, sizeof held);
}

/* One call, so that lines of several processes do not mix. */
static void print(const char *const *parts, int count)
{
	struct iovec vectors[PART_COUNT_MAX];
	const int saved_errno = errno;

	for (int i = 0; i < count; i++)
		vectors[i] = (struct iovec){(void *)parts[i], strlen(parts[i])};
	if (is_stderr())
		write_unharmed(vectors, count);
	errno = saved_errno;
}

void lp_log(const char *which, const char *what, const char *why)
{
	const char *const parts[] = {"lineprof: ",    which,          ": ", what,
				     why ? ": " : "", why ? why : "", "\n"};

	print(parts, sizeof parts / sizeof *parts);
}

/* Whoever sets it may mean no good by what is more than text to a terminal. */
static void put_harmless(char shown[VALUE_SHOWN + 4], const char *value)
{
	size_t size = 0;

	for (; size < VALUE_SHOWN && value[size]; size++)
		shown[size] = value[size] >= ' ' && value[size] <= '~' ? value[size] : '?';
	strcpy(shown + size, value[size] ? "..." : "");
}

void lp_log_value(const char *which, const char *value, const char *what, const char *why)
{
	char shown[VALUE_SHOWN + 4];
	const char *const parts[] = {
	    "lineprof: ", which, ": '", shown, "': ", what, ": ", why, "\n"};

	put_harmless(shown, value);
	print(parts, sizeof parts / sizeof *parts);
}

void lp_log_errno(const char *which, const char *what, int error_number)
{
	lp_log(which, what, strerrordesc_np(error_number));
}

void lp_log_report(const char *path)
{
	const char *const parts[] = {"lineprof: wrote ", path, "; look at it with: lpview ", path,
				     "\n"};

	print(parts, sizeof parts / sizeof *parts);
}
