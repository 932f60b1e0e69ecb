/* compress.c: texts in packed profiles; the only file that knows zstd. */
#include "viewer/model/compress.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* Sources are small: a higher level than the default costs nothing that is felt. */
enum { LEVEL = 9 };

/* Compressed text, which the caller frees; NULL if that is not smaller. */
static void *compressed(const void *text, size_t size, size_t *compressed_size)
{
	void *const data = size > 0 ? malloc(size) : NULL;
	const size_t result = data ? ZSTD_compress(data, size, text, size, LEVEL) : 0;

	if (data && !ZSTD_isError(result)) {
		*compressed_size = result;
		return data;
	}
	free(data);
	return NULL;
}

void lp_compress_source(struct lp_image *image, uint64_t path_hash, const void *text, size_t size)
{
	struct lp_source_head head = {.path_hash = path_hash, .text_bytes = size};
	size_t coded_size = size;
	void *const coded = compressed(text, size, &coded_size);

	head.coding = coded ? LP_CODING_ZSTD : LP_CODING_PLAIN;
	lp_image_section(image, LP_SECT_SOURCE, &head, sizeof(head), coded ? coded : text,
			 coded_size);
	free(coded);
}

static bool decompress(const struct lp_source_head *head, size_t coded_size, void *text)
{
	const void *const coded = head + 1;
	const size_t size = (size_t)head->text_bytes;

	if (head->coding == LP_CODING_PLAIN && coded_size == size) {
		memcpy(text, coded, size);
		return true;
	}
	return head->coding == LP_CODING_ZSTD &&
	       ZSTD_getFrameContentSize(coded, coded_size) == size &&
	       ZSTD_decompress(text, size, coded, coded_size) == size;
}

enum lp_status lp_decompress_source(const struct lp_source_head *head, size_t payload_bytes,
				    unsigned char **text, size_t *size)
{
	/* A size of 0 still is a text. */
	unsigned char *const made = (unsigned char *)malloc((size_t)head->text_bytes + 1);

	if (!made)
		return LP_MEMORY;
	if (!decompress(head, payload_bytes - sizeof(*head), made)) {
		free(made);
		return LP_CORRUPT;
	}
	*text = made;
	*size = (size_t)head->text_bytes;
	return LP_OK;
}
