// alarms.c: an alarm ten thousand times a second, with a handler that is counted, too; and
// children by fork, vfork and exec in between. All goes on as without lineprof.
//: work = timed
// To bring alarms about is the kernel's work: 6 to 11 % of the CPU time without lineprof.
//: interrupts = many
//: share three = 30 +- 3
//: share seven = 70 +- 3
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t alarms;
static uint64_t state = 1;

static void on_alarm(int number)
{
	(void)number;
	alarms++;
}

__attribute__((noinline)) static void work_three(int n)
{
	uint64_t x = state;

	for (int i = 0; i < 3 * n; i++) //~ three
		x = x * 6364136223846793005u + 1; //~ three
	state = x;
}

__attribute__((noinline)) static void work_seven(int n)
{
	uint64_t x = state;

	for (int i = 0; i < 7 * n; i++) //~ seven
		x = x * 6364136223846793005u + 1; //~ seven
	state = x;
}

static int status_of(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) != child)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

static int have_children(void)
{
	pid_t child = fork();

	if (!child) {
		work_three(100000);
		exit(3);
	}
	if (status_of(child) != 3)
		return 1;
	child = vfork();
	if (!child) {
		execl("/bin/sh", "sh", "-c", "exit 4", (char *)NULL);
		_exit(100);
	}
	return status_of(child) == 4 ? 0 : 2;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};

	signal(SIGALRM, on_alarm);
	for (int i = 0; i < rounds; i++) {
		setitimer(ITIMER_REAL, &often, NULL);
		work_three(10000000);
		work_seven(10000000);
		setitimer(ITIMER_REAL, &never, NULL);
		if (i < 2 && have_children())
			return 1;
	}
	printf("%d\n", (int)(state & 1));
	return alarms < 10 * rounds;
}
