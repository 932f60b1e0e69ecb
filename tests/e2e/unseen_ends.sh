# unseen_ends.sh: threads that end without a word: where no round of keys' destructors is left for ours, or by the
# system call. Their rows serve the threads that come, as others' do.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >bare.c <<'C'
#include <pthread.h>
extern pthread_key_t key;
void *run_bare(void *unused);
void *run_bare(void *unused)
{
	pthread_setspecific(key, &key);
	return unused;
}
C
cat >program.c <<'C'
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { THREADS = 300 };
pthread_key_t key;
static volatile int sum;
void *run_bare(void *unused);
__attribute__((noinline)) static void work(void *unused)
{
	(void)unused;
	sum++;
}
/* As threads do that no library has begun: without pthread_exit(). */
static void *leave(void *unused)
{
	work(unused);
	syscall(SYS_exit, 0);
	return unused;
}
int main(int argc, char **argv)
{
	void *(*const run)(void *) = strcmp(argv[argc - 1], "exit") ? run_bare : leave;
	pthread_key_create(&key, work);
	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;
		pthread_create(&thread, 0, run, 0);
		pthread_join(thread, 0);
	}
	return 0;
}
C
$CLANG -O1 -c bare.c -o bare.o
$CC -O1 program.c bare.o -o program -pthread
for how in key exit; do
	for engine in timer perf; do
		LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof timeout -s KILL 60 ./program $how
		same "calls, $how, $engine" 300 "$(query p.lprof "profile.calls('$PWD/program.c', 'work')[0]")"
		same "rows of threads are few, $how, $engine" True "$(query p.lprof "len(profile.json['threads']) < 100")"
		"$LPVIEW" --check p.lprof >out || fail "$how, $engine: $(cat out)"
	done
done
