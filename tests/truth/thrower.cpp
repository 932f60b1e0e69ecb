// thrower.cpp: exceptions through code that is not instrumented, and longjmp: what they take is the time of who
// throws, and each frame that they leave is closed once.
//: work = timed
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static double cpu_seconds()
{
	timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

static uint64_t state = 1;

static void work(int n)
{
	for (int i = 0; i < n; i++)
		state = state * 6364136223846793005u + 1;
}

static int throwing(const void *, const void *)
{
	work(20000);
	throw 1;
}

__attribute__((noinline)) static int through_qsort()
{
	int numbers[2] = {2, 1};

	try {
		qsort(numbers, 2, sizeof(*numbers), throwing);
	} catch (int) {
		return 1;
	}
	return 0;
}

static jmp_buf back;

static int jumping(const void *, const void *)
{
	work(20000);
	longjmp(back, 1);
}

__attribute__((noinline)) static int out_of_qsort()
{
	int numbers[2] = {2, 1};

	if (setjmp(back) == 0)
		qsort(numbers, 2, sizeof(*numbers), jumping);
	else
		return 1;
	return 0;
}

__attribute__((noinline)) static void calm()
{
	work(500000);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	double throwing_s = 0, jumping_s = 0, calm_s = 0;

	for (int i = 0; i < rounds; i++) {
		double begin = cpu_seconds();

		for (int k = 0; k < 100; k++)
			if (!through_qsort())
				return 1;
		throwing_s += cpu_seconds() - begin;
		begin = cpu_seconds();
		for (int k = 0; k < 100; k++)
			if (!out_of_qsort())
				return 1;
		jumping_s += cpu_seconds() - begin;
		begin = cpu_seconds();
		calm();
		calm_s += cpu_seconds() - begin;
	}
	printf("cumulative through_qsort %.6f\ncumulative out_of_qsort %.6f\ncumulative calm %.6f\n", throwing_s, jumping_s, calm_s);
	return int(state == 7);
}
