/* test_reader.c: good profiles are read, bad ones are refused with their status. */
#include "format/gpu.h"
#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/pack.h"
#include "viewer/model/profile.h"

static struct builder small_profile(void)
{
	static const char *const texts[] = {"/bin/small", "/home", "host", "note", "small", "-x"};
	static const uint64_t counters[] = {3, 21};
	static const struct lp_clock clock = {.calls = 3, .self_ticks = 70, .total_ticks = 90};
	static const struct lp_stack_node nodes[] = {
	    {.kind = LP_STACK_THREAD, .address = 1},
	    {.kind = LP_STACK_LEAF, .address = 0x1500, .region = LP_REGION(0, 0), .count = 2},
	};
	const struct lp_info info = {.ticks_per_second = 1000000000, .end_ticks = 100};
	const struct lp_thread thread = {.thread = 1, .tid = 7, .name = "main"};
	const struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	const struct lp_selection selection = {.excluded = 4, .patterns_bytes = 10};
	struct small_function function;
	struct builder remarks = {.size = 0};
	struct builder builder;

	small_function(&function, "small", 5, 10, NULL);
	builder_begin(&builder, &info);
	builder_text(&builder, texts, 6);
	builder_module(&builder, &module, "/bin/small");
	builder_file(&builder, 0, 5, NULL, "/src/small.c");
	builder_funcs(&builder, 0, &function.table, 1);
	builder_remark(&remarks, 12, 1, 4, "", "wide");
	builder_remarks(&builder, 0, 5, &remarks, 0);
	builder_section(&builder, "Slct", &selection, sizeof(selection), "include=a", 10);
	builder_thread(&builder, &thread);
	builder_section(&builder, "PAD ", "filler", 6, NULL, 0);
	builder_counters(&builder, 0, 1, counters, 2);
	builder_clocks(&builder, 0, 1, &clock, 1);
	builder_stacks(&builder, nodes, 2);
	builder_symbols(&builder, 0, 0x1500, true, "small", "/src/small.c", 12);
	builder_source(&builder, 5, "text\n");
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
		} else if (at.kind == LP_SECT_SYMBOLS) {
			assert_int_equal(lp_section_symbol_addresses(&at)->address, 0x1500);
			assert_int_equal(lp_section_symbol_frames(&at)->line, 12);
			assert_string_equal(lp_section_symbol_strings(&at) + 1, "small");
		} else if (at.kind == LP_SECT_SOURCE) {
			assert_int_equal(lp_section_source(&at)->text_bytes, 5);
		} else if (at.kind == LP_SECT_REMARKS) {
			assert_int_equal(lp_section_remarks(&at)->bytes, 2 + 9 + 4 + 2 + 6);
		} else if (at.kind == LP_SECT_SELECTION) {
			assert_int_equal(lp_section_selection(&at)->excluded, 4);
			assert_string_equal(lp_section_next_pattern(&at, NULL), "include=a");
			assert_null(lp_section_next_pattern(
			    &at, lp_section_next_pattern(&at, NULL)));
		}
	}
	assert_int_equal(sections, 14);
	free(builder.data);
}

/* As of an earlier lineprof. */
static void shorten_info(struct builder *builder, uint64_t bytes)
{
	((struct lp_section_header *)(void *)(builder->data + sizeof(struct lp_file_header)))
	    ->payload_bytes -= bytes;
	builder_header(builder)->committed_bytes -= bytes;
}

