# hints_threads.sh: what one thread of several pays for a line, and what the only one waits for, get a hint; their
# opposites get none.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# Two threads and one line, of which one has eight times the work: they write to neighbouring or far
# counters, or go round a ring that fits the cache or does not. Prints how many times as dear a hit was in
# one of them by its own clock.
cat >threads.c <<'END_OF_FILE'
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 64, LARGE = 1 << 20 };
struct link { struct link *next; char pad[LINE - sizeof(void *)]; };
static struct { volatile long count; char pad[PAD]; } counters[2] __attribute__((aligned(256)));
static struct link *rings[2];
static double ns[2];
static pthread_barrier_t barrier;

/* One cycle in random order: Sattolo's way. */
static struct link *make_ring(unsigned count)
{
	struct link *const links = malloc(count * sizeof(*links));
	uint32_t *const order = malloc(count * sizeof(*order));

	for (unsigned i = 0; i < count; i++)
		order[i] = i;
	for (unsigned i = count - 1; i > 0; i--) {
		const unsigned other = (unsigned)rand() % i;
		const uint32_t kept = order[i];
		order[i] = order[other], order[other] = kept;
	}
	for (unsigned i = 0; i < count; i++)
		links[i].next = &links[order[i]];
	return links;
}

static void add(int number, long rounds)
{
	for (long i = 0; i < rounds; i++)
		__atomic_fetch_add(&counters[number].count, 1, __ATOMIC_RELAXED); // false-sharing
}

static struct link *follow(struct link *at, long rounds)
{
	for (long i = 0; i < rounds; i++)
		at = at->next; // false-sharing
	return at;
}

static void *run(void *argument)
{
	const int number = (int)(intptr_t)argument;
	const long rounds = (number ? 8 : 1) * (rings[number] ? 4000000L : 30000000L);
	struct timespec begin, end;

	pthread_barrier_wait(&barrier);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	if (rings[number])
		rings[number] = follow(rings[number], rounds);
	else
		add(number, rounds);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
	ns[number] = ((double)(end.tv_sec - begin.tv_sec) * 1e9 +
		      (double)(end.tv_nsec - begin.tv_nsec)) / (double)rounds;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc > 1) {
		rings[0] = make_ring(strcmp(argv[1], "far") == 0 ? LARGE : 64);
		rings[1] = make_ring(64);
	}
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&thread, NULL, run, (void *)1);
	run(NULL);
	pthread_join(thread, NULL);
	printf("%d\n", ns[0] < 7 ? 0 : (int)(ns[0] / ns[1]));
	return 0;
}
END_OF_FILE

cat >waits.c <<'END_OF_FILE'
/* waits.c: waits often, and once for as long; for what others want of it; with an argument, in a thread beside main(). */
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/select.h>
#include <unistd.h>

static void *run(void *argument)
{
	for (int i = 0; i < 200; i++)
		usleep(500); // waiting
	usleep(100000);
	for (int i = 0; i < 200; i++) {
		struct timeval half = {0, 500};
		poll(NULL, 0, 1);
		select(0, NULL, NULL, NULL, &half);
	}
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argv;
	if (argc == 1) {
		run(NULL);
		return 0;
	}
	pthread_create(&thread, NULL, run, NULL);
	pthread_join(thread, NULL);
	return 0;
}
END_OF_FILE

# What one thread pays for a line and another does not. Counters in one cache line are only dear where
# the processors have caches of their own, which those of virtual machines may share.
for pad in 1 256; do
	$CC -O2 -DPAD=$pad threads.c -o threads-$pad -pthread
done
LINEPROF_FILE=shared.lprof ./threads-1 >times
if [ "$(cat times)" -ge 5 ]; then
	same "neighbouring counters" "$(wanted threads.c | head -n 1)" "$(hints shared.lprof)"
else
	echo "here neighbouring counters cost no more than others: $(cat times) times"
fi
LINEPROF_FILE=padded.lprof ./threads-256 >times
same "padded counters, $(cat times) times" "" "$(hints padded.lprof)"
LINEPROF_FILE=far.lprof ./threads-256 far >times
[ "$(cat times)" -lt 5 ] || same "far memory" "$(wanted threads.c | tail -n 1)" "$(hints far.lprof)"
same "silenced" "" "$(hints --no-hint=false-sharing far.lprof)"
LINEPROF_FILE=near.lprof ./threads-256 near >times
same "near memory, $(cat times) times" "" "$(hints near.lprof)"

# What the only thread waits for, not what one of several does.
$CC -O2 waits.c -o waits -pthread
./waits
same "waits" "$(wanted waits.c)" "$(hints waits.lprof)"
LINEPROF_FILE=beside.lprof ./waits beside
same "waits of a thread beside" "" "$(hints beside.lprof)"
