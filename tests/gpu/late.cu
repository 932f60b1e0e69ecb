// late.cu: the program works between launches, and the GPU waits for it.
#include "check.h"

static double think(int rounds)
{
	volatile double sum = 0;

	for (int i = 0; i < rounds; i++)
		sum = sum + 1.0 / (i + 1);
	return sum;
}

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 2000; i++) {
		think(100000);
		spin<<<512, 128>>>(x, 20000);
	}
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count spin 2000\nEXPECT hint gpu-idle 20\nEXPECT hints 1\n");
	return 0;
}
