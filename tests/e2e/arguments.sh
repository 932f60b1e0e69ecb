# arguments.sh: -fplugin-arg-lineprof-KEY=VALUE; a key that is unknown is an error that
# lists the keys.
. "$SOURCE/tests/e2e/lib.sh"
echo 'int main(void) { return 0; }' >a.c
status=0
$CC -fplugin-arg-lineprof-nonsense=1 -c a.c 2>err || status=$?
[ $status != 0 ] || fail "an unknown key was taken"
grep -q nonsense err || fail "the message does not name the key: $(cat err)"
grep -q mode err || fail "the message does not list the keys: $(cat err)"
for mode in counts deterministic; do
	$CC -O2 -fplugin-arg-lineprof-mode=$mode a.c -o a || fail "mode=$mode"
	LINEPROF_FILE=p.lprof ./a
	same "calls of main, mode=$mode" "1" "$(query p.lprof "profile.calls('$PWD/a.c', 'main')[0]")"
	same "the engine, mode=$mode" "none mode=$mode" \
		"$(query p.lprof "' '.join(profile.json['run'][k] for k in ('engine', 'engine_note'))")"
done
