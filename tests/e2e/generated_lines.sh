# generated_lines.sh: `#line` names files from the folder of the generated source, as bison's do, built in another folder.
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
