/* protobuf.c: writes messages of Protocol Buffers. */
#include "viewer/export/protobuf.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/utf8.h"

enum { WIRE_VARINT = 0, WIRE_BYTES = 2, VARINT_MOST = 10 };

static bool make_room(struct lp_message *message, size_t size)
{
	size_t capacity;
	unsigned char *grown;

	if (message->is_out_of_memory)
		return false;
	if (size <= message->capacity - message->size)
		return true;
	capacity = 2 * (message->capacity + size) + 64;
	grown = (unsigned char *)realloc(message->data, capacity);
	if (!grown) {
		message->is_out_of_memory = true;
		return false;
	}
	message->data = grown;
	message->capacity = capacity;
	return true;
}

void lp_message_add(struct lp_message *message, uint64_t value)
{
	if (!make_room(message, VARINT_MOST))
		return;
	for (; value >= 0x80; value >>= 7)
		message->data[message->size++] = (unsigned char)(value | 0x80);
	message->data[message->size++] = (unsigned char)value;
}

void lp_message_number(struct lp_message *message, uint32_t field, uint64_t value)
{
	if (value == 0)
		return;
	lp_message_add(message, (uint64_t)field << 3 | WIRE_VARINT);
	lp_message_add(message, value);
}

void lp_message_bytes(struct lp_message *message, uint32_t field, const void *data, size_t size)
{
	lp_message_add(message, (uint64_t)field << 3 | WIRE_BYTES);
	lp_message_add(message, size);
	if (size == 0 || !make_room(message, size))
		return;
	memcpy(message->data + message->size, data, size);
	message->size += size;
}

void lp_message_text(struct lp_message *message, uint32_t field, const char *text)
{
	const size_t size = strlen(text);
	size_t step;

	lp_message_bytes(message, field, text, size);
	for (size_t i = 0; i < size && !message->is_out_of_memory; i += step) {
		uint32_t character;
		const size_t valid = lp_utf8_character(text + i, size - i, &character);

		if (valid == 0)
			message->data[message->size - size + i] = '?';
		step = valid > 0 ? valid : 1;
	}
}

void lp_message_put(struct lp_message *message, uint32_t field, const struct lp_message *inner)
{
	message->is_out_of_memory |= inner->is_out_of_memory;
	lp_message_bytes(message, field, inner->data, inner->size);
}

void lp_message_free(struct lp_message *message)
{
	free(message->data);
	memset(message, 0, sizeof(*message));
}
