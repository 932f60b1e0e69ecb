# event_loop.sh: functions that are left in the middle of a loop, by kill -9 or by a handler that
# jumps away, have been called, though all that they call is known to return.
# Two clangs are enough: what is said to return is the plugin's own.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static sigjmp_buf out;
static volatile unsigned steps;
static void handler(int number) { siglongjmp(out, number); }
__attribute__((noinline)) static void step(void) { steps++; }
__attribute__((noinline)) static void forever(void)
{
	for (;;)
		step();
}
__attribute__((noinline)) static int until(unsigned most)
{
	while (steps < most)
		step();
	return 1;
}
__attribute__((noinline)) static int find(const char *text, char wanted)
{
	for (int i = 0; text[i]; i++)
		if (text[i] == wanted)
			return i;
	return -1;
}
int main(int argc, char **argv)
{
	volatile int rounds = 0;
	signal(SIGALRM, handler);
	find("abc", 'b');
	find("abc", 'x');
	until(1000);
	while (rounds++ < 3)
		if (sigsetjmp(out, 1) == 0) {
			ualarm(20000, 0);
			if (rounds == 2)
				until(-1u);
			else
				forever();
		}
	if (argc > 1)
		kill(getpid(), SIGKILL);
	signal(SIGALRM, SIG_DFL);
	ualarm(20000, 0);
	forever();
}
C
for level in -O0 -O1 -O2 -O3; do
	$CC $level program.c -o program
	for end in "" now; do
		rm -f ./*.lprof
		LINEPROF_FILE=p.lprof ./program $end >said 2>&1 && fail "$level: it ended by itself"
		same "calls at $level ${end:-later}" "[$([ "$end" ] && echo 2 || echo 3), 2, 2, 1]" "$(query p.lprof "[
			profile.calls('$PWD/program.c', name)[0] for name in ('forever', 'until', 'find', 'main')]")"
		# What the last loop had counted up to now is in registers; what came before is there.
		query p.lprof "profile.calls('$PWD/program.c', 'step')[0] > 1000" >enough
		has "steps at $level" True <enough
	done
done
