// threads.cu: two threads launch at once: each launch is on its own thread's line.
#include <thread>

#include "check.h"

static void first(float *x)
{
	for (int i = 0; i < 500; i++)
		spin<<<1, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
}

static void second(float *x)
{
	for (int i = 0; i < 700; i++)
		spin<<<2, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
}

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	std::thread a(first, x), b(second, x);
	a.join();
	b.join();
	printf("EXPECT count spin 1200\nEXPECT at 9 500\nEXPECT at 16 700\n");
	return 0;
}
