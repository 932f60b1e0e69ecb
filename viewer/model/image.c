/* image.c: a profile file that is made in memory. */
#include "viewer/model/image.h"

#include <stdlib.h>
#include <string.h>

#include "format/writer.h"

void lp_image_put(struct lp_image *image, const void *data, size_t size)
{
	if (image->failed)
		return;
	if (image->capacity - image->size < size) {
		const size_t capacity = 2 * image->capacity + size + 4096;
		unsigned char *const grown = (unsigned char *)realloc(image->data, capacity);

		if (!grown) {
			image->failed = true;
			return;
		}
		image->data = grown;
		image->capacity = capacity;
	}
	if (size > 0)
		memcpy(image->data + image->size, data, size);
	image->size += size;
}

void lp_image_begin(struct lp_image *image, const struct lp_file_header *like)
{
	struct lp_file_header header;

	lp_writer_open_file(&header);
	header.state = like->state;
	header.pid = like->pid;
	header.pid_start = like->pid_start;
	header.start_unix_ns = like->start_unix_ns;
	header.rank = like->rank;
	lp_image_put(image, &header, sizeof(header));
}

void lp_image_open(struct lp_image *image, enum lp_section what)
{
	struct lp_section_header header = {.payload_bytes = 0};

	memcpy(header.tag, lp_writer_tag(what), sizeof(header.tag));
	image->section = image->size;
	lp_image_put(image, &header, sizeof(header));
}

void lp_image_close(struct lp_image *image)
{
	static const unsigned char zeros[8];
	struct lp_section_header header;

	if (image->failed)
		return;
	memcpy(&header, image->data + image->section, sizeof(header));
	header.payload_bytes = image->size - image->section - sizeof(header);
	memcpy(image->data + image->section, &header, sizeof(header));
	lp_image_put(image, zeros, -image->size & 7);
}

void lp_image_section(struct lp_image *image, enum lp_section what, const void *head,
		      size_t head_size, const void *rest, size_t rest_size)
{
	lp_image_open(image, what);
	lp_image_put(image, head, head_size);
	lp_image_put(image, rest, rest_size);
	lp_image_close(image);
}

void lp_image_end(struct lp_image *image)
{
	if (!image->failed)
		((struct lp_file_header *)(void *)image->data)->committed_bytes = image->size;
}
