// saxpy.cu: one stream: counts, lines, times against events, copies, memory.
#include "check.h"

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = a * x[i] + y[i];
}

int main()
{
	const int n = 1 << 20;
	float *x, *y, *host = (float *)calloc(n, sizeof(float)), total_ms = 0;
	cudaEvent_t before, after;

	CHECK(cudaMalloc(&x, n * sizeof(float)));
	CHECK(cudaMalloc(&y, n * sizeof(float)));
	CHECK(cudaEventCreate(&before));
	CHECK(cudaEventCreate(&after));
	CHECK(cudaMemcpy(x, host, n * sizeof(float), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(y, 0, n * sizeof(float)));
	for (int i = 0; i < 200; i++)
		saxpy<<<n / 256, 256>>>(n, 2.0f, x, y);
	spin<<<1, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < 50; i++) {
		float ms;

		CHECK(cudaEventRecord(before));
		spin<<<8, 128>>>(x, 10000000);
		CHECK(cudaEventRecord(after));
		CHECK(cudaEventSynchronize(after));
		CHECK(cudaEventElapsedTime(&ms, before, after));
		total_ms += ms;
	}
	CHECK(cudaMemcpy(host, y, n * sizeof(float), cudaMemcpyDeviceToHost));
	printf("EXPECT line saxpy 25\nEXPECT count spin 51\n");
	printf("EXPECT ns spin %.0f\n", total_ms * 1e6);
	printf("EXPECT bytes HtoD %zu\nEXPECT bytes DtoH %zu\n", n * sizeof(float), n * sizeof(float));
	printf("EXPECT peak %zu\n", 2 * n * sizeof(float));
	// Neither waited for nor given back: both are the profile's business.
	saxpy<<<n / 256, 256>>>(n, 2.0f, x, y);
	printf("EXPECT count saxpy 201\n");
	return 0;
}
