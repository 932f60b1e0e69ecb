// check.h: what the programs of tests/gpu have in common: errors end them; lines that begin with
// EXPECT say what the profile must show, by CUDA's own events. compare.py reads them.
#ifndef LINEPROF_TESTS_GPU_CHECK_H
#define LINEPROF_TESTS_GPU_CHECK_H

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		const cudaError_t error = (call);                                                  \
		if (error != cudaSuccess) {                                                        \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                         \
				cudaGetErrorString(error));                                        \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

/* Runs for `cycles` of the GPU's clock: with ten million for 5 ms, and what an event adds to a kernel's time is
 * below 1 % then. */
__global__ void spin(float *x, long long cycles)
{
	const long long end = clock64() + cycles;
	float value = threadIdx.x;

	while (clock64() < end)
		value = value * 1.0001f + 1;
	x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

#endif
