/* sample_signal.c: the signal by which threads learn that a sample is due. */
#include "runtime/sample_signal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/restarts.h"
#include "runtime/system_calls.h"

/* In the kernel's set of signals. */
static uint64_t bit_of(int signal_number)
{
	return UINT64_C(1) << (signal_number - 1);
}

static bool is_urgent_wanted;
static void (*served_by)(int, siginfo_t *, void *);

static void serve(int signal_number, siginfo_t *info, void *context)
{
	served_by(signal_number, info, context);
	lp_restarts_leave_to_others(context);
}

/* What is done with a signal; false: nobody tells. */
static bool ask(int signal_number, struct sigaction *now)
{
	return lp_sys_passes(SYS_rt_sigaction) && !sigaction(signal_number, NULL, now);
}

static bool is_free(int candidate, bool is_ignored_by_default)
{
	struct sigaction old;

	return ask(candidate, &old) &&
	       (old.sa_handler == SIG_DFL || (is_ignored_by_default && old.sa_handler == SIG_IGN));
}

/*
 * SIGURG, if the program has no use for it: its default is to be ignored. Else SIGWINCH, whose
 * default is the same. Of another signal, a program that resets all handlers, as many do in a
 * forked child, would die. Debuggers pass these on silently, too. Realtime signals are what
 * programs count from either end: so begin in the middle.
 */
static int find_free_signal(void)
{
	const int count = SIGRTMAX - SIGRTMIN + 1;

	if (!is_urgent_wanted && is_free(SIGURG, true))
		return SIGURG;
	if (is_free(SIGWINCH, true) &&
	    !lp_sample_signal_is_wanted(SIGWINCH, lp_sample_signal_blocked()))
		return SIGWINCH;
	for (int i = 0; i < count; i++) {
		const int candidate = SIGRTMIN + (count / 2 + i) % count;

		if (is_free(candidate, false))
			return candidate;
	}
	return 0;
}

/* On the signal stack, if the program has one: coroutines' stacks can be small. SIGBUS must get
 * through: see truncation.h. glibc's own two signals are no part of sigfillset(), but a thread that
 * is cancelled at once would end in the handler, with all signals blocked. */
static bool set_handler(int signal_number)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};

	action.sa_sigaction = serve;
	memset(&action.sa_mask, 0xff, sizeof action.sa_mask);
	sigdelset(&action.sa_mask, SIGBUS);
	return !sigaction(signal_number, &action, NULL);
}

int lp_sample_signal_take(void (*handler)(int, siginfo_t *, void *))
{
	const int number = find_free_signal();

	served_by = handler;
	return number && set_handler(number) ? number : 0;
}

void lp_sample_signal_release(int signal_number)
{
	const struct sigaction action = {.sa_handler = SIG_DFL};

	sigaction(signal_number, &action, NULL);
}

void lp_sample_signal_leave_urgent(void)
{
	is_urgent_wanted = true;
}

/* signal() gives back a handler as one without SA_SIGINFO. */
static bool is_served_by_us(const struct sigaction *now)
{
	return now->sa_sigaction == serve && now->sa_flags & SA_SIGINFO;
}

bool lp_sample_signal_is_served(int signal_number)
{
	struct sigaction now;

	return !ask(signal_number, &now) || is_served_by_us(&now);
}

bool lp_sample_signal_take_back(int signal_number)
{
	struct sigaction now;

	if (!ask(signal_number, &now) || is_served_by_us(&now))
		return true;
	return (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN ||
		now.sa_sigaction == serve) &&
	       set_handler(signal_number);
}

/* The kernel's set in hexadecimal. */
static uint64_t parse_set(const char *text)
{
	uint64_t set = 0;

	for (; (*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f'); text++)
		set = set << 4 | (uint64_t)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
	return set;
}

bool lp_sample_signal_is_blocked_in(pid_t tid, int signal_number)
{
	static const char name[] = "\nSigBlk:\t";
	const int saved_errno = errno;
	char path[64], text[4096];
	const char *set;
	ssize_t size;
	int fd;

	if (lp_sys_seccomp_mode() != SECCOMP_MODE_DISABLED)
		return true;
	snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)tid);
	fd = lp_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	size = fd < 0 ? -1 : lp_sys_read(fd, text, sizeof text - 1);
	if (fd >= 0)
		lp_sys_close(fd);
	errno = saved_errno;
	text[size > 0 ? size : 0] = '\0';
	set = strstr(text, name);
	return !set || parse_set(set + sizeof name - 1) & bit_of(signal_number);
}

uint64_t lp_sample_signal_blocked(void)
{
	uint64_t blocked = 0;

	lp_system_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, sizeof blocked);
	return blocked;
}

/* Who blocks all signals but a few leaves hardly any of the standard ones. */
bool lp_sample_signal_is_wanted(int signal_number, uint64_t blocked)
{
	enum { STANDARD_SIGNALS = 31 };

	return (blocked & bit_of(signal_number)) &&
	       __builtin_popcountll(blocked & (bit_of(STANDARD_SIGNALS + 1) - 1)) <=
		   STANDARD_SIGNALS / 2;
}

void lp_sample_signal_let_in_behind(int signal_number, void *context)
{
	sigdelset(&((ucontext_t *)context)->uc_sigmask, signal_number);
}

void lp_sample_signal_unblock(int signal_number)
{
	const uint64_t set = bit_of(signal_number);

	lp_system_call(SYS_rt_sigprocmask, SIG_UNBLOCK, &set, NULL, sizeof set);
}
