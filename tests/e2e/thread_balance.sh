# thread_balance.sh: lpview --threads of a real program: each thread's hits, and how
# uneven they are, are those of arithmetic; threads that gave up their rows are told.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >balance.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
	const long n = (long)argument;
	volatile unsigned sum = 0;

	for (long i = 0; i < n; i++)
		sum += i;
	return NULL;
}

static pthread_barrier_t barrier;

static void *wait_for_all(void *argument)
{
	pthread_barrier_wait(&barrier);
	return work((void *)10L);
}

int main(int argc, char **argv)
{
	pthread_t threads[4];
	const int together = argc > 1 ? atoi(argv[1]) : 0;
	const int one_by_one = argc > 1 ? atoi(argv[2]) : 0;
	pthread_t more[256];

	for (int i = 0; i < 4; i++) {
		pthread_create(&threads[i], NULL, work, (void *)(100000L * (i + 1)));
		pthread_setname_np(threads[i], "worker");
	}
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_init(&barrier, NULL, together + 1);
	for (int i = 0; i < together; i++)
		pthread_create(&more[i], NULL, wait_for_all, NULL);
	if (together)
		pthread_barrier_wait(&barrier);
	for (int i = 0; i < together; i++)
		pthread_join(more[i], NULL);
	for (int i = 0; i < one_by_one; i++) {
		pthread_create(&more[0], NULL, work, (void *)10L);
		pthread_join(more[0], NULL);
	}
	return 0;
}
END
$CC -O2 -pthread balance.c -o balance
./balance
"$LPVIEW" --threads --restrict ':1[01]$' balance.lprof >text
# Of the loop's body: 1 to 4 times 100000.
grep -Eq '^ *4 +100000 +250000 +400000 +1\.60 .*balance\.c:11 ' text || fail "line 11: $(cat text)"
grep -Eq '^ *4 +100001 +250001 +400001 +1\.60 .*balance\.c:10 ' text || fail "line 10: $(cat text)"
same "threads" 5 "$(grep -Ec '^ *[0-9]+( +[0-9.]+){4} +[0-9]+  (balance|worker)$' text)"
same "shares of the CPU time" 1 "$(awk '/^ *[0-9]+ .*(balance|worker)$/ { sum += $5 }
	END { print sum == 0 || (sum > 99.7 && sum < 100.3) }' text)"
same "hits by thread" "[100000, 200000, 300000, 400000]" "$("$LPVIEW" --json --restrict ':11$' \
	balance.lprof | "$PYTHON" -c 'import json, sys
print(sorted(t["hits"] for t in json.load(sys.stdin)["thread_hits"][0]["threads"]))')"

# Many at once, each with a row; then many in turn, which do not all keep theirs.
./balance 100 200
same "hits with many threads" 1003000 "$(query balance.lprof "profile.hits('$PWD/balance.c').get(11)")"
"$LPVIEW" --threads --restrict ':11$' balance.lprof >text
grep -Eq '^ *- .* <[0-9]+ ended threads>$' text || fail "a row of ended threads: $(tail -n 20 text)"
grep -Eq '^[0-9]+ more threads \(--all shows them\)$' text || fail "not all of them: $(wc -l text)"
grep -q 'gave up their rows' text || fail "told: $(tail -n 5 text)"

# One thread has nobody to share with.
echo 'int main(void) { return 0; }' >one.c
$CC -O2 one.c -o one
./one
"$LPVIEW" --threads one.lprof | has "one thread" "all of it ran in one thread"
same "its hits by thread" 0 "$(query one.lprof "len(profile.json['thread_hits'])")"

# What one thread waits for is none of the work that others share, however long it takes.
cat >waits.c <<'END'
#include <pthread.h>
#include <unistd.h>
static void *work(void *unused)
{
	volatile unsigned sum = 0;

	for (long i = 0; i < 60000000; i++)
		sum += i;
	return unused;
}
int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	usleep(600000);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
$CC -O2 -pthread waits.c -o waits
./waits
"$LPVIEW" --threads waits.lprof >text
grep -A 1 '^ Threads ' text | tail -n 1 | grep -Eq 'waits\.c:[78] ' || fail "the first line: $(cat text)"

# The samples of threads with one or two each tell of the time of all of them together.
cat >thin.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static _Thread_local volatile unsigned long value;
static double seconds[160];
static pthread_barrier_t all; /* else those that have ended share a row */
static double cpu(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}
static inline void step(void)
{
	for (int i = 0; i < 500000; i++)
		value = value * 3 + i; // STEP
}
static void *run(void *took)
{
	const double begin = cpu();
	step();
	*(double *)took = cpu() - begin;
	pthread_barrier_wait(&all);
	return 0;
}
int main(void)
{
	pthread_t threads[160];
	double sum = 0;
	pthread_barrier_init(&all, 0, 160);
	for (int i = 0; i < 160; i++)
		pthread_create(&threads[i], 0, run, &seconds[i]);
	for (int i = 0; i < 160; i++)
		pthread_join(threads[i], 0);
	for (int i = 0; i < 160; i++)
		sum += seconds[i];
	printf("%f\n", sum);
	return 0;
}
END
$CC -O2 -pthread thin.c -o thin
took=$(LINEPROF_ENGINE=timer ./thin)
number=$(sed -n '/STEP/=' thin.c)
same "of $took s" True "$(query thin.lprof "0.7 * $took < profile.line_seconds('$PWD/thin.c', [$number, $number - 1]) < 1.4 * $took")"
