# shut_clocks.sh: a function whose calls are short in one thread keeps its clock in another, where they wait in what nobody
# knows to wait.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >hidden.c <<'END'
#include <unistd.h>
int nap(int us);
int nap(int us) { return usleep((useconds_t)us); }
END
cat >app.c <<'END'
#include <pthread.h>
#include <unistd.h>
int nap(int us);
static volatile int is_done;
static volatile unsigned sink;
__attribute__((noinline)) static void serve(int us)
{
	sink++;
	if (us)
		nap(us);
	sink++;
}
static void *quick(void *unused)
{
	usleep(40000);
	while (!is_done) {
		serve(0);
		for (int i = 0; i < 500; i++)
			sink++;
	}
	return unused;
}
static void *slow(void *unused)
{
	for (int i = 0; i < 200; i++)
		serve(15000);
	is_done = 1;
	return unused;
}
int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, quick, NULL);
	pthread_create(&threads[1], NULL, slow, NULL);
	pthread_join(threads[0], NULL);
	return pthread_join(threads[1], NULL);
}
END
$CLANG -O2 -c hidden.c
$CC -O2 app.c hidden.o -o app -pthread
for mode in auto deterministic; do
	LINEPROF_FILE=p.lprof LINEPROF_MODE=$mode ./app
	tottime=$(query p.lprof "[f['tottime_ns'] / 1e9 for f in profile.json['functions'] if f['name'] == 'serve'][0]")
	"$PYTHON" -c "import sys; sys.exit(not $tottime > 0.8 * 3)" || fail "$mode: serve() has $tottime of 3 s"
done
