/*
 * abi.c: what runtime/gpu_records.h says of CUPTI's records is what its headers say, for the newest
 * record of each kind and for all older ones that they still have; and records of these headers
 * go through the real cuptiActivityGetNextRecord() into the sums. Needs no driver.
 *
 * Made by hand, not recorded: no number here was measured.
 */
#include <cuda.h>
#include <cupti.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gpu_fold.h"
#include "runtime/gpu_records.h"

#define SAME(theirs, their_field, ours, our_field)                                                 \
	_Static_assert(offsetof(theirs, their_field) == offsetof(struct ours, our_field) &&        \
			   sizeof(((theirs *)0)->their_field) ==                                   \
			       sizeof(((struct ours *)0)->our_field),                              \
		       #theirs "." #their_field);

#define KERNEL(type)                                                                               \
	SAME(type, kind, lp_cupti_kernel, kind)                                                    \
	SAME(type, registersPerThread, lp_cupti_kernel, registers)                                 \
	SAME(type, start, lp_cupti_kernel, start)                                                  \
	SAME(type, end, lp_cupti_kernel, end)                                                      \
	SAME(type, deviceId, lp_cupti_kernel, device)                                              \
	SAME(type, gridX, lp_cupti_kernel, grid[0])                                                \
	SAME(type, gridZ, lp_cupti_kernel, grid[2])                                                \
	SAME(type, blockX, lp_cupti_kernel, block[0])                                              \
	SAME(type, staticSharedMemory, lp_cupti_kernel, static_shared)                             \
	SAME(type, dynamicSharedMemory, lp_cupti_kernel, dynamic_shared)                           \
	SAME(type, localMemoryPerThread, lp_cupti_kernel, local_memory)                            \
	SAME(type, correlationId, lp_cupti_kernel, correlation)                                    \
	SAME(type, name, lp_cupti_kernel, name)
KERNEL(CUpti_ActivityKernel4)
KERNEL(CUpti_ActivityKernel5)
KERNEL(CUpti_ActivityKernel6)
KERNEL(CUpti_ActivityKernel7)
KERNEL(CUpti_ActivityKernel8)
KERNEL(CUpti_ActivityKernel9)
KERNEL(CUpti_ActivityKernel10)

#define COPY(type, ours)                                                                           \
	SAME(type, copyKind, ours, copy_kind)                                                      \
	SAME(type, srcKind, ours, from)                                                            \
	SAME(type, dstKind, ours, to)                                                              \
	SAME(type, flags, ours, flags)                                                             \
	SAME(type, bytes, ours, bytes)                                                             \
	SAME(type, start, ours, start)                                                             \
	SAME(type, end, ours, end)                                                                 \
	SAME(type, deviceId, ours, device)                                                         \
	SAME(type, correlationId, ours, correlation)
COPY(CUpti_ActivityMemcpy, lp_cupti_memcpy)
COPY(CUpti_ActivityMemcpy3, lp_cupti_memcpy)
COPY(CUpti_ActivityMemcpy4, lp_cupti_memcpy)
COPY(CUpti_ActivityMemcpy5, lp_cupti_memcpy)
COPY(CUpti_ActivityMemcpy6, lp_cupti_memcpy)
COPY(CUpti_ActivityMemcpyPtoP, lp_cupti_memcpy2)
COPY(CUpti_ActivityMemcpyPtoP2, lp_cupti_memcpy2)
COPY(CUpti_ActivityMemcpyPtoP3, lp_cupti_memcpy2)
COPY(CUpti_ActivityMemcpyPtoP4, lp_cupti_memcpy2)

#define SET(type)                                                                                  \
	SAME(type, bytes, lp_cupti_memset, bytes)                                                  \
	SAME(type, start, lp_cupti_memset, start)                                                  \
	SAME(type, end, lp_cupti_memset, end)                                                      \
	SAME(type, deviceId, lp_cupti_memset, device)                                              \
	SAME(type, correlationId, lp_cupti_memset, correlation)                                    \
	SAME(type, memoryKind, lp_cupti_memset, memory_kind)
SET(CUpti_ActivityMemset)
SET(CUpti_ActivityMemset2)
SET(CUpti_ActivityMemset3)
SET(CUpti_ActivityMemset4)

#define MEMORY(type)                                                                               \
	SAME(type, memoryOperationType, lp_cupti_memory, operation)                                \
	SAME(type, memoryKind, lp_cupti_memory, memory_kind)                                       \
	SAME(type, correlationId, lp_cupti_memory, correlation)                                    \
	SAME(type, address, lp_cupti_memory, address)                                              \
	SAME(type, bytes, lp_cupti_memory, bytes)                                                  \
	SAME(type, deviceId, lp_cupti_memory, device)
MEMORY(CUpti_ActivityMemory2)
MEMORY(CUpti_ActivityMemory3)
MEMORY(CUpti_ActivityMemory4)

#define WAIT(record)                                                                               \
	SAME(record, type, lp_cupti_synchronization, type)                                         \
	SAME(record, start, lp_cupti_synchronization, start)                                       \
	SAME(record, end, lp_cupti_synchronization, end)                                           \
	SAME(record, correlationId, lp_cupti_synchronization, correlation)
WAIT(CUpti_ActivitySynchronization)
WAIT(CUpti_ActivitySynchronization2)

SAME(CUpti_ActivityExternalCorrelation, externalKind, lp_cupti_external, external_kind)
SAME(CUpti_ActivityExternalCorrelation, externalId, lp_cupti_external, external_id)
SAME(CUpti_ActivityExternalCorrelation, correlationId, lp_cupti_external, correlation)
SAME(CUpti_ActivityAPI, start, lp_cupti_api, start)
SAME(CUpti_ActivityAPI, correlationId, lp_cupti_api, correlation)

#define NUMBER(theirs, ours) _Static_assert((int)(theirs) == (int)(ours), #theirs);
NUMBER(CUPTI_ACTIVITY_KIND_MEMCPY, LP_CUPTI_MEMCPY)
NUMBER(CUPTI_ACTIVITY_KIND_MEMSET, LP_CUPTI_MEMSET)
NUMBER(CUPTI_ACTIVITY_KIND_KERNEL, LP_CUPTI_KERNEL)
NUMBER(CUPTI_ACTIVITY_KIND_DRIVER, LP_CUPTI_DRIVER)
NUMBER(CUPTI_ACTIVITY_KIND_RUNTIME, LP_CUPTI_RUNTIME)
NUMBER(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, LP_CUPTI_CONCURRENT_KERNEL)
NUMBER(CUPTI_ACTIVITY_KIND_MEMCPY2, LP_CUPTI_MEMCPY2)
NUMBER(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, LP_CUPTI_SYNCHRONIZATION)
NUMBER(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, LP_CUPTI_EXTERNAL_CORRELATION)
NUMBER(CUPTI_ACTIVITY_KIND_MEMORY2, LP_CUPTI_MEMORY2)
NUMBER(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2, LP_CUPTI_CORRELATION_OURS)
NUMBER(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, LP_CUPTI_MEMORY_GOT)
NUMBER(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, LP_CUPTI_MEMORY_FREED)
NUMBER(CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, LP_CUPTI_DEVICE_MEMORY)
NUMBER(CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC, LP_CUPTI_FLAG_ASYNC)
NUMBER(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED, LP_CUPTI_FLUSH_FORCED)
NUMBER(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, LP_CUPTI_NO_PERMISSION)
NUMBER(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, LP_CUPTI_TAKEN)
NUMBER(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, LP_CUPTI_NO_PERMISSION_VIRTUAL)

/* --- replay --- */

static struct lp_gpu_row *rows;
static struct lp_gpu_run run;

static void *append(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes)
{
	char *const payload = calloc(1, head_bytes + array_bytes);

	if (what == LP_SECT_GPU_ROWS)
		rows = (struct lp_gpu_row *)(void *)(payload + head_bytes);
	return payload;
}

static size_t put(uint8_t *buffer, size_t at, const void *record, size_t bytes)
{
	memcpy(buffer + at, record, bytes);
	return at + bytes;
}

static size_t fill(uint8_t *buffer)
{
	const CUpti_ActivityExternalCorrelation external = {
	    .kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
	    .externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2,
	    .externalId = 42,
	    .correlationId = 7};
	const CUpti_ActivityAPI api = {
	    .kind = CUPTI_ACTIVITY_KIND_RUNTIME, .start = 100, .end = 200, .correlationId = 7};
	const CUpti_ActivityKernel10 kernel = {.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
					       .start = 500,
					       .end = 900,
					       .gridX = 3,
					       .gridY = 1,
					       .gridZ = 1,
					       .blockX = 64,
					       .blockY = 1,
					       .blockZ = 1,
					       .correlationId = 7,
					       .name = "replayed"};
	const CUpti_ActivityMemcpy6 copy = {.kind = CUPTI_ACTIVITY_KIND_MEMCPY,
					    .copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD,
					    .bytes = 4096,
					    .start = 1000,
					    .end = 1010,
					    .correlationId = 7};
	const CUpti_ActivitySynchronization2 wait = {.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
						     .start = 1000,
						     .end = 1500,
						     .correlationId = 7};
	size_t at = 0;

	at = put(buffer, at, &external, sizeof external);
	at = put(buffer, at, &api, sizeof api);
	at = put(buffer, at, &kernel, sizeof kernel);
	at = put(buffer, at, &copy, sizeof copy);
	return put(buffer, at, &wait, sizeof wait);
}

static int check(const char *what, uint64_t wanted, uint64_t got)
{
	if (wanted == got)
		return 0;
	printf("%s: expected %llu, got %llu\n", what, (unsigned long long)wanted,
	       (unsigned long long)got);
	return 1;
}

int main(int argc, char **argv)
{
	static struct lp_gpu_host host = {.append = append, .run = &run};
	CUptiResult (*next)(uint8_t *, size_t, CUpti_Activity **);
	uint8_t *const buffer = aligned_alloc(8, 4096);
	void *const library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
	CUpti_Activity *record = NULL;
	size_t bytes;
	int wrong = 0;

	if (!library) {
		printf("skipped: no CUPTI can be opened: %s\n", argc > 1 ? dlerror() : "not named");
		return 77;
	}
	*(void **)&next = dlsym(library, "cuptiActivityGetNextRecord");
	if (!next || !lp_gpu_fold_start(&host))
		return 1;
	bytes = fill(buffer);
	while (next(buffer, bytes, &record) == CUPTI_SUCCESS)
		lp_gpu_fold(record);
	lp_gpu_fold_settle();
	if (!rows)
		return printf("no record came through\n"), 1;
	wrong += check("records", 3, run.records);
	wrong += check("kernel's place", 42, rows[0].site);
	wrong += check("kernel's time", 400, rows[0].total_ns);
	wrong += check("kernel's delay", 400, rows[0].delay_ns);
	wrong += check("kernel's grid", 3, rows[0].grid[0]);
	wrong += check("bytes copied", 4096, rows[1].bytes);
	wrong += check("time waited", 500, rows[2].total_ns);
	return wrong != 0;
}
