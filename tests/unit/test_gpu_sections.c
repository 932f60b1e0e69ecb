/* test_gpu_sections.c: damaged sections of GPUs are refused before anything of them is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "format/gpu.h"

static _Alignas(16) unsigned char payload[512];

static const char *check(enum lp_section kind, size_t bytes)
{
	const struct lp_section_at at = {.kind = kind, .payload = payload, .payload_bytes = bytes};

	return lp_gpu_check(&at);
}

static int clear(void **state)
{
	(void)state;
	memset(payload, 0, sizeof payload);
	return 0;
}

static void test_sites(void **state)
{
	struct lp_gpu_sites *const head = (void *)payload;
	struct lp_gpu_site *const site = (void *)(head + 1);
	const size_t bytes = sizeof *head + sizeof *site + 8;
	(void)state;
	*head = (struct lp_gpu_sites){.count = 1, .name_bytes = 8};
	site->name_bytes = 8;
	assert_null(check(LP_SECT_GPU_SITES, bytes));
	assert_non_null(check(LP_SECT_GPU_SITES, bytes - 1));
	assert_non_null(check(LP_SECT_GPU_SITES, 3));
	site->name_offset = 1;
	assert_non_null(check(LP_SECT_GPU_SITES, bytes));
	*site = (struct lp_gpu_site){.name_offset = UINT32_MAX, .name_bytes = 9};
	assert_non_null(check(LP_SECT_GPU_SITES, bytes));
	head->count = UINT32_MAX;
	assert_non_null(check(LP_SECT_GPU_SITES, bytes));
}

static void test_rows(void **state)
{
	static const struct {
		enum lp_section kind;
		size_t row_bytes;
	} kinds[] = {{LP_SECT_GPU_ROWS, 128},
		     {LP_SECT_GPU_MEMORY, 64},
		     {LP_SECT_GPU_DEVICES, 392},
		     {LP_SECT_GPU_REGIONS, 40}};
	struct lp_gpu_rows *const head = (void *)payload;
	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		head->count = 1;
		assert_null(check(kinds[i].kind, sizeof *head + kinds[i].row_bytes));
		assert_non_null(check(kinds[i].kind, sizeof *head + kinds[i].row_bytes - 1));
		assert_non_null(check(kinds[i].kind, 4));
		head->count = UINT32_MAX;
		assert_non_null(check(kinds[i].kind, sizeof payload));
	}
}

static void test_others(void **state)
{
	struct lp_gpu_run *const run = (void *)payload;
	(void)state;
	assert_null(check(LP_SECT_GPU_RUN, sizeof *run));
	assert_non_null(check(LP_SECT_GPU_RUN, sizeof *run - 1));
	memset(run->note, 'x', sizeof run->note);
	assert_non_null(check(LP_SECT_GPU_RUN, sizeof *run));
	clear(NULL);
	((struct lp_gpu_names *)(void *)payload)->bytes = 9;
	assert_null(check(LP_SECT_GPU_NAMES, 17));
	assert_non_null(check(LP_SECT_GPU_NAMES, 16));
	((struct lp_gpu_site_times *)(void *)payload)->count = 2;
	assert_null(check(LP_SECT_GPU_TIMES, 8 + 32));
	assert_non_null(check(LP_SECT_GPU_TIMES, 8 + 31));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(test_sites, clear),
	    cmocka_unit_test_setup(test_rows, clear),
	    cmocka_unit_test_setup(test_others, clear),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
