# own_signal.sh: a program that blocks SIGURG alone and reads it from a signalfd, as PostgreSQL's processes do, gets each one,
# and still has its samples, in threads that were there before and in forked children, too.
# One clang is enough: calls of the C library are the same to all.
. "$SOURCE/tests/e2e/lib.sh"
cat >work.h <<'END'
/* Until the thread has had so much CPU time. */
#include <time.h>
static __attribute__((noinline)) void work(double seconds)
{
	struct timespec now;
	volatile unsigned sum = 0;
	do {
		for (unsigned i = 0; i < 100000; i++)
			sum = sum * 31 + i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (now.tv_sec + now.tv_nsec * 1e-9 < seconds);
}
END
cat >urgent.c <<'END'
#include "work.h"
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int begun, blocked;
static sigset_t own;
/* Had samples by SIGURG at first. */
static void *other(void *unused)
{
	work(0.2);
	begun = 1;
	work(0.5);
	pthread_sigmask(SIG_BLOCK, &own, NULL);
	blocked = 1;
	work(0.8);
	return unused;
}
static int lost_wakeups(int fd)
{
	struct signalfd_siginfo info;
	sigset_t all;
	int lost = 0;
	sigfillset(&all);
	for (int i = 0; i < 20; i++) {
		struct pollfd ready = {fd, POLLIN, 0};
		sigprocmask(SIG_SETMASK, &all, NULL);
		sigprocmask(SIG_SETMASK, &own, NULL);
		kill(getpid(), SIGURG);
		lost += poll(&ready, 1, 1000) != 1;
		while (read(fd, &info, sizeof info) > 0)
			;
	}
	return lost;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	int fd, status, lost;
	sigemptyset(&own);
	sigaddset(&own, SIGURG);
	if (argc > 1)
		signal(SIGURG, SIG_DFL);
	pthread_create(&thread, NULL, other, NULL);
	while (!begun)
		usleep(1000);
	sigprocmask(SIG_BLOCK, &own, NULL);
	while (!blocked)
		usleep(1000);
	fd = signalfd(-1, &own, SFD_NONBLOCK);
	kill(getpid(), SIGURG);
	lost = poll(&(struct pollfd){fd, POLLIN, 0}, 1, 1000) != 1;
	lost += lost_wakeups(fd);
	if (!fork()) {
		work(0.3);
		_exit(lost_wakeups(fd));
	}
	work(0.4);
	pthread_join(thread, NULL);
	wait(&status);
	printf("lost: %d and %d\n", lost, WEXITSTATUS(status));
	return 0;
}
END
$CC -O2 urgent.c -pthread -o urgent
for engine in timer auto; do
	rm -f ./*.lprof
	LINEPROF_ENGINE=$engine timeout -s KILL 60 ./urgent >said.txt
	same "wake-ups, $engine" "lost: 0 and 0" "$(cat said.txt)"
	for profile in *.lprof; do
		same "samples for most of the CPU time, $engine, $profile" True "$(query "$profile" \
			"1.3 * profile.json['run']['samples'] * profile.json['run']['sample_period_ns'] > profile.json['run']['cpu_ns']")"
		"$LPVIEW" --check "$profile" >/dev/null || fail "$engine: $profile"
	done
	same "profiles, $engine" 2 "$(find . -name '*.lprof' | wc -l)"
	# With the default set again before.
	LINEPROF_ENGINE=$engine timeout -s KILL 60 ./urgent reset >said.txt
	same "wake-ups, reset, $engine" "lost: 0 and 0" "$(cat said.txt)"
	rm -f ./*.lprof
	LINEPROF_ENGINE=$engine ./urgent >said.txt
done

# One that resets all handlers, as daemons do, goes on to have samples. By code that is not instrumented it is not seen: that is said, and
# not that it did too little.
cat >reset.c <<'END'
void reset(void);
static __attribute__((noinline)) unsigned work(unsigned rounds)
{
	volatile unsigned sum = 0;
	for (unsigned i = 0; i < rounds; i++)
		sum = sum * 31 + i;
	return sum;
}
int main(void)
{
	reset();
	return work(100000000) == 1;
}
END
cat >all.c <<'END'
#include <signal.h>
void reset(void)
{
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
}
END
$CC -O2 reset.c all.c -o reset
$CLANG -O2 -c all.c -o unseen.o
$CC -O2 reset.c unseen.o -o unseen
# is_sampled PROFILE: has samples for most of its CPU time, and nothing to say of their signal.
is_sampled() {
	same "samples for most of the CPU time, $1" True "$(query "$1" \
		"1.3 * profile.json['run']['samples'] * profile.json['run']['sample_period_ns'] > profile.json['run']['cpu_ns']")"
	"$LPVIEW" --functions "$1" >said.txt
	! grep -q "signal of the samples" said.txt || fail "$1 has samples: $(cat said.txt)"
}
for engine in timer auto; do
	LINEPROF_ENGINE=$engine ./reset
	is_sampled reset.lprof
	LINEPROF_ENGINE=$engine ./unseen
	"$LPVIEW" --functions unseen.lprof >said.txt
	has "$engine" "for the signal of the samples: there were none since" <said.txt
	! grep -q "give it more work" said.txt || fail "$engine: $(cat said.txt)"
done
# Nor could it say so, if it was killed.
cat >killed.c <<'END'
#include <signal.h>
void reset(void);
static __attribute__((noinline)) void work(void)
{
	for (volatile unsigned i = 0; i < 400000000; i++)
		;
}
int main(void)
{
	reset();
	work();
	return raise(SIGKILL);
}
END
$CC -O1 killed.c unseen.o -o killed
{ ./killed || true; } 2>/dev/null
"$LPVIEW" --functions killed.lprof >said.txt
has "what is said of one that was killed" "hardly a sample came while functions ran" <said.txt
! grep -q "give it more work" said.txt || fail "killed: $(cat said.txt)"
"$LPVIEW" --functions urgent.lprof >said.txt
! grep -q "signal of the samples" said.txt || fail "it has samples: $(cat said.txt)"

# One that has a handler of its own for SIGURG from some time on, and for SIGWINCH later: it gets no signals that nobody sent but those that
# were on their way, and has its samples, in all threads, in a forked child, and if it is killed.
cat >handler.c <<'END'
#include "work.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t signals;
static volatile int begun, set;
static void count(int number)
{
	(void)number;
	signals++;
}
/* Without the mechanism there are hundreds; a tick of 10 ms can bring a dozen. */
static const char *amount(int count) { return count > 30 ? "many" : "few"; }
static void *other(void *unused)
{
	work(0.1);
	begun = 1;
	while (!set)
		work(0);
	work(1);
	return unused;
}
static void take(int number)
{
	struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
	sigaction(number, &action, NULL);
}
int main(int argc, char **argv)
{
	pthread_t thread;
	int status = 0, others;
	pthread_create(&thread, NULL, other, NULL);
	work(0.1);
	while (!begun)
		usleep(1000);
	take(SIGURG);
	set = 1;
	pthread_join(thread, NULL);
	others = signals;
	work(0.3);
	signal(SIGWINCH, count);
	work(0.6);
	if (fork() == 0) {
		signals = 0;
		work(0.4);
		_exit(signals);
	}
	wait(&status);
	printf("%s, %s, child %s\n", amount(others), amount(signals - others), amount(WEXITSTATUS(status)));
	fflush(stdout);
	if (argc > 1)
		raise(SIGKILL);
	return atoi(argv[0]);
}
END
$CC -O2 handler.c -pthread -o handler
for engine in timer auto; do
	for how in "" killed; do
		rm -f handler*.lprof
		{ LINEPROF_ENGINE=$engine ./handler $how >said.txt || [ "$how" ] || fail "handler: status $?"; } 2>/dev/null
		same "signals that nobody sent, $engine $how" "few, few, child few" "$(cat said.txt)"
		same "profiles, $engine $how" 2 "$(ls handler*.lprof | wc -l)"
		for profile in handler*.lprof; do is_sampled "$profile"; done
		"$LPVIEW" --check handler*.lprof >said.txt || fail "$engine $how: $(cat said.txt)"
	done
done

# Nor has a thread that was begun with all signals blocked, as servers begin theirs, any that is pending.
cat >blocked.c <<'END'
#include "work.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile int begun, set, pending;
static void nothing(int number) { (void)number; }
static void *worker(void *unused)
{
	sigset_t now;
	begun = 1;
	while (!set)
		work(0.01);
	work(0.2);
	sigpending(&now);
	for (int number = 1; number <= SIGRTMAX; number++)
		if (number != SIGURG && sigismember(&now, number) == 1)
			pending = number;
	return unused;
}
int main(void)
{
	pthread_t thread;
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_create(&thread, NULL, worker, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	while (!begun)
		usleep(1000);
	signal(SIGURG, nothing);
	set = 1;
	pthread_join(thread, NULL);
	printf("%d\n", pending);
	return 0;
}
END
$CC -O2 blocked.c -pthread -o blocked
for engine in timer auto; do
	same "a signal that is pending, $engine" 0 "$(LINEPROF_ENGINE=$engine ./blocked)"
done

# A handler that signal() gave back, and is set again, is one without SA_SIGINFO: it is set right. A child of vfork() has handlers of its own.
cat >back.c <<'END'
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sum;
static void nothing(int number) { (void)number; }
int main(void)
{
	int status = 0;
	const pid_t child = vfork();
	if (child == 0) {
		signal(SIGURG, nothing);
		_exit(0);
	}
	waitpid(child, &status, 0);
	signal(SIGURG, signal(SIGURG, nothing));
	for (unsigned long i = 0; i < 200000000; i++)
		sum += i;
	return status;
}
END
$CC -O1 back.c -o back
for engine in timer auto; do
	LINEPROF_ENGINE=$engine ./back || fail "back: status $?"
	is_sampled back.lprof
done

# A child of one that blocks SIGURG, which resets all handlers, lives: what takes its place is ignored by default, too.
cat >forked.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sum;
int main(void)
{
	int status = 0;
	sigset_t own;
	sigemptyset(&own);
	sigaddset(&own, SIGURG);
	sigprocmask(SIG_BLOCK, &own, NULL);
	if (fork() == 0) {
		for (int number = 1; number < NSIG; number++)
			signal(number, SIG_DFL);
		for (unsigned long i = 0; i < 100000000; i++)
			sum += i;
		return 3;
	}
	wait(&status);
	printf("%x\n", status);
	return 0;
}
END
$CC -O1 forked.c -o forked
same "status of a child that resets all handlers" 300 "$(./forked)"
same "the same, SIGURG ignored from the start" 300 "$(sh -c 'trap "" URG; ./forked')"
