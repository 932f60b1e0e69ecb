/*
 * gpu_records.h: what is read of CUPTI's activity records: the fields that all
 * versions from CUDA 11.6 to 13.0 have at the same place. Records are longer, and
 * which is next only cuptiActivityGetNextRecord() knows. tests/cuda/abi.sh compares
 * this with the real headers.
 */
#ifndef LINEPROF_RUNTIME_GPU_RECORDS_H
#define LINEPROF_RUNTIME_GPU_RECORDS_H

#include <stdint.h>

/* CUpti_ActivityKind */
enum lp_cupti_kind {
	LP_CUPTI_MEMCPY = 1,
	LP_CUPTI_MEMSET = 2,
	LP_CUPTI_KERNEL = 3,
	LP_CUPTI_DRIVER = 4,
	LP_CUPTI_RUNTIME = 5,
	LP_CUPTI_CONCURRENT_KERNEL = 10,
	LP_CUPTI_MEMCPY2 = 22, /* from one device to another */
	LP_CUPTI_SYNCHRONIZATION = 38,
	LP_CUPTI_EXTERNAL_CORRELATION = 39,
	LP_CUPTI_MEMORY2 = 49,
};

enum {
	LP_CUPTI_CORRELATION_OURS = 5, /* CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2 */
	LP_CUPTI_MEMORY_GOT = 1,       /* CUpti_ActivityMemoryOperationType */
	LP_CUPTI_MEMORY_FREED = 2,
	LP_CUPTI_DEVICE_MEMORY = 3,  /* CUpti_ActivityMemoryKind */
	LP_CUPTI_FLAG_ASYNC = 1,     /* CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC, _MEMSET_ASYNC */
	LP_CUPTI_FLUSH_COMPLETE = 0, /* CUpti_ActivityFlag: what has all its records */
	LP_CUPTI_FLUSH_FORCED = 1,
	LP_CUPTI_OK = 0,
	LP_CUPTI_NO_PERMISSION = 35,
	LP_CUPTI_TAKEN = 39, /* by another subscriber */
	LP_CUPTI_NO_PERMISSION_VIRTUAL = 40,
	LP_CUPTI_OLDEST = 17, /* cuptiGetVersion() of CUDA 11.6 */
};

struct lp_cupti_kernel {
	uint32_t kind;
	uint8_t cache_config;
	uint8_t shared_memory_config;
	uint16_t registers;
	uint32_t partitioned_cache[2];
	uint64_t start;
	uint64_t end;
	uint64_t completed;
	uint32_t device;
	uint32_t context;
	uint32_t stream;
	int32_t grid[3];
	int32_t block[3];
	int32_t static_shared;
	int32_t dynamic_shared;
	uint32_t local_memory;
	uint32_t local_memory_total;
	uint32_t correlation;
	int64_t grid_id;
	const char *name;
};

/* MEMCPY; of MEMCPY2 too, but for `correlation`. */
struct lp_cupti_memcpy {
	uint32_t kind;
	uint8_t copy_kind;
	uint8_t from;
	uint8_t to;
	uint8_t flags;
	uint64_t bytes;
	uint64_t start;
	uint64_t end;
	uint32_t device;
	uint32_t context;
	uint32_t stream;
	uint32_t correlation;
};

struct lp_cupti_memcpy2 {
	uint32_t kind;
	uint8_t copy_kind;
	uint8_t from;
	uint8_t to;
	uint8_t flags;
	uint64_t bytes;
	uint64_t start;
	uint64_t end;
	uint32_t device;
	uint32_t context;
	uint32_t stream;
	uint32_t from_device;
	uint32_t from_context;
	uint32_t to_device;
	uint32_t to_context;
	uint32_t correlation;
};

struct lp_cupti_memset {
	uint32_t kind;
	uint32_t value;
	uint64_t bytes;
	uint64_t start;
	uint64_t end;
	uint32_t device;
	uint32_t context;
	uint32_t stream;
	uint32_t correlation;
	uint16_t flags;
	uint16_t memory_kind;
};

struct lp_cupti_memory {
	uint32_t kind;
	uint32_t operation;
	uint32_t memory_kind;
	uint32_t correlation;
	uint64_t address;
	uint64_t bytes;
	uint64_t timestamp;
	uint64_t pc;
	uint32_t process;
	uint32_t device;
};

struct lp_cupti_synchronization {
	uint32_t kind;
	uint32_t type;
	uint64_t start;
	uint64_t end;
	uint32_t correlation;
};

/* RUNTIME, DRIVER */
struct lp_cupti_api {
	uint32_t kind;
	uint32_t cbid;
	uint64_t start;
	uint64_t end;
	uint32_t process;
	uint32_t thread;
	uint32_t correlation;
};

struct lp_cupti_external {
	uint32_t kind;
	uint32_t external_kind;
	uint64_t external_id;
	uint32_t correlation;
};

#endif
