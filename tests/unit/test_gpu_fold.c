/* test_gpu_fold.c: from records, as CUPTI hands them out, to sums in the profile. */
#include "tests/unit/gpu_fixture.h"

/* Records of the call and of its work come in any order. */
static void test_join(void **state)
{
	(void)state;
	place(1, LP_GPU_WORK(7, 1, 0));
	api(1, 1000);
	kernel(1, "saxpy", 4, 1500, 1700);
	kernel(2, "saxpy", 4, 1800, 1900);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].count, 1);
	place(2, LP_GPU_WORK(7, 1, 0));
	api(2, 1600);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].kind, LP_GPU_ROW_KERNEL);
	assert_int_equal(rows[0].site, 7);
	assert_int_equal(rows[0].region, 2);
	assert_int_equal(rows[0].count, 2);
	assert_int_equal(rows[0].total_ns, 300);
	assert_int_equal(rows[0].min_ns, 100);
	assert_int_equal(rows[0].max_ns, 200);
	assert_int_equal(rows[0].delays, 2);
	assert_int_equal(rows[0].delay_ns, 700);
	assert_int_equal(rows[0].max_delay_ns, 500);
	assert_string_equal(names + rows[0].name - 1, "saxpy");
	assert_int_equal(rows[1].kind, LP_GPU_ROW_EMPTY);
}

/* As CUPTI does it: the record of the call comes behind that of its work. One that never comes, as
 * of a program that ends meanwhile, is not needed for the place. */
static void test_call_behind_work(void **state)
{
	(void)state;
	for (uint32_t c = 1; c <= 2; c++) {
		place(c, LP_GPU_WORK(7, 0, 0));
		kernel(c, "saxpy", 4, 1500, 1700);
	}
	api(1, 1000);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].count, 1);
	assert_int_equal(rows[0].delays, 1);
	assert_int_equal(rows[0].delay_ns, 500);
	lp_gpu_fold_finish();
	assert_int_equal(rows[0].count, 2);
	assert_int_equal(rows[0].delays, 1);
	assert_int_equal(run.unplaced, 0);
}

/* A buffer is one thread's, the numbers of calls are all threads': those in a buffer lie further
 * apart than calls are remembered. */
static void test_calls_far_apart(void **state)
{
	enum { COUNT = 3000, THREADS = 128 };
	(void)state;
	for (uint32_t i = 1; i <= COUNT; i++) {
		place(i * THREADS, LP_GPU_WORK(7, 0, 0));
		kernel(i * THREADS, "k", 4, 1000 * i, 1000 * i + 500);
		api(i * THREADS, 1000 * i - 100);
	}
	lp_gpu_fold_show();
	assert_int_equal(rows[0].site, 7);
	assert_int_equal(rows[0].count, COUNT);
	assert_int_equal(rows[0].delay_ns, COUNT * 100);
	lp_gpu_fold_finish();
	assert_int_equal(run.unplaced, 0);
}

/* What a GPU had not done when it stopped has no times: it is counted, and said. */
static void test_no_times(void **state)
{
	(void)state;
	call(1, 7);
	kernel(1, "wild", 1, 0, 0);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].count, 1);
	assert_int_equal(rows[0].total_ns, 0);
	assert_null(devices);
	assert_non_null(strstr(run.note, "no times"));
}

/* A call without a place, work without a call, records of other tools, and of a pause. */
static void test_no_place(void **state)
{
	const struct lp_cupti_external kineto = {.kind = LP_CUPTI_EXTERNAL_CORRELATION,
						 .external_kind = 3,
						 .external_id = 99,
						 .correlation = 5};
	(void)state;
	lp_gpu_fold(&kineto);
	api(5, 100);
	kernel(5, "a", 1, 200, 300);
	kernel(0, "a", 1, 300, 400);
	call(6, LP_GPU_WORK(LP_GPU_SITE_STOPPED, 0, 0));
	kernel(6, "a", 1, 400, 500);
	assert_int_equal(rows[0].site, 0);
	assert_int_equal(rows[0].count, 2);
	assert_int_equal(rows[1].kind, LP_GPU_ROW_EMPTY);
	assert_int_equal(run.unplaced, 0);
	kernel(7, "a", 1, 500, 600);
	lp_gpu_fold_finish();
	assert_int_equal(rows[0].count, 3);
	assert_int_equal(run.unplaced, 1);
}

