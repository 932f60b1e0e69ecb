# jumps_out.sh: handlers that leave by siglongjmp out of loops whose counts are in registers: what
# was counted up to the last exit of a loop is there, and the invariants hold.
# Two clangs are enough: the loops are LLVM's in all of them.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static sigjmp_buf out;
static volatile int is_done, entered, left;
static unsigned table[4096];
static const struct itimerval soon = {{0, 0}, {0, 3000}};
static void handler(int number)
{
	if (entered > left) // not before the call that is to be left has begun
		siglongjmp(out, number);
	setitimer(ITIMER_REAL, &soon, 0);
}
__attribute__((noinline)) static unsigned fill(unsigned n) // line 15
{
	unsigned sum = 0;
	for (unsigned i = 0; i < 4096; i++)
		sum += table[i] = i * n + (table[i] >> 3);
	return sum;
}
static unsigned (*volatile any)(unsigned) = fill; // may not return, for all that is known
__attribute__((noinline)) static void forever(void) // line 23
{
	entered++;
	for (unsigned n = 0; !is_done; n++)
		any(n);
}
int main(void)
{
	signal(SIGALRM, handler);
	for (int i = 0; i < 100; i++)
		fill((unsigned)i);
	for (; left < 40; left++)
		if (sigsetjmp(out, 1) == 0) {
			setitimer(ITIMER_REAL, &soon, 0);
			forever();
		}
	for (int i = 0; i < 100; i++)
		fill((unsigned)i);
	return entered != 40;
}
C
for level in -O0 -O2; do
	for engine in auto timer none; do
		rm -f ./*.lprof
		$CC $level program.c -o program
		LINEPROF_ENGINE=$engine ./program >out 2>err || fail "$level $engine: status $?"
		same "stderr at $level, $engine" "" "$(cat err)"
		query program.lprof "profile.calls('$PWD/program.c', 'forever')[0]" >entries
		[ "$(cat entries)" = 40 ] || fail "$level $engine: $(cat entries) calls of forever, not 40"
		# Each of the 40 visits that were cut short may be missing among the calls.
		query program.lprof "profile.hits('$PWD/program.c')[19]" >passes
		query program.lprof "profile.calls('$PWD/program.c', 'fill')[0]" >calls
		[ "$(cat passes)" -ge $((200 * 4096)) ] && [ "$(cat passes)" -le $((($(cat calls) + 40) * 4096)) ] ||
			fail "$level $engine: $(cat passes) passes of $(cat calls) calls"
	done
done
