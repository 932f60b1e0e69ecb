// virtual.cu: memory that is got apart from its addresses; look at what the table of memory makes of it.
#include <cuda.h>

#include "check.h"

#define DRIVER(call)                                                                               \
	do {                                                                                       \
		if ((call) != CUDA_SUCCESS)                                                        \
			exit(1);                                                                   \
	} while (0)

int main()
{
	CUmemAllocationProp kind = {};
	CUmemAccessDesc access = {};
	CUmemGenericAllocationHandle handle;
	CUdeviceptr at;
	size_t unit;

	CHECK(cudaFree(nullptr));
	kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.location = kind.location;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	DRIVER(cuMemGetAllocationGranularity(&unit, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	DRIVER(cuMemAddressReserve(&at, unit, 0, 0, 0));
	for (int i = 0; i < 5; i++) {
		DRIVER(cuMemCreate(&handle, unit, &kind, 0));
		DRIVER(cuMemMap(at, unit, 0, handle, 0));
		DRIVER(cuMemSetAccess(at, unit, &access, 1));
		spin<<<1, 32>>>((float *)at, 1000);
		CHECK(cudaDeviceSynchronize());
		DRIVER(cuMemUnmap(at, unit));
		DRIVER(cuMemRelease(handle));
	}
	printf("EXPECT count spin 5\nEXPECT at 31 5\n");
	return 0;
}
