# wrong_llvm.sh: a plugin in a clang that it was not built for: one clear line, no crash,
# and never a program that silently is not instrumented.
. "$SOURCE/tests/e2e/lib.sh"
echo 'int main(void) { return 0; }' >a.c
folder=$(dirname "$PLUGIN")
mkdir -p lib/lineprof/11 lib/lineprof/12 # the second is empty
cp "$PLUGIN" lib/liblineprof.so
touch lib/lineprof/11/liblineprof_plugin.so
status=0
$CLANG -fplugin="$PWD/lib/liblineprof.so" a.c -o a 2>err || status=$?
cat err
[ $status != 0 ] || fail "compiled without a plugin for LLVM $CLANG_MAJOR"
[ ! -e a ] || fail "a program was written"
grep -q 'lineprof:.*'"$CLANG_MAJOR" err || fail "the message does not name LLVM $CLANG_MAJOR"
grep -q ' 11$' err || fail "the message does not name what is installed"
same "lines that begin with lineprof: and are no hint" 1 "$(grep '^lineprof:' err | grep -vc hint)"
grep -qi 'stack dump\|PLEASE submit\|undefined symbol' err && fail "clang crashed"
# The library of another LLVM, named by itself.
for other in "$folder"/lineprof/*; do
	[ "$(basename "$other")" != "$CLANG_MAJOR" ] || continue
	status=0
	$CLANG -fplugin="$other/liblineprof_plugin.so" a.c -o a 2>err || status=$?
	[ $status != 0 ] || fail "the plugin for LLVM $(basename "$other") was taken"
done
# Both are there and the right one is taken.
$CC a.c -o a 2>err || fail "$(cat err)"
