# shared_calls.sh: functions that share lines. Instances of a template that call each other take together what the
# outermost one takes, not the sum of what each took with the next; a lambda's part of the line that it stands on is told.
# One clang is enough: the viewer is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >chain.cpp <<'END'
static volatile long sum;
template <int N> struct link {
	__attribute__((noinline)) static void pull(long n)
	{
		sum++;
		link<N - 1>::pull(n);
		sum++;
	}
};
template <> struct link<0> {
	__attribute__((noinline)) static void pull(long n)
	{
		for (long i = 0; i < n; i++)
			sum += i;
	}
};
int main()
{
	link<20>::pull(200000000);
}
END
$CXX -O2 chain.cpp -o chain
./chain
"$LPVIEW" chain.lprof >text
total() {
	awk -v name="$1" '/^Total time:/ { time = $3 } index($0, "Function: ") == 1 && index($0, name) { print time; exit }' text
}
"$PYTHON" -c "import sys; sys.exit(not 0.9 * $(total main) < $(total 'more of its source') <= 1.01 * $(total main))" ||
	fail "time together: $(cat text)"
"$LPVIEW" -m chain.lprof | grep -q 'chain.cpp:3 - .* and 19 more of its source$' || fail "the summary's name"

cat >lambda.cpp <<'END'
#include <algorithm>
#include <vector>
static int plain() { return 1; }
int main()
{
	std::vector<int> v(3, plain());
	int sum = 0;
	std::for_each(v.begin(), v.end(), [&](int x) { sum += x; });
	return sum - 3;
}
END
$CXX -O0 lambda.cpp -o lambda
./lambda
"$LPVIEW" lambda.lprof >text
awk '/^ +8 / { line = $2 } /of line 8, this function.s/ { part = $1 }
     END { exit !(line == 4 && part == 3) }' text || fail "the lambda's part: $(cat text)"
[ "$(grep -c 'this function' text)" -eq 1 ] || fail "parts of lines that nobody shares: $(cat text)"
