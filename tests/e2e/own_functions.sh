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

# Without builtins (-fno-builtin, -ffreestanding), a malloc() and a strlen() of the program's own are functions like any
# other: what they do is seen.
cat >counting.c <<'C'
int calls;
static char memory[1000];
static unsigned long used;
void *my_malloc(unsigned long bytes) __asm__("malloc");
void my_free(void *at) __asm__("free");
unsigned long my_strlen(const char *text) __asm__("strlen");
void *my_malloc(unsigned long bytes)
{
	calls++;
	used += (bytes + 15) & ~15ul;
	return memory + used - ((bytes + 15) & ~15ul);
}
void my_free(void *at) { (void)at; }
unsigned long my_strlen(const char *text)
{
	unsigned long size = 0;
	calls++;
	while (text[size])
		size++;
	return size;
}
C
cat >counted.c <<'C'
#include <unistd.h>
void *malloc(unsigned long bytes);
void free(void *at);
unsigned long strlen(const char *text);
extern int calls;
int main(int argc, char **argv)
{
	const int before = calls;
	char said[2] = {'0', '\n'};
	void *at = malloc(10);
	free(at);
	said[0] += (char)(calls - before);
	if (argc > 1 && strlen(argv[1]) == 3 && strlen(argv[1]) == 3)
		said[0] += (char)(calls - before);
	return write(1, said, 2) != 2;
}
C
for flags in "-fno-builtin" "-ffreestanding"; do
	$CLANG -O2 $flags counted.c counting.c -o plain
	$CC -O2 $flags counted.c counting.c -o counted
	same "what is counted of one's own, $flags" "$(./plain abc)" "$(LINEPROF=off ./counted abc)"
done
