// stalls.cu: each round waits for the GPU, and fetches one number by a copy that waits, too.
#include "check.h"

int main()
{
	float *x, host = 0;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 3000; i++) {
		spin<<<512, 128>>>(x, 5000);
		CHECK(cudaDeviceSynchronize());
		spin<<<512, 128>>>(x, 5000);
		CHECK(cudaMemcpy(&host, x, sizeof host, cudaMemcpyDeviceToHost));
	}
	printf("EXPECT count spin 6000\nEXPECT hint gpu-wait 11\nEXPECT hint sync-copy 13\nEXPECT hints 2\n");
	return host < 0;
}
