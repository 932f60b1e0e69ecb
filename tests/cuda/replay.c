/*
 * replay.c: hands recorded buffers (tests/gpu/record.c) to the collector's sums, through
 * cuptiActivityGetNextRecord() of the CUPTI that is named, and says what came of it.
 *
 *   replay CUPTI RECORDING   Exit status 77: that CUPTI cannot be opened here.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gpu_fold.h"
#include "runtime/gpu_records.h"

enum { SECTIONS_MAX = 1024, RECORDING_MOST = 1 << 28 };

static struct lp_gpu_run run;
static struct {
	enum lp_section what;
	uint64_t head_bytes;
	char *payload;
} sections[SECTIONS_MAX];
static int section_count;

static void *append(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes)
{
	if (section_count == SECTIONS_MAX)
		return NULL;
	sections[section_count].what = what;
	sections[section_count].head_bytes = head_bytes;
	sections[section_count].payload = calloc(1, head_bytes + array_bytes);
	return sections[section_count++].payload;
}

static struct lp_step *no_step(uint32_t number)
{
	(void)number;
	return NULL;
}

static uint32_t no_region(uint32_t path, uint32_t *outer)
{
	(void)path;
	*outer = 0;
	return 0;
}

static uint64_t number(FILE *file)
{
	uint64_t value = 0;

	if (fread(&value, sizeof value, 1, file) != 1)
		value = 0;
	return value;
}

/* Puts the names behind the buffer where its records point to. */
static int read_names(FILE *file, uint8_t *buffer, uint64_t bytes)
{
	uint64_t offset, name_bytes;
	char *name;

	for (;;) {
		offset = number(file);
		name_bytes = number(file);
		if (!offset)
			return 1;
		if (bytes < sizeof name || offset > bytes - sizeof name || name_bytes > 1 << 20)
			return 0;
		name = calloc(1, name_bytes + 1);
		if (!name || fread(name, 1, name_bytes, file) != name_bytes)
			return 0;
		memcpy(buffer + offset, &name, sizeof name);
	}
}

static int replay(FILE *file, int (*next)(uint8_t *, size_t, void **))
{
	uint64_t bytes;

	while ((bytes = number(file)) > 0) {
		uint8_t *const buffer = bytes <= RECORDING_MOST ? malloc(bytes) : NULL;
		void *record = NULL;

		if (!buffer || fread(buffer, 1, bytes, file) != bytes ||
		    !read_names(file, buffer, bytes))
			return 0;
		while (next(buffer, bytes, &record) == LP_CUPTI_OK)
			lp_gpu_fold(record);
		lp_gpu_fold_settle();
	}
	lp_gpu_fold_finish();
	return 1;
}

static void say_rows(const struct lp_gpu_row *rows, uint32_t count)
{
	static const char *const kinds[] = {"", "kernel", "copy", "set", "wait"};

	for (uint32_t i = 0; i < count; i++)
		if (rows[i].kind && rows[i].kind < sizeof kinds / sizeof *kinds)
			printf("%s site %u count %llu ns %llu bytes %llu delays %llu\n",
			       kinds[rows[i].kind], rows[i].site,
			       (unsigned long long)rows[i].count,
			       (unsigned long long)rows[i].total_ns,
			       (unsigned long long)rows[i].bytes,
			       (unsigned long long)rows[i].delays);
}

static void say(void)
{
	printf("records %llu unplaced %llu crowded %llu late %llu lost_frees %llu\n",
	       (unsigned long long)run.records, (unsigned long long)run.unplaced,
	       (unsigned long long)run.crowded, (unsigned long long)run.late,
	       (unsigned long long)run.lost_frees);
	for (int i = 0; i < section_count; i++) {
		const void *const head = sections[i].payload;

		if (sections[i].what == LP_SECT_GPU_ROWS)
			say_rows((const void *)(sections[i].payload + sections[i].head_bytes),
				 ((const struct lp_gpu_rows *)head)->count);
	}
}

int main(int argc, char **argv)
{
	static struct lp_gpu_host host = {
	    .append = append, .step = no_step, .region = no_region, .run = &run};
	void *const library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
	FILE *const file = argc == 3 ? fopen(argv[2], "rb") : NULL;
	int (*next)(uint8_t *, size_t, void **);

	if (!library) {
		printf("skipped: no CUPTI can be opened: %s\n", argc == 3 ? dlerror() : "not named");
		return 77;
	}
	*(void **)&next = dlsym(library, "cuptiActivityGetNextRecord");
	if (!file || !next || !lp_gpu_fold_start(&host) || !replay(file, next)) {
		printf("%s: no recording that can be replayed\n", argv[2]);
		return 1;
	}
	say();
	return 0;
}
