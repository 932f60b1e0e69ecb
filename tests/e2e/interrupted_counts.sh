# interrupted_counts.sh: what a signal's handler counts is not lost, wherever it interrupts: at -O0, in functions that are
# left as they are in optimised code or have no such mark in code that is not, and optimised.
. "$SOURCE/tests/e2e/lib.sh"
cat >interrupted.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#ifndef LEFT
#define LEFT
#endif
/* Several, as it is by where code comes to lie how often it is interrupted in the middle of a count. */
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define DEFINE(n) LEFT __attribute__((noinline)) void leaf##n(void) { }
#define CALL(n) leaf##n();
static volatile int ticks;
static long rounds;
EACH(DEFINE)
LEFT static void on_tick(int number)
{
	(void)number;
	for (int i = 0; i < 5000; i++) {
		EACH(CALL)
	}
	ticks++;
}
LEFT int main(void)
{
	const struct itimerval every = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
	signal(SIGALRM, on_tick);
	setitimer(ITIMER_REAL, &every, NULL);
	while (ticks < 300) {
		EACH(CALL)
		rounds++;
	}
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%ld\n", 8 * (rounds + ticks * 5000L));
	return 0;
}
END
for flags in -O0 "-O0 -Xclang -disable-O0-optnone" -O2 "-O2 -DLEFT=__attribute__((optnone,noinline))"; do
	$CC $flags interrupted.c -o interrupted
	calls=$(./interrupted) || fail "$flags: status $?"
	same "calls, $flags" "$calls" "$(query interrupted.lprof \
		"sum(at.ncalls for at in profile.functions() if at.name.startswith('leaf'))")"
	"$LPVIEW" --check interrupted.lprof >/dev/null || fail "$flags: --check"
done
