// sleeps.c: no sleep is cut short by samples, in a thread that also works; sleeping is
// the function's time, but not what the thread is ready to run, and has no CPU.
//: rounds = 20
//: tries = 5
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

// How long the thread was ready to run without a CPU, in s; 0 if the kernel does not tell.
static double delay(void)
{
	FILE *const file = fopen("/proc/thread-self/schedstat", "r");
	unsigned long ns = 0;

	if (file) {
		if (fscanf(file, "%*u %lu", &ns) != 1)
			ns = 0;
		fclose(file);
	}
	return 1e-9 * (double)ns;
}

__attribute__((noinline)) static int sleeper(int rounds)
{
	int cut = 0;

	while (rounds--)
		cut += usleep(20000) != 0;
	return cut;
}

__attribute__((noinline)) static uint64_t worker(uint64_t x)
{
	for (int i = 0; i < 30000000; i++)
		x = x * 6364136223846793005u + 1;
	return x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	double slept = 0;
	int cut = 0;

	for (int i = 0; i < rounds; i++) {
		const double begin = now() - delay();

		cut += sleeper(1);
		slept += now() - delay() - begin;
		if (worker(1) == 2)
			return 3;
	}
	printf("function sleeper %.6f\n", slept);
	return cut || slept < 0.020 * rounds;
}
