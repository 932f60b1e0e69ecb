# many_gotos.sh: a function of thousands of gotos, of which clang itself makes code, needs no more of its stack with
# the plugin.
. "$SOURCE/tests/e2e/lib.sh"
[ "$CLANG_MAJOR" -ge 19 ] || skip "clang-$CLANG_MAJOR takes half a minute for it, without the plugin too"
"$PYTHON" -c '
lines = 2600
print("int f(int x)\n{\n\tint y = 0;")
for i in range(lines):
    print(f"L{i}: y += {i}; if (y % {i + 3} == 0 && x-- > 0) goto L{i * 37 % lines};")
print("\treturn y;\n}\nint main(void) { return f(600) & 1; }")' >gotos.c
$CLANG -O1 -w -c gotos.c || skip "$CLANG does not compile it either"
$CC -O1 -w gotos.c -o gotos || fail "with the plugin: status $?"
status=0
LINEPROF_FILE=gotos.lprof ./gotos || status=$?
[ $status -le 1 ] || fail "status $status"
"$LPVIEW" --check gotos.lprof >check.out || fail "$(cat check.out)"
