// callbacks.cpp: what a lambda calls last is in the time of the line that calls it, though the lambda is inlined into
// C++'s library, which is not instrumented and would jump there.
//: work = timed
//: flags = -O2 -pthread
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <thread>

static double cpu_seconds()
{
	timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

static uint64_t state = 1;

__attribute__((noinline)) static void work(long n)
{
	for (long i = 0; i < n; i++)
		state = state * 6364136223846793005u + 1;
}

__attribute__((noinline)) static void prepare(long n)
{
	work(n);
}

__attribute__((noinline)) static void call(const std::function<void()> &callback)
{
	callback();
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const double begin = cpu_seconds();
	double between, end;

	std::thread([rounds] {
		prepare(rounds * 3000000L);
		work(rounds * 9000000L); //~ in_thread
	}).join();
	between = cpu_seconds();
	for (int i = 0; i < rounds; i++)
		call([] {
			prepare(3000000);
			work(6000000); //~ called
		});
	end = cpu_seconds();
	printf("line in_thread %.6f\nline called %.6f\n", (between - begin) * 3 / 4, (end - between) * 2 / 3);
	return 0;
}
