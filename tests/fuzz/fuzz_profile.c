/* fuzz_profile.c: any bytes as a profile: reader, model, every report and export, a packed copy. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "format/layout.h"
#include "format/reader.h"
#include "tests/fuzz/memory_file.h"
#include "viewer/command_line.h"
#include "viewer/model/merge_files.h"
#include "viewer/model/pack.h"
#include "viewer/report/reports.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The header states the size; were it left wrong, little would be read beyond it. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	const size_t mutated = LLVMFuzzerMutate(data, size, most);
	const uint64_t committed = mutated;

	if (seed % 8 > 0 && mutated >= sizeof(struct lp_file_header))
		memcpy(data + offsetof(struct lp_file_header, committed_bytes), &committed,
		       sizeof(committed));
	return mutated;
}

static void report_all(const struct lp_view *view)
{
	lp_report_header(view);
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++)
		if (row->report)
			row->report(view);
	for (const struct lp_format *format = lp_formats; format->name; format++)
		lp_format_write(format, view);
	lp_report_missing_sources(view);
}

static void pack(struct lp_profile *profile, const struct lp_source_paths *sources)
{
	struct lp_pack_result result;
	struct lp_image image = {0};
	struct lp_reader reader;

	if (lp_pack(profile, sources, &image, &result) == LP_OK &&
	    lp_reader_open(&reader, image.data, image.size, NULL) != LP_OK)
		abort();
	free(image.data);
}

static void merge(const char *const *paths, size_t count)
{
	struct lp_open_failure failure;
	struct lp_image image = {0};
	struct lp_reader reader;

	if (lp_merge_files(&image, paths, count, &failure) == LP_OK &&
	    lp_reader_open(&reader, image.data, image.size, NULL) != LP_OK)
		abort();
	free(image.data);
}

/* No small file may take so much memory that there is no more. */
static enum lp_status open_status(enum lp_status status)
{
	if (status == LP_MEMORY)
		abort();
	return status;
}

static void look_at(const char *path)
{
	struct lp_profile profile;
	struct lp_options options;
	struct lp_view view = {0};
	struct lp_source_texts texts = {0};

	if (open_status(lp_profile_open(&profile, path, NULL)) != LP_OK)
		return;
	lp_options_default(&options);
	texts.profile = view.profile = &profile;
	texts.paths = &options.source_paths;
	view.order = options.order;
	view.filter = &options.filter;
	view.texts = &texts;
	view.shows_all = true;
	view.is_summarized = true;
	view.unit_seconds = options.unit_seconds;
	view.out = fopen("/dev/null", "w");
	if (!view.out)
		abort();
	if (lp_view_shorten_paths(&profile) == LP_OK)
		report_all(&view);
	fclose(view.out);
	pack(&profile, &options.source_paths);
	lp_source_texts_free(&texts);
	lp_options_free(&options);
	lp_profile_free(&profile);
}

/* The same profile, but of a process that started at another time: only such are merged. */
static const char *fill_other(struct memory_file *file, const uint8_t *data, size_t size)
{
	const size_t at = offsetof(struct lp_file_header, start_unix_ns);
	const char *const path = memory_file_fill(file, data, size);

	if (size > at) {
		const uint8_t changed = data[at] ^ 1;

		if (pwrite(file->fd, &changed, 1, (off_t)at) != 1)
			abort();
	}
	return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct memory_file file;
	static struct memory_file other_file;
	struct lp_open_failure failure;
	struct lp_profile profile;
	const char *const path = memory_file_fill(&file, data, size);
	const char *const paths[] = {path, fill_other(&other_file, data, size)};

	look_at(path);
	/* Out of memory is also what a sum says whose threads or paths have too high numbers. */
	if (lp_profile_open_all(&profile, paths, 2, NULL, &failure) == LP_OK)
		lp_profile_free(&profile);
	merge(paths, 2);
	return 0;
}
