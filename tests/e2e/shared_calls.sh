# shared_calls.sh: instances of a template that call each other take together what the outermost one takes, not the sum
# of what each took with the next. One clang is enough: the viewer is the same with each.
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
