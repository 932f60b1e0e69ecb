# churn.sh: threads that begin and end without pause, of all kinds, and 1000 at once: counts are exact.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.cpp <<'C'
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <threads.h>
#include <unistd.h>
#include <vector>
static std::atomic<long> truth;
enum { AT_ONCE = 1000 };
static sem_t ended;
static pthread_barrier_t all;
__attribute__((noinline)) static void work(volatile long *at) { *at = *at + 1; }
static void some()
{
	volatile long at = 0;
	for (int i = 0; i < 100; i++)
		work(&at);
	truth += at;
}
static void *plain(void *) { some(); return nullptr; }
static void *by_exit(void *) { some(); pthread_exit(nullptr); }
static void *detached(void *) { some(); sem_post(&ended); return nullptr; }
static void *cancelled(void *)
{
	some();
	sem_post(&ended);
	for (;;)
		pause();
}
static void at_once()
{
	some();
	pthread_barrier_wait(&all);
	some();
}
static int c11(void *) { some(); return 0; }
static void round()
{
	pthread_t ids[4];
	thrd_t thread;
	pthread_create(&ids[0], nullptr, plain, nullptr);
	pthread_create(&ids[1], nullptr, by_exit, nullptr);
	pthread_create(&ids[2], nullptr, cancelled, nullptr);
	pthread_create(&ids[3], nullptr, detached, nullptr);
	pthread_detach(ids[3]);
	thrd_create(&thread, c11, nullptr);
	std::thread cpp(some);
	cpp.join();
	thrd_join(thread, nullptr);
	sem_wait(&ended);
	sem_wait(&ended);
	pthread_cancel(ids[2]);
	for (int i = 0; i < 3; i++)
		pthread_join(ids[i], nullptr);
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 4; i++)
		some();
}
int main(int, char **argv)
{
	const time_t end = time(nullptr) + atoi(argv[1]);
	std::vector<std::thread> many;
	sem_init(&ended, 0, 0);
	pthread_barrier_init(&all, nullptr, AT_ONCE);
	do
		round();
	while (time(nullptr) < end);
	for (int i = 0; i < AT_ONCE; i++)
		many.emplace_back(at_once);
	for (std::thread &thread : many)
		thread.join();
	printf("%ld\n", truth.load());
}
C
openmp=-fopenmp
echo 'int main(void) { return 0; }' >empty.c
$CLANG -fopenmp empty.c -o empty 2>/dev/null || openmp=
[ "$FULL" = 1 ] && seconds=60 || seconds=2
for level in -O0 -O2; do
	rm -f ./*.lprof
	# shellcheck disable=SC2086
	$CXX $level $openmp program.cpp -pthread -o program
	./program $seconds >truth.txt || fail "$level: status $?"
	same "calls at $level" "$(cat truth.txt)" \
		"$(query program.lprof "profile.calls('$PWD/program.cpp', 'work')[0]")"
	# The last thread that was detached may still end.
	bytes=$(stat -c %s program.lprof)
	[ "$bytes" -lt $((64 << 20)) ] || fail "the profile grows with the threads: $bytes bytes"
done
