// streams.cu: a pipeline of copies and kernels in four streams: they overlap, none is lost.
#include "check.h"

int main()
{
	const int streams = 4, rounds = 25, n = 1 << 20;
	cudaStream_t stream[streams];
	float *device[streams], *host;

	CHECK(cudaMallocHost(&host, n * sizeof(float)));
	for (int s = 0; s < streams; s++) {
		CHECK(cudaStreamCreate(&stream[s]));
		CHECK(cudaMalloc(&device[s], n * sizeof(float)));
	}
	for (int i = 0; i < rounds; i++)
		for (int s = 0; s < streams; s++) {
			CHECK(cudaMemcpyAsync(device[s], host, n * sizeof(float), cudaMemcpyHostToDevice,
					      stream[s]));
			spin<<<4, 128, 0, stream[s]>>>(device[s], 500000);
		}
	for (int s = 0; s < streams; s++)
		CHECK(cudaStreamSynchronize(stream[s]));
	printf("EXPECT count spin %d\nEXPECT line spin 19\n", streams * rounds);
	printf("EXPECT bytes HtoD %zu\nEXPECT overlap\n", streams * rounds * n * sizeof(float));
	return 0;
}
