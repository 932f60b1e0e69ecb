# same_names.sh: sources of one name in two folders, each with a static function of one name on one line: each has
# its own time, whichever way the compiler was told where they are.
# Two clangs are enough: what is between them writes paths alike.
. "$SOURCE/tests/e2e/lib.sh"
mkdir -p a b build
for folder in a b; do
	cat >$folder/util.c <<-C
		int work_$folder(int n);
		__attribute__((noinline)) static int work(int n)
		{
			volatile int sum = 0;
			for (int i = 0; i < n; i++)
				sum += i;
			return sum;
		}
		int work_$folder(int n) { return work(n) + 1; }
	C
done
cat >main.c <<'C'
int work_a(int n);
int work_b(int n);
int main(void) { return work_a(400000000) + work_b(100000000) == 0; }
C
# shares WAY: of the time in work() of both folders, the part of a's; and of its loop's lines.
shares() {
	query app.lprof "(lambda rows: (rows['a'] / (rows['a'] + rows['b'])))({
		folder: sum(f.tottime_s for f in profile.functions() if f.name == 'work' and '/%s/util.c' % folder in f.file)
		for folder in 'ab'})"
	query app.lprof "(lambda rows: (rows['a'] / (rows['a'] + rows['b'])))({
		folder: sum(line['self_ns'] for line in profile.json['lines'] if line['file'].endswith('/%s/util.c' % folder) and line['line'] in (5, 6))
		for folder in 'ab'})"
}
$CC -g1 -O1 -c main.c -o main.o
for way in "$PWD" .. "$PWD/build/.."; do
	rm -f ./*.lprof
	(cd build && $CC -O1 -c "$way/a/util.c" -o a.o && $CC -O1 -c "$way/b/util.c" -o b.o)
	$CC main.o build/a.o build/b.o -o app
	LINEPROF_ENGINE=timer ./app
	for share in $(shares); do
		"$PYTHON" -c "import sys; sys.exit(not 0.7 <= $share <= 0.9)" || fail "compiled as $way/a/util.c: $share of the time is a's, not 0.8"
	done
done

# Each compiled in its own folder, by the same name, as recursive makes do: who called which is known, also where debug
# information names no folder.
for map in /nowhere=/else "$PWD/a=." "$PWD/a=. -ffile-prefix-map=$PWD/b=."; do
	for folder in a b; do (cd $folder && $CC -O1 -ffile-prefix-map=$map -c util.c -o util.o); done
	rm -f ./*.lprof
	$CC main.o a/util.o b/util.o -o app
	LINEPROF_MODE=counts ./app
	for folder in a b; do
		has "who called work() of $folder" "$folder/util.c:9(work_$folder)" <<-END
			$("$LPVIEW" --callers app.lprof | grep "^$folder/util.c:2(work)")
		END
	done
done
