# jumped_frames.sh: a function that goes on into another one by a jump has no frame. What comes then is in its cumulative time all
# the same where its caller's line tells that only it can have; and in nobody's where others can.
# One clang is enough: all of it is the viewer's.
. "$SOURCE/tests/e2e/lib.sh"
cat >hidden.c <<'C'
#include <unistd.h>
int hidden_sleep(long us);
int hidden_sleep(long us)
{
	return usleep(us);
}
unsigned hidden_work(unsigned n);
unsigned hidden_work(unsigned n)
{
	unsigned x = n;
	for (unsigned i = 0; i < n; i++)
		x = x * 1664525u + i;
	return x;
}
C
# By its last call waits() may never come back, for all that its unit knows: so who calls it last jumps.
cat >jumps.c <<'C'
extern int hidden_sleep(long us);
static volatile unsigned long sum;
__attribute__((noinline)) void waits(int us)
{
	for (int i = 0; i < 1000; i++)
		sum += i;
	if (us)
		hidden_sleep(us);
}
__attribute__((noinline)) static void by_name(int us)
{
	sum++;
	waits(us);
}
__attribute__((noinline)) static void rounds(void)
{
	for (int i = 0; i < 2; i++)
		waits(10000);
}
int main(void)
{
	for (int i = 0; i < 40; i++) {
		by_name(20000);
		rounds();
	}
	return 0;
}
C
# Two on one line: the call that has not returned says which one it was.
cat >several.c <<'C'
extern int hidden_sleep(long us);
static volatile unsigned long sum;
__attribute__((noinline)) void waits(int us)
{
	for (int i = 0; i < 1000; i++)
		sum += i;
	if (us)
		hidden_sleep(us);
}
__attribute__((noinline)) static void briefly(void)
{
	sum++;
	waits(5000);
}
__attribute__((noinline)) static void between(int us)
{
	sum += 2;
	waits(3 * us);
}
__attribute__((noinline)) static void long_after(void)
{
	sum += 2;
	between(5000);
}
int main(void)
{
	for (int i = 0; i < 40; i++) {
		briefly(), long_after();
	}
	return 0;
}
C
# Too short for a clock, all of them.
cat >choices.c <<'C'
extern unsigned hidden_work(unsigned n);
static volatile unsigned sum;
__attribute__((noinline)) static unsigned works(unsigned n)
{
	const unsigned result = hidden_work(n) + 1;
	return result == 77 ? hidden_work(1) : result;
}
static unsigned (*volatile pointer)(unsigned) = works;
__attribute__((noinline)) static unsigned by_name(unsigned n)
{
	sum++;
	return works(n / 8);
}
__attribute__((noinline)) static unsigned by_pointer(unsigned n)
{
	sum += 2;
	return pointer(n);
}
__attribute__((noinline)) static unsigned chooses(unsigned i)
{
	return i % 8 == 0 ? by_name(200 + i % 2) : by_pointer(200 + i % 2);
}
int main(void)
{
	unsigned all = 0;
	for (unsigned i = 0; i < 2000000; i++)
		all += chooses(i);
	return all == 77;
}
C
$CLANG -O2 -c hidden.c
run() { # run PROGRAM TRUE_OF_TIMES: cumulative times by function, in seconds
	rm -f j.lprof
	$CC -O2 "$1.c" hidden.o -o "$1"
	LINEPROF_FILE=j.lprof "./$1"
	same "$1" True "$(query j.lprof "[$2
		for times in [{f['name']: (f['cumtime_ns'] or 0) / 1e9 for f in profile.json['functions']}]][0]")"
	"$LPVIEW" --check j.lprof >check.out || fail "$(cat check.out)"
}
# Each of them waits 0.8 s, at least.
run jumps "0.6 < times['by_name'] < 2 * times['rounds'] and 0.6 < times['rounds'] < 2 * times['by_name']"
run several "0.15 < times['briefly'] < 0.5 and 0.5 < times['long_after'] and 0.5 < times['between']"
same 'who called' '[True, True]' "$(query j.lprof "[0.5 < call['cumtime_ns'] / functions[call['caller']]['cumtime_ns'] < 1.2
	for functions in [{f['number']: f for f in profile.json['functions']}]
	for call in profile.json['calls'] if call['caller'] is not None and call['callee'] is not None
	if functions[call['callee']]['name'] == 'waits']")"
"$LPVIEW" pack -o packed.lprof j.lprof
"$LPVIEW" --functions j.lprof | sed 1,/ncalls/d >once
"$LPVIEW" --functions packed.lprof | sed 1,/ncalls/d | cmp - once || fail "a packed profile tells something else"
# By name it is a fiftieth.
run choices "times['by_name'] < times['works'] / 4"
# Nor has it all of works()'s calls' time, as the only one that calls that by name: by number it is an eighth.
same 'whose the calls are' '[True, False]' "$(query j.lprof "[[call['times_guessed'], call['cumtime_ns'] > callee['cumtime_ns'] / 4]
	for functions in [{f['number']: f for f in profile.json['functions']}]
	for call in profile.json['calls'] if call['caller'] is not None and call['callee'] is not None
	for callee in [functions[call['callee']]]
	if callee['name'] == 'works' and functions[call['caller']]['name'] == 'by_name'][0]")"
