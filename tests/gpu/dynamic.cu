// dynamic.cu: kernels that launch kernels.
#include "check.h"

__global__ void child(float *x)
{
	x[threadIdx.x] += 1;
}

__global__ void parent(float *x)
{
	child<<<1, 32>>>(x);
}

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 20; i++)
		parent<<<1, 1>>>(x);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count parent 20\nEXPECT atleast 20 20\n");
	return 0;
}
