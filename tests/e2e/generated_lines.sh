# generated_lines.sh: `#line` names files from the folder of the generated source, as bison's do, built in another folder.
# Two clangs are enough: what `#line` names is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
mkdir source build
cat >source/rules.y <<'END'
/* grammar */
int from_rules(int n) //= 2
{
	return n + 1; //= 2
}
END
cat >source/generated.c <<'END'
#include <stdio.h>
static int generated(int n) //= 1
{
	return n * 2; //= 1
}
#line 2 "rules.y"
int from_rules(int n)
{
	return n + 1;
}
#line 12 "generated.c"
static int behind(int n) //= 1
{
	return n - 1; //= 1
}
#line 2 "gone.y"
int from_gone(int n)
{
	return n;
}
#line 22 "generated.c"
int main(void) //= 1
{
	printf("%d\n", from_rules(from_rules(from_gone(generated(behind(3)))))); //= 1
	return 0; //= 1
}
END
for level in -O0 "-O2 -g"; do
	rm -f build/program.lprof
	# shellcheck disable=SC2086
	(cd build && $CC $level ../source/generated.c -o program && ./program >out.txt)
	check_profile build/program.lprof source/rules.y || fail "rules at $level"
	check_profile build/program.lprof source/generated.c || fail "generated code at $level"
	# Where nothing has that name it stays as it was.
	same "a file that is gone at $level" "$PWD/build/gone.y" "$(query build/program.lprof \
		"[f.file for f in profile.functions() if f.name == 'from_gone'][0]")"
done
"$LPVIEW" --annotate build/program.lprof >out.txt
has "source of the grammar" "return n + 1;" <out.txt

# flex does not go back to its own file behind a rule's action: what it writes there is on the lines of
# the next rules, by `#line`, and theirs by what they are.
cat >source/rules.l <<'END'
%%
0       { return 1; } //= 4
1       { return 2; } //= 3
2       { return 3; } //= 2
3       { return 4; } //= 1
END
cat >source/scanner.c <<'END'
#include <stdio.h>
static int actions;
#define RULE_SETUP do { actions++; } while (0);
#define RULE_BREAK break;
static int scan(int act) //= 11
{
	switch (act) { //= 11
case 0: //= 4
RULE_SETUP //= 4
#line 2 "rules.l"
{ return 1; }
	RULE_BREAK //= 0
case 1: //= 3
RULE_SETUP //= 3
#line 3 "rules.l"
{ return 2; }
	RULE_BREAK //= 0
case 2: //= 2
RULE_SETUP //= 2
#line 4 "rules.l"
{ return 3; }
	RULE_BREAK //= 0
case 3: //= 1
RULE_SETUP //= 1
#line 5 "rules.l"
{ return 4; }
	RULE_BREAK //= 0
#line 29 "scanner.c"
	}
	return 0; //= 1
}
int main(void) //= 1
{
	int sum = 0; //= 1
	for (int act = 0; act < 5; act++) //= 6
		for (int i = act; i < 4 || i == act; i++) //= 16
			sum += scan(act); //= 11
	printf("%d %d\n", sum, actions); //= 1
	return 0; //= 1
}
END
for level in -O0 "-O2 -g"; do
	# shellcheck disable=SC2086
	(cd build && $CC $level ../source/scanner.c -o scanner && ./scanner >out.txt)
	check_profile build/scanner.lprof source/rules.l || fail "flex's rules at $level"
	check_profile build/scanner.lprof source/scanner.c || fail "flex's own code at $level"
done

# The rules alone: they are lines of a function that stands elsewhere.
"$LPVIEW" --annotate --file '*.l' build/scanner.lprof >out.txt
has "rules that are asked for" "{ return 3; }" <out.txt
! grep -q 'switch (act)' out.txt || fail "lines of a file that was not asked for: $(cat out.txt)"

# What stands behind column 65,535 has no place in its line, and hits all the same: as what a macro makes.
cat >far.py <<'END2'
FAR = " " * 66000
print("""static int sum;
static int twice(int i) {{ if (i > 2) return 1; return 0; }} //= 8
static int near(int i) {{ if (i > 2) return 1; return 0; }}{far}static int far(int i) {{ if (i > 1) return 1; return 0; }} //= 8
static int turns(int n) //= 2
{{
{far}for (int i = 0; i < n; i++) sum++; while (n > 0) n--; //= 16
	sum++; //= 2
	if (n == 0) //= 2
{far}sum += 2; else sum += 3; //= 2
	return sum; //= 2
}}
static int last(int n) {{ {far}return n; }} //= 4
int main(void) //= 1
{{
	for (int i = 0; i < 4; i++) //= 5
		sum += twice(i) + twice(i) + near(i) + far(i) + last(i); //= 4
	turns(5); //= 1
	turns(2); //= 1
	return 0; //= 1
}}""".format(far=FAR))
END2
$PYTHON far.py >far.c
for level in -O0 "-O2 -g"; do
	# shellcheck disable=SC2086
	$CC $level far.c -o far && ./far
	check_profile far.lprof far.c || fail "columns that are too far at $level"
done

# A file without a name, as f2c writes it, is the unit's own: what stands on those lines adds up.
cat >nameless.c <<'END'
/* one */
/* two */
static int other(int n)
{
	return n + 1;
}
#line 1 ""
static int twice(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += i & 3;
	return s;
}
#line 101 ""
int main(void)
{
	int s = 0;
	for (int i = 0; i < 10; i++)
		s += twice(other(i));
	return s == 0;
}
END
# From twice(): 10 on its line and three others, the loop and its body; other() is on lines 3 and 5.
# A preprocessed unit names its own in its first line.
"$CLANG" -E nameless.c -o nameless.i
for compiled in "-O0 nameless.c" "-O2 nameless.c" "-O2 nameless.i"; do
	rm -f nameless.lprof
	# shellcheck disable=SC2086
	$CC $compiled -o nameless
	./nameless
	same "hits of what has no name: $compiled" \
		"[(1, 10), (3, 20), (4, 65), (5, 65), (6, 10), (101, 1), (103, 1), (104, 11), (105, 10), (106, 1)]" \
		"$(query nameless.lprof "sorted((l['line'], l['hits']) for l in profile.json['lines'] if l['hits'])")"
	"$LPVIEW" --functions nameless.lprof >out.txt
	if grep -q "approximate" out.txt; then fail "hits are exact: $compiled: $(cat out.txt)"; fi
done
