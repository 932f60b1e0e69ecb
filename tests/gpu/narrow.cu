// narrow.cu: fewer blocks than the GPU has multiprocessors, one kernel at a time.
#include "check.h"

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 500; i++)
		spin<<<8, 128>>>(x, 100000);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count spin 500\nEXPECT hint few-blocks 10\nEXPECT hints 1\n");
	return 0;
}
