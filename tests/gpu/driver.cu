// driver.cu: the driver's interface, a context of the program's own, a kernel from PTX.
#include <cuda.h>

#include "check.h"

#define DRIVER(call)                                                                               \
	do {                                                                                       \
		if ((call) != CUDA_SUCCESS) {                                                      \
			fprintf(stderr, "%s:%d: the driver refuses\n", __FILE__, __LINE__);        \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

static const char ptx[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
			  ".visible .entry store(.param .u64 p) {\n"
			  ".reg .u64 %a;\n.reg .u32 %v;\n"
			  "ld.param.u64 %a, [p];\nmov.u32 %v, 7;\nst.global.u32 [%a], %v;\nret;\n}\n";

int main()
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction store;
	CUdeviceptr memory;
	int host = 0;

	DRIVER(cuInit(0));
	DRIVER(cuDeviceGet(&device, 0));
	DRIVER(cuCtxCreate(&context, nullptr, 0, device));
	DRIVER(cuModuleLoadData(&module, ptx));
	DRIVER(cuModuleGetFunction(&store, module, "store"));
	DRIVER(cuMemAlloc(&memory, 4096));
	for (int i = 0; i < 30; i++) {
		void *arguments[] = {&memory};

		DRIVER(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
	}
	DRIVER(cuMemcpyDtoH(&host, memory, sizeof host));
	printf("EXPECT count store 30\nEXPECT at 37 30\nEXPECT bytes DtoH %zu\n", sizeof host);
	return host != 7;
}
