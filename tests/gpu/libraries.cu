// libraries.cu: what cuFFT and cuRAND launch is on the line that calls them.
#include "check.h"

#include <cufft.h>
#include <curand.h>

int main()
{
	const int n = 1 << 20;
	cufftComplex *data;
	cufftHandle plan;
	curandGenerator_t random;

	CHECK(cudaMalloc(&data, n * sizeof *data));
	if (cufftPlan1d(&plan, n, CUFFT_C2C, 1) != CUFFT_SUCCESS ||
	    curandCreateGenerator(&random, CURAND_RNG_PSEUDO_PHILOX4_32_10) != CURAND_STATUS_SUCCESS)
		return 1;
	for (int i = 0; i < 20; i++) {
		curandGenerateUniform(random, (float *)data, 2 * n);
		cufftExecC2C(plan, data, data, CUFFT_FORWARD);
	}
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT atleast 19 20\nEXPECT atleast 20 20\n");
	return 0;
}