/* All kernels of a graph have the number of its launch. */
static void test_graph(void **state)
{
	(void)state;
	call(9, 1);
	call(9, 1);
	api(9, 1);
	for (int i = 0; i < 10; i++)
		kernel(9, i % 2 ? "odd" : "even", 1, 100 + 10 * (unsigned)i,
		       105 + 10 * (unsigned)i);
	assert_int_equal(rows[0].count + rows[1].count, 10);
	assert_int_equal(rows[0].site, 1);
	assert_int_equal(rows[1].site, 1);
}

/* Each piece is the step's in which it was asked for; what has none is nobody's. */
static void test_steps(void **state)
{
	(void)state;
	memset(steps, 0, sizeof steps);
	call(1, LP_GPU_WORK(7, 0, 1));
	call(2, LP_GPU_WORK(7, 2, 2));
	call(3, LP_GPU_WORK(7, 0, 9));
	kernel(2, "k", 1, 100, 150);
	kernel(1, "k", 1, 200, 300);
	kernel(1, "k", 1, 300, 400);
	kernel(3, "k", 1, 400, 500);
	copy(2, 64, 500, 570);
	assert_int_equal(steps[0].kernel_ns, 0);
	assert_int_equal(steps[1].kernel_ns, 200);
	assert_int_equal(steps[1].kernels, 2);
	assert_int_equal(steps[2].kernel_ns, 50);
	assert_int_equal(steps[2].copy_ns, 70);
	assert_int_equal(rows[0].region, 3);
}

/* Work is that of all regions that were open, once each; its row has the innermost one. */
static void test_regions(void **state)
{
	(void)state;
	for (uint32_t path = 0; path < 4; path++)
		call(path + 1, LP_GPU_WORK(7, path, 0));
	kernel(1, "k", 1, 10, 11);
	kernel(2, "k", 1, 10, 20);
	kernel(3, "k", 1, 10, 110);
	kernel(4, "k", 1, 10, 1010);
	copy(3, 64, 10, 17);
	assert_int_equal(regions[0].region, 2);
	assert_int_equal(regions[0].kernel_ns, 1110);
	assert_int_equal(regions[0].kernels, 3);
	assert_int_equal(regions[0].copy_ns, 7);
	assert_int_equal(regions[1].region, 3);
	assert_int_equal(regions[1].kernel_ns, 1100);
	assert_int_equal(regions[1].copies, 1);
	assert_int_equal(regions[2].region, 0);
	assert_int_equal(rows[0].total_ns, 1);
	assert_int_equal(rows[1].region, 2);
	assert_int_equal(rows[1].total_ns, 1010);
	assert_int_equal(rows[2].region, 3);
	assert_int_equal(rows[2].total_ns, 100);
}

/* Each GPU has its own busy times, and its own rows of work that is alike. */
static void test_devices(void **state)
{
	struct lp_cupti_kernel record = {.kind = LP_CUPTI_CONCURRENT_KERNEL,
					 .start = 100,
					 .end = 200,
					 .correlation = 1,
					 .name = "k"};

	(void)state;
	call(1, 7);
	lp_gpu_fold(&record);
	record.device = 3;
	record.end = 250;
	lp_gpu_fold(&record);
	lp_gpu_fold_show();
	assert_int_equal(devices[0].busy_ns, 100);
	assert_int_equal(devices[1].device, 3);
	assert_int_equal(devices[1].busy_ns, 150);
	assert_int_equal(rows[1].device, 3);
	assert_int_equal(rows[0].count + rows[1].count, 2);
}

/* What overlaps is busy once; gaps are what is between, whatever the order. */
static void test_busy(void **state)
{
	(void)state;
	for (uint32_t c = 1; c < 5; c++)
		call(c, 1);
	kernel(3, "k", 1, 50000, 60000);
	kernel(1, "k", 1, 1000, 3000);
	kernel(2, "k", 1, 2000, 5000);
	copy(4, 64, 4000, 8000);
	lp_gpu_fold_show();
	assert_int_equal(devices[0].first_ns, 1000);
	assert_int_equal(devices[0].last_ns, 60000);
	assert_int_equal(devices[0].busy_ns, 7000 + 10000);
	assert_int_equal(devices[0].kernel_ns, 4000 + 10000);
	assert_int_equal(devices[0].copy_ns, 4000);
	assert_int_equal(devices[0].gap_count, 1);
	assert_int_equal(devices[0].gap_ns, 42000);
	assert_int_equal(devices[0].longest_ns, 42000);
	assert_int_equal(devices[0].gaps[3], 1); /* 16 to 64 us */
}

