# branch_rows.sh: where lpview --branches puts loops that share a line with other branches: beside their own
# condition, else in a row of their own; and where ways lead in code that changes its file.
. "$SOURCE/tests/e2e/lib.sh"
cat >rows.c <<'END'
static volatile long s;
static int more(int k) { return k < 5; }
int main(void)
{
	for (int n = 0; n < 100; n++) {
		if (n % 10 == 0) for (int i = 0; i < n; i++) s += i;
		if (n > 50) { int k = n; while (k > 60 && k % 7) k--; }
		if (n > 90) { int k = n; while (k == 95 || k > 97) { if (k == 98) s++; k--; } }
		if (n > 3) { int k = n; do k--; while (k % 5); }
		if (n > 3) { int k = n; for (;;) { if (k % 7 == 0) break; k--; } }
		if (n > 97) for (int i = 0; more(i) && i < n; i++) s++;
		if (n > 98) { int k = n; for (;;) switch (k++ % 4) { case 1: return 0; default: s++; } }
	}
	return 0;
}
END
# rows PROFILE: line, executed, taken, entries, iterations, per entry; what is asked, or the line.
rows() {
	"$LPVIEW" --branches --no-pager --function main "$1" | sed -n 's/^ \{4\} *\([0-9][0-9]*.*\)/\1/p' | tr -s ' \t' ' '
}
cat >expected <<'END'
5 100 100.00 1 99 99.00 for (int n = 0; n < 100; n++) {
6 100 10.00 if (n % 10 == 0) for (int i = 0; i < n; i++) s += i;
6 460 97.83 10 450 45.00 i < n
7 100 49.00 if (n > 50) { int k = n; while (k > 60 && k % 7) k--; }
7 158 92.41 49 109 2.22 k > 60
7 146 74.66 k % 7
8 100 9.00 if (n > 90) { int k = n; while (k == 95 || k > 97) { if (k == 98) s++; k--; } }
8 13 7.69 9 4 0.44 k == 95
8 12 25.00 k > 97
8 4 50.00 k == 98
9 100 96.00 if (n > 3) { int k = n; do k--; while (k % 5); }
9 289 66.78 96 289 3.01 k % 5
10 96 289 3.01 if (n > 3) { int k = n; for (;;) { if (k % 7 == 0) break; k--; } }
10 100 96.00 n > 3
10 385 24.94 k % 7 == 0
11 100 2.00 if (n > 97) for (int i = 0; more(i) && i < n; i++) s++;
11 12 83.33 2 10 5.00 more(i)
11 10 100.00 i < n
12 1 2 2.00 if (n > 98) { int k = n; for (;;) switch (k++ % 4) { case 1: return 0; default: s++; } }
12 100 1.00 n > 98
12 3 66.67
END
for level in -O0 -O2; do
	$CC $level rows.c -o rows
	LINEPROF_REPORT=never ./rows
	rows rows.lprof >"rows$level"
	diff expected "rows$level" || fail "$level: rows"
done

# A grammar's actions are on lines of their own file, and so may cases be; a line of the switch's file comes first.
cat >cases.c <<'END'
static volatile long total;
#line 1 "rules.y"
static int helper(void) { return 1; }
#line 5 "cases.c"
static void act(int k)
{
	switch (k) {
	case 0:
#line 4 "rules.y"
		{ total += helper(); }
#line 12 "cases.c"
		break;
#line 6 "rules.y"
	case 1:
		{ total += 2; return; }
#line 17 "cases.c"
	case 2:
		total += 5;
		break;
	}
}
int main(void)
{
	for (int i = 0; i < 1000; i++)
		act(i % 4 == 3 ? 1 : i % 4);
	return 0;
}
END
printf 'static int helper(void) { return 1; }\n\n\n{ total += helper(); }\n\ncase 1:\n{ total += 2; return; }\n' >rules.y
for level in -O0 -O2; do
	$CC $level cases.c -o cases
	LINEPROF_REPORT=never ./cases
	same "$level: ways" "7 1000 switch (k) {
500 50.00 to rules.y:6: case 1:
250 25.00 to 8: case 0:
250 25.00 to 17: case 2:" "$("$LPVIEW" --branches --no-pager --function act cases.lprof | sed -n '/^====/,$s/^ *\([0-9]\)/\1/p' |
		tr -s ' \t' ' ')"
	same "$level: ways in JSON" "[(0, 'rules.y', 6, 500), (0, None, None, 0), (17, None, None, 250), (8, None, None, 250)]" "$(query cases.lprof "sorted(
		((way['line'], way.get('other_file', '').split('/')[-1] or None, way.get('other_line'), way['count'])
		for branch in profile.json['branches'] if branch['line'] == 7 for way in branch['ways']), key=str)")"
done
