/* test_reader.c: good profiles are read, bad ones are refused with their status. */
#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/profile.h"

static struct builder small_profile(void)
{
	static const char *const texts[] = {"/bin/small", "/home", "host", "note", "small", "-x"};
	static const uint64_t counters[] = {3, 21};
	static const struct lp_clock clock = {.calls = 3, .self_ticks = 70, .total_ticks = 90};
	static const struct lp_stack_node nodes[] = {{.kind = LP_STACK_THREAD, .address = 1}};
	const struct lp_info info = {.ticks_per_second = 1000000000, .end_ticks = 100};
	const struct lp_thread thread = {.thread = 1, .tid = 7, .name = "main"};
	const struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	struct small_function function;
	struct builder builder;

	small_function(&function, "small", 5, 10, NULL);
	builder_begin(&builder, &info);
	builder_text(&builder, texts, 6);
	builder_module(&builder, &module, "/bin/small");
	builder_file(&builder, 0, 5, NULL, "/src/small.c");
	builder_funcs(&builder, 0, &function.table, 1);
	builder_thread(&builder, &thread);
	builder_section(&builder, "PAD ", "filler", 6, NULL, 0);
	builder_counters(&builder, 0, 1, counters, 2);
	builder_clocks(&builder, 0, 1, &clock, 1);
	builder_stacks(&builder, nodes, 1);
	builder_end(&builder);
	return builder;
}

static enum lp_status status_of(const struct builder *builder, size_t size, struct lp_error *error)
{
	struct lp_reader reader;

	return lp_reader_open(&reader, builder->data, size, error);
}

static void hands_out_what_was_written(void **state)
{
	struct builder builder = small_profile();
	struct lp_section_at at = {0};
	struct lp_file_at file = {0};
	struct lp_reader reader;
	int sections = 0;

	(void)state;
	assert_int_equal(lp_reader_open(&reader, builder.data, builder.size, NULL), LP_OK);
	assert_int_equal(reader.info->end_ticks, 100);
	for (; lp_reader_next(&reader, &at); sections++) {
		if (at.kind == LP_SECT_TEXT) {
			assert_string_equal(lp_section_text(&at, LP_TEXT_PROGRAM), "/bin/small");
			assert_string_equal(lp_section_text(&at, LP_TEXT_ARGV + 1), "-x");
			assert_null(lp_section_text(&at, LP_TEXT_ARGV + 2));
		} else if (at.kind == LP_SECT_MODULE) {
			assert_memory_equal(lp_section_module_path(&at), "/bin/small", 10);
		} else if (at.kind == LP_SECT_FILES) {
			assert_true(lp_section_next_file(&at, &file));
			assert_memory_equal(file.path, "/src/small.c", 12);
			assert_false(lp_section_next_file(&at, &file));
		} else if (at.kind == LP_SECT_COUNTERS) {
			assert_int_equal(lp_section_counters(&at)->count, 2);
			assert_int_equal(lp_section_counter_values(&at)[1], 21);
		} else if (at.kind == LP_SECT_CLOCKS) {
			assert_int_equal(lp_section_clock_values(&at)->total_ticks, 90);
		} else if (at.kind == LP_SECT_STACKS) {
			assert_int_equal(lp_section_stack_nodes(&at)->address, 1);
		} else if (at.kind == LP_SECT_THREAD) {
			assert_int_equal(lp_section_thread(&at)->tid, 7);
		}
	}
	assert_int_equal(sections, 10);
	free(builder.data);
}

static void refuses_foreign_files(void **state)
{
	static const char text[] =
	    "hello, world: this is no profile, but long enough for a header ....";
	static const char pickle[] = "\x80\x04\x95 a pickle";
	struct lp_reader reader;
	struct lp_error error;

	(void)state;
	assert_int_equal(lp_reader_open(&reader, text, 0, &error), LP_NOT_PROFILE);
	assert_int_equal(lp_reader_open(&reader, text, sizeof(text), &error), LP_NOT_PROFILE);
	assert_int_equal(lp_reader_open(&reader, pickle, sizeof(pickle), &error),
			 LP_PYTHON_PROFILE);
}

