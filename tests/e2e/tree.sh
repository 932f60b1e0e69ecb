# tree.sh: the tree of calls: each function below who called it, by its share; through libc, by
# pointers, in threads, below inlined functions and deep down; the same after kill -9; and without.
# One clang is enough: the runtime and lpview are the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static unsigned burn(unsigned x, int millions)
{
	for (int i = 0; i < millions * 1000000; i++) {
		x = x * 1664525u + 1013904223u;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}
static inline unsigned twice(unsigned x) { return burn(x, 60) + burn(x, 60); }
__attribute__((noinline)) static unsigned three(unsigned x) { return twice(x) + 1; }
__attribute__((noinline)) static unsigned one(unsigned x) { return burn(x, 40) + 1; }
static int compare(const void *a, const void *b)
{
	return burn(*(const unsigned char *)a, 1) & 1 ? -1 : *(const char *)b & 1;
}
static void *thread(void *x) { return (char *)x + (one(1) & 1); }
__attribute__((noinline)) static unsigned down(int depth)
{
	return (depth ? down(depth - 1) : burn(1, 160)) ^ 1;
}
int main(int argc, char **argv)
{
	unsigned (*const pointers[])(unsigned) = {one, three};
	char text[] = "the quick brown fox";
	pthread_t id;
	unsigned sum = 0;

	for (int i = 0; i < 2; i++)
		sum += pointers[i](sum);
	qsort(text, sizeof(text) - 1, 1, compare);
	pthread_create(&id, NULL, thread, NULL);
	pthread_join(id, NULL);
	if (argc > 1 && !strcmp(argv[1], "deep"))
		sum += down(1000);
	printf("%u\n", sum & 1);
	if (argc > 1 && !strcmp(argv[1], "kill"))
		raise(SIGKILL);
}
END
$CC -O2 -pthread app.c -o app
./app >/dev/null
"$LPVIEW" --tree --threshold=0 app.lprof >tree.txt
"$LPVIEW" --check app.lprof >checked.txt || fail "$(cat checked.txt)"

# Paths by name and their share of all; no function is below one that does not call it.
cat >paths.py <<'END'
import re, sys
ROW = re.compile(r" *([\d.]+) +([\d.]+) +([\d.]+) +(\d+)( +)(?:\[\d+\] )?(<[^>]*>|\S+)")
CALLS = {"main": ["one", "three", "compare", "down"], "thread": ["one"], "one": ["burn"],
         "three": ["twice"], "twice": ["burn"], "compare": ["burn"], "down": ["down", "burn"],
         "burn": []}
# A signal that comes late does not show who called: such samples begin anywhere.
CALLS[None] = CALLS.keys()
above, seen = [None], {}
for line in open(sys.argv[1]):
    row = ROW.match(line)
    if not row or row[6].startswith("<"):
        continue
    depth, name = len(row[5]) // 2, row[6]
    del above[depth:]
    if len(above) < depth or name not in CALLS[above[-1]]:
        sys.exit(f"{name} is below {above[-1]}: {line}")
    above.append(name)
    path = "/".join(above[1:])
    seen[path] = seen.get(path, 0) + float(row[1])
for wanted in sys.argv[2:]:
    path, span = wanted.split("=")
    least, most = map(float, span.split("-"))
    if not least <= seen.get(path, 0) <= most:
        sys.exit(f"{path}: {seen.get(path, 0)} %, expected {least} to {most}; of {seen}")
END
# Of some 260 million rounds 40, 120, some 60 and 40.
"$PYTHON" paths.py tree.txt main/one/burn=4-28 main/three/twice/burn=24-60 main/compare/burn=6-36 \
	thread/one/burn=4-28 || fail "the tree is wrong: $(cat tree.txt)"
grep -q "twice  app.c:16" tree.txt || fail "no line of the call: $(cat tree.txt)"

# Killed: what was there by then.
status=0
{ LINEPROF_FILE=killed.lprof ./app kill >/dev/null || status=$?; } 2>said.txt
same "status" 137 "$status"
"$LPVIEW" --tree --threshold=0 killed.lprof >tree.txt
"$PYTHON" paths.py tree.txt main/three/twice/burn=24-60 || fail "after kill -9: $(cat tree.txt)"

# Deeper than a path holds: counted and told, and the innermost calls are right.
LINEPROF_FILE=deep.lprof ./app deep >/dev/null
"$LPVIEW" --tree --threshold=0 deep.lprof >tree.txt
has "deep paths" "of the samples lie deeper than 256 calls" <tree.txt
same "deep samples are counted" True "$(query deep.lprof 'profile.json["run"]["deep_samples"] > 0')"
"$LPVIEW" --tree deep.lprof >tree.txt
grep -q '\.\.\. 2[0-9][0-9] more levels of down$' tree.txt || fail "not folded: $(cat tree.txt)"
same "rows of recursion" True "$([ "$(grep -c '[ ]down' tree.txt)" -lt 8 ] && echo True)"
"$LPVIEW" --tree --all deep.lprof >tree.txt
grep -q "\[200\] down" tree.txt || fail "no depth: $(cat tree.txt)"

# Without paths.
LINEPROF_PATHS=off LINEPROF_FILE=off.lprof ./app >/dev/null
"$LPVIEW" --tree --threshold=0 off.lprof >tree.txt
has "no paths" "recorded with LINEPROF_PATHS=off" <tree.txt
! grep -q "[0-9]    *twice" tree.txt || fail "there are paths: $(cat tree.txt)"
LINEPROF_PATHS=yes LINEPROF_FILE=on.lprof ./app >/dev/null 2>said.txt
has "a wrong value" "lineprof: LINEPROF_PATHS: 'yes': unknown value" <said.txt
