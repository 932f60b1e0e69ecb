/*
 * fake_gpu.c: a stand-in for the driver, CUDA's runtime and CUPTI, for tests of the join, of
 * threads and of failures where there is no GPU. One library under their three names. Its
 * times are made up and measure nothing: a kernel takes 10 us for each of its blocks, a copy
 * 1 ns a byte, a call of the host 1 us.
 *
 * Records come as from CUPTI 13.0 on an H100: what says the place, the work, the call itself.
 *
 * FAKE_GPU: "taken", "forbidden", "old": CUPTI refuses; "early", "late": the GPU's records are
 * handed over before those of the calls, or behind them; "begins": the driver takes a while to
 * begin.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/gpu_records.h"

enum { STREAMS = 16, DEPTH = 32, KINDS = 64, CALL_NS = 1000, RECORD_BYTES = 256 };

typedef int (*kernel_name_fn)(const void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t host_ns = 1000000;
static uint64_t stream_ns[STREAMS];
static uint64_t next_address = 0x7f0000000000;
static uint32_t last_correlation;
static bool is_on[KINDS];
static bool is_started;
static pid_t owner;  /* who used the GPU first */
static bool is_gone; /* our exit handler has run: as with the driver's */

static void (*give)(uint8_t **, size_t *, size_t *);
static void (*take)(void *, uint32_t, uint8_t *, size_t, size_t);

/* Records that have not been handed over: 0 of calls, 1 of the GPU. */
static struct queue {
	uint8_t *bytes;
	size_t used, room;
} queues[2];

static __thread uint64_t ids[DEPTH];
static __thread int depth;

static bool is_asked(const char *what)
{
	const char *const asked = getenv("FAKE_GPU");

	return asked && !strcmp(asked, what);
}

static void go_away(void)
{
	is_gone = true;
}

static void start(void)
{
	if (is_started)
		return;
	atexit(go_away);
	owner = getpid();
	is_started = true;
	if (is_asked("begins"))
		usleep(600000);
}

static void put(bool is_gpus, const void *record, size_t bytes)
{
	struct queue *const queue = &queues[is_gpus && (is_asked("early") || is_asked("late"))];
	uint32_t kind;

	memcpy(&kind, record, sizeof kind);
	if (!is_on[kind])
		return;
	if (queue->used + RECORD_BYTES > queue->room) {
		queue->room = queue->room ? 2 * queue->room : 1 << 16;
		queue->bytes = realloc(queue->bytes, queue->room);
	}
	memset(queue->bytes + queue->used, 0, RECORD_BYTES);
	memcpy(queue->bytes + queue->used, record, bytes);
	queue->used += RECORD_BYTES;
}

/* Begins a call, whose number it returns. */
static uint32_t call(uint64_t *start_ns)
{
	uint32_t correlation;

	pthread_mutex_lock(&lock);
	correlation = ++last_correlation;
	start();
	if (depth > 0) {
		const struct lp_cupti_external external = {.kind = LP_CUPTI_EXTERNAL_CORRELATION,
							   .external_kind =
							       LP_CUPTI_CORRELATION_OURS,
							   .external_id = ids[depth - 1],
							   .correlation = correlation};

		put(false, &external, sizeof external);
	}
	*start_ns = host_ns;
	host_ns += CALL_NS;
	return correlation;
}

/* Ends it. */
static int end_call(uint32_t correlation, uint64_t start_ns)
{
	const struct lp_cupti_api api = {.kind = LP_CUPTI_RUNTIME,
					 .start = start_ns,
					 .end = start_ns + CALL_NS,
					 .correlation = correlation};

	put(false, &api, sizeof api);
	pthread_mutex_unlock(&lock);
	return 0;
}

/* --- CUDA's runtime --- */

int cudaMalloc(void **address, size_t bytes)
{
	struct lp_cupti_memory record = {.kind = LP_CUPTI_MEMORY2,
					 .operation = LP_CUPTI_MEMORY_GOT,
					 .memory_kind = LP_CUPTI_DEVICE_MEMORY,
					 .bytes = bytes};
	uint64_t now;

	record.correlation = call(&now);
	record.address = next_address;
	record.timestamp = now;
	*address = (void *)next_address;
	next_address += (bytes + 511) & ~(size_t)511;
	put(true, &record, sizeof record);
	return end_call(record.correlation, now);
}

int cudaFree(void *address)
{
	struct lp_cupti_memory record = {.kind = LP_CUPTI_MEMORY2,
					 .operation = LP_CUPTI_MEMORY_FREED,
					 .memory_kind = LP_CUPTI_DEVICE_MEMORY,
					 .address = (uintptr_t)address};
	uint64_t now;

	record.correlation = call(&now);
	record.timestamp = now;
	put(true, &record, sizeof record);
	return end_call(record.correlation, now);
}

