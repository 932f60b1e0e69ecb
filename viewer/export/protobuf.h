/* protobuf.h: writes messages of Protocol Buffers, into memory. */
#ifndef LINEPROF_VIEWER_EXPORT_PROTOBUF_H
#define LINEPROF_VIEWER_EXPORT_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as all zeros; with `size` set to 0 it is empty again. Keeps its error: ask at the end. */
struct lp_message {
	unsigned char *data; /* owned */
	size_t size;
	size_t capacity;
	bool is_out_of_memory;
};

void lp_message_free(struct lp_message *message);

/* A number without a field's head: an element of a packed list. */
void lp_message_add(struct lp_message *message, uint64_t value);

/* Fields. A number of 0 is the same as none, and left out. */
void lp_message_number(struct lp_message *message, uint32_t field, uint64_t value);
void lp_message_bytes(struct lp_message *message, uint32_t field, const void *data, size_t size);

/* A string; bytes that are no UTF-8, which readers refuse, become '?'. */
void lp_message_text(struct lp_message *message, uint32_t field, const char *text);

/* A message in a message, or a packed list. Takes over the error of `inner`. */
void lp_message_put(struct lp_message *message, uint32_t field, const struct lp_message *inner);

#endif
