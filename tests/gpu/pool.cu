// pool.cu: memory of a pool; look at what the table of memory makes of it.
#include "check.h"

int main()
{
	cudaStream_t stream;

	CHECK(cudaStreamCreate(&stream));
	for (int i = 0; i < 20; i++) {
		float *x;

		CHECK(cudaMallocAsync(&x, 1 << 20, stream));
		spin<<<1, 32, 0, stream>>>(x, 1000);
		CHECK(cudaFreeAsync(x, stream));
	}
	CHECK(cudaStreamSynchronize(stream));
	printf("EXPECT count spin 20\nEXPECT at 13 20\n");
	return 0;
}
