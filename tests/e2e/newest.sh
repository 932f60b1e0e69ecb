# newest.sh: lpview without a file shows the program that ran last, not a child that it waited for,
# whose file is often changed later than its own.
. "$SOURCE/tests/e2e/lib.sh"
cat >family.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
static volatile long x;
static void work(long n) { for (long k = 0; k < n; k++) x += k; }
int main(void)
{
	work(20000000);
	if (fork() == 0) {
		work(1000000);
		_exit(0);
	}
	wait(0);
	usleep(5000);
	return 0;
}
END
$CC -O1 family.c -o family
for run in 1 2 3 4 5 6 7 8 9 10; do
	rm -f ./*.lprof
	./family
	same "profiles of run $run" 2 "$(ls ./*.lprof | wc -l)"
	shown=$("$LPVIEW" --json | "$PYTHON" -c 'import json, sys; print(*json.load(sys.stdin)["profiles"])')
	same "what is shown of run $run" family.lprof "$shown"
done

# What cannot be asked is as new as its file.
cp family.lprof older.lprof
: >newer.lprof
touch -d '+1 second' newer.lprof
"$LPVIEW" --functions >out 2>&1 && fail "an empty profile that is newest: $(cat out)"
grep -q 'newer.lprof' out || fail "which profile is empty: $(cat out)"
