# jumped_frames.sh: a function that goes on into another one by a jump has no frame: what comes then is in its cumulative time all
# the same, where its line tells, also beside others on that line which call the same function and do have frames.
# One clang is enough: all of it is the viewer's.
. "$SOURCE/tests/e2e/lib.sh"
cat >hidden.c <<'C'
#include <unistd.h>
int hidden_sleep(long us);
int hidden_sleep(long us)
{
	return usleep(us);
}
C
# By its last call waits() may never come back, for all that its unit knows: so who calls it last jumps.
cat >jumps.c <<'C'
extern int hidden_sleep(long us);
static volatile unsigned long sum;
__attribute__((noinline)) void waits(int units, int us)
{
	for (int i = 0; i < units * 1000; i++)
		sum += i;
	if (us)
		hidden_sleep(us);
}
__attribute__((noinline)) static void works(void)
{
	waits(2000, 0);
	sum++;
}
__attribute__((noinline)) static void jumps(void)
{
	waits(1, 20000);
}
__attribute__((noinline)) static void rounds(void)
{
	for (int i = 0; i < 10; i++)
		waits(1, 2000);
}
int main(void)
{
	for (int i = 0; i < 40; i++) {
#ifdef APART
		works();
		jumps();
		rounds();
#else
		works(), jumps(), rounds();
#endif
	}
	return 0;
}
C
$CLANG -O2 -c hidden.c
for how in TOGETHER APART; do
	rm -f j.lprof
	$CC -O2 -D$how jumps.c hidden.o -o jumps
	LINEPROF_FILE=j.lprof ./jumps
	# Each waits 0.8 s, at least.
	same "$how: jumps() has what it jumped to" True "$(query j.lprof "[0.6 < times['jumps'] < 2 * times['rounds']
		for times in [{f['name']: (f['cumtime_ns'] or 0) / 1e9 for f in profile.json['functions']}]][0]")"
	same "$how: waits() by whom" True "$(query j.lprof "[0.6 < times['jumps'] and 0.6 < times['rounds'] < 2 * times['jumps']
		for times in [{profile.json['functions'][c['caller']]['name']: c['cumtime_ns'] / 1e9 for c in profile.json['calls']
			if c['caller'] is not None and c['callee'] is not None and profile.json['functions'][c['callee']]['name'] == 'waits'}]][0]")"
	"$LPVIEW" --check j.lprof >check.out || fail "$(cat check.out)"
done
