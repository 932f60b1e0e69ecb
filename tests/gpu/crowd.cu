// crowd.cu: sixteen threads launch as fast as they can, each in a stream of its own.
#include <thread>
#include <vector>

#include "check.h"

static void launch(float *x)
{
	cudaStream_t stream;

	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	for (int i = 0; i < 20000; i++)
		spin<<<1, 32, 0, stream>>>(x, 1);
	CHECK(cudaStreamSynchronize(stream));
}

int main()
{
	std::vector<std::thread> threads;
	float *x;

	CHECK(cudaMalloc(&x, 1 << 20));
	for (int i = 0; i < 16; i++)
		threads.emplace_back(launch, x);
	for (std::thread &thread : threads)
		thread.join();
	printf("EXPECT count spin 320000\nEXPECT at 13 320000\n");
	return 0;
}
