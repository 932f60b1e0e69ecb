/* test_model_pack.c: packed profiles need neither binaries nor sources. */
#include "viewer/model/pack.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/sampled_profile.h"
#include "viewer/model/compress.h"
#include "viewer/model/source.h"
#include "viewer/model/steps.h"

/* A folder of this test's own. */
static char folder[] = "/tmp/test_pack.XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static const char *in_folder(const char *name)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

/* A profile of this very program, whose binary may be named otherwise. */
static struct builder profile_of(const char *binary)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 100),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 300),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 1000 * MS,
	    .calls = {7, 7, 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 1000 * MS, 1000 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = sizeof(nodes) / sizeof(nodes[0]),
	    .engine = LP_ENGINE_TIMER,
	    .path = binary,
	};

	return sampled_profile(&run);
}

static enum lp_status open_bytes(struct lp_profile *profile, const void *data, size_t size)
{
	const char *const path = in_folder("profile");
	enum lp_status status;

	assert_int_equal(lp_file_write(path, data, size, true), LP_OK);
	status = lp_profile_open(profile, path, NULL);
	unlink(path);
	return status;
}

/* Changes the module's path in a profile, to one of the same length. */
static void forget_binary(unsigned char *data, size_t size)
{
	struct lp_section_header *header;

	for (size_t at = sizeof(struct lp_file_header); at < size;
	     at += sizeof(*header) + ((header->payload_bytes + 7) & ~UINT64_C(7))) {
		header = (struct lp_section_header *)(void *)(data + at);
		if (memcmp(header->tag, "modl", 4) == 0)
			memset((char *)(header + 1) + sizeof(struct lp_module), 'x',
			       header->payload_bytes - sizeof(struct lp_module));
	}
}

static uint64_t self_of(const struct lp_profile *profile, const char *name)
{
	for (size_t i = 0; i < profile->function_count; i++)
		if (strcmp(profile->functions[i].name, name) == 0)
			return profile->functions[i].self_ticks;
	return UINT64_MAX;
}

static void symbols_come_along(void **state)
{
	const struct lp_source_paths paths = {.folder_count = 0};
	struct builder builder = profile_of(NULL);
	struct lp_pack_result result;
	struct lp_image image = {0};
	struct lp_image again = {0};
	struct lp_profile profile;

	(void)state;
	assert_int_equal(open_bytes(&profile, builder.data, builder.size), LP_OK);
	assert_int_equal(lp_pack(&profile, &paths, &image, &result), LP_OK);
	assert_null(result.trouble);
	lp_profile_free(&profile);

	forget_binary(builder.data, builder.size);
	assert_int_equal(open_bytes(&profile, builder.data, builder.size), LP_OK);
	assert_non_null(profile.warnings);
	assert_int_equal(self_of(&profile, "sampled_leaf"), 0);
	lp_profile_free(&profile);

	forget_binary(image.data, image.size);
	assert_int_equal(open_bytes(&profile, image.data, image.size), LP_OK);
	assert_null(profile.warnings);
	assert_int_equal(self_of(&profile, "sampled_leaf"), 250 * MS);
	assert_int_equal(self_of(&profile, "sampled_inlined"), 750 * MS);
	/* Packed again, it is the same. */
	assert_int_equal(lp_pack(&profile, &paths, &again, &result), LP_OK);
	assert_int_equal(again.size, image.size);
	assert_memory_equal(again.data, image.data, image.size);
	lp_profile_free(&profile);
	free(image.data);
	free(again.data);
	free(builder.data);
}

/* What hindered the look-up then is told then and later. */
static void trouble_comes_along(void **state)
{
	const struct lp_source_paths paths = {.folder_count = 0};
	struct builder builder = profile_of("/nowhere/to/be/found");
	struct lp_pack_result result;
	struct lp_image image = {0};
	struct lp_profile profile;

	(void)state;
	assert_int_equal(open_bytes(&profile, builder.data, builder.size), LP_OK);
	assert_int_equal(lp_pack(&profile, &paths, &image, &result), LP_OK);
	assert_string_equal(result.trouble_in, "/nowhere/to/be/found");
	lp_profile_free(&profile);
	assert_int_equal(open_bytes(&profile, image.data, image.size), LP_OK);
	assert_non_null(profile.warnings);
	assert_string_equal(profile.warnings->which, "/nowhere/to/be/found");
	assert_non_null(strstr(profile.warnings->text, "the binary is gone"));
	lp_profile_free(&profile);
	free(image.data);
	free(builder.data);
}