/* When work on the stream begins that is asked for now; it ends `ns` later. */
static uint64_t occupy(int stream, uint64_t now, uint64_t ns)
{
	uint64_t *const free_ns = &stream_ns[stream % STREAMS];
	const uint64_t begin = *free_ns > now + 2 * CALL_NS ? *free_ns : now + 2 * CALL_NS;

	*free_ns = begin + ns;
	return begin;
}

struct dim3 {
	unsigned x, y, z;
};

int cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments,
		     size_t shared, void *stream)
{
	struct lp_cupti_kernel record = {
	    .kind = LP_CUPTI_CONCURRENT_KERNEL,
	    .registers = 32,
	    .stream = (uint32_t)(uintptr_t)stream,
	    .grid = {(int)grid.x, (int)grid.y, (int)grid.z},
	    .block = {(int)block.x, (int)block.y, (int)block.z},
	    .dynamic_shared = (int)shared,
	    .name = (const char *)kernel,
	};
	uint64_t now;

	(void)arguments;
	record.correlation = call(&now);
	record.start = occupy((int)record.stream, now, UINT64_C(10000) * grid.x);
	record.end = record.start + UINT64_C(10000) * grid.x;
	put(true, &record, sizeof record);
	return end_call(record.correlation, now);
}

static int copy(size_t bytes, int kind, void *stream, bool is_async)
{
	struct lp_cupti_memcpy record = {.kind = LP_CUPTI_MEMCPY,
					 .copy_kind = (uint8_t)(kind == 1   ? 1
								: kind == 2 ? 2
									    : 8),
					 .from = kind == 1 ? 1 : 3,
					 .to = kind == 2 ? 1 : 3,
					 .flags = is_async,
					 .bytes = bytes,
					 .stream = (uint32_t)(uintptr_t)stream};
	uint64_t now;

	record.correlation = call(&now);
	record.start = occupy((int)record.stream, now, bytes);
	record.end = record.start + bytes;
	if (!is_async && host_ns < record.end)
		host_ns = record.end;
	put(true, &record, sizeof record);
	return end_call(record.correlation, now);
}

int cudaMemcpy(void *to, const void *from, size_t bytes, int kind)
{
	(void)to;
	(void)from;
	return copy(bytes, kind, NULL, false);
}

int cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, void *stream)
{
	(void)to;
	(void)from;
	return copy(bytes, kind, stream, true);
}

int cudaMemset(void *address, int value, size_t bytes)
{
	struct lp_cupti_memset record = {
	    .kind = LP_CUPTI_MEMSET, .bytes = bytes, .memory_kind = LP_CUPTI_DEVICE_MEMORY};
	uint64_t now;

	(void)address;
	(void)value;
	record.correlation = call(&now);
	record.start = occupy(0, now, bytes);
	record.end = record.start + bytes;
	put(true, &record, sizeof record);
	return end_call(record.correlation, now);
}

int cudaLaunchHostFunc(void *stream, void (*function)(void *), void *argument)
{
	uint64_t now;
	const uint32_t correlation = call(&now);

	(void)stream;
	end_call(correlation, now);
	function(argument);
	return 0;
}

int cudaStreamQuery(void *stream)
{
	uint64_t now;
	const uint32_t correlation = call(&now);
	const bool is_busy = stream_ns[(uintptr_t)stream % STREAMS] > host_ns;

	end_call(correlation, now);
	return is_busy ? 600 : 0; /* cudaErrorNotReady */
}

int cudaDeviceSynchronize(void)
{
	struct lp_cupti_synchronization record = {.kind = LP_CUPTI_SYNCHRONIZATION, .type = 4};
	uint64_t now;

	record.correlation = call(&now);
	record.start = now;
	for (int i = 0; i < STREAMS; i++)
		if (stream_ns[i] > host_ns)
			host_ns = stream_ns[i];
	record.end = host_ns;
	put(true, &record, sizeof record);
	return end_call(record.correlation, now);
}

/* Three kernels with the launch's number. */
int cudaGraphLaunch(void *graph, void *stream)
{
	static const char *const names[] = {"node_a", "node_b", "node_a"};
	uint64_t now;
	uint32_t correlation;

	(void)graph;
	correlation = call(&now);
	for (int i = 0; i < 3; i++) {
		struct lp_cupti_kernel record = {.kind = LP_CUPTI_CONCURRENT_KERNEL,
						 .grid = {1, 1, 1},
						 .block = {64, 1, 1},
						 .correlation = correlation,
						 .name = names[i]};

		record.start = occupy((int)(uintptr_t)stream, now, 5000);
		record.end = record.start + 5000;
		put(true, &record, sizeof record);
	}
	return end_call(correlation, now);
}

/* --- the driver --- */

int cuCtxGetCurrent(void **context)
{
	*context = is_started ? (void *)&lock : NULL;
	return is_gone ? 4 : is_started ? 0 : 3;
}

