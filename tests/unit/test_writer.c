/* test_writer.c: where sections go, and the smallest file, as docs/format.md has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above before it. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/reader.h"
#include "format/writer.h"

enum { INFO_END = 64 + 16 + sizeof(struct lp_info) };

static void test_place_without_padding(void **state)
{
	const struct lp_placement place = lp_writer_place(64, 0, 13, 8);

	(void)state;
	assert_int_equal(place.padding, 64);
	assert_int_equal(place.section, 64);
	assert_int_equal(place.array, 80);
	assert_int_equal(place.payload_bytes, 13);
	assert_int_equal(place.end, 96);
}

/* Wherever the file ends, the array is on a page and the gap holds a header or nothing. */
static void test_place_on_pages(void **state)
{
	(void)state;
	for (uint64_t used = 64; used < 64 + 2 * 4096; used += 8)
		for (uint64_t head = 0; head <= 24; head += 8) {
			const struct lp_placement place = lp_writer_place(used, head, 100, 4096);
			const uint64_t gap = place.section - place.padding;

			assert_int_equal(place.padding, used);
			assert_int_equal(place.array % 4096, 0);
			assert_int_equal(place.array - place.section, 16 + head);
			assert_true(gap == 0 || gap >= 16);
			assert_true(gap < 2 * 4096);
			assert_int_equal(place.end, place.array + 104);
		}
}

static void test_chain_is_read_back(void **state)
{
	static _Alignas(8) char file[3 * 4096];
	struct lp_file_header *const header = (struct lp_file_header *)(void *)file;
	struct lp_placement place = lp_writer_place(64, sizeof(struct lp_info), 0, 8);
	struct lp_section_at at = {0};
	struct lp_reader reader;

	(void)state;
	lp_writer_open_file(header);
	lp_writer_open_section(file, &place, LP_SECT_INFO);
	place = lp_writer_place(place.end, sizeof(struct lp_counters), 3 * 8, 4096);
	lp_writer_open_section(file, &place, LP_SECT_COUNTERS);
	*(struct lp_counters *)(void *)(file + place.section + 16) =
	    (struct lp_counters){.count = 3};
	header->committed_bytes = place.end;
	assert_int_equal(lp_reader_open(&reader, file, sizeof file, NULL), LP_OK);
	assert_true(lp_reader_next(&reader, &at) && at.kind == LP_SECT_INFO);
	assert_true(lp_reader_next(&reader, &at) && at.kind == LP_SECT_PADDING);
	assert_true(lp_reader_next(&reader, &at) && at.kind == LP_SECT_COUNTERS);
	assert_ptr_equal(lp_section_counter_values(&at), file + 4096);
	assert_false(lp_reader_next(&reader, &at));
}

static void make_smallest(char file[INFO_END])
{
	struct lp_file_header *const header = (struct lp_file_header *)(void *)file;
	const struct lp_placement place = lp_writer_place(64, sizeof(struct lp_info), 0, 8);

	lp_writer_open_file(header);
	header->state = LP_FILE_FINISHED;
	header->pid = 1;
	lp_writer_open_section(file, &place, LP_SECT_INFO);
	header->committed_bytes = place.end;
}

/* Lines of "OFFSET: BYTES" between "```hex" and "```". */
static size_t read_dump(unsigned char *out, size_t size)
{
	FILE *const page = fopen(LINEPROF_TESTS "/../docs/format.md", "r");
	char line[256];
	int is_inside = 0;
	size_t count = 0;

	assert_non_null(page);
	while (fgets(line, sizeof line, page)) {
		char *at = strchr(line, ':');

		if (!strncmp(line, "```", 3))
			is_inside = !strcmp(line, "```hex\n");
		if (!is_inside || !at)
			continue;
		assert_int_equal(strtoul(line, NULL, 16), count);
		for (char *next = ++at; count < size; at = next) {
			const unsigned long byte = strtoul(at, &next, 16);

			if (next == at)
				break;
			out[count++] = (unsigned char)byte;
		}
	}
	fclose(page);
	return count;
}

static void test_smallest_file(void **state)
{
	static _Alignas(8) char file[INFO_END];
	unsigned char dump[INFO_END + 16];

	(void)state;
	make_smallest(file);
	assert_int_equal(read_dump(dump, sizeof dump), sizeof file);
	assert_memory_equal(dump, file, sizeof file);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_place_without_padding),
	    cmocka_unit_test(test_place_on_pages),
	    cmocka_unit_test(test_chain_is_read_back),
	    cmocka_unit_test(test_smallest_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
