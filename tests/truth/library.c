// library.c: what the C library and the kernel do is the time of the lines that called them; a callback's calls are
// counted.
//: work = timed
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 1 << 20, NUMBERS = 100000 };

static char from[BYTES], to[BYTES];
static uint32_t numbers[NUMBERS];
static uint64_t compared;

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	compared++;
	return x < y ? -1 : x > y;
}

__attribute__((noinline)) static void copy(void *into, const void *bytes)
{
	memcpy(into, bytes, BYTES); //~ copying
}

__attribute__((noinline)) static void sort(void)
{
	qsort(numbers, NUMBERS, sizeof(*numbers), by_number); //~ sorting
}

// The loop is on that line, too: what the processor has to find again behind each system call is its time.
// clang-format off
__attribute__((noinline)) static int read_some(int fd, int times)
{
	while (times > 0 && read(fd, to, 4096) == 4096) times--; //~ reading
	return times == 0;
}
// clang-format on

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const int fd = open("/dev/zero", O_RDONLY);
	double copying = 0, sorting = 0, reading = 0;
	uint32_t x = 1;

	for (int i = 0; i < rounds; i++) {
		double begin = cpu_seconds();

		for (int k = 0; k < 300; k++)
			copy(k & 1 ? from : to, k & 1 ? to : from);
		copying += cpu_seconds() - begin;
		for (int k = 0; k < NUMBERS; k++)
			numbers[k] = x = x * 1664525 + 1013904223;
		begin = cpu_seconds();
		sort();
		sorting += cpu_seconds() - begin;
		begin = cpu_seconds();
		if (!read_some(fd, 50000))
			return 2;
		reading += cpu_seconds() - begin;
	}
	printf("line copying %.6f\nline sorting %.6f\nline reading %.6f\ncalls by_number %llu\n", copying,
	       sorting, reading, (unsigned long long)compared);
	return 0;
}
