/* truncation.c: survives a profile that is truncated while the program runs. */
#include "runtime/truncation.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/profile_file.h"
#include "runtime/system_calls.h"

/* A thread had blocked SIGBUS. Those that it has begun since have its mask, so no thread can say
 * for itself. */
static bool was_blocked;

/* One that somebody has sent to the process, of which a thread did not want it, waits for who does:
 * blocked again, as it would have been without us. */
static void pass_on(int number, void *context)
{
	sigaddset(&((ucontext_t *)context)->uc_sigmask, number);
	kill(getpid(), number);
}

/* Of others' faults, the program dies as it would have: the instruction is run
 * again, or the signal sent again, without a handler. */
static void die(int number, bool is_sent)
{
	signal(number, SIG_DFL);
	if (is_sent)
		raise(number);
}

static void handle(int number, siginfo_t *info, void *context)
{
	const int saved_errno = errno;
	const bool is_sent = info->si_code <= 0;

	if (is_sent && __atomic_load_n(&was_blocked, __ATOMIC_RELAXED))
		pass_on(number, context);
	else if (info->si_code != BUS_ADRERR || !lp_file_replace_page(info->si_addr))
		die(number, is_sent);
	errno = saved_errno;
}

void lp_truncation_watch(void)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct sigaction old;

	action.sa_sigaction = handle;
	/* A sample's handler in this one would find another page gone, and SIGBUS blocked: the
	 * program would die of that. */
	sigfillset(&action.sa_mask);
	if (!sigaction(SIGBUS, NULL, &old) && old.sa_handler == SIG_DFL)
		sigaction(SIGBUS, &action, NULL);
}

void lp_truncation_let_in(uint64_t blocked)
{
	const uint64_t bus = UINT64_C(1) << (SIGBUS - 1);
	struct sigaction now;

	if (!(blocked & bus) || !lp_sys_passes(SYS_rt_sigaction) || sigaction(SIGBUS, NULL, &now) ||
	    now.sa_sigaction != handle)
		return;
	__atomic_store_n(&was_blocked, true, __ATOMIC_RELAXED);
	lp_system_call(SYS_rt_sigprocmask, SIG_UNBLOCK, &bus, NULL, sizeof bus);
}
