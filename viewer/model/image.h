/* image.h: a profile file that is made in memory, section by section. */
#ifndef LINEPROF_VIEWER_MODEL_IMAGE_H
#define LINEPROF_VIEWER_MODEL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "format/layout.h"

/* Starts as all zeros. */
struct lp_image {
	unsigned char *data; /* owned; free() */
	size_t size;
	size_t capacity;
	size_t section; /* offset of the open section's header; 0: none is open */
	bool failed;    /* out of memory: nothing is added any more */
};

/* Writes the header: of the same run as `like`. */
void lp_image_begin(struct lp_image *image, const struct lp_file_header *like);

/* Opens a section; sections do not nest. */
void lp_image_open(struct lp_image *image, enum lp_section what);

/* Adds bytes to the open section. */
void lp_image_put(struct lp_image *image, const void *data, size_t size);

/* Ends the open section. */
void lp_image_close(struct lp_image *image);

/* A section of one piece and what follows it. */
void lp_image_section(struct lp_image *image, enum lp_section what, const void *head,
		      size_t head_size, const void *rest, size_t rest_size);

/* The whole is complete. */
void lp_image_end(struct lp_image *image);

#endif
