# sum.sh: a program and its forked children, and several runs, are summed up exactly.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		total++;
}
int main(int argc, char **argv)
{
	work(10);
	for (int i = 1; i <= 3; i++)
		if (fork() == 0) {
			work(100 * i);
			exit(0);
		}
	while (wait(NULL) > 0)
		;
	work(argc > 1 ? atoi(argv[1]) : 1000);
	return 0;
}
END
$CC -O1 program.c -o program
LINEPROF_FILE=run.%p.lprof ./program
same "files" 4 "$(ls run.*.lprof | wc -l)"
"$LPVIEW" --json run.*.lprof >sum.json
sum() {
	"$PYTHON" -c 'import json, sys
profile = json.load(open(sys.argv[1]))
print(sum(eval(sys.argv[2])))' "$1" "$2"
}
hits='[line["hits"] for line in profile["lines"] if line["line"] == 8]'
calls='[f["ncalls"] for f in profile["functions"] if f["name"] == "work"]'
same "hits" 1610 "$(sum sum.json "$hits")"
same "calls" 5 "$(sum sum.json "$calls")"
same "threads" 4 "$(sum sum.json '[1 for thread in profile["threads"] if thread["tid"]]')"
"$LPVIEW" --functions run.*.lprof | has "the note" "Sum of:   4 runs:"

# A run of the same numbers makes exactly twice as much.
first=$(ls run.*.lprof | head -n 1)
as_another "$first" again.lprof
"$LPVIEW" --json "$first" >once.json
"$LPVIEW" --json "$first" again.lprof >twice.json
"$PYTHON" - <<'END' || fail "twice is not twice"
import json
once, twice = json.load(open("once.json")), json.load(open("twice.json"))
assert [2 * line["hits"] for line in once["lines"]] == [line["hits"] for line in twice["lines"]]
assert [2 * f["ncalls"] for f in once["functions"]] == [f["ncalls"] for f in twice["functions"]]
for key in ("ncalls", "lifetime_ns", "sampled_ns"):
    assert abs(2 * once["totals"][key] - twice["totals"][key]) <= 1, key
END

# No process counts twice, as in a folder with copies of all kinds beside the profiles.
"$LPVIEW" merge -o all.lprof run.*.lprof
"$LPVIEW" pack -o packed.lprof "$first" >packing.txt
for copy in "$first" all.lprof packed.lprof; do
	if "$LPVIEW" --functions "$first" "$copy" >out.txt 2>err.txt; then fail "summed with $copy"; fi
	same "what is said of $copy" \
		"lpview: $copy: cannot be summed up with $first: process $(echo "$first" | tr -dc 0-9) is in both" \
		"$(cat err.txt)"
done
"$LPVIEW" diff "$first" "$first" | has "a profile beside itself" "Change:   +0.000 s"

# Calls that exit() cut short, of main and of a thread that waits, are not open in a sum; all was counted from
# the beginning, but for a child that was forked in the middle of main, whose main was never called.
cat >ends.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int total;
static void *wait_for_ever(void *unused)
{
	total++;
	for (;;)
		pause();
	return unused;
}
__attribute__((noinline)) static void leave(int n)
{
	for (int i = 0; i < n; i++)
		total++;
	usleep(20000);
	exit(0);
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, wait_for_ever, NULL);
	leave(1000);
	return 1;
}
END
quiet $CC -O1 -pthread ends.c -o ends
for i in 1 2; do LINEPROF_FILE=ends$i.lprof ./ends; done
"$LPVIEW" --check ends1.lprof ends2.lprof >check.txt || fail "a sum of whole runs: $(cat check.txt)"
same "what can be told of it" 13 "$(grep -c '^holds' check.txt)"
"$LPVIEW" merge -o ends.lprof ends1.lprof ends2.lprof
same "and when it is merged" 13 "$("$LPVIEW" --check ends.lprof | grep -c '^holds')"
"$LPVIEW" --check run.*.lprof | has "a sum with children" "untold  what comes into each part"
"$LPVIEW" --check all.lprof | has "and when it is merged" "untold  what comes into each part"
for child in run.*.lprof; do
	"$LPVIEW" --functions "$child" | has "functions of $child" "(main)"
done

# Built anew, it is another program.
sed 's/total++/total += 2/' program.c >other.c
mv program old
$CC -O1 other.c -o program
LINEPROF_FILE=other.lprof ./program
if "$LPVIEW" "$first" other.lprof >out.txt 2>err.txt; then fail "different programs are summed"; fi
same "lines of the error" 1 "$(wc -l <err.txt)"
has "the error" "program was built anew between the runs" <err.txt
