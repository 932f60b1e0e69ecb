// cost.cu: what a launch costs the program. run.sh runs it profiled, without CUPTI and without
// lineprof, and shows the three.
#include <chrono>

#include "check.h"

__global__ void nothing()
{
}

static double launch_ns(int launches)
{
	const auto begin = std::chrono::steady_clock::now();

	for (int i = 0; i < launches; i++)
		nothing<<<1, 1>>>();
	return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin)
		       .count() /
	       launches;
}

int main()
{
	double least;

	CHECK(cudaFree(nullptr));
	least = launch_ns(500);
	// In short rounds, so that the queue of the GPU is not what is measured.
	for (int round = 0; round < 40; round++) {
		CHECK(cudaDeviceSynchronize());
		const double ns = launch_ns(500);
		least = ns < least ? ns : least;
	}
	CHECK(cudaDeviceSynchronize());
	printf("COST a launch: %.0f ns, the least of 40 rounds\n", least);
	printf("EXPECT count nothing 20500\n");
	return 0;
}
