// nodes.cu: copies and sets of a graph are on the line of its launch too.
#include "check.h"

int main()
{
	const size_t bytes = 1 << 20;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	float *x, *host;

	CHECK(cudaMalloc(&x, bytes));
	CHECK(cudaMallocHost(&host, bytes));
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	CHECK(cudaMemsetAsync(x, 0, bytes, stream));
	spin<<<1, 32, 0, stream>>>(x, 1000);
	CHECK(cudaMemcpyAsync(host, x, bytes, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	for (int i = 0; i < 20; i++)
		CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("EXPECT count spin 20\nEXPECT at 22 20\nEXPECT bytes DtoH %zu\n", 20 * bytes);
	printf("EXPECT copied 22 %zu\n", 20 * bytes * 2);
	return 0;
}
