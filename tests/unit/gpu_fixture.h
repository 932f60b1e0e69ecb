/*
 * gpu_fixture.h: tests of the sums of a GPU's work: records are made by hand, and the sections of
 * the profile are kept in memory.
 */
#ifndef LINEPROF_TESTS_GPU_FIXTURE_H
#define LINEPROF_TESTS_GPU_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "runtime/gpu_fold.h"
#include "runtime/gpu_records.h"

#define MAYBE __attribute__((unused)) static

static struct lp_gpu_run run;
static struct lp_gpu_row *rows; /* the first section of them */
static struct lp_gpu_device *devices;
static struct lp_gpu_memory *memory;
static struct lp_gpu_region *regions;
static char *names;
static void *sections[256];
static int section_count;

static void *append(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes)
{
	char *const payload = calloc(1, head_bytes + array_bytes);

	sections[section_count++] = payload;
	if (what == LP_SECT_GPU_ROWS && !rows)
		rows = (struct lp_gpu_row *)(void *)(payload + head_bytes);
	if (what == LP_SECT_GPU_DEVICES)
		devices = (struct lp_gpu_device *)(void *)(payload + head_bytes);
	if (what == LP_SECT_GPU_MEMORY)
		memory = (struct lp_gpu_memory *)(void *)(payload + head_bytes);
	if (what == LP_SECT_GPU_REGIONS)
		regions = (struct lp_gpu_region *)(void *)(payload + head_bytes);
	if (what == LP_SECT_GPU_NAMES && !names)
		names = payload + head_bytes;
	return payload;
}

static struct lp_step steps[3];

static struct lp_step *step(uint32_t number)
{
	return number < 3 ? &steps[number] : NULL;
}

/* Paths: a region 2, in it 3, in that 2 again. */
static uint32_t region(uint32_t path, uint32_t *outer)
{
	*outer = path ? path - 1 : 0;
	return path ? 2 + (path == 2) : 0;
}

MAYBE int set_up(void **state)
{
	static struct lp_gpu_host host = {
	    .append = append, .step = step, .region = region, .run = &run};

	(void)state;
	run = (struct lp_gpu_run){.state = LP_GPU_LIVE};
	rows = NULL;
	devices = NULL;
	memory = NULL;
	regions = NULL;
	names = NULL;
	return lp_gpu_fold_start(&host) ? 0 : -1;
}

MAYBE int tear_down(void **state)
{
	(void)state;
	while (section_count)
		free(sections[--section_count]);
	return 0;
}

/* --- records --- */

MAYBE void place(uint32_t correlation, uint64_t work)
{
	const struct lp_cupti_external record = {.kind = LP_CUPTI_EXTERNAL_CORRELATION,
						 .external_kind = LP_CUPTI_CORRELATION_OURS,
						 .external_id = work,
						 .correlation = correlation};

	lp_gpu_fold(&record);
}

MAYBE void api(uint32_t correlation, uint64_t start)
{
	const struct lp_cupti_api record = {.kind = LP_CUPTI_RUNTIME,
					    .start = start,
					    .end = start + 10,
					    .correlation = correlation};

	lp_gpu_fold(&record);
}

/* A call from there, as early as can be. */
MAYBE void call(uint32_t correlation, uint64_t work)
{
	place(correlation, work);
	api(correlation, 1);
}

MAYBE void kernel(uint32_t correlation, const char *name, uint32_t blocks, uint64_t start,
		  uint64_t end)
{
	const struct lp_cupti_kernel record = {.kind = LP_CUPTI_CONCURRENT_KERNEL,
					       .registers = 32,
					       .start = start,
					       .end = end,
					       .grid = {(int)blocks, 1, 1},
					       .block = {256, 1, 1},
					       .correlation = correlation,
					       .name = name};

	lp_gpu_fold(&record);
}

MAYBE void copy(uint32_t correlation, uint64_t bytes, uint64_t start, uint64_t end)
{
	const struct lp_cupti_memcpy record = {.kind = LP_CUPTI_MEMCPY,
					       .copy_kind = 1,
					       .from = 1,
					       .to = 3,
					       .flags = 1,
					       .bytes = bytes,
					       .start = start,
					       .end = end,
					       .correlation = correlation};

	lp_gpu_fold(&record);
}

MAYBE void get_memory_at(uint64_t time_ns, uint32_t correlation, bool gets, uint64_t address,
			 uint64_t bytes)
{
	const struct lp_cupti_memory record = {.kind = LP_CUPTI_MEMORY2,
					       .operation = gets ? LP_CUPTI_MEMORY_GOT
								 : LP_CUPTI_MEMORY_FREED,
					       .memory_kind = LP_CUPTI_DEVICE_MEMORY,
					       .correlation = correlation,
					       .address = address,
					       .bytes = bytes,
					       .timestamp = time_ns};

	lp_gpu_fold(&record);
}

/* One behind the other. */
MAYBE void get_memory(uint32_t correlation, bool gets, uint64_t address, uint64_t bytes)
{
	static uint64_t time_ns;

	get_memory_at(++time_ns, correlation, gets, address, bytes);
}

#endif