/* Each sample of an earlier lineprof's is taken for a period. */
static void reads_shorter_info(void **state)
{
	const struct lp_info info = {.samples_taken = 7,
				     .page_faults = 5,
				     .sample_squares = 9,
				     .crowded_samples = 3,
				     .children_lost = 2};
	struct builder builder = {.size = 0};
	struct lp_reader reader;

	(void)state;
	builder_begin(&builder, &info);
	builder_end(&builder);
	assert_int_equal(lp_reader_open(&reader, builder.data, builder.size, NULL), LP_OK);
	assert_int_equal(lp_reader_info(&reader).sample_squares, 9);
	assert_int_equal(lp_reader_info(&reader).children_lost, 2);
	shorten_info(&builder, sizeof(info) - offsetof(struct lp_info, children_lost));
	assert_int_equal(lp_reader_open(&reader, builder.data, builder.size, NULL), LP_OK);
	assert_int_equal(lp_reader_info(&reader).children_lost, 0);
	assert_int_equal(lp_reader_info(&reader).crowded_samples, 3);
	shorten_info(&builder, sizeof(info.crowded_samples));
	assert_int_equal(lp_reader_open(&reader, builder.data, builder.size, NULL), LP_OK);
	assert_int_equal(lp_reader_info(&reader).sample_squares, 9);
	assert_int_equal(lp_reader_info(&reader).crowded_samples, 0);
	shorten_info(&builder, sizeof(info.sample_squares));
	assert_int_equal(lp_reader_open(&reader, builder.data, builder.size, NULL), LP_OK);
	assert_int_equal(lp_reader_info(&reader).page_faults, 5);
	assert_int_equal(lp_reader_info(&reader).sample_squares, 7);
	free(builder.data);
}

