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

# In a library that the program is linked with, by way of another one, too: its clocks, and its line that waits after it
# was read from a hundred thousand times at once. One that is opened later may go at any moment, and stays as it is.
cat >reads.c <<'C'
#include <unistd.h>
int next(int file);
int next(int file)
{
	char c;
	if (read(file, &c, 1) != 1) /* READS */
		return -1;
	return c;
}
C
echo 'int next(int file); int through(int file); int through(int file) { return next(file); }' >between.c
cat >reader.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int through(int file);
static int ends[2];
static volatile unsigned long sum;
__attribute__((noinline)) static void take(int file, int n)
{
	for (int i = 0; i < n; i++)
		sum += through(file);
}
static void *write_slowly(void *unused)
{
	for (int i = 0; i < 10; i++) {
		usleep(50000);
		if (write(ends[1], "x", 1) != 1)
			return ends;
	}
	return unused;
}
int main(void)
{
	pthread_t thread;
	if (pipe(ends))
		return 1;
	take(open("/dev/zero", O_RDONLY), 1000000);
	for (unsigned long i = 0; i < 300000000; i++)
		sum += i;
	pthread_create(&thread, NULL, write_slowly, NULL);
	take(ends[0], 10);
	return pthread_join(thread, NULL);
}
C
$CC -O2 -shared -fPIC reads.c -o libreads.so
$CLANG -O2 -shared -fPIC between.c -o libbetween.so -L. -lreads -Wl,-rpath,.
$CC -O2 reader.c -o reader -L. -lbetween -Wl,-rpath,.,-rpath-link,. -pthread
for engine in perf timer; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./reader
	reads=$(query p.lprof "[l['wait_ns'] / 1e9 for l in profile.json['lines'] if l['file'].endswith('reads.c') and
		l['line'] == $(grep -n 'READS \*/' reads.c | cut -d: -f1)][0]")
	"$PYTHON" -c "import sys; sys.exit(not ($reads > 0.3 and $(tottime next) > $reads))" ||
		fail "$engine: the line that reads waited $reads s of 0.5, next() has $(tottime next) s, take() $(tottime take) s"
done
