/* sample_signal.c: the signal by which threads learn that a sample is due. */
#include "runtime/sample_signal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "runtime/system_calls.h"

static bool is_free(int candidate)
{
	struct sigaction old;

	return !sigaction(candidate, NULL, &old) && old.sa_handler == SIG_DFL;
}

/*
 * SIGURG, if the program has no use for it: its default is to be ignored. Of another
 * signal, a program that resets all handlers, as many do in a forked child, would
 * die. Debuggers pass it on silently, too. Realtime signals are what programs count
 * from either end: so begin in the middle.
 */
static int find_free_signal(void)
{
	const int count = SIGRTMAX - SIGRTMIN + 1;

	if (is_free(SIGURG))
		return SIGURG;
	for (int i = 0; i < count; i++) {
		const int candidate = SIGRTMIN + (count / 2 + i) % count;

		if (is_free(candidate))
			return candidate;
	}
	return 0;
}

/* On the signal stack, if the program has one: coroutines' stacks can be small.
 * SIGBUS must get through: see truncation.h. */
int lp_sample_signal_take(void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
	const int number = find_free_signal();

	action.sa_sigaction = handler;
	sigfillset(&action.sa_mask);
	sigdelset(&action.sa_mask, SIGBUS);
	return number && !sigaction(number, &action, NULL) ? number : 0;
}

void lp_sample_signal_release(int signal_number)
{
	const struct sigaction action = {.sa_handler = SIG_DFL};

	sigaction(signal_number, &action, NULL);
}

void lp_sample_signal_unblock(int signal_number)
{
	const uint64_t set = UINT64_C(1) << (signal_number - 1);

	lp_system_call(SYS_rt_sigprocmask, SIG_UNBLOCK, &set, NULL, sizeof set);
}
