# last_thread.sh: where main() ends by pthread_exit(), the last thread runs what exit() calls: its time is there. Of one that is
# the last with code that is instrumented, and not of all, the life ends.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >last.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static volatile unsigned sum;
__attribute__((noinline)) static void spin(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sum += i;
}
static void leave(void)
{
	spin(100000000);
}
static __attribute__((destructor)) void destroy(void)
{
	spin(100000000);
}
static void *work(void *unused)
{
	spin(50000000);
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	atexit(leave);
	pthread_create(&thread, 0, work, 0);
	if (!strcmp(argv[argc - 1], "join"))
		pthread_join(thread, 0);
	else
		pthread_detach(thread);
	pthread_exit(0);
}
C
$CC -O1 -g -pthread last.c -o last
for how in join detach; do
	for engine in auto timer; do
		rm -f last.lprof
		LINEPROF_ENGINE=$engine ./last $how
		"$LPVIEW" --check last.lprof >text || fail "$how, $engine: $(cat text)"
		for name in leave destroy; do
			share=$(query last.lprof "round(
				10 * sum(f.cumtime_s for f in profile.functions() if f.name == '$name') / (profile.json['run']['cpu_ns'] / 1e9))")
			same "tenths of the time in $name, $how, $engine" 4 "$share"
		done
	done
done

cat >thread.c <<'C'
void *work(void *unused);
void *work(void *unused)
{
	for (volatile int i = 0; i < 1000000; i++)
		;
	return unused;
}
C
cat >outside.c <<'C'
#include <pthread.h>
#include <unistd.h>
void *work(void *unused);
static void *stay(void *unused)
{
	usleep(500000);
	return unused;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, 0, stay, 0);
	pthread_create(&thread, 0, work, 0);
	pthread_exit(0);
}
C
$CC -O1 -c thread.c
$CLANG -O1 -c outside.c
$CC -pthread outside.o thread.o -o outside
# In a PID namespace of its own, too, below a /proc where its number, 2, is that of kthreadd, which has one thread.
ways=./outside
unshare -pf true 2>/dev/null && ways="$ways ./apart"
printf '#!/bin/sh\nexec unshare -pf sh -c "./outside; exit \\$?"\n' >apart
chmod +x apart
for how in $ways; do
	rm -f p.lprof
	LINEPROF_FILE=$PWD/p.lprof $how
	same "the thread's life is short, $how" True "$(query p.lprof \
		"max(t['lifetime_ns'] for t in profile.json['threads']) < profile.json['run']['wall_ns'] / 2")"
done
