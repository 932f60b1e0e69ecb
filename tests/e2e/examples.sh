# examples.sh: every example builds, runs and shows what its page says is hot.
. "$SOURCE/tests/e2e/lib.sh"
for script in "$SOURCE"/examples/*/run.sh; do
	CC=$CC LPVIEW=$LPVIEW sh "$script" >out || fail "$script: $(cat out)"
	grep -q 'Line Contents' out || fail "$script: no annotated source: $(cat out)"
	grep -q 'filename:lineno(function)' out || fail "$script: no functions: $(cat out)"
done
# examples/words: one loop takes nearly everything.
same "the loop's share" True \
	"$(query words.lprof "profile.line_share('$SOURCE/examples/words/words.c', (18, 19)) > 0.9")"
