# callers.sh: who called, over units and libraries; constructors, which have two names.
# Two clangs are enough: names and edges are the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >part.h <<'END'
struct Base { int value; Base(int n); virtual ~Base(); };
struct Part : Base { Part(int n); ~Part(); };
struct Here { int value; Here(int n); };
int shared(int n);
END
cat >part.cpp <<'END'
#include "part.h"
Base::Base(int n) : value(n) { value++; }
Base::~Base() { value = 0; }
Part::Part(int n) : Base(n + 1) { value *= 2; }
Part::~Part() { value = 1; }
Here::Here(int n) : value(n) {}
int local(int n) { Here here(n); return here.value; }
END
cat >shared.cpp <<'END'
int shared(int n) { return n + 1; }
END
cat >main.cpp <<'END'
#include "part.h"
#include <cstdio>
int local(int n);
int main()
{
	int sum = 0;
	for (int i = 0; i < 10; i++) {
		Base base(i);
		Part part(i);
		sum += base.value + part.value + local(i) + shared(i);
	}
	std::printf("%d\n", sum);
}
END
for level in -O0 -O2; do
	rm -f program.lprof
	$CXX $level -fPIC -shared shared.cpp -o libshared.so
	$CXX $level main.cpp part.cpp -L. -lshared "-Wl,-rpath,$PWD" -o program
	./program >/dev/null
	"$PYTHON" - "$TOOLS" <<'END' || fail "at $level"
import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile = lprof.Profile("program.lprof")
problems = profile.call_sums()
edges = {}
for file in ("main.cpp", "part.cpp", "shared.cpp"):
    edges.update(profile.edges(file))
for pair, calls in {("main", "Base"): 10, ("Part", "Base"): 10, ("main", "Part"): 10,
                    ("main", "~Part"): 10, ("main", "~Base"): 10, ("~Part", "~Base"): 10,
                    ("local", "Here"): 10, ("main", "local"): 10, ("main", "shared"): 10,
                    (None, "main"): 1}.items():
    if edges.get(pair) != (calls, True):
        problems.append(f"{pair}: {edges.get(pair)}, expected {calls}")
problems += [f"{pair}: by code that is not instrumented" for pair in edges
             if pair[0] is None and pair[1] != "main"]
print("\n".join(problems))
sys.exit(bool(problems))
END
done
"$LPVIEW" --callers program.lprof | has "the report" "main.cpp:4(main) at line 10"
"$LPVIEW" --callees program.lprof | has "calls of what is not instrumented" "<not instrumented> at line 12"

# A library's copy of an inline function has the calls that were inlined there, the program's all others.
cat >both.h <<'END'
inline int f(int n) { return n + 1; }
struct Count { int n; };
template <class T> struct Lock {
	T &held;
	explicit Lock(T &t) : held(t) { held.n++; }
	~Lock() { held.n--; }
};
int in_library(int n);
END
cat >both.cpp <<'END'
#include "both.h"
static Count count;
int in_library(int n)
{
	int a, b;
	[[clang::always_inline]] a = f(n);
	[[clang::noinline]] b = f(n + 1);
	for (int i = 0; i < 3; i++)
		[[clang::noinline]] b += f(i);
	Lock<Count> lock(count);
	return a + b + lock.held.n;
}
END
cat >uses.cpp <<'END'
#include "both.h"
#include <cstdio>
int main()
{
	int sum = 0, once;
	Count count = {0};
	for (int i = 0; i < 10; i++) {
		auto *const lock = new Lock<Count>(count);
		[[clang::noinline]] once = f(i);
		sum += once + in_library(i);
		delete lock;
	}
	std::printf("%d\n", sum);
}
END
for level in -O0 "-O1 -fno-inline" -O2; do
	rm -f uses.lprof
	# shellcheck disable=SC2086
	$CXX $level -w -fPIC -shared both.cpp -o libboth.so
	# shellcheck disable=SC2086
	$CXX $level -w uses.cpp -L. -lboth "-Wl,-rpath,$PWD" -o uses
	./uses >/dev/null
	"$LPVIEW" --check uses.lprof >report
	if grep -E '^(untold|fails)|missing' report; then
		fail "copies at $level"
	fi