static void refuses_foreign_files(void **state)
{
	static const char text[] =
	    "hello, world: this is no profile, but long enough for a header ....";
	struct lp_reader reader;
	struct lp_error error;

	(void)state;
	assert_int_equal(lp_reader_open(&reader, text, 0, &error), LP_NOT_PROFILE);
	assert_int_equal(lp_reader_open(&reader, text, sizeof(text), &error), LP_NOT_PROFILE);
	assert_int_equal(error.head_bytes, LP_ERROR_HEAD_BYTES);
	assert_memory_equal(error.head, text, LP_ERROR_HEAD_BYTES);
	assert_int_equal(lp_reader_open(&reader, text, 5, &error), LP_NOT_PROFILE);
	assert_int_equal(error.head_bytes, 5);
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

/* Every field of the file's header that a reader looks at, at its extremes. */
static void takes_no_extreme_header(void **state)
{
	static const struct {
		size_t at;
		size_t width;
		uint64_t value;
		enum lp_status status;
	} cases[] = {
#define FIELD(name)                                                                                \
	offsetof(struct lp_file_header, name), sizeof(((struct lp_file_header *)0)->name)
	    {FIELD(magic), 0, LP_NOT_PROFILE},
	    {FIELD(magic), UINT64_MAX, LP_NOT_PROFILE},
	    {FIELD(version), 0, LP_TOO_OLD},
	    {FIELD(version), INT32_MAX, LP_TOO_NEW},
	    {FIELD(version), UINT32_MAX, LP_TOO_NEW},
	    {FIELD(header_bytes), 0, LP_CORRUPT},
	    {FIELD(header_bytes), 56, LP_CORRUPT},
	    {FIELD(header_bytes), 65, LP_CORRUPT},
	    {FIELD(header_bytes), 72, LP_UNKNOWN_SECTION},
	    {FIELD(header_bytes), UINT32_MAX - 7, LP_CORRUPT},
	    {FIELD(header_bytes), UINT32_MAX, LP_CORRUPT},
	    {FIELD(committed_bytes), UINT64_MAX, LP_CORRUPT},
	    {FIELD(committed_bytes), UINT64_MAX - 7, LP_TRUNCATED},
	    {FIELD(committed_bytes), INT64_MAX - 7, LP_TRUNCATED},
	    {FIELD(committed_bytes), 65, LP_CORRUPT},
	    {FIELD(committed_bytes), 64, LP_OK},
	    {FIELD(state), UINT32_MAX, LP_OK},
	    {FIELD(pid), UINT32_MAX, LP_OK},
	    {FIELD(start_unix_ns), UINT64_MAX, LP_OK},
	    {FIELD(pid_start), UINT64_MAX, LP_OK},
#undef FIELD
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct builder builder = small_profile();

		memcpy(builder.data + cases[i].at, &cases[i].value, cases[i].width);
		if (status_of(&builder, builder.size, NULL) != cases[i].status)
			fail_msg("case %zu: status %d", i, status_of(&builder, builder.size, NULL));
		free(builder.data);
	}
}

/* Rounded up to 8 in 32 bits, this length would be 0. */
static void refuses_path_lengths_that_wrap(void **state)
{
	const struct lp_files head = {.count = 1};
	struct lp_file_entry entry = {.path_bytes = UINT32_MAX};
	struct lp_error error;

	(void)state;
	for (uint32_t less = 0; less < 8; less++) {
		struct builder builder = small_profile();

		entry.path_bytes = UINT32_MAX - less;
		builder_section(&builder, "file", &head, sizeof(head), &entry, sizeof(entry));
		builder_end(&builder);
		assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
		assert_string_equal(error.expected, "paths that end within \"file\"");
		free(builder.data);
	}
}

/* Sorted in memory, samples would not be in the file. */
static void refuses_code_that_wraps(void **state)
{
	static const struct lp_module modules[] = {
	    {.text_begin = 0x2000, .text_end = 0x1000},
	    {.text_begin = 0x1000, .text_end = 0x2000, .load_bias = 0x1800},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
		struct builder builder = small_profile();
		struct lp_error error;

		builder_module(&builder, &modules[i], "/lib/wraps.so");
		builder_end(&builder);
		assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
		assert_string_equal(error.expected,
				    "addresses of \"modl\" in order, in the file as in memory");
		free(builder.data);
	}
}

/* Opens what the profile at `path` leads to: the sum with that of another process, sources,
 * the packed copy. */
static void use_all(const char *path, const char *other)
{
	const char *const paths[] = {path, other};
	const struct lp_source_paths sources = {.folder_count = 0};
	struct lp_open_failure failure;
	struct lp_pack_result result;
	struct lp_image image = {0};
	struct lp_profile profile;
	struct lp_reader reader;

	if (lp_profile_open_all(&profile, paths, 2, NULL, &failure) == LP_OK)
		lp_profile_free(&profile);
	if (lp_profile_open(&profile, path, NULL) != LP_OK)
		return;
	assert_int_equal(lp_pack(&profile, &sources, &image, &result), LP_OK);
	assert_int_equal(lp_reader_open(&reader, image.data, image.size, NULL), LP_OK);
	free(image.data);
	lp_profile_free(&profile);
}

/* The model, too, must stand whatever the file says: each byte is changed once. */
static void survives_every_changed_byte(void **state)
{
	struct builder builder = small_profile();
	char path[] = "/tmp/test_reader.XXXXXX";
	char other[] = "/tmp/test_reader.XXXXXX";
	const int fd = mkstemp(path);
	const int other_fd = mkstemp(other);

	(void)state;
	assert_true(fd >= 0 && other_fd >= 0);
	assert_int_equal(write(fd, builder.data, builder.size), builder.size);
	builder_header(&builder)->start_unix_ns++;
	assert_int_equal(write(other_fd, builder.data, builder.size), builder.size);
	builder_header(&builder)->start_unix_ns--;
	for (size_t at = 0; at < builder.size; at++) {
		static const unsigned char changes[] = {0xff, 0x80, 0x01};

		for (size_t i = 0; i < sizeof(changes); i++) {
			const unsigned char changed = builder.data[at] ^ changes[i];

			assert_int_equal(pwrite(fd, &changed, 1, (off_t)at), 1);
			use_all(path, other);
		}
		assert_int_equal(pwrite(fd, &builder.data[at], 1, (off_t)at), 1);
	}
	close(fd);
	close(other_fd);
	unlink(path);
	unlink(other);
	free(builder.data);
}

/* A "Symb" section with one number changed. */
static void refuses_symbols_that_lead_out(void **state)
{
	static const struct {
		size_t offset; /* from the payload */
		uint32_t value;
	} changes[] = {
	    {offsetof(struct lp_symbols, address_count), UINT32_MAX},
	    {offsetof(struct lp_symbols, frame_count), 2},
	    {offsetof(struct lp_symbols, string_bytes), 0},
	    {offsetof(struct lp_symbols, string_bytes), 5},
	    {offsetof(struct lp_symbols, trouble), 20},
	    {sizeof(struct lp_symbols) + offsetof(struct lp_symbol_address, is_leaf), 2},
	    {sizeof(struct lp_symbols) + offsetof(struct lp_symbol_address, first_frame), 1},
	    {sizeof(struct lp_symbols) + offsetof(struct lp_symbol_address, frame_count),
	     UINT32_MAX},
	    {sizeof(struct lp_symbols) + sizeof(struct lp_symbol_address) +
		 offsetof(struct lp_symbol_frame, file),
	     100},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct builder builder = small_profile();
		const size_t at = builder.size;
		struct lp_error error;

		builder_symbols(&builder, 0, 0x1500, true, "small", "/src/small.c", 12);
		builder_end(&builder);
		assert_int_equal(status_of(&builder, builder.size, NULL), LP_OK);
		memcpy(builder.data + at + sizeof(struct lp_section_header) + changes[i].offset,
		       &changes[i].value, sizeof(changes[i].value));
		assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
		assert_int_equal(error.offset_bytes, at);
		free(builder.data);
	}
}

/* A table or frame that many rows share would fill the memory from a small file. */
static void refuses_shared_bytes(void **state)
{
	const struct lp_funcs head = {.module = 1, .count = 2};
	const struct lp_func_entry entries[] = {{.table_bytes = 6}, {.table_bytes = 6}};
	const struct lp_symbols symbols = {.address_count = 2, .frame_count = 1, .string_bytes = 1};
	const struct lp_symbol_address addresses[] = {{.address = 1, .frame_count = 1},
						      {.address = 2, .frame_count = 1}};
	const struct lp_symbol_frame frame = {.line = 1};
	struct builder builder = small_profile();
	struct lp_error error;

	(void)state;
	builder_begin_section(&builder, "func");
	builder_put(&builder, &head, sizeof(head));
	builder_put(&builder, entries, sizeof(entries));
	builder_put(&builder, "0123456789", 10);
	builder_end_section(&builder);
	builder_end(&builder);
	assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
	assert_string_equal(error.expected, "a table for each function of \"func\"");
	free(builder.data);
	builder = small_profile();
	builder_begin_section(&builder, "Symb");
	builder_put(&builder, &symbols, sizeof(symbols));
	builder_put(&builder, addresses, sizeof(addresses));
	builder_put(&builder, &frame, sizeof(frame));
	builder_put(&builder, "", 1);
	builder_end_section(&builder);
	builder_end(&builder);
	assert_int_equal(status_of(&builder, builder.size, &error), LP_CORRUPT);
	assert_string_equal(error.expected, "addresses of \"Symb\" in order, with frames of it");
	free(builder.data);
}

/* Whether a section of `size` bytes is refused, and why. */
static void expects(const char *tag, const void *payload, size_t size, const char *expected)
{
	struct builder builder = small_profile();
	struct lp_error error;

	builder_section(&builder, tag, payload, size, NULL, 0);
	builder_end(&builder);
	assert_int_equal(status_of(&builder, builder.size, &error), expected ? LP_CORRUPT : LP_OK);
	if (expected)
		assert_string_equal(error.expected, expected);
	free(builder.data);
}

static void refuses_links_that_are_not_there(void **state)
{
	const struct {
		struct lp_links head;
		struct lp_link links[2];
	} links = {{.module = 0, .count = 3}, {{1, 0}, {1, 0}}};

	(void)state;
	expects("link", &links, sizeof(links), "as many links as \"link\" says");
}

/* Two numbers of each counter; names within their room; a note with its end. */
static void refuses_what_goes_beyond_its_bounds(void **state)
{
	struct {
		struct lp_counters head;
		uint64_t numbers[2][2];
	} excluded = {.head = {.thread = 1, .count = 2}};
	struct {
		struct lp_region_names head;
		struct lp_region_name name;
	} names = {{0, 1}, {sizeof(names.name.text), ""}};
	struct lp_gpu_run run = {.state = LP_GPU_OFF};

	(void)state;
	expects("excl", &excluded, sizeof(excluded), NULL);
	excluded.head.count = 3;
	expects("excl", &excluded, sizeof(excluded), "as many counters as \"excl\" says");
	expects("rnam", &names, sizeof(names), NULL);
	names.name.bytes++;
	expects("rnam", &names, sizeof(names), "names of at most 124 bytes in \"rnam\"");
	memset(run.note, 'x', sizeof(run.note));
	expects("Grun", &run, sizeof(run), "a note that ends in \"Grun\"");
	run.note[sizeof(run.note) - 1] = 0;
	expects("Grun", &run, sizeof(run), NULL);
}

/* No text may be larger than a source is, nor another one than is said. */
static void refuses_texts_without_bounds(void **state)
{
	struct {
		struct lp_source_head head;
		char text[8];
	} source = {{.text_bytes = LP_SOURCE_BYTES_MOST + 1, .coding = 1}, "12345"};

	(void)state;
	expects("Srcs", &source, sizeof(source.head) + 1, "a source of at most 64 MiB");
	source.head = (struct lp_source_head){.text_bytes = 4};
	expects("Srcs", &source, sizeof(source.head) + 5, "as much text as \"Srcs\" says");
}

static void refuses_programs_without_end(void **state)
{
	static const char programs[] = "/bin/one\0/bin/two";

	(void)state;
	expects("Prog", programs, sizeof(programs) - 1, "strings that end with zero in \"Prog\"");
}

/* Nor all of them together; small in the file, they are large in memory. */
static void refuses_many_large_texts(void **state)
{
	struct lp_source_head head = {.text_bytes = LP_SOURCE_BYTES_MOST, .coding = 1};
	struct builder builder = small_profile();
	struct lp_profile profile;
	struct lp_error error;
	char path[] = "/tmp/test_reader.XXXXXX";
	const int fd = mkstemp(path);

	(void)state;
	for (uint64_t bytes = 0; bytes <= LP_SOURCES_BYTES_MOST; bytes += head.text_bytes) {
		head.path_hash = bytes;
		builder_section(&builder, "Srcs", &head, sizeof(head), "x", 1);
	}
	builder_end(&builder);
	assert_int_equal(write(fd, builder.data, builder.size), builder.size);
	close(fd);
	assert_int_equal(lp_profile_open(&profile, path, &error), LP_CORRUPT);
	assert_string_equal(error.expected, "sources of at most 256 MiB together");
	unlink(path);
	free(builder.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(hands_out_what_was_written),
	    cmocka_unit_test(reads_shorter_info),
	    cmocka_unit_test(refuses_foreign_files),
	    cmocka_unit_test(refuses_other_versions),
	    cmocka_unit_test(refuses_every_shorter_one),
	    cmocka_unit_test(takes_what_is_committed),
	    cmocka_unit_test(skips_or_refuses_unknown_sections),
	    cmocka_unit_test(wants_info_first),
	    cmocka_unit_test(refuses_sizes_that_wrap),
	    cmocka_unit_test(takes_no_extreme_header),
	    cmocka_unit_test(refuses_path_lengths_that_wrap),
	    cmocka_unit_test(refuses_code_that_wraps),
	    cmocka_unit_test(survives_every_changed_byte),
	    cmocka_unit_test(refuses_symbols_that_lead_out),
	    cmocka_unit_test(refuses_shared_bytes),
	    cmocka_unit_test(refuses_links_that_are_not_there),
	    cmocka_unit_test(refuses_what_goes_beyond_its_bounds),
	    cmocka_unit_test(refuses_texts_without_bounds),
	    cmocka_unit_test(refuses_programs_without_end),
	    cmocka_unit_test(refuses_many_large_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
