// reset.cu: programs end with cudaDeviceReset(), which takes the context with all that it has to say.
#include "check.h"

int main()
{
	for (int round = 0; round < 2; round++) {
		float *x;

		CHECK(cudaMalloc(&x, 1 << 20));
		for (int i = 0; i < 10; i++)
			spin<<<1, 32>>>(x, 1000);
		CHECK(cudaDeviceSynchronize());
		spin<<<1, 32>>>(x, 1000);
		CHECK(cudaDeviceReset());
	}
	printf("EXPECT count spin 22\nEXPECT at 11 20\nEXPECT at 13 2\n");
	return 0;
}
