# diff_names.sh: what diff and gate take for the same function: one of that name in that file, in whatever order libraries
# were loaded; lines by place only within the function; and without samples, one run says nothing of how far off times are.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
for name in a b; do
	count=$([ $name = a ] && echo 3 || echo 5)
	echo "static volatile int sum;
void plugin_run(void) { for (int i = 0; i < $count; i++) sum++; }" >$name.c
	$CC -O1 -shared -fPIC $name.c -o $name.so
done
cat >host.c <<'END'
#include <dlfcn.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i += 2) {
		void (*run)(void) = (void (*)(void))dlsym(dlopen(argv[i], RTLD_NOW | RTLD_LOCAL), "plugin_run");
		for (int k = 0; k < atoi(argv[i + 1]); k++)
			run();
	}
	return 0;
}
END
$CC -O1 host.c -o host
LINEPROF_FILE=ab.lprof ./host ./a.so 7 ./b.so 9
LINEPROF_FILE=ba.lprof ./host ./b.so 9 ./a.so 7
LINEPROF_FILE=b.lprof ./host ./b.so 9
"$LPVIEW" gate ab.lprof ba.lprof >text || fail "another order: $(cat text)"
"$LPVIEW" gate ab.lprof ba.lprof -- ba.lprof ab.lprof >text || fail "several runs: $(cat text)"
"$LPVIEW" diff ab.lprof b.lprof >text
has "what is gone" "a.c:2 (gone)" <text
! grep -q 'b.c:.*(gone)' text || fail "what is there: $(cat text)"

# Four lines less, and the old text is not there any more.
lines='	sum++;
	sum++;
	sum++;
	sum++;
'
write() {
	printf 'static volatile int sum;\nvoid f(void)\n{\n	sum++;\n%s}\n__attribute__((noinline)) void g(void)\n{\n	sum--;\n	sum--;\n}\nint main(void)\n{\n	for (int i = 0; i < 1000; i++)\n		f();\n	for (int i = 0; i < 50; i++)\n		g();\n	return 0;\n}\n' "$1" >t.c
}
write "$lines"
$CC -O1 t.c -o long
./long
write ""
$CC -O1 t.c -o short
./short
"$LPVIEW" diff long.lprof short.lprof >text
same "lines that were cut" 4 "$(grep -c 't.c:[0-9]* (gone)' text)"
! grep -Eq '1000 +50 ' text || fail "lines of another function: $(cat text)"

cat >timed.c <<'END'
static volatile int sum;
__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 20000000; i++)
		sum++;
}
int main(void)
{
	work();
	return 0;
}
END
$CC -O1 timed.c -o timed
for run in one two; do
	LINEPROF_ENGINE=none LINEPROF_FILE=$run.lprof ./timed
done
"$LPVIEW" diff one.lprof two.lprof >text
has "one run without samples" "Functions that changed: none" <text
