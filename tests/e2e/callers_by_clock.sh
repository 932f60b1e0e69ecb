# callers_by_clock.sh: how much of a function's time was in calls from where is told by its clock without samples, too:
# callers have what they called, not what their number of calls would be worth.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# A fifth is in 4000 of the calls, the rest in four.
cat >callers.c <<'C'
static volatile unsigned long sum;
static volatile int rounds = 4000;
__attribute__((noinline)) static void work(int units)
{
	for (int i = 0; i < units * 1000; i++)
		sum += i;
}
__attribute__((noinline)) static void often(void)
{
	for (int i = 0; i < rounds; i++)
		work(10);
}
__attribute__((noinline)) static void seldom(void)
{
	for (int i = 0; i < rounds / 1000; i++)
		work(40000);
}
int main(void)
{
	often();
	seldom();
	return 0;
}
C
$CC -O2 callers.c -o callers
for mode in LINEPROF_MODE=deterministic LINEPROF_ENGINE=none; do
	rm -f c.lprof
	env "$mode" LINEPROF_FILE=c.lprof ./callers
	# Chance makes it 0.024 more or less.
	same "the part of work() in often(), $mode" True "$(query c.lprof "[0.1 < part < 0.3
		for times in [{profile.json['functions'][c['caller']]['name']: c['cumtime_ns'] for c in profile.json['calls']
			if profile.json['functions'][c['callee']]['name'] == 'work'}]
		for part in [times['often'] / sum(times.values())]][0]")"
	same "seldom() takes the most of it, $mode" True "$(query c.lprof "[times['seldom'] > 2 * times['often']
		for times in [{f['name']: f['cumtime_ns'] or 0 for f in profile.json['functions']}]][0]")"
	"$LPVIEW" --check c.lprof >check.out || fail "$(cat check.out)"
done