/* Long runs: the same sums, with far more spans than are kept. */
static void test_busy_long(void **state)
{
	enum { COUNT = 50000 };
	(void)state;
	for (uint32_t c = 1; c <= COUNT; c++) {
		call(c, 1);
		kernel(c, "k", 1, 100 * (uint64_t)(c ^ 1) + 1000, 100 * (uint64_t)(c ^ 1) + 1060);
	}
	lp_gpu_fold_show();
	assert_int_equal(rows[0].count, COUNT);
	assert_int_equal(devices[0].busy_ns, COUNT * 60);
	assert_int_equal(devices[0].busy_ns + devices[0].gap_ns,
			 devices[0].last_ns - devices[0].first_ns);
	assert_int_equal(run.late, 0);
}

/* Threads fill a buffer each, which come one behind the other: what each of them did at one time.
 */
static void test_busy_threads(void **state)
{
	enum { THREADS = 32, IN_BUFFER = 3000, ROUNDS = 4 };
	uint32_t c = 0;
	(void)state;
	for (uint64_t round = 0; round < ROUNDS; round++)
		for (uint64_t thread = 0; thread < THREADS; thread++)
			for (uint64_t i = 0; i < IN_BUFFER; i++) {
				const uint64_t turn = (round * IN_BUFFER + i) * THREADS + thread;

				call(++c, 1);
				kernel(c, "k", 1, 1000 + 100 * turn, 1060 + 100 * turn);
			}
	lp_gpu_fold_show();
	assert_int_equal(run.late, 0);
	assert_int_equal(rows[0].count, c);
	assert_int_equal(devices[0].busy_ns, (uint64_t)c * 60);
	assert_int_equal(devices[0].gap_count, c - 1);
	assert_int_equal(devices[0].gap_ns, (uint64_t)(c - 1) * 40);
}

/* A kernel comes when it is done: behind all that was done in other streams meanwhile, for a
 * minute. */
static void test_busy_beside_long(void **state)
{
	enum { COUNT = 60000 };
	(void)state;
	for (uint64_t i = 1; i <= COUNT; i++) {
		kernel(0, "short", 1, 1000000 * i, 1000000 * i + 10000);
		if (i % 1000 == 0)
			lp_gpu_fold_second();
	}
	kernel(0, "long", 1, 1000, UINT64_C(1000000) * COUNT + 20000);
	lp_gpu_fold_second();
	assert_int_equal(run.late, 0);
	assert_int_equal(devices[0].gap_count, 0);
	assert_int_equal(devices[0].busy_ns, devices[0].last_ns - devices[0].first_ns);
	assert_int_equal(devices[0].kernel_ns, devices[0].busy_ns);
}

static void test_memory(void **state)
{
	(void)state;
	call(1, 11);
	call(2, 12);
	get_memory(1, true, 0x1000, 100);
	get_memory(2, true, 0x2000, 50);
	get_memory(0, false, 0x1000, 0);
	get_memory(1, true, 0x3000, 20);
	get_memory(0, false, 0x9000, 0);
	lp_gpu_fold_show();
	assert_int_equal(memory[0].site, 11);
	assert_int_equal(memory[0].count, 2);
	assert_int_equal(memory[0].freed, 1);
	assert_int_equal(memory[0].bytes, 120);
	assert_int_equal(memory[0].live_bytes, 20);
	assert_int_equal(memory[0].most_bytes, 100);
	assert_int_equal(memory[0].peak_bytes, 100);
	assert_int_equal(memory[1].peak_bytes, 50);
	assert_int_equal(devices[0].peak_bytes, 150);
	assert_int_equal(devices[0].live_bytes, 70);
	assert_int_equal(run.lost_frees, 1);
}

