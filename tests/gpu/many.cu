// many.cu: more launches than the collector remembers calls.
#include "check.h"

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 400000; i++)
		spin<<<1, 32>>>(x, 1);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count spin 400000\nEXPECT at 10 400000\nEXPECT hint tiny-kernels 10\n");
	return 0;
}
