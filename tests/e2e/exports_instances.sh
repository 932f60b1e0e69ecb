# exports_instances.sh: what several functions of one place have together is in other programs' formats once, and all of it:
# a template's waiting, its source on a page, two functions of one name; and waiting outside of what is counted is no CPU time.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >instances.cpp <<'END'
#include <unistd.h>
static volatile int sum;
static int (*volatile hidden)(useconds_t) = usleep;
template <int N> __attribute__((noinline)) void rest()
{
	for (int i = 0; i < 100000; i++)
		sum += N;
	hidden(40000);
}
struct one { static __attribute__((noinline)) void call() { struct local { static __attribute__((noinline)) void go() { sum++; } }; local::go(); } }; struct two { static __attribute__((noinline)) void call() { struct local { static __attribute__((noinline)) void go() { sum++; } }; local::go(); local::go(); } };
int main()
{
	rest<1>();
	rest<2>();
	rest<3>();
	one::call();
	two::call();
	return 0;
}
END
$CXX -O2 instances.cpp -o instances
./instances
"$LPVIEW" --export line_profiler instances.lprof >text
awk '/^Total time/ { total = $3 } /^Function: void rest/ { rest = total } END { exit !(rest > 0.11) }' text ||
	fail "a template's waiting: $(cat text)"
"$LPVIEW" --export html -o page.html instances.lprof
same "a template's source" "1 and 2 more of its source" "$(grep -c '<h3>void rest' page.html) $(grep '<h3>void rest' page.html | grep -o 'and [0-9]* more of its source')"
# One that is restricted to has the source of all, whichever it is.
for instance in 1 2 3; do
	"$LPVIEW" --annotate --restrict "rest<$instance>" instances.lprof >text
	has "rest<$instance>" "and 2 more of its source" <text
done
"$LPVIEW" --annotate --restrict 'rest<4>' instances.lprof | has "an instance that is none" "no function to show"
"$LPVIEW" --export pstats -o stats instances.lprof
same "functions of one name" "$(query instances.lprof "sum(f.ncalls for f in profile.functions())")" \
	"$("$PYTHON" -c 'import marshal; print(sum(row[1] for row in marshal.load(open("stats", "rb")).values()))')"

cat >waits.c <<'END'
#include <unistd.h>
void work(void);
int main(void)
{
	usleep(300000);
	work();
	return 0;
}
END
cat >work.c <<'END'
static volatile int sum;
__attribute__((constructor)) void begin(void) { sum = 1; }
void work(void)
{
	for (int i = 0; i < 50000000; i++)
		sum += i;
}
END
"$CLANG" -O2 -c waits.c
$CC -O2 work.c waits.o -o waits
./waits
same "waiting outside" "True True" "$("$LPVIEW" --export folded waits.lprof | awk '/waiting/ { waits += $NF } !/waiting/ { runs += $NF }
	END { print (waits > 2.4e8 ? "True" : "False"), (runs < 2.8e8 ? "True" : "False") }')"
