/*
 * writer.h: where the sections of a profile go, and their headers. Works on memory
 * that the caller owns and has zeroed: a mapped file, or a buffer. Allocates
 * nothing and calls nothing: may be used in a signal handler and at exit.
 */
#ifndef LINEPROF_FORMAT_WRITER_H
#define LINEPROF_FORMAT_WRITER_H

#include <stdint.h>

#include "format/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place for a section; offsets in bytes from the start of the file. */
struct lp_placement {
	uint64_t padding; /* of the "PAD " section that goes before it */
	uint64_t section; /* of the section's header; equals padding if there is none */
	uint64_t array;   /* of what follows the head: aligned as asked for */
	uint64_t end;     /* where the next section goes */
	uint64_t payload_bytes;
};

/*
 * Finds the place of a section in a file of `used_bytes` (a multiple of 8).
 *
 * head_bytes   the payload's fixed part, such as sizeof(struct lp_counters): a
 *              multiple of 8
 * array_bytes  what follows it
 * alignment    of the array in the file: a power of two, at least 8
 */
struct lp_placement lp_writer_place(uint64_t used_bytes, uint64_t head_bytes, uint64_t array_bytes,
				    uint64_t alignment);

/* Writes the headers of the section and of its padding into the file at `file`. */
void lp_writer_open_section(void *file, const struct lp_placement *place, enum lp_section what);

/* Writes the file's header, of an empty profile, to `header`. */
void lp_writer_open_file(struct lp_file_header *header);

/* The tag of a section, 4 bytes and a zero. */
const char *lp_writer_tag(enum lp_section what);

#ifdef __cplusplus
}
#endif
#endif
