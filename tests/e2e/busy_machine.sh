# busy_machine.sh: with more programs than processors, what a program waits for one is in no
# function's time.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
[ -r /proc/self/schedstat ] || skip "the kernel does not tell how long threads wait for a processor"
cat >app.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static unsigned long inner(unsigned long seed)
{
	for (int i = 0; i < 3000000; i++)
		seed = seed * 6364136223846793005UL + 1442695040888963407UL;
	return seed;
}

__attribute__((noinline)) static unsigned long outer(unsigned long seed)
{
	for (int i = 0; i < 500; i++)
		seed = inner(seed) ^ inner(seed + 1);
	return seed;
}

int main(void)
{
	unsigned long long ran_ns = 0, waited_ns = 0;
	FILE *const schedstat = fopen("/proc/self/schedstat", "r");

	fprintf(stderr, "%lu\n", outer(1));
	if (!schedstat || fscanf(schedstat, "%llu %llu", &ran_ns, &waited_ns) != 2)
		return 1;
	printf("%d\n", waited_ns > 0.2 * ran_ns);
	return 0;
}
END
$CC -O2 app.c -o app
LINEPROF_FILE=p.lprof beside $((3 * $(nproc))) ./app >enough 2>/dev/null
[ "$(cat enough)" = 1 ] || skip "the others left it a processor"
for function in inner outer main; do
	same "cumtime of $function is near its CPU time" True "$(query p.lprof "[0.7 <
		f['cumtime_ns'] / profile.json['run']['cpu_ns'] < 1.3
		for f in profile.json['functions'] if f['name'] == '$function'][0]")"
done
"$LPVIEW" --functions p.lprof | has "the header" "waiting for a CPU"
