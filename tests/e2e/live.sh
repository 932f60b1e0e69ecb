# live.sh: lpview --live follows a running program, by its profile or its process number.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) static void burn(long n)
{
	for (long i = 0; i < n; i++)
		sink += i;
}
int main(void)
{
	while (access("stop", F_OK) != 0) {
		burn(100000);
		if (access("become", F_OK) == 0)
			execlp("sleep", "sleep", "60", (char *)0);
	}
	return 7;
}
END
$CC -g -O2 app.c -o app
live="timeout 60 $LPVIEW --live -i 0.1" # bounded: what does not notice the end would never end
trap 'kill $app $viewer 2>/dev/null || true; rm -rf "$work"' EXIT
app= viewer=

# Waits until a command works.
wait_for() {
	for _ in $(seq 300); do
		if "$@"; then return; fi
		sleep 0.1
	done
	fail "not within 30 s: $*; $(tail -n 20 out.txt err.txt)"
}
is_there() {
	[ -s "$1" ]
}
tables() {
	[ "$(grep -c "calls/s  % now" out.txt)" -ge "$1" ]
}
has_begun() {
	"$LPVIEW" --functions app.lprof 2>/dev/null | grep -q '(burn)$'
}
start() {
	rm -f stop app.lprof
	./app &
	app=$!
	wait_for has_begun
}
# follow WHAT: in the background, until two tables are there.
follow() {
	: >out.txt
	$live "$@" >out.txt 2>err.txt &
	viewer=$!
	wait_for tables 2
}
# ends STATUS: lpview ends so.
ends() {
	got=0
	wait $viewer || got=$?
	same "status, $(cat err.txt)" "$1" "$got"
}

# Tables: the first one since the start, then of intervals; totals grow, rates are their growth.
start
$live --count 3 app.lprof >out.txt
same "tables" 3 "$(grep -c "calls/s  % now" out.txt)"
same "the first" 1 "$(grep -c '^since the start, .* calls/s.*, 1 thread$' out.txt)"
same "the others" 2 "$(grep -c '^at .* s, the last .* s: ' out.txt)"
awk '/\(burn\)$/ { if (!($1 > 0) || $3 <= last) exit 1; last = $3; rows++ }
	END { exit rows != 3 }' out.txt || fail "rows: $(cat out.txt)"
$live --count 2 --lines --limit 3 app.lprof >out.txt
same "line tables" 2 "$(grep -c "hits/s  % now" out.txt)"
grep -q 'app.c:6 *sink += i;$' out.txt || fail "lines: $(cat out.txt)"
$live --count 1 -u ns app.lprof | has "a unit" "Timer unit: 1e-09 s"
$live --count 1 --function nothing app.lprof | has "a filter" "nothing that is instrumented ran"

# By its number, also when the name of the file is gone; other processes write none.
$live --count 1 $app | has "by number" "(burn)"
mv app.lprof kept.lprof
$live --count 1 $app | has "by number, moved" "(burn)"
rm kept.lprof
# Somebody else finds it no more: nobody has it open, and mappings are root's to see.
if [ "$(id -u)" = 0 ]; then
	$live --count 1 $app | has "by number, removed" "(burn)"
fi
! $live $$ >out.txt 2>err.txt || fail "followed a shell"
has "a shell" "writes no profile" <err.txt
! $live 4999999 >out.txt 2>err.txt || fail "followed nobody"
has "nobody" "there is none" <err.txt
kill -9 $app
# A program that has no descriptor of it.
if ! ls -L "/proc/$$/map_files/"* >/dev/null 2>&1; then
	leave_out "a removed profile without a descriptor: needs CAP_SYS_ADMIN or CAP_CHECKPOINT_RESTORE"
elif command -v setpriv >/dev/null; then
	rm -f app.lprof
	setpriv --bounding-set=-all --inh-caps=-all ./app &
	app=$!
	wait_for has_begun
	rm app.lprof
	$live --count 1 $app | has "by number, removed, and not open" "(burn)"
	! setpriv --bounding-set=-all --inh-caps=-all $live --count 1 $app >out.txt 2>err.txt ||
		fail "followed what is removed"
	has "removed, and not root" "its profile has been removed: $PWD/app.lprof" <err.txt
	kill -9 $app
fi

# It says how the program ended, and ends itself.
start
follow app.lprof
touch stop
ends 0
tail -n 1 out.txt | has "the end" "the program ended with status 7 after"
$live app.lprof | tail -n 1 | has "ended before" "the program ended with status 7 after"
start
follow $app
kill -9 $app
ends 0
tail -n 1 out.txt | has "killed" "the program was killed, or ended without a word,"
start
follow $app
touch become
ends 0
tail -n 1 out.txt | has "another program" "the program writes here no more (exec?),"
kill $app
rm become

# Another run in the same place begins anew.
start
mv app.lprof other.lprof
old=$app
rm -f app.lprof
./app &
app=$!
wait_for is_there app.lprof
follow app.lprof
mv other.lprof app.lprof
wait_for grep -q "^a new run began; since the start" out.txt
kill $viewer
kill -9 $old $app

# The file goes, is cut short, or becomes something else: no crash, and said.
start
follow app.lprof
mv app.lprof app.kept
ends 1
has "gone" "app.lprof: cannot be read: No such file" <err.txt
cp app.kept app.lprof
follow app.lprof
truncate -s 1000 app.lprof
ends 1
has "cut" "app.lprof: file ends in the middle of a section" <err.txt
cp app.kept app.lprof
follow app.lprof
cp app.c app.lprof
ends 1
has "another thing" "app.lprof: not a lineprof profile" <err.txt

# Who closes the pipe has seen enough.
cp app.kept app.lprof
$live app.lprof 2>err.txt | head -n 1 | has "head" "since the start"
same "said" "" "$(cat err.txt)"

# What is spent now is mostly waiting, of which there are no samples.
cat >waiter.c <<'END'
#include <unistd.h>
static volatile long sink;
int main(void)
{
	while (access("enough", F_OK) != 0) {
		usleep(20000); // 10 of 11
		for (long i = 0; i < 1000000; i++)
			sink += i;
	}
	return 0;
}
END
$CC -g -O2 waiter.c -o waiter
./waiter &
waiter=$!
wait_for is_there waiter.lprof
timeout 60 "$LPVIEW" --live --lines --count 2 -i 1 waiter.lprof >out.txt
touch enough
wait $waiter
grep "usleep" out.txt | tail -n 1 | awk '{ exit !($2 > 60) }' || fail "waiting is not what takes the time: $(cat out.txt)"

# Somebody else's: the kernel hides its files, and the profile here is found all the same.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && chmod a+rx "$work" &&
	setpriv --reuid 65534 --clear-groups "$LPVIEW" --version >out.txt 2>&1; then
	rm -f app.lprof
	stranger="setpriv --reuid 65534 --clear-groups $live --count 1"
	! $stranger $app >out.txt 2>err.txt || fail "saw a stranger's files"
	has "a stranger" "its files cannot be seen" <err.txt
	cp app.kept app.lprof
	$stranger $app | has "a stranger's, here" "(burn)"
fi
