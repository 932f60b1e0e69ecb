/* log.c: the runtime's lines on stderr. */
#include "runtime/log.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "runtime/system_calls.h"

enum { PART_COUNT_MAX = 8 };

/* One call, so that lines of several processes do not mix. */
static void print(const char *const *parts, int count)
{
	struct iovec vectors[PART_COUNT_MAX];
	const int saved_errno = errno;

	for (int i = 0; i < count; i++)
		vectors[i] = (struct iovec){(void *)parts[i], strlen(parts[i])};
	if (lp_sys_writev(STDERR_FILENO, vectors, count) < 0) {
		/* Nobody is left to tell. */
	}
	errno = saved_errno;
}

void lp_log(const char *which, const char *what, const char *why)
{
	const char *const parts[] = {"lineprof: ",    which,          ": ", what,
				     why ? ": " : "", why ? why : "", "\n"};

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