/* Given back and got again before it is known who got it. */
static void test_memory_late(void **state)
{
	(void)state;
	get_memory(1, true, 0x1000, 100);
	get_memory(0, false, 0x1000, 0);
	get_memory(2, true, 0x1000, 30);
	lp_gpu_fold_show();
	call(2, 12);
	lp_gpu_fold_show();
	call(1, 11);
	lp_gpu_fold_show();
	assert_int_equal(memory[0].site, 11);
	assert_int_equal(memory[0].freed, 1);
	assert_int_equal(memory[0].live_bytes, 0);
	assert_int_equal(memory[1].site, 12);
	assert_int_equal(memory[1].live_bytes, 30);
	assert_int_equal(run.lost_frees + run.unplaced, 0);
}

/* Threads fill a buffer each, which come up to a second apart: one got what another gave back. */
static void test_memory_threads(void **state)
{
	(void)state;
	call(1, 11);
	call(2, 12);
	get_memory_at(300, 2, true, 0x1000, 20);
	get_memory_at(350, 2, true, 0x2000, 5);
	lp_gpu_fold_second();
	get_memory_at(100, 1, true, 0x1000, 10);
	get_memory_at(200, 1, false, 0x1000, 0);
	lp_gpu_fold_second();
	assert_int_equal(memory[0].site, 11);
	assert_int_equal(memory[0].freed, 1);
	assert_int_equal(memory[0].live_bytes, 0);
	assert_int_equal(memory[1].site, 12);
	assert_int_equal(memory[1].live_bytes, 25);
	assert_int_equal(devices[0].live_bytes, 25);
	get_memory_at(400, 1, false, 0x1000, 0);
	lp_gpu_fold_finish();
	assert_int_equal(memory[1].freed, 1);
	assert_int_equal(devices[0].live_bytes, 5);
	assert_int_equal(devices[0].peak_bytes, 25);
	assert_int_equal(run.lost_frees, 0);
}

/* More at once than is kept to be sorted. */
static void test_memory_crowd(void **state)
{
	enum { COUNT = 200000 };
	(void)state;
	call(1, 3);
	for (uint64_t i = 0; i < COUNT; i++) {
		const uint64_t turn = (i ^ 1) + 1;

		get_memory_at(4 * turn, 1, true, 512 * turn, 1);
		get_memory_at(4 * turn + 3, 1, false, 512 * turn, 0);
	}
	lp_gpu_fold_finish();
	assert_int_equal(memory[0].freed, COUNT);
	assert_int_equal(memory[0].live_bytes, 0);
	assert_int_equal(memory[0].most_bytes, 1);
	assert_int_equal(run.lost_frees, 0);
}

/* Many live pieces, given back in another order. */
static void test_memory_many(void **state)
{
	(void)state;
	call(1, 3);
	for (uint64_t i = 1; i <= 20000; i++)
		get_memory(1, true, i * 512, i);
	for (uint64_t i = 1; i <= 20000; i++)
		get_memory(1, false, (i * 7919 % 20000 + 1) * 512, 0);
	lp_gpu_fold_show();
	assert_int_equal(memory[0].live_bytes, 0);
	assert_int_equal(memory[0].freed, 20000);
	assert_int_equal(run.lost_frees, 0);
}

/* More kinds of work than rows: the sum stays, and is said to be crowded. */
static void test_bounded(void **state)
{
	uint64_t count = 0;
	(void)state;
	for (uint32_t c = 1; c <= 20000; c++) {
		call(c, c);
		kernel(c, "k", 1, c, c + 1);
	}
	for (int s = 0; s < section_count; s++) {
		const struct lp_gpu_rows *const head = sections[s];
		const struct lp_gpu_row *const row = (const void *)(head + 1);

		for (uint32_t i = 0; head->count == 256 && i < head->count; i++)
			count += row[i].count;
	}
	assert_int_equal(count, 20000);
	assert_true(run.crowded > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_join, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_call_behind_work, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_calls_far_apart, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_no_times, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_no_place, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_graph, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_steps, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_regions, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_devices, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_busy, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_busy_long, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_busy_threads, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_busy_beside_long, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_memory, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_memory_late, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_memory_threads, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_memory_crowd, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_memory_many, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_bounded, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
