// nccl.cu: what NCCL asks for is on the line that calls it; of one GPU: a copy.
#include "check.h"

#include <nccl.h>

int main()
{
	const int n = 1 << 20;
	ncclComm_t comm;
	cudaStream_t stream;
	float *from, *to;
	const int device = 0;

	CHECK(cudaMalloc(&from, n * sizeof *from));
	CHECK(cudaMalloc(&to, n * sizeof *to));
	CHECK(cudaStreamCreate(&stream));
	if (ncclCommInitAll(&comm, 1, &device) != ncclSuccess)
		return 1;
	for (int i = 0; i < 10; i++)
		ncclAllReduce(from, to, n, ncclFloat, ncclSum, comm, stream);
	CHECK(cudaStreamSynchronize(stream));
	printf("EXPECT copied 20 %zu\n", 10 * n * sizeof *from);
	return 0;
}
