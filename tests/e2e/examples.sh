# examples.sh: every example builds, runs and shows what its page says is hot. What the pages
# print word by word is looked at in pages.sh.
# Two clangs are enough: every line is looked at in programs of their own, by each.
. "$SOURCE/tests/e2e/lib.sh"
for script in "$SOURCE"/examples/*/run.sh; do
	CC=$CC CXX=$CXX LPVIEW=$LPVIEW sh "$script" >out || fail "$script: $(cat out)"
	grep -q 'Line Contents' out || fail "$script: no annotated source: $(cat out)"
done

# share EXAMPLE SOURCE LINES: their part of the program's own time.
share() {
	query "$1.lprof" "profile.line_share('$SOURCE/examples/$1/$2', $3)"
}

# more WHAT LIMIT NUMBER
more() {
	[ "$("$PYTHON" -c "print($3 > $2)")" = True ] || fail "$1: $3, not more than $2"
}

more "words: the loop's share" 0.9 "$(share words words.c '(18, 19)')"
more "orders: the map's share" 0.3 "$(share orders orders.cpp '(72,)')"
# 0.08 to 0.10 by clang 14's library calls, 0.15 to 0.17 by clang 19's.
more "orders: the copies' share" 0.04 "$(share orders orders.cpp '(62,)')"
more "readings: the hinted lines' share" 0.25 "$(share readings readings.c '(29, 38)')"
more "pairs: the comparing lines' share" 0.8 "$(share pairs pairs.c '(19, 20, 22, 31, 32)')"
