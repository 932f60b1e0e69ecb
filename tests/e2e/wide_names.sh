# wide_names.sh: tables of names that have more bytes than columns, or take two columns a letter,
# are straight; and a command can be copied from the head of a report.
. "$SOURCE/tests/e2e/lib.sh"
cat >names.c <<'END'
static volatile long x;
__attribute__((noinline)) void größe(void) { x++; }
__attribute__((noinline)) void 数える(void) { größe(); x++; }
__attribute__((noinline)) void plain(void) { größe(); x++; }
int main(void) { 数える(); plain(); return 0; }
END
$CC -w -O1 names.c -o names
./names 'a b' "it's" '' 'x>y' plain=1 ä
export LC_ALL=C.UTF-8
"$LPVIEW" --functions names.lprof >head
has "the command" "Command:  ./names 'a b' 'it'\\''s' '' 'x>y' plain=1 ä" <head
for table in callers callees; do
	"$LPVIEW" --$table names.lprof >table
	"$PYTHON" - <<'END' || fail "--$table: $(cat table)"
import unicodedata
width = lambda text: sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
arrows = set()
for row in open("table", encoding="utf-8"):
    for arrow in (" <-", " ->"):
        if row.startswith("names.c:") and arrow in row:
            arrows.add(width(row[:row.index(arrow)]))
assert len(arrows) == 1, arrows
END
done
