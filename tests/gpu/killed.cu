// killed.cu: killed by SIGKILL, the profile has what the GPU had done a second before.
#include <csignal>
#include <unistd.h>

#include "check.h"

int main()
{
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 1000; i++)
		spin<<<1, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT atleast 13 1000\nEXPECT exit 137\n");
	fflush(stdout);
	for (int i = 0; i < 30; i++) {
		spin<<<1, 32>>>(x, 1000);
		CHECK(cudaDeviceSynchronize());
		usleep(100000);
	}
	raise(SIGKILL);
}
