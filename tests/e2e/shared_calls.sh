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
# hits LINE NAME: in the table of the function NAME.
hits() {
	awk -v line="$1" -v name="$2" '/^Function: / { is_it = index($0, name " at") == 11 } is_it && $1 == line { print substr($0, 8, 9) + 0 }' text
}
same "what main has of the line" 1 "$(hits 8 main)"
same "what the lambda has of it" 3 "$(awk '/^Function: .*at line 8/ { is_it = 1 } is_it && $1 == 8 { print $2; exit }' text)"

# What stands within a function is not its own: what a lambda in it does, and what stands between a constructor and what
# initialises its members. Its lines add up to its total, in each kind of table.
cat >own.cpp <<'END'
static volatile unsigned long sum;
__attribute__((noinline)) static void spin(long n)
{
	for (long i = 0; i < n; i++)
		sum = sum * 31 + i;
}
class Engine {
public:
	explicit Engine(long n) : n_(n) {}
	__attribute__((noinline)) void work()
	{
		for (long i = 0; i < n_; i++)
			sum = sum * 31 + i;
	}
private:
	long n_;
	unsigned long calls_ = sum + 1;
};
template <class F> __attribute__((noinline)) static void twice(F f)
{
	f();
	f();
}
int main()
{
	Engine engine(60000000);
	engine.work();
	twice([] {
		for (long i = 0; i < 30000000; i++)
			sum = sum * 31 + i;
		spin(10000000);
	});
	return 0;
}
END
$CXX -O1 own.cpp -o own
./own
"$LPVIEW" --annotate own.lprof >text
same "the constructor's lines" "9 ... 17" "$(awk '/^Function: Engine::Engine/ { is_it = 1 }
	is_it && /^ *([0-9]+|\.\.\.)( |$)/ { print $1 } is_it && /^$/ && n++ { exit }' text | xargs)"
same "what initialises a member" 1 "$(hits 17 'Engine::Engine(long)')"
same "a line of a lambda" 0 "$(hits 29 main)"
same "a line with a lambda" 1 "$(hits 28 main)"
"$LPVIEW" --export line_profiler own.lprof >tables
"$LPVIEW" --json own.lprof >own.json
"$PYTHON" - <<'END' || fail "sums of lines: $(cat tables)"
import json, re, sys
took = {f["name"]: f["cumtime_ns"] * 1e-9 for f in json.load(open("own.json"))["functions"]}
wrong = 0
for table in re.split("(?=Total time: )", open("tables").read())[1:]:
    total = float(table.split()[2])
    name = re.search("Function: (.*) at line", table)[1]
    rows = sum(float(row[12 + 4:29]) for row in table.splitlines() if re.match(r" +\d+ +\d+ +\d", row)) * 1e-6
    if abs(total - took[name]) > 0.03 * took[name] + 0.002 or abs(rows - total) > 1e-4:
        print(name, "took", took[name], "its table says", total, "and its rows", rows)
        wrong = 1
sys.exit(wrong)
END
"$LPVIEW" --export html -o own.html own.lprof
"$PYTHON" - <<'END' || fail "the page"
import re, sys
page = open("own.html").read()
section = next(s for s in page.split("<section")[1:] if "<h3>Engine::Engine" in s)
sys.exit(re.findall(r'<tr id="f\d+l(\d+)"', section) != ["9", "17"])
END
