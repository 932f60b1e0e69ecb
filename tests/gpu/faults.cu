// faults.cu: a kernel that fails leaves a context that refuses everything: the profile has what was
// before, and the program ends as it would.
#include "check.h"

__global__ void wild(float *x)
{
	x[0] = 1;
}

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 10; i++)
		spin<<<1, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
	wild<<<1, 1>>>((float *)64);
	if (cudaDeviceSynchronize() == cudaSuccess)
		return 1;
	spin<<<1, 32>>>(x, 1000);
	printf("EXPECT at 16 10\n");
	return 0;
}
