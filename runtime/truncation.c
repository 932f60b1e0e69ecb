/* truncation.c: survives a profile that is truncated while the program runs. */
#include "runtime/truncation.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

#include "runtime/profile_file.h"

/* Of others' faults, the program dies as it would have: the instruction is run
 * again, or the signal sent again, without a handler. */
static void handle(int number, siginfo_t *info, void *context)
{
	const int saved_errno = errno;

	(void)context;
	if (info->si_code != BUS_ADRERR || !lp_file_replace_page(info->si_addr)) {
		signal(number, SIG_DFL);
		if (info->si_code <= 0)
			raise(number);
	}
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
