# signal_handlers.sh: a handler whose stack lies within the thread's own ends no clock of what it interrupts; and one
# that is the first instrumented code of its thread waits for nothing that the thread has.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >within.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
static volatile unsigned sum;
static double seconds;
__attribute__((noinline)) static void tick(int number)
{
	for (int i = 0; i < 50000; i++)
		sum += i * number;
}
__attribute__((noinline)) static void inner(unsigned rounds)
{
	for (unsigned i = 0; i < rounds; i++)
		sum += i;
	sum++;
}
__attribute__((noinline)) static void outer(unsigned rounds)
{
	for (int i = 0; i < 10; i++)
		inner(rounds);
	sum++;
}
static double now(void)
{
	struct timespec at;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
	return at.tv_sec + at.tv_nsec / 1e9;
}
int main(void)
{
	char within[65536];
	const stack_t own = {.ss_sp = within, .ss_size = sizeof within};
	const struct sigaction action = {.sa_handler = tick, .sa_flags = SA_ONSTACK | SA_RESTART};
	const struct itimerval often = {{0, 2000}, {0, 2000}};
	const double begin = now();
	sigaltstack(&own, NULL);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	do {
		const double before = now();
		outer(200000);
		seconds += now() - before;
	} while (now() - begin < 0.6);
	printf("%f\n", seconds);
	return 0;
}
END
$CC -O0 within.c -o within
for engine in auto timer none; do
	took=$(LINEPROF_ENGINE=$engine ./within) || fail "$engine: status $?"
	"$LPVIEW" --check within.lprof >/dev/null || fail "$engine: --check"
	same "outer(), $engine" True "$(query within.lprof \
		"[0.9 * $took < at.cumtime_s < 1.1 * $took for at in profile.functions() if at.name == 'outer'][0]")"
done

# In the middle of malloc(), with so many keys of threads that the C library allocates room for one more.
cat >host.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int is_over;
static void *allocate(void *unused)
{
	void *volatile pieces[64];
	while (!is_over) {
		for (int i = 0; i < 64; i++)
			pieces[i] = malloc(2000 + i * 8);
		for (int i = 0; i < 64; i++)
			free(pieces[i]);
	}
	return unused;
}
int main(void)
{
	pthread_key_t key;
	void *plugin;
	for (int i = 0; i < 40; i++)
		pthread_key_create(&key, NULL);
	plugin = dlopen("./libplugin.so", RTLD_NOW);
	signal(SIGUSR1, (void (*)(int))dlsym(plugin, "hear"));
	for (int i = 0; i < 200; i++) {
		pthread_t thread;
		is_over = 0;
		pthread_create(&thread, NULL, allocate, NULL);
		usleep(500 + i * 7);
		pthread_kill(thread, SIGUSR1);
		usleep(200);
		is_over = 1;
		pthread_join(thread, NULL);
	}
	return 0;
}
END
echo 'volatile unsigned heard; void hear(int number) { heard += number; }' >plugin.c
$CC -shared -fPIC plugin.c -o libplugin.so
$CLANG -O1 host.c -o host -pthread -ldl
LINEPROF_FILE=host.lprof timeout -s KILL 60 ./host || fail "a handler in malloc(): status $?"
same "signals" 200 "$(query host.lprof "profile.calls('$PWD/plugin.c', 'hear')[0]")"
