// kernel.c: page faults and system calls stand on the lines that made them. The program takes the time of each part by its
// own clock: two thirds are page faults', and what the end of memory adds, which is the machine's.
// Where samples are dear, perf misses a part of the time in the kernel (decision 0067).
//: dear = timer
//: work = timed
//: share touching = told +- 8
//: share reading = told +- 6
//: share computing = told +- 6
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 8 << 20, PAGE = 4096 };


static volatile uint64_t sink;

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static char *fresh_memory(void)
{
	char *const memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED || madvise(memory, BYTES, MADV_NOHUGEPAGE))
		exit(2);
	return memory;
}

/* Each works on for so long, and says how long that was. */
static double touch(double seconds)
{
	const double begin = cpu_seconds(), end = begin + seconds;

	while (cpu_seconds() < end) {
		char *const memory = fresh_memory();

		for (long at = 0; at < BYTES && (at % (64 * PAGE) || cpu_seconds() < end); at += PAGE)
			memory[at] = 1; //~ touching
		munmap(memory, BYTES); //~ touching
	}
	return cpu_seconds() - begin;
}

static double read_much(int fd, double seconds)
{
	static char buffer[1 << 16];
	const double begin = cpu_seconds(), end = begin + seconds;

	while (cpu_seconds() < end)
		for (int i = 0; i < 64; i++)
			if (read(fd, buffer, sizeof buffer) < 0) //~ reading
				exit(2);
	return cpu_seconds() - begin;
}

static double compute(double seconds)
{
	const double begin = cpu_seconds(), end = begin + seconds;
	uint64_t x = 1;

	while (cpu_seconds() < end)
		for (int i = 0; i < 500000; i++)
			x = x * 6364136223846793005u + 1; //~ computing
	sink = x;
	return cpu_seconds() - begin;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const int fd = open("/dev/zero", O_RDONLY);
	double touching = 0, reading = 0, computing = 0;

	for (int i = 0; i < rounds; i++) {
		touching += touch(0.066);
		reading += read_much(fd, 0.017);
		computing += compute(0.017);
	}
	printf("told touching %.9f\ntold reading %.9f\ntold computing %.9f\n", touching, reading, computing);
	return sink == 0;
}