done

# By pointer from functions that cannot be told apart, two and as many calls as there are callers: nobody's, in the report and on the screen.
{
	echo 'static int leaf(int n) { return n + 1; }'
	echo 'static int fruit(int n);'
	echo 'int (*volatile call)(int) = leaf;'
	echo 'static int fruit(int n) { call = leaf; return n + 2; }'
	for i in 1 2 3 4 5 6 7 8 9; do
		echo "__attribute__((noinline)) static int by$i(int n) { int was = call(n); if (n % 2) call = fruit; return was; }"
	done
	echo 'int main(void) { return'
	echo '	by1(1) + by2(2) + by3(3) + by4(4) + by5(5) + by6(6) + by7(7) + by8(8) + by9(9) == 0; }'
} >many.c
$CC -O1 many.c -o many
# Without samples: one that stands on no line would leave the page of lines empty.
LINEPROF_FILE=many.lprof LINEPROF_ENGINE=none ./many
"$LPVIEW" --callers many.lprof |
	grep -q '(leaf) *<- *~5 .* <not instrumented, or by pointer>$' || fail "no calls by pointer in the report"
echo '=100x30 2 /leaf Enter c show Esc Down Down Down Down + Down show' >keys
LC_ALL=C.UTF-8 "$BUILD/tests/lpscreen" keys many.lprof >screens
same "calls by pointer on the screens" 2 "$(grep -c '~ *5\{0,1\} .*<not instrumented, or by pointer>' screens)"
# Nothing has a pointer to these: a call through one, of their type, is not of them.
cat >set_up.cpp <<'END'
#include <ctime>
static int zero(int n) { return n - n; }
static int made = zero(7);
__attribute__((constructor)) static void begin() { made++; }
static void pointed() { made++; }
void (*volatile first)() = tzset, (*volatile second)() = pointed;
int main()
{
	first();
	second();
	return made == 0;
}
END
$CXX -O1 set_up.cpp -o set_up
LINEPROF_ENGINE=none ./set_up
"$LPVIEW" --callers set_up.lprof >callers.txt
for name in __cxx_global_var_init 'begin()'; do
	grep -q "($name) *<- *1 .* <not instrumented>\$" callers.txt || fail "$name: $(grep -F "$name" callers.txt)"
done
grep -q '(pointed()) *<- *~1 .* main() by pointer\|(pointed()) *<- *~1 .*(main) by pointer' callers.txt ||
	fail "$(grep -F 'pointed' callers.txt)"

# A function that only waits, called by pointer: who called it is told by that.
cat >pointed_waits.c <<'END'
#include <unistd.h>
typedef void (*action)(int us);
__attribute__((noinline)) static void rests(int us) { usleep(us); }
__attribute__((noinline)) static void runs(int us) { __asm__ volatile("" : : "r"(us)); }
static action volatile actions[2] = {rests, runs};
__attribute__((noinline)) static void waits(void)
{
	for (int i = 0; i < 100; i++)
		actions[0](3000);
	__asm__ volatile("");
}
__attribute__((noinline)) static void never(void)
{
	for (int i = 0; i < 100000; i++)
		actions[1](0);
	__asm__ volatile("");
}
int main(void)
{
	waits();
	never();
	return 0;
}
END
$CC -O2 pointed_waits.c -o pointed_waits
for engine in timer perf; do
	rm -f p.lprof
	LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./pointed_waits 2>/dev/null
	same "who called by pointer, by $engine" "(100, False)" "$("$PYTHON" -c '
import sys
sys.path.insert(0, sys.argv[1])
import lprof
print(lprof.Profile("p.lprof").edges("pointed_waits.c").get(("waits", "rests")))' "$TOOLS")"
done