/* ---- texts ---- */

/* Reads the only source of a profile that has the section at `section` in it. */
static enum lp_status read_source(struct lp_source_text *text, const void *section, size_t size)
{
	const struct lp_source_paths paths = {.folder_count = 0};
	const struct lp_source source = {
	    .path = "/nowhere/a.c",
	    .packed = (const struct lp_source_head *)section,
	    .packed_bytes = size,
	};

	return lp_source_read(text, &source, &paths);
}

static void texts_come_along(void **state)
{
	char text[4000];
	struct lp_image image = {0};
	struct lp_source_text read;
	const struct lp_section_header *header;
	size_t size;

	(void)state;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = "int x;\n"[i % 7];
	lp_compress_source(&image, 5, text, sizeof(text));
	header = (const struct lp_section_header *)(void *)image.data;
	assert_true(header->payload_bytes < 200);
	assert_int_equal(read_source(&read, header + 1, header->payload_bytes), LP_OK);
	assert_int_equal(read.state, LP_SOURCE_SAME);
	assert_string_equal(read.path, "/nowhere/a.c");
	assert_int_equal(read.size_bytes, sizeof(text));
	assert_memory_equal(read.data, text, sizeof(text));
	assert_memory_equal(lp_source_line(&read, 2, &size), "int x;", 6);
	lp_source_free(&read);
	free(image.data);
	/* What does not become smaller stays as it is; nothing is a text, too. */
	for (size_t bytes = 0; bytes < 3; bytes++) {
		image = (struct lp_image){0};
		lp_compress_source(&image, 5, "xy", bytes);
		header = (const struct lp_section_header *)(void *)image.data;
		assert_int_equal(read_source(&read, header + 1, header->payload_bytes), LP_OK);
		assert_int_equal(read.state, LP_SOURCE_SAME);
		assert_int_equal(read.size_bytes, bytes);
		lp_source_free(&read);
		free(image.data);
	}
}

/* Every byte of it changed once: another text or none, and no harm. */
static void damaged_texts_are_missing(void **state)
{
	struct lp_image image = {0};
	struct lp_section_header *header;
	struct lp_source_text read;
	struct lp_source_head *head;
	char text[2000];

	(void)state;
	memset(text, 'x', sizeof(text));
	lp_compress_source(&image, 5, text, sizeof(text));
	header = (struct lp_section_header *)(void *)image.data;
	head = (struct lp_source_head *)(void *)(header + 1);
	for (size_t at = sizeof(*head); at < header->payload_bytes; at++) {
		((unsigned char *)head)[at] ^= 0xff;
		assert_int_equal(read_source(&read, head, header->payload_bytes), LP_OK);
		lp_source_free(&read);
		((unsigned char *)head)[at] ^= 0xff;
	}
	head->text_bytes++;
	assert_int_equal(read_source(&read, head, header->payload_bytes), LP_OK);
	assert_int_equal(read.state, LP_SOURCE_MISSING);
	lp_source_free(&read);
	head->text_bytes--;
	head->coding = 7;
	assert_int_equal(read_source(&read, head, header->payload_bytes), LP_OK);
	assert_int_equal(read.state, LP_SOURCE_MISSING);
	lp_source_free(&read);
	free(image.data);
}

/* ---- files ---- */

static void files_are_written_whole_or_not(void **state)
{
	const char *const path = in_folder("out");
	unsigned char *data = NULL;
	size_t size = 0;

	(void)state;
	assert_int_equal(lp_file_write(path, "one", 3, false), LP_OK);
	assert_int_equal(lp_file_write(path, "two", 3, false), LP_IO);
	assert_int_equal(errno, EEXIST);
	assert_int_equal(lp_file_write(path, "three", 5, true), LP_OK);
	assert_int_equal(lp_file_read(path, &data, &size), LP_OK);
	assert_int_equal(size, 5);
	assert_memory_equal(data, "three", 5);
	free(data);
	assert_int_equal(lp_file_write("/nowhere/to/be/found", "x", 1, false), LP_IO);
	assert_int_equal(errno, ENOENT);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(symbols_come_along),
	    cmocka_unit_test(trouble_comes_along),
	    cmocka_unit_test(texts_come_along),
	    cmocka_unit_test(damaged_texts_are_missing),
	    cmocka_unit_test(files_are_written_whole_or_not),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
