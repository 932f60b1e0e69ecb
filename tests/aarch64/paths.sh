# paths.sh: who called, on aarch64: where the return address is in a register, signed for the processor, on
# pages of 64 KiB, through the C library, without a dynamic linker.
# Where in a loop the emulator stops for a signal is its own choice: times of lines are not looked at.
. "$SOURCE/tests/e2e/lib.sh"
CC="clang-$CLANG_MAJOR --target=$TARGET -fplugin=$PLUGIN -fplugin-arg-lineprof-runtime=$RUNTIME"
cat >app.c <<'END'
#include <stdlib.h>
static volatile unsigned sink;
__attribute__((noinline)) static void leaf(long n)
{
	for (long i = 0; i < n; i++)
		sink = sink * 3 + 1;
}
__attribute__((noinline)) static void work(long n)
{
	leaf(n);
	sink++;
}
__attribute__((noinline)) static void one(long n)
{
	work(n);
	sink++;
}
__attribute__((noinline)) static void three(long n)
{
	work(3 * n);
	sink++;
}
static int compare(const void *a, const void *b)
{
	leaf(150);
	return *(const int *)a - *(const int *)b;
}
static int descending(const void *a, const void *b)
{
	return compare(b, a);
}
int main(int argc, char **argv)
{
	int numbers[64];

	for (int turn = 0; turn < 400; turn++) {
		for (int i = 0; i < 64; i++)
			numbers[i] = (i * 37 + turn) % 64;
		one(100000);
		three(100000);
		qsort(numbers, 64, sizeof *numbers, argc > 1 ? compare : descending);
	}
	return argc > 9 && argv[0][0];
}
END
# check WHAT EMULATOR-OPTION...: leaf() is seen on all its ways and on no other, but for a signal that the emulator brings
# late, which finds none.
cat >check.py <<'END'
import json, sys
WAYS = {"/main/one/work/leaf", "/main/three/work/leaf", "/main/compare/leaf"}
profile = json.load(open(sys.argv[1]))
names = dict(enumerate(function["name"] for function in profile["functions"]))
ways, seen = {None: ""}, {}
for path in profile["call_paths"]:
    way = ways[path["number"]] = f'{ways[path["parent"]]}/{names.get(path["function"])}'
    if way.endswith("/leaf"):
        seen[way] = seen.get(way, 0) + path["tottime_ns"]
none = seen.pop("/leaf", 0)
known = sum(seen.get(way, 0) for way in WAYS)
if not all(seen.get(way, 0) > 0 for way in WAYS) or known < 0.98 * sum(seen.values()) \
        or known < 0.9 * (known + none):
    sys.exit(f"{seen}, without a way: {none}")
END
check() {
	what=$1
	shift
	rm -f app.lprof
	LINEPROF_FILE=app.lprof $EMULATOR "$@" ./app through || fail "$what: status $?"
	"$LPVIEW" --check app.lprof >checked.txt || fail "$what: $(cat checked.txt)"
	"$LPVIEW" --json app.lprof >app.json
	"$PYTHON" check.py app.json || fail "$what: wrong ways"
}
$CC -O2 app.c -o app
check "pages of 4 KiB"
check "pages of 64 KiB" -p 65536
$CC -O2 -mbranch-protection=standard app.c -o app
check "signed return addresses" -cpu max
$CC -O2 -static app.c "$(dirname "$RUNTIME")/lineprof/lineprof_rt.o" -o app
check "a static program"
