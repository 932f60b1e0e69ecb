/*
 * record.c: a CUPTI that keeps the buffers of activity records that it hands over, so that
 * tests/cuda/replay.c can hand them over again where there is no GPU. LINEPROF_CUPTI names it; it
 * is linked with the real one, where all functions but one are found. LINEPROF_RECORD: the file.
 *
 * A buffer in the file: its bytes (u64), then they themselves, then for each name that a record
 * points to: where that pointer is (u64), the name's bytes (u64), the name; then 0 and 0.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gpu_records.h"

typedef void (*give_fn)(uint8_t **, size_t *, size_t *);
typedef void (*take_fn)(void *, uint32_t, uint8_t *, size_t, size_t);

static take_fn take;

static void put_number(FILE *file, uint64_t number)
{
	fwrite(&number, sizeof number, 1, file);
}

/* Where a record of that kind has a name; 0: it has none. */
static size_t name_offset(uint32_t kind)
{
	return kind == LP_CUPTI_KERNEL || kind == LP_CUPTI_CONCURRENT_KERNEL
		   ? offsetof(struct lp_cupti_kernel, name)
		   : 0;
}

static void put_names(FILE *file, uint8_t *buffer, size_t valid_bytes)
{
	int (*next)(uint8_t *, size_t, void **);
	void *record = NULL;

	*(void **)&next = dlsym(RTLD_NEXT, "cuptiActivityGetNextRecord");
	while (next && next(buffer, valid_bytes, &record) == LP_CUPTI_OK) {
		const char *name;
		size_t offset;
		uint32_t kind;

		memcpy(&kind, record, sizeof kind);
		offset = name_offset(kind);
		if (!offset)
			continue;
		memcpy(&name, (char *)record + offset, sizeof name);
		if (!name)
			continue;
		put_number(file, (uint64_t)((uint8_t *)record - buffer) + offset);
		put_number(file, strlen(name));
		fwrite(name, 1, strlen(name), file);
	}
	put_number(file, 0);
	put_number(file, 0);
}

static void keep(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid_bytes)
{
	const char *const path = getenv("LINEPROF_RECORD");
	FILE *const file = path && valid_bytes ? fopen(path, "ab") : NULL;

	if (file) {
		put_number(file, valid_bytes);
		fwrite(buffer, 1, valid_bytes, file);
		put_names(file, buffer, valid_bytes);
		fclose(file);
	}
	take(context, stream, buffer, size, valid_bytes);
}

int cuptiActivityRegisterCallbacks(give_fn give, take_fn from)
{
	int (*real)(give_fn, take_fn);

	*(void **)&real = dlsym(RTLD_NEXT, "cuptiActivityRegisterCallbacks");
	take = from;
	return real ? real(give, keep) : 1;
}
