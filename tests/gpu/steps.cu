// steps.cu: each step has the kernels that were asked for in it, also those that ran later.
#include "check.h"
#include "lineprof.h"

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int step = 1; step <= 5; step++) {
		lineprof_step();
		for (int i = 0; i < step; i++)
			spin<<<1, 32>>>(x, 1000000);
		printf("EXPECT step %d %d\n", step, step);
	}
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count spin 15\n");
	return 0;
}