/* A kernel that waits for a word of the host, which a destructor of the program gives. */
int cuCtxSynchronize(void)
{
	while (is_asked("endless"))
		pause();
	return is_gone ? 4 : 0;
}

int cuCtxPushCurrent_v2(void *context)
{
	(void)context;
	return is_gone ? 4 : 0;
}

int cuCtxPopCurrent_v2(void **context)
{
	*context = NULL;
	return is_gone ? 4 : 0;
}

int cuDeviceGet(int *device, int number)
{
	*device = number;
	return is_gone ? 4 : 0;
}

int cuDeviceGetName(char *name, int bytes, int device)
{
	(void)device;
	snprintf(name, (size_t)bytes, "Test double, no GPU");
	return 0;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
	(void)device;
	*bytes = 1 << 30;
	return is_gone ? 4 : 0;
}

/* By the numbers of CUdevice_attribute. */
int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	static const int values[128] = {
	    [10] = 32, [13] = 1000000, [16] = 10,        [36] = 500,   [37] = 8000, [39] = 2048,
	    [75] = 9,  [76] = 0,       [81] = 100 << 10, [82] = 65536, [106] = 32};

	(void)device;
	*value = values[attribute & 127];
	return is_gone ? 4 : 0;
}

/* --- CUPTI --- */

/* What a real one does when it starts the driver. */
static void work_ms(long ms)
{
	struct timespec begin, now;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < ms);
}

int cuptiGetVersion(uint32_t *version)
{
	if (is_asked("slow"))
		work_ms(400);
	*version = is_asked("old") ? 12 : 130001;
	return 0;
}

int cuptiGetResultString(int result, const char **text)
{
	(void)result;
	*text = "made up";
	return 0;
}

int cuptiSubscribe(void **subscriber, void *callback, void *user)
{
	(void)callback;
	(void)user;
	*subscriber = &lock;
	return is_asked("taken") || (is_asked("joined") && is_started) ? LP_CUPTI_TAKEN : 0;
}

int cuptiUnsubscribe(void *subscriber)
{
	(void)subscriber;
	return 0;
}

int cuptiActivityEnable(int kind)
{
	if (is_asked("forbidden") || (is_asked("half") && kind == LP_CUPTI_CONCURRENT_KERNEL))
		return LP_CUPTI_NO_PERMISSION;
	pthread_mutex_lock(&lock);
	is_on[kind] = true;
	pthread_mutex_unlock(&lock);
	return 0;
}

int cuptiActivityDisable(int kind)
{
	pthread_mutex_lock(&lock);
	is_on[kind] = false;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* Whom nothing is handed to pays for nothing. */
__attribute__((destructor)) static void look_back(void)
{
	for (int kind = 0; is_asked("half") && kind < KINDS; kind++)
		if (is_on[kind])
			fprintf(stderr, "records of kind %d are made for nobody\n", kind);
}

int cuptiActivityRegisterCallbacks(void (*request)(uint8_t **, size_t *, size_t *),
				   void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t))
{
	give = request;
	take = complete;
	return 0;
}

int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid_bytes, void **record)
{
	uint8_t *const next = *record ? (uint8_t *)*record + RECORD_BYTES : buffer;

	if (next >= buffer + valid_bytes)
		return 12; /* CUPTI_ERROR_MAX_LIMIT_REACHED */
	*record = next;
	return 0;
}

int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped)
{
	(void)context;
	(void)stream;
	*dropped = 0;
	return 0;
}

static void hand_over(struct queue *queue)
{
	struct queue mine;

	pthread_mutex_lock(&lock);
	mine = *queue;
	*queue = (struct queue){NULL, 0, 0};
	pthread_mutex_unlock(&lock);
	for (size_t at = 0; at < mine.used;) {
		size_t room, most, part;
		uint8_t *buffer;

		give(&buffer, &room, &most);
		part = room / RECORD_BYTES * RECORD_BYTES;
		if (part > mine.used - at)
			part = mine.used - at;
		memcpy(buffer, mine.bytes + at, part);
		take(NULL, 0, buffer, room, part);
		at += part;
	}
	free(mine.bytes);
}

int cuptiActivityFlushAll(uint32_t flags)
{
	const int first = is_asked("early");

	(void)flags;
	/* A real one may do worse. */
	if (is_gone || (is_started && getpid() != owner))
		abort();
	hand_over(&queues[first]);
	hand_over(&queues[!first]);
	return 0;
}

int cuptiActivityPushExternalCorrelationId(int kind, uint64_t id)
{
	if (kind == LP_CUPTI_CORRELATION_OURS && depth < DEPTH)
		ids[depth++] = id;
	return 0;
}

int cuptiActivityPopExternalCorrelationId(int kind, uint64_t *id)
{
	if (kind == LP_CUPTI_CORRELATION_OURS && depth > 0)
		*id = ids[--depth];
	return 0;
}