static void refuses_other_versions(void **state)
{
	struct builder builder = small_profile();

	(void)state;
	builder_header(&builder)->version = LP_FILE_VERSION + 3;
	assert_int_equal(status_of(&builder, builder.size, NULL), LP_TOO_NEW);
	assert_int_equal(lp_reader_version(builder.data, builder.size), LP_FILE_VERSION + 3);
	builder_header(&builder)->version = LP_FILE_VERSION - 1;
	assert_int_equal(status_of(&builder, builder.size, NULL), LP_TOO_OLD);
	assert_int_equal(lp_reader_version(builder.data, 11), 0);
	free(builder.data);
}

static void refuses_every_shorter_one(void **state)
{
	struct builder builder = small_profile();

	(void)state;
	for (size_t size = 1; size < builder.size; size++) {
		unsigned char *const cut = (unsigned char *)malloc(size);
		struct lp_error error = {0};
		struct lp_reader reader;

		memcpy(cut, builder.data, size);
		assert_int_equal(lp_reader_open(&reader, cut, size, &error), LP_TRUNCATED);
		assert_non_null(error.expected);
		free(cut);
	}
	free(builder.data);
}

static void takes_what_is_committed(void **state)
{
	struct builder builder = small_profile();

	(void)state;
	builder_begin_section(&builder, "half");
	assert_int_equal(status_of(&builder, builder.size, NULL), LP_OK);
	free(builder.data);
}

static void skips_or_refuses_unknown_sections(void **state)
{
	struct builder builder = small_profile();
	const size_t before = builder.size;
	struct lp_error error;

	(void)state;
	builder_section(&builder, "NEWS", "x", 1, NULL, 0);
	builder_end(&builder);
	assert_int_equal(status_of(&builder, builder.size, NULL), LP_OK);
	memcpy(builder.data + before, "news", 4);
	assert_int_equal(status_of(&builder, builder.size, &error), LP_UNKNOWN_SECTION);
	assert_int_equal(error.offset_bytes, before);
	free(builder.data);
}

static void wants_info_first(void **state)
{
	struct builder builder = small_profile();
	struct lp_error error;

	(void)state;
	memcpy(builder.data + sizeof(struct lp_file_header), "PAD ", 4);
	assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
	assert_int_equal(error.offset_bytes, sizeof(struct lp_file_header));
	free(builder.data);
}

/* So large that rounding it up gives 0. */
static void refuses_sizes_that_wrap(void **state)
{
	struct builder builder = small_profile();
	const uint64_t huge = UINT64_MAX - 3;
	struct lp_error error;

	(void)state;
	memcpy(builder.data + sizeof(struct lp_file_header) + 8, &huge, sizeof(huge));
	assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
	assert_int_equal(error.offset_bytes, sizeof(struct lp_file_header) + 8);
	free(builder.data);
}

/* The model, too, must stand whatever the file says: each byte is changed once. */
static void survives_every_changed_byte(void **state)
{
	struct builder builder = small_profile();
	char path[] = "/tmp/test_reader.XXXXXX";
	const int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, builder.data, builder.size), builder.size);
	for (size_t at = 0; at < builder.size; at++) {
		static const unsigned char changes[] = {0xff, 0x80, 0x01};

		for (size_t i = 0; i < sizeof(changes); i++) {
			const unsigned char changed = builder.data[at] ^ changes[i];
			struct lp_profile profile;
			struct lp_error error;

			assert_int_equal(pwrite(fd, &changed, 1, (off_t)at), 1);
			if (lp_profile_open(&profile, path, &error) == LP_OK)
				lp_profile_free(&profile);
		}
		assert_int_equal(pwrite(fd, &builder.data[at], 1, (off_t)at), 1);
	}
	close(fd);
	unlink(path);
	free(builder.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(hands_out_what_was_written),
	    cmocka_unit_test(refuses_foreign_files),
	    cmocka_unit_test(refuses_other_versions),
	    cmocka_unit_test(refuses_every_shorter_one),
	    cmocka_unit_test(takes_what_is_committed),
	    cmocka_unit_test(skips_or_refuses_unknown_sections),
	    cmocka_unit_test(wants_info_first),
	    cmocka_unit_test(refuses_sizes_that_wrap),
	    cmocka_unit_test(survives_every_changed_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
