// nvtx.cu: kernels within the program's own NVTX ranges and lineprof's regions, in two threads; ranges
// before the first call of CUDA.
#include <thread>

#include <nvtx3/nvToolsExt.h>

#include "check.h"
#include "lineprof.h"

static void work(float *x, const char *range, int launches)
{
	nvtxRangePushA(range);
	for (int i = 0; i < launches; i++)
		spin<<<1, 32>>>(x, 1000);
	nvtxRangePop();
}

int main()
{
	float *x;
	nvtxRangeId_t epoch;

	nvtxRangePushA("before");
	nvtxRangePop();
	CHECK(cudaMalloc(&x, 1 << 20));
	epoch = nvtxRangeStartA("epoch");
	for (int i = 0; i < 10; i++) {
		lineprof_region_begin("step");
		spin<<<1, 32>>>(x, 1000);
		work(x, "backward", 2);
		lineprof_region_end();
	}
	std::thread other(work, x, "other", 7);
	other.join();
	nvtxRangeEnd(epoch);
	spin<<<1, 32>>>(x, 1000);
	CHECK(cudaDeviceSynchronize());
	printf("EXPECT count spin 38\nEXPECT region step 10 30\nEXPECT region nvtx:backward 20 20\n");
	printf("EXPECT region nvtx:other 7 7\nEXPECT region nvtx:epoch 0 30\nEXPECT calls nvtx:before 1\n");
	return 0;
}
