// devices.cu: as many kernels on each GPU as its number + 1; with one GPU, on that.
#include "check.h"

int main()
{
	int count;

	CHECK(cudaGetDeviceCount(&count));
	for (int device = 0; device < count; device++) {
		float *x;

		CHECK(cudaSetDevice(device));
		CHECK(cudaMalloc(&x, 1 << 20));
		for (int i = 0; i <= device; i++)
			spin<<<1, 32>>>(x, 1000);
		printf("EXPECT device %d %d\n", device, device + 1);
	}
	// Not waited for: at exit each GPU is.
	return 0;
}
