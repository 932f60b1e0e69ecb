// kernel.c: page faults and system calls stand on the lines that made them. The program
// gives each part its time by its own clock, two thirds to page faults.
//: work = timed
//: share touching = 66 +- 8
//: share reading = 17 +- 6
//: share computing = 17 +- 6
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

/* Each works on until it has had its part of the thread's CPU time. */
static void touch(double end)
{
	while (cpu_seconds() < end) {
		char *const memory = fresh_memory();

		for (long at = 0; at < BYTES && (at % (64 * PAGE) || cpu_seconds() < end); at += PAGE)
			memory[at] = 1; //~ touching
		munmap(memory, BYTES); //~ touching
	}
}

static void read_much(int fd, double end)
{
	static char buffer[1 << 16];

	while (cpu_seconds() < end)
		for (int i = 0; i < 8; i++)
			if (read(fd, buffer, sizeof buffer) < 0) //~ reading
				exit(2);
}

static void compute(double end)
{
	uint64_t x = 1;

	while (cpu_seconds() < end)
		for (int i = 0; i < 50000; i++)
			x = x * 6364136223846793005u + 1; //~ computing
	sink = x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const int fd = open("/dev/zero", O_RDONLY);
	double at = cpu_seconds();

	/* From each end on, so that what one overruns is not added to the whole. */
	for (int i = 0; i < rounds; i++) {
		touch(at += 0.066);
		read_much(fd, at += 0.017);
		compute(at += 0.017);
	}
	printf("%d\n", (int)(sink & 1));
	return 0;
}
