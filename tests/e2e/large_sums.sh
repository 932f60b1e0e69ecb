# large_sums.sh: where profiles have more than half of the memory, a line points to lpview merge, which needs less.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >small.c <<'END'
/* A machine with 64 KB. */
#include <unistd.h>
long sysconf(int name)
{
	return name == _SC_PHYS_PAGES ? 16 : name == _SC_PAGESIZE ? 4096 : -1;
}
END
$CLANG -shared -fPIC small.c -o small.so
echo 'int main(void) { return 0; }' >program.c
$CC program.c -o program
LINEPROF_FILE=a.lprof ./program
LINEPROF_FILE=b.lprof ./program
"$LPVIEW" --functions a.lprof b.lprof >out.txt 2>said.txt
same "said where there is room" "" "$(cat said.txt)"
LD_PRELOAD=$PWD/small.so "$LPVIEW" --functions a.lprof b.lprof >out.txt 2>said.txt || fail "$(cat said.txt)"
has "a hint" "lpview: hint: 2 files of 0.0 GB together are read into memory; \`lpview merge" <said.txt
LD_PRELOAD=$PWD/small.so "$LPVIEW" --functions a.lprof >out.txt 2>said.txt
same "said of one" "" "$(cat said.txt)"
