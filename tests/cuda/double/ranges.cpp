// ranges.cpp: a program of CUDA with ranges of NVTX, to be linked with the test double.
#include <nvtx3/nvtx3.hpp>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lineprof.h"

struct dim3 {
	unsigned x, y, z;
};
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
extern "C" int cudaMemcpy(void *, const void *, size_t, int);
extern "C" int cudaDeviceSynchronize(void);
#ifdef WITH_LIBRARY
extern "C" void library_work(void);
#endif

// The double takes a kernel's address for its name, and 10 us for each block.
static const char kernel[] = "kernel";

static void launch(unsigned blocks)
{
	cudaLaunchKernel(kernel, dim3{blocks, 1, 1}, dim3{64, 1, 1}, nullptr, 0, nullptr);
}

struct trainer {
	static constexpr char const *name{"trainer"};
};

static nvtxRangeId_t shared_range;

static void *end_it(void *unused)
{
	launch(50); // of a thread that began no range
	nvtxRangeEnd(shared_range);
	return unused;
}

int main(int argc, char **)
{
	char host[64];
	pthread_t thread;

	nvtxRangePushA("before the first launch");
	nvtxRangePop();
	{
		nvtx3::scoped_range_in<trainer> epoch{"epoch"};
		launch(1);
		for (int i = 0; i < 3; i++) {
			lineprof::region step("step");
			launch(2);
			nvtxRangePushW(L"backward");
			launch(4);
			cudaMemcpy(host, host, 64, 2);
			nvtxRangePop();
		}
		nvtx3::scoped_range again{"again"};
		nvtx3::scoped_range twice{"again"};
		launch(8);
	}
	shared_range = nvtxRangeStartA("shared");
	launch(16);
	pthread_create(&thread, nullptr, end_it, nullptr);
	pthread_join(thread, nullptr);
	launch(32); // behind its end
	cudaDeviceSynchronize();
#ifdef WITH_LIBRARY
	library_work();
#endif
	if (argc > 1) {
		nvtxRangePushA("forked");
		if (!fork()) {
			nvtxRangePop();
			nvtxRangePushA("child");
			nvtxRangePop();
			exit(0);
		}
		wait(nullptr);
		nvtxRangePop();
	}
	return getenv("NVTX_INJECTION64_PATH") != nullptr;
}
