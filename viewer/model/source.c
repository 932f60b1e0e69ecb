/* source.c: reads source files and tells whether they have changed. */
#include "viewer/model/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/compress.h"
#include "viewer/model/md5.h"
#include "viewer/model/steps.h"

bool lp_source_is_known(const struct lp_source *source)
{
	static const unsigned char unknown[sizeof(source->digest)];

	return memcmp(source->digest, unknown, sizeof(unknown)) != 0;
}

static bool has_changed(const struct lp_source *source, const struct lp_source_text *text)
{
	unsigned char digest[16];

	if (!lp_source_is_known(source))
		return false;
	lp_md5(text->data, text->size_bytes, digest);
	return memcmp(digest, source->digest, sizeof(digest)) != 0;
}

/* Where the line behind the one at `at` begins. As compilers count them, lines end with a line
 * feed, a carriage return, or both in that order. */
static size_t next_line(const struct lp_source_text *text, size_t at)
{
	for (; at < text->size_bytes; at++) {
		const bool is_return = text->data[at] == '\r';

		if (is_return && at + 1 < text->size_bytes && text->data[at + 1] == '\n')
			return at + 2;
		if (is_return || text->data[at] == '\n')
			return at + 1;
	}
	return at;
}

static bool find_lines(struct lp_source_text *text)
{
	size_t count = 0;

	for (size_t at = 0; at < text->size_bytes; at = next_line(text, at))
		count++;
	text->starts = (size_t *)calloc(count + 1, sizeof(*text->starts));
	if (!text->starts)
		return false;
	for (size_t at = 0; at < text->size_bytes; at = next_line(text, at))
		text->starts[text->line_count++] = at;
	text->starts[text->line_count] = text->size_bytes;
	return true;
}

void lp_source_free(struct lp_source_text *text)
{
	free(text->path);
	free(text->data);
	free(text->starts);
	memset(text, 0, sizeof(*text));
	text->state = LP_SOURCE_MISSING;
}

/* What a search for a source knows and has found. */
struct search {
	const struct lp_source *source;
	struct lp_source_text *found; /* the best so far */
	int error;                    /* of the first place that has it and cannot be read; or 0 */
};

/* Reads `path` into `text`, which stays as it is if that cannot be. */
static bool read_file(struct lp_source_text *text, const struct lp_source *source, const char *path)
{
	struct lp_source_text read = {.state = LP_SOURCE_MISSING};

	/* A profile may name anything. */
	if (lp_file_read_text(path, LP_SOURCE_BYTES_MOST, &read.data, &read.size_bytes) != LP_OK)
		return false;
	read.path = strdup(path);
	if (!read.path) {
		free(read.data);
		return false;
	}
	read.state = has_changed(source, &read) ? LP_SOURCE_CHANGED : LP_SOURCE_SAME;
	*text = read;
	return true;
}

/* Whether what failed by `error` was no search in a place that has no such file. */
static bool is_there(int error)
{
	return error != ENOENT && error != ENOTDIR;
}

/* Keeps what is at `path` if it is the source, or the first thing found. What there is no memory
 * for is missing, as what cannot be read: the others are not. */
static int try_path(void *data, const char *path)
{
	struct search *const search = (struct search *)data;
	struct lp_source_text text;

	if (!read_file(&text, search->source, path)) {
		if (search->error == 0 && is_there(errno))
			search->error = errno;
		return 0;
	}
	if (search->found->state != LP_SOURCE_MISSING && text.state == LP_SOURCE_CHANGED) {
		lp_source_free(&text);
		return 0;
	}
	lp_source_free(search->found);
	*search->found = text;
	return text.state == LP_SOURCE_SAME;
}

/* The text that the profile itself has; damaged it is as good as missing. */
static void read_packed(struct lp_source_text *text, const struct lp_source *source)
{
	if (lp_decompress_source(source->packed, source->packed_bytes, &text->data,
				 &text->size_bytes) != LP_OK)
		return;
	text->path = strdup(source->path);
	if (!text->path)
		lp_source_free(text);
	else
		text->state = has_changed(source, text) ? LP_SOURCE_CHANGED : LP_SOURCE_SAME;
}

enum lp_status lp_source_read(struct lp_source_text *text, const struct lp_source *source,
			      const struct lp_source_paths *paths)
{
	struct search search = {source, text, 0};

	memset(text, 0, sizeof(*text));
	text->state = LP_SOURCE_MISSING;
	if (source->packed)
		read_packed(text, source);
	if (text->state != LP_SOURCE_SAME &&
	    lp_source_paths_each(paths, source->path, try_path, &search) < 0) {
		lp_source_free(text);
		return LP_MEMORY;
	}
	if (text->state != LP_SOURCE_MISSING && !find_lines(text)) {
		lp_source_free(text);
		search.error = ENOMEM;
	}
	if (text->state == LP_SOURCE_MISSING)
		text->error = search.error;
	return LP_OK;
}

const char *lp_source_line(const struct lp_source_text *text, uint32_t line, size_t *size)
{
	size_t begin;
	size_t end;

	*size = 0;
	if (line == 0 || line > text->line_count)
		return NULL;
	begin = text->starts[line - 1];
	end = text->starts[line];
	if (end > begin && text->data[end - 1] == '\n')
		end--;
	if (end > begin && text->data[end - 1] == '\r')
		end--;
	*size = end - begin;
	return (const char *)text->data + begin;
}

const char *lp_source_doubt(const struct lp_source_text *text)
{
	return text && text->state == LP_SOURCE_CHANGED ? "(file changed) " : "";
}

const char *lp_source_trouble(const struct lp_source_text *text)
{
	if (text->error == 0)
		return NULL;
	return text->error == EINVAL ? "no regular file" : strerror(text->error);
}

static bool allocate_texts(struct lp_source_texts *texts)
{
	const size_t count = texts->profile->source_count + 1;

	if (texts->texts)
		return true;
	texts->is_read = (bool *)calloc(count, sizeof(*texts->is_read));
	texts->texts = (struct lp_source_text *)calloc(count, sizeof(*texts->texts));
	if (texts->is_read && texts->texts)
		return true;
	lp_source_texts_free(texts);
	return false;
}

const struct lp_source_text *lp_source_texts_at(struct lp_source_texts *texts, uint32_t source)
{
	if (!allocate_texts(texts))
		return NULL;
	if (!texts->is_read[source]) {
		if (lp_source_read(&texts->texts[source], &texts->profile->sources[source],
				   texts->paths) != LP_OK)
			return NULL;
		texts->is_read[source] = true;
	}
	return &texts->texts[source];
}

void lp_source_texts_free(struct lp_source_texts *texts)
{
	for (size_t i = 0; texts->texts && i < texts->profile->source_count; i++)
		lp_source_free(&texts->texts[i]);
	free(texts->texts);
	free(texts->is_read);
	texts->texts = NULL;
	texts->is_read = NULL;
}
