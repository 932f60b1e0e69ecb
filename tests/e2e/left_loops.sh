# left_loops.sh: an optimised loop adds up its counts where it ends; what leaves it in the middle, a jump out of a signal's
# handler, or exit() there, leaves 0 hits. Its lines have their time all the same.
# One clang is enough: it is the viewer that believes it.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
static sigjmp_buf back;
static int is_to_end;
static volatile unsigned sink;
static unsigned numbers[4096];
static void on_alarm(int signal)
{
	(void)signal;
	if (is_to_end)
		exit(0);
	siglongjmp(back, 1);
}
__attribute__((noinline)) static unsigned hot(unsigned x, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) {
		x = x * 3;
		x += numbers[x & 4095];
		x ^= x >> 3;
	}
	return x;
}
int main(int argc, char **argv)
{
	const struct itimerval soon = {.it_value = {.tv_usec = 400000}};

	(void)argv;
	is_to_end = argc > 1;
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &soon, NULL);
	if (!sigsetjmp(back, 1))
		sink = hot(7, 1ul << 60);
	return 0;
}
END
$CC -O2 app.c -o app
first=$(grep -n "x = x \* 3" app.c | cut -d: -f1)
for way in "" exit; do
	# shellcheck disable=SC2086
	LINEPROF_FILE=p.lprof ./app $way
	share=$(query p.lprof "(lambda f: sum(l['self_ns'] for l in profile.json['lines'] if $first <= l['line'] < $first + 3) / f.tottime_s / 1e9)([f for f in profile.functions() if f.name == 'hot'][0])")
	"$PYTHON" -c "import sys; sys.exit(not $share > 0.5)" || fail "${way:-jump}: the loop's lines have $share of their function"
done
