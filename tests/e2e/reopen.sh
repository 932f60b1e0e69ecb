# reopen.sh: a function whose first calls were too short for a clock is given another trial:
# later it waits, and what it waits is its time, not that of its caller.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END'
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void take(int is_waiting)
{
	sum++;
	if (is_waiting)
		usleep(4000);
}

__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 200000; i++)
		sum += (unsigned long)i;
}

__attribute__((noinline)) static void serve(int rounds)
{
	for (int i = 0; i < 1000; i++)
		take(0);
	for (int i = 0; i < rounds; i++) {
		work();
		take(1);
	}
}

int main(int argc, char **argv)
{
	serve(argc > 1 ? atoi(argv[1]) : 300);
	return 0;
}
END
$CC -O2 app.c -o app
tottime() {
	query p.lprof "[f['tottime_ns'] / 1e9 for f in profile.json['functions'] if f['name'] == '$1'][0]"
}
# With samples, and where only the clocks of other functions give an occasion.
for mode in auto deterministic; do
	LINEPROF_FILE=p.lprof LINEPROF_MODE=$mode ./app
	"$PYTHON" -c "import sys; sys.exit(not $(tottime take) > 0.5 * 300 * 0.004)" ||
		fail "$mode: take() has $(tottime take) s, serve() $(tottime serve) s"
done
