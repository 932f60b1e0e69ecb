# own_functions.sh: a program that has functions of the C library's names of its own, instrumented, which the runtime
# calls, too; and one whose library in front of the C library is gone when it ends.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >own.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile int sum;
__attribute__((noinline)) static void note(void) { sum++; }
#ifdef OWN_memcpy
void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	note();
	for (size_t i = 0; i < size; i++)
		((volatile char *)to)[i] = ((const char *)from)[i];
	return to;
}
#elif defined OWN_strlen
size_t strlen(const char *text)
{
	size_t size = 0;
	note();
	while (((const volatile char *)text)[size])
		size++;
	return size;
}
#elif defined OWN_clock_gettime
int clock_gettime(clockid_t clock, struct timespec *now)
{
	note();
	return (int)syscall(SYS_clock_gettime, clock, now);
}
#elif defined OWN_mmap
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	note();
	return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}
#endif
__attribute__((noinline)) static void work(void) { sum++; }
static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++)
		work();
	return unused;
}
int main(void)
{
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, run, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	if (!fork())
		exit(3);
	wait(0);
	puts("end");
	return 0;
}
C
for what in memcpy strlen clock_gettime mmap; do
	for level in 0 2; do
		$CC -O$level "-DOWN_$what" own.c -o own -pthread
		rm -f own*.lprof
		same "a program with a $what() of its own, -O$level" end "$(timeout -s KILL 20 ./own)"
		same "its calls of work()" "4000 4000" "$(query own.lprof "profile.calls('$PWD/own.c', 'work')" | tr -d '(),')"
		"$LPVIEW" own*.lprof >out 2>err || fail "$what: $(cat err)"
	done
done

# As libfaketime does it: what is in front of fstat() and clock_gettime() cannot be called any more.
cat >front.c <<'C'
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static int is_gone;
__attribute__((destructor)) static void go(void) { is_gone = 1; }
int fstat(int fd, struct stat *info)
{
	if (is_gone)
		__builtin_trap();
	return (int)syscall(SYS_fstat, fd, info);
}
int clock_gettime(clockid_t clock, struct timespec *now)
{
	if (is_gone)
		__builtin_trap();
	return (int)syscall(SYS_clock_gettime, clock, now);
}
C
$CLANG -shared -fPIC front.c -o front.so
$CC -O1 own.c -o own -pthread
status=0
LD_PRELOAD=./front.so ./own >out || status=$?
same "status behind a library that is gone" 0 "$status"
