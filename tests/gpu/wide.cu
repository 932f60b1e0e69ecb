// wide.cu: wide kernels, one behind the other: nothing to be said against it.
#include "check.h"

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 16 << 20));
	for (int i = 0; i < 1000; i++)
		spin<<<2048, 256>>>(x, 20000);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count spin 1000\nEXPECT hints 0\n");
	return 0;
}
