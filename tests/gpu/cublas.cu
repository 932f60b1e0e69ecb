// cublas.cu: what cuBLAS launches is on the line that calls it.
#include "check.h"

#include <cublas_v2.h>

int main()
{
	const int n = 1024;
	const float one = 1, zero = 0;
	cublasHandle_t handle;
	float *a, *b, *c;

	CHECK(cudaMalloc(&a, n * n * sizeof(float)));
	CHECK(cudaMalloc(&b, n * n * sizeof(float)));
	CHECK(cudaMalloc(&c, n * n * sizeof(float)));
	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
		return 1;
	for (int i = 0; i < 20; i++)
		cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT atleast 19 20\n");
	return 0;
}
