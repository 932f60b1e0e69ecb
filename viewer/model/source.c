/* source.c: reads source files and tells whether they have changed. */
#include "viewer/model/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "viewer/model/md5.h"
#include "viewer/model/steps.h"

static bool has_changed(const struct lp_source *source, const struct lp_source_text *text)
{
	static const unsigned char unknown[16];
	unsigned char digest[16];

	if (memcmp(source->digest, unknown, sizeof(unknown)) == 0)
		return false;
	lp_md5(text->data, text->size_bytes, digest);
	return memcmp(digest, source->digest, sizeof(digest)) != 0;
}

static enum lp_status find_lines(struct lp_source_text *text)
{
	size_t count = 0;

	for (size_t i = 0; i < text->size_bytes; i++)
		count += text->data[i] == '\n';
	/* One for a last line without its end, one for the end of all. */
	text->starts = (size_t *)calloc(count + 2, sizeof(*text->starts));
	if (!text->starts)
		return LP_MEMORY;
	for (size_t at = 0; at < text->size_bytes;) {
		const void *const end = memchr(text->data + at, '\n', text->size_bytes - at);

		text->starts[text->line_count++] = at;
		at = end ? (size_t)((const unsigned char *)end - text->data) + 1 : text->size_bytes;
	}
	text->starts[text->line_count] = text->size_bytes;
	return LP_OK;
}

enum lp_status lp_source_read(struct lp_source_text *text, const struct lp_source *source)
{
	struct stat about;
	enum lp_status status = LP_IO;

	memset(text, 0, sizeof(*text));
	text->state = LP_SOURCE_MISSING;
	/* A profile may name anything; reading a FIFO or a device would wait. */
	if (stat(source->path, &about) == 0 && S_ISREG(about.st_mode))
		status = lp_file_read(source->path, &text->data, &text->size_bytes);
	if (status == LP_MEMORY)
		return LP_MEMORY;
	if (status != LP_OK)
		return LP_OK;
	text->state = has_changed(source, text) ? LP_SOURCE_CHANGED : LP_SOURCE_SAME;
	status = find_lines(text);
	if (status != LP_OK)
		lp_source_free(text);
	return status;
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
	while (end > begin && (text->data[end - 1] == '\n' || text->data[end - 1] == '\r'))
		end--;
	*size = end - begin;
	return (const char *)text->data + begin;
}

void lp_source_free(struct lp_source_text *text)
{
	free(text->data);
	free(text->starts);
	memset(text, 0, sizeof(*text));
	text->state = LP_SOURCE_MISSING;
}
