# output_forms.sh: lpview's texts of a real profile: the columns that are promised.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
static volatile int total;
__attribute__((noinline)) static int walk(int n)
{
	total++;
	return n == 0 ? 0 : walk(n - 1) + total;
}
int main(void)
{
	int used = walk(4);
	if (used == 12345)
		total = 9;
	for (int i = 0; i < 300000000; i++)
		total += i;
	return 0;
}
END
$CC -O1 app.c -o app
./app
"$LPVIEW" app.lprof >lines
grep -q 'Line #  *Hits  *Time  *Self  *Per Hit  *% Time  *Line Contents' lines || fail "$(head -20 lines)"
grep -Eq '^ *4 +5 .*total\+\+;' lines || fail "line 4 should show 5 hits: $(cat lines)"
grep -Eq '^ *11 +0 .*total = 9;' lines || fail "line 11 never ran, which is 0: $(cat lines)"
grep -Eq '^ *12 +300000001 ' lines || fail "line 12: $(cat lines)"
"$LPVIEW" --functions --sort tottime >functions
grep -q 'ncalls  *tottime  *percall  *cumtime  *percall  *filename:lineno(function)' functions ||
	fail "$(cat functions)"
grep -Eq '^ *5/1 .*app\.c:2\(walk\)' functions || fail "walk should show 5/1: $(cat functions)"
same "the function that took the time" main \
	"$(sed -n '/filename:lineno/,$p' functions | sed -n '2s/.*(\(.*\))$/\1/p')"
same "rows with --limit 1" 1 "$("$LPVIEW" --functions --limit 1 app.lprof | grep -c 'app\.c:')"
# All of its time is in one loop, of two lines.
same "the loop's share of its function" True "$(query app.lprof "profile.line_share('$PWD/app.c', (12, 13)) > 0.95")"

# A command line of hundreds of names is not all in front of each table.
echo 'int main(void) { return 0; }' >names.c
$CC names.c -o names
# shellcheck disable=SC2046
./names $(seq 1000 1200)
has "the head of a long command line" "1029 1030 and 170 more (--all shows them)" <<END
$("$LPVIEW" --functions names.lprof | sed -n '/^Command:/p')
END
has "all of it" " 1199 1200" <<END
$("$LPVIEW" --functions --all names.lprof | sed -n '/^Command:/p')
END

echo 'not a profile' >bad.lprof
status=0
"$LPVIEW" bad.lprof >out 2>err || status=$?
same "status of a bad file" 1 "$status"
grep -q '^lpview: bad.lprof: ' err || fail "$(cat err)"
status=0
"$LPVIEW" --nonsense >out 2>err || status=$?
same "status of wrong usage" 2 "$status"
