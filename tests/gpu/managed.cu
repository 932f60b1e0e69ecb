// managed.cu: memory that moves by itself, and by prefetch.
#include "check.h"

int main()
{
	const size_t bytes = 8 << 20;
	float *x;

	CHECK(cudaMallocManaged(&x, bytes));
	for (int i = 0; i < 10; i++) {
		for (size_t k = 0; k < bytes / sizeof *x; k += 1024)
			x[k] = 1;
		spin<<<8, 32>>>(x, 1000);
		CHECK(cudaDeviceSynchronize());
	}
	printf("EXPECT count spin 10\nEXPECT at 13 10\n");
	return 0;
}
