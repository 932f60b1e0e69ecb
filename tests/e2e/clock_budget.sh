# clock_budget.sh: where clocked functions of a few microseconds call each other, clocks are given
# up that cost too much, if samples tell the times; without samples none is. What clocks take, a tenth
# of a microsecond a call, is in their functions' times: leaf() takes eighty times as long.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
#define CALLS_ON(name, next)                                                                       \
	__attribute__((noinline)) static void name(void)                                           \
	{                                                                                          \
		for (volatile int i = 0; i < 1; i++)                                               \
			next();                                                                    \
	}
static volatile unsigned sink;
/* A chain of multiplications takes as long on most processors. */
__attribute__((noinline)) static void leaf(void)
{
	unsigned x = sink;
	for (unsigned i = 0; i < 5200; i++)
		x = (x ^ i) * 69069u;
	sink = x;
}
CALLS_ON(a, leaf)
CALLS_ON(b, a)
CALLS_ON(c, b)
CALLS_ON(d, c)
CALLS_ON(e, d)
CALLS_ON(f, e)
CALLS_ON(g, f)
int main(void)
{
	for (int i = 0; i < 100000; i++)
		g();
	return 0;
}
END
$CC -O2 app.c -o app
reads() {
	query p.lprof "profile.json['run']['clock_reads']"
}
# Of what all functions ran: on a machine with far more to do, some of the waiting for a processor is main()'s. Without
# samples a thread that had less than half of a processor is said to wait all the time: then of all that.
share() {
	"$PYTHON" - "$TOOLS" p.lprof <<'END_OF_SHARE'
import sys

sys.path.insert(0, sys.argv[1])
import lprof

functions = lprof.Profile(sys.argv[2]).functions()
ran = {f.name: f.tottime_s - f.wait_s for f in functions}
took = {f.name: f.tottime_s for f in functions}
times = ran if sum(ran.values()) > 0 else took
print(times["leaf"] / sum(times.values()))
END_OF_SHARE
}
for mode in deterministic auto; do
	LINEPROF_FILE=p.lprof LINEPROF_MODE=$mode ./app
	"$PYTHON" -c "import sys; sys.exit(not $(share) > 0.8)" || fail "$mode: leaf() has $(share) of all"
	case $mode in
	deterministic) [ "$(reads)" -gt 1500000 ] || fail "without samples, $(reads) clocks were read" ;;
	auto) [ "$(reads)" -lt 500000 ] || fail "with samples, $(reads) clocks were read" ;;
	esac
done

# What the program waits for a CPU is no time of its: it reads few clocks on a machine with much to do, too.
beside_by=$(on_one_processor)
LINEPROF_FILE=p.lprof beside 5 ./app
[ "$(reads)" -lt 500000 ] || fail "beside others, $(reads) clocks were read"
