/* gpu_driver.c: what the collector asks of NVIDIA's driver. */
#include "runtime/gpu_driver.h"

#include <dlfcn.h>
#include <stddef.h>

enum {
	DEVICES_MAX = 64,
	DEINITIALIZED = 4, /* a CUresult */
};

/* CUdevice_attribute */
enum {
	WARP_SIZE = 10,
	CLOCK_KHZ = 13,
	MULTIPROCESSORS = 16,
	MEMORY_CLOCK_KHZ = 36,
	MEMORY_BUS_BITS = 37,
	THREADS_OF_ONE = 39, /* multiprocessor, as the following */
	CAPABILITY_MAJOR = 75,
	CAPABILITY_MINOR = 76,
	SHARED_BYTES_OF_ONE = 81,
	REGISTERS_OF_ONE = 82,
	BLOCKS_OF_ONE = 106,
};

/* X(name, symbol, arguments); all return a CUresult, an int; 0 is success. */
#define DRIVER_FUNCTIONS(X)                                                                        \
	X(CtxGetCurrent, "cuCtxGetCurrent", (void **))                                             \
	X(CtxSynchronize, "cuCtxSynchronize", (void))                                              \
	X(CtxPushCurrent, "cuCtxPushCurrent_v2", (void *))                                         \
	X(CtxPopCurrent, "cuCtxPopCurrent_v2", (void **))                                          \
	X(DeviceGetCount, "cuDeviceGetCount", (int *))                                             \
	X(DeviceGet, "cuDeviceGet", (int *, int))                                                  \
	X(DeviceGetName, "cuDeviceGetName", (char *, int, int))                                    \
	X(DeviceGetAttribute, "cuDeviceGetAttribute", (int *, int, int))                           \
	X(DeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, int))                                  \
	X(DevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState", (int, unsigned *, int *))        \
	X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (void **, int))                      \
	X(DevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (int))

static struct {
#define DRIVER_FIELD(name, symbol, arguments) int(*name) arguments;
	DRIVER_FUNCTIONS(DRIVER_FIELD)
#undef DRIVER_FIELD
} driver;

bool lp_gpu_driver_open(void)
{
	void *const library = dlopen("libcuda.so.1", RTLD_LAZY);

	if (!library)
		return false;
#define DRIVER_FIND(name, symbol, arguments) *(void **)&driver.name = dlsym(library, symbol);
	DRIVER_FUNCTIONS(DRIVER_FIND)
#undef DRIVER_FIND
	return true;
}

/* A CUresult; DEINITIALIZED without a driver. */
static int state(void **context)
{
	*context = NULL;
	return driver.CtxGetCurrent ? driver.CtxGetCurrent(context) : DEINITIALIZED;
}

bool lp_gpu_driver_is_up(void)
{
	void *context;

	return state(&context) == 0;
}

bool lp_gpu_driver_has_gone(void)
{
	void *context;

	return state(&context) == DEINITIALIZED;
}

/* --- waiting --- */

void *lp_gpu_driver_context(void)
{
	void *context;

	return state(&context) == 0 ? context : NULL;
}

static void synchronise_context(void *context)
{
	if (driver.CtxPushCurrent(context))
		return;
	driver.CtxSynchronize();
	driver.CtxPopCurrent(&context);
}

static void synchronise_device(int device)
{
	unsigned flags = 0;
	int is_active = 0;
	void *context;

	if (driver.DevicePrimaryCtxGetState(device, &flags, &is_active) || !is_active ||
	    driver.DevicePrimaryCtxRetain(&context, device))
		return;
	synchronise_context(context);
	driver.DevicePrimaryCtxRelease(device);
}

void lp_gpu_driver_synchronise(void *context)
{
	int count = 0;

	if (!driver.CtxSynchronize || !driver.CtxPushCurrent || !driver.CtxPopCurrent)
		return;
	if (context)
		synchronise_context(context);
	if (!driver.DeviceGetCount || !driver.DevicePrimaryCtxGetState ||
	    !driver.DevicePrimaryCtxRetain || !driver.DevicePrimaryCtxRelease ||
	    driver.DeviceGetCount(&count))
		return;
	for (int device = 0; device < count && device < DEVICES_MAX; device++)
		synchronise_device(device);
}

/* --- devices --- */

/* 0 where it is not said. */
static uint32_t attribute(int device, int which)
{
	int value = 0;

	return !driver.DeviceGetAttribute(&value, which, device) && value > 0 ? (uint32_t)value : 0;
}

bool lp_gpu_driver_describe(struct lp_gpu_device *row)
{
	size_t bytes = 0;
	int device;

	if (!driver.DeviceGet || !driver.DeviceGetName || !driver.DeviceGetAttribute ||
	    !driver.DeviceTotalMem || driver.DeviceGet(&device, (int)row->device) ||
	    driver.DeviceTotalMem(&bytes, device))
		return false;
	driver.DeviceGetName(row->name, sizeof row->name - 1, device);
	row->multiprocessors = attribute(device, MULTIPROCESSORS);
	row->warp_threads = attribute(device, WARP_SIZE);
	row->warps = row->warp_threads ? attribute(device, THREADS_OF_ONE) / row->warp_threads : 0;
	row->blocks = attribute(device, BLOCKS_OF_ONE);
	row->registers = attribute(device, REGISTERS_OF_ONE);
	row->shared_bytes = attribute(device, SHARED_BYTES_OF_ONE);
	row->capability = attribute(device, CAPABILITY_MAJOR) << 16 |
			  (attribute(device, CAPABILITY_MINOR) & 0xffff);
	row->clock_khz = attribute(device, CLOCK_KHZ);
	row->memory_bytes = bytes;
	/* Two bits a clock and line: kHz * bits * 2 / 8 = kilobytes a second. */
	row->bandwidth =
	    (uint64_t)attribute(device, MEMORY_CLOCK_KHZ) * attribute(device, MEMORY_BUS_BITS) / 4;
	return true;
}
