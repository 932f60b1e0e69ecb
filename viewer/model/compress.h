/* compress.h: texts in packed profiles. */
#ifndef LINEPROF_VIEWER_MODEL_COMPRESS_H
#define LINEPROF_VIEWER_MODEL_COMPRESS_H

#include "format/layout.h"
#include "format/status.h"
#include "viewer/model/image.h"

/* Adds a "Srcs" section with `size` bytes of text (at most LP_SOURCE_BYTES_MOST). */
void lp_compress_source(struct lp_image *image, uint64_t path_hash, const void *text, size_t size);

/*
 * The text of a "Srcs" section with `payload_bytes` in all; `*text` is the caller's.
 *
 * LP_OK; LP_CORRUPT if it does not hold what it says; LP_MEMORY. Takes no more
 * memory than the section says and the reader has checked.
 */
enum lp_status lp_decompress_source(const struct lp_source_head *head, size_t payload_bytes,
				    unsigned char **text, size_t *size);

#endif
