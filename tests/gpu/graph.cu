// graph.cu: the kernels of a graph are on the line that launches it.
#include "check.h"

__global__ void node(float *x)
{
	x[threadIdx.x] += 1;
}

int main()
{
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	float *x;

	CHECK(cudaMalloc(&x, 4096));
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < 3; i++)
		node<<<1, 32, 0, stream>>>(x);
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	for (int i = 0; i < 50; i++)
		CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	printf("EXPECT count node 150\nEXPECT at 24 150\n");
	return 0;
}
