# signal_mask.sh: a program that blocks all signals has its samples, and is not shown their signal: by sigwait(),
# sigtimedwait(), in a signalfd, or as pending.
# One clang is enough: calls of the C library are the same to all.
. "$SOURCE/tests/e2e/lib.sh"
cat >masks.c <<'END'
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
static __attribute__((noinline)) unsigned work(unsigned rounds)
{
	volatile unsigned sum = 0;
	for (unsigned i = 0; i < rounds; i++)
		sum = sum * 31 + i;
	return sum;
}
static void *terminate(void *unused)
{
	for (int i = 0; i < 5; i++)
		work(20000000);
	kill(getpid(), SIGTERM);
	return unused;
}
static void wait_for_it(const sigset_t *all)
{
	int number;
	do {
		work(20000000);
		sigwait(all, &number);
		printf("waited for: %d\n", number);
	} while (number != SIGTERM);
}
static void read_it(const sigset_t *all)
{
	struct signalfd_siginfo info = {0};
	struct pollfd poll_of = {signalfd(-1, all, 0), POLLIN, 0};
	do {
		work(20000000);
		if (poll(&poll_of, 1, 10000) == 1 && read(poll_of.fd, &info, sizeof info) == sizeof info)
			printf("read: %u\n", info.ssi_signo);
	} while (info.ssi_signo != SIGTERM);
}
int main(int argc, char **argv)
{
	const struct timespec soon = {0, 1000000};
	sigset_t all, pending;
	pthread_t thread;
	sigfillset(&all);
	if (argc > 2)
		sigprocmask(SIG_SETMASK, &all, NULL);
	else
		pthread_sigmask(SIG_BLOCK, &all, NULL);
	for (int i = 0; i < 5; i++) {
		work(20000000);
		printf("in time: %d\n", sigtimedwait(&all, NULL, &soon));
	}
	work(20000000);
	sigpending(&pending);
	for (int number = 1; number <= SIGRTMAX; number++)
		if (sigismember(&pending, number) == 1)
			printf("pending: %d\n", number);
	pthread_create(&thread, NULL, terminate, NULL);
	if (!strcmp(argv[1], "sigwait"))
		wait_for_it(&all);
	else
		read_it(&all);
	pthread_join(thread, NULL);
	return 0;
}
END
$CLANG -O2 masks.c -pthread -o plain
$CC -O2 masks.c -pthread -o masks
for engine in timer auto; do
	for arguments in "sigwait" "signalfd" "sigwait all"; do
		# shellcheck disable=SC2086
		timeout -s KILL 30 ./plain $arguments >plain.txt
		rm -f masks.lprof
		# shellcheck disable=SC2086
		LINEPROF_ENGINE=$engine timeout -s KILL 30 ./masks $arguments >said.txt
		same "$arguments, $engine" "$(cat plain.txt)" "$(cat said.txt)"
		same "a sample for each half of a tick of CPU time, $arguments, $engine" True "$(query masks.lprof \
			"2 * profile.json['run']['samples'] * profile.json['run']['sample_period_ns'] > profile.json['run']['cpu_ns']")"
	done
done

# A program that sets its mask often, and blocks neither the samples' signal nor SIGBUS, pays one system call for each time.
cat >often.c <<'END'
#include <signal.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	sigset_t one, old;
	sigemptyset(&one);
	sigaddset(&one, SIGCHLD);
	for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--) {
		sigprocmask(SIG_BLOCK, &one, &old);
		sigprocmask(SIG_SETMASK, &old, NULL);
	}
	return 0;
}
END
cat >calls.c <<'END'
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
/* How often the kernel was called; each call stops the program twice. */
int main(int argc, char **argv)
{
	const pid_t child = fork();
	int status = 0, stops = 0;
	if (!child) {
		if (argc < 2 || ptrace(PTRACE_TRACEME, 0, 0, 0))
			return 77;
		execv(argv[1], argv + 1);
		return 77;
	}
	while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
		stops++;
		ptrace(PTRACE_SYSCALL, child, 0, 0);
	}
	printf("%d\n", stops / 2);
	return WEXITSTATUS(status);
}
END
$CC -O2 often.c -o often
$CLANG -O2 calls.c -o calls
export LINEPROF_ENGINE=timer
if few=$(./calls ./often 0); then
	many=$(./calls ./often 1000)
	[ $((many - few)) -lt 4500 ] || fail "$((many - few)) system calls for 2000 changes of the mask"
else
	leave_out "ptrace is refused here"
fi
