// heat.cu: heat spreads over a plate that is hot at one edge; the example of docs/cuda.md. Row by row, as
// one may write it at first; with an argument, all at once.
#include <utility>

#include "check.h"

__global__ void relax_row(const float *from, float *to, int n, int y)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, at = y * n + x;

	if (x > 0 && x < n - 1)
		to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
}

__global__ void relax(const float *from, float *to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y, at = y * n + x;

	if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
		to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
}

// Numbers that are not negative are in the order of their bits.
__global__ void find_change(const float *from, const float *to, int *most)
{
	const int at = blockIdx.x * blockDim.x + threadIdx.x;

	atomicMax(most, __float_as_int(fabsf(to[at] - from[at])));
}

int main(int argc, char **)
{
	const int n = 1024, rounds = 300, every = argc > 1 ? 100 : 1;
	float *from, *to, change = 0;
	int *most;

	CHECK(cudaMalloc(&from, n * n * sizeof *from));
	CHECK(cudaMalloc(&to, n * n * sizeof *to));
	CHECK(cudaMalloc(&most, sizeof *most));
	CHECK(cudaMemset(from, 0, n * n * sizeof *from));
	CHECK(cudaMemset(from, 66, n * sizeof *from));
	CHECK(cudaMemcpy(to, from, n * n * sizeof *from, cudaMemcpyDeviceToDevice));
	for (int round = 1; round <= rounds; round++) {
		if (argc > 1)
			relax<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(from, to, n);
		else
			for (int y = 1; y < n - 1; y++)
				relax_row<<<n / 256, 256>>>(from, to, n, y);
		if (round % every == 0) {
			CHECK(cudaMemset(most, 0, sizeof *most));
			find_change<<<n * n / 256, 256>>>(from, to, most);
			CHECK(cudaMemcpy(&change, most, sizeof change, cudaMemcpyDeviceToHost));
		}
		std::swap(from, to);
	}
	printf("change %g\n", change);
	printf("EXPECT count find_change %d\nEXPECT hint tiny-kernels 49\n", rounds);
	return 0;
}
