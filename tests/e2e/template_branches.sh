# template_branches.sh: what a branch asks is known of each instance of a template, not only of its text, in which `!`,
# `&&` and `||` may be anybody's: rows are those of the same functions without templates, also with operators in sight.
. "$SOURCE/tests/e2e/lib.sh"
cat >twins.cpp <<'END'
#ifdef OPERATORS
struct other { int v; };
inline bool operator!(other a) { return !a.v; }
inline bool operator&&(other a, other b) { return a.v & b.v; }
inline bool operator||(other a, other b) { return a.v | b.v; }
#endif
static volatile int sink;
__attribute__((noinline)) static int use(int x) { sink = x; return x; }
TEMPLATE static int ifs(T a, T b)
{
	if (!a)
		use(1);
	if (a && b)
		use(2);
	if (a || b)
		use(3);
	if (!(a || b))
		return use(4);
	if (a < 5 &&
	    (b ||
	     use(a) > 3) &&
	    use(b) != 5)
		return use(5);
	return 0;
}
TEMPLATE static int loops(T a, T b)
{
	int n = 0;
	while (!a && n < 2)
		n++;
	while (a < 5 && b)
		a += 1, n++;
	do
		a += 1, n++;
	while (a < 7 || (!b && n < 10));
	for (T i = 0; i < 5 && !b; i += 1)
		n++;
	return n;
}
TEMPLATE static int values(T a, T b)
{
	int n = !a ? use(1) : use(2);
	bool both = a && b, either = !a || use(b) > 1;
	n += a || b ? use(3) : use(4);
	auto later = [](AUTO c, int d) { bool r = !c || use(d) > 1; return !c ? r : use(5); };
	auto kept = [k = !b ? use(6) : use(7)] { return k; };
	return n + both + either + later(a, b) + kept();
}
TEMPLATE struct box {
	T held;
	int chosen = !held ? use(8) : use(9);
	int given;
	explicit box(T v) : held(v), given(!v || use(v) > 2) {}
};
TEMPLATE static int constant = !(T)sink ? use(10) : use(11);
int main()
{
	int n = 0;
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 3; j++) {
			BOX made(i);
			n += ifs(i % 4, j) + loops(i, j) + values(i % 4, j) + made.chosen + made.given;
		}
	return n == CONSTANT;
}
END
cat >rows.py <<'END'
import json, sys
rows = [(row["operand_line"] or row["line"], row["column"], *(way["count"] for way in row["ways"]))
        for row in json.load(sys.stdin)["branches"]]
print(*(" ".join(map(str, row)) for row in sorted(rows)), sep="\n")
END
for level in -O0 -O2; do
	$CXX -std=c++17 -w $level -DTEMPLATE= -DT=int -DAUTO=int -DBOX=box -DCONSTANT=constant twins.cpp -o plain
	./plain
	"$LPVIEW" --json plain.lprof | "$PYTHON" rows.py >expected
	same "rows without templates, $level" 33 "$(wc -l <expected)"
	for operators in "" -DOPERATORS; do
		$CXX -std=c++17 -w $level $operators "-DTEMPLATE=template <class T>" -DAUTO=auto "-DBOX=box<int>" \
			"-DCONSTANT=constant<int>" twins.cpp -o made
		./made
		"$LPVIEW" --json made.lprof | "$PYTHON" rows.py >got
		diff -u expected got || fail "rows of templates, $level $operators"
	done
done

# Instances that differ: by an operator of a class, by what is destroyed behind a condition, which makes it a value, and by
# what is constant.
cat >differ.cpp <<'END'
static volatile int sink;
static int use(int x) { sink = x; return x; }
struct flag {
	int v;
	flag(int v) : v(v) {}
	operator bool() const { return v != 0; }
	bool operator!() const { return v % 2; }
};
struct kept {
	int v;
	kept(int v) : v(v) {}
	~kept() { sink = v; }
	operator int() const { return v; }
};
static int operator&&(flag a, flag b) { return use(a.v & b.v); }
static bool odd(int n) { return n & 1; }
template <class T> static int negated(T p)
{
	return !p ? use(1) : use(2);
}
template <class T> static int logical(T a, T b)
{
	return use(a && b) + (b ? use(3) : use(4));
}
template <class T> static void destroyed(int i)
{
	if (i > 2 && !odd(T(i)))
		use(i);
	while (i < 7 && odd(T(i)))
		i++;
}
template <int N> static void known(int i)
{
	if (i > 2 && N == 9)
		use(i);
}
int main()
{
	for (int i = 0; i < 10; i++) {
		negated(i) + negated(flag(i)) + logical(i, i & 4) + logical(flag(i), flag(4));
		destroyed<int>(i);
		destroyed<kept>(i);
		known<1>(i);
		known<9>(i);
	}
	return 0;
}
END
# Of ten numbers one is 0, five are odd and four have the bit 4. The rows of a whole condition and of a constant have no place.
cat >expected <<'END'
19 9 6 14
23 13 9 1
23 24 14 6
27 0 3 7
27 6 14 6
27 15 3 4
29 0 3 10
29 9 20 6
29 18 3 7
34 0 0 7
34 6 14 6
39 18 10 1
END
for level in -O0 -O2; do
	$CXX -w $level differ.cpp -o differ
	./differ
	"$LPVIEW" --json differ.lprof | "$PYTHON" rows.py >got
	diff -u expected got || fail "instances that differ, $level"
done
