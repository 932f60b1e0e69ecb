// pageable.cu: much is copied from memory that the system may move, and some from memory that it may not.
#include "check.h"

int main()
{
	const size_t bytes = 64 << 20;
	float *x, *pinned, *pageable = (float *)calloc(1, bytes);

	CHECK(cudaMalloc(&x, bytes));
	CHECK(cudaMallocHost(&pinned, bytes));
	for (int i = 0; i < 20; i++)
		CHECK(cudaMemcpyAsync(x, pageable, bytes, cudaMemcpyHostToDevice));
	for (int i = 0; i < 20; i++)
		CHECK(cudaMemcpyAsync(x, pinned, bytes, cudaMemcpyHostToDevice));
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT bytes HtoD %zu\nEXPECT hint pageable-copy 12\nEXPECT hints 1\n", 40 * bytes);
	return 0;
}
