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
