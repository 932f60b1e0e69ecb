/* writer.c: where the sections of a profile go, and their headers. */
#include "format/writer.h"

#include <assert.h>
#include <string.h>

static const char *const tags[LP_SECT_COUNT] = {
#define LP_SECTION_TAG(name, tag, repeated, what) [LP_SECT_##name] = tag,
    LP_SECTION_LIST(LP_SECTION_TAG)
#undef LP_SECTION_TAG
};

static uint64_t round_up(uint64_t value, uint64_t alignment)
{
	return (value + alignment - 1) & ~(alignment - 1);
}

const char *lp_writer_tag(enum lp_section what)
{
	return tags[what];
}

struct lp_placement lp_writer_place(uint64_t used_bytes, uint64_t head_bytes, uint64_t array_bytes,
				    uint64_t alignment)
{
	const uint64_t front_bytes = sizeof(struct lp_section_header) + head_bytes;
	struct lp_placement place = {.padding = used_bytes};

	place.array = round_up(used_bytes + front_bytes, alignment);
	place.section = place.array - front_bytes;
	assert(head_bytes % 8 == 0);
	/* A gap too small for the header of a padding section goes one step on. */
	while (place.section != used_bytes &&
	       place.section - used_bytes < sizeof(struct lp_section_header)) {
		place.array += alignment;
		place.section += alignment;
	}
	place.payload_bytes = head_bytes + array_bytes;
	place.end = round_up(place.array + array_bytes, 8);
	return place;
}

static void open_section(char *at, enum lp_section what, uint64_t payload_bytes)
{
	struct lp_section_header header = {.payload_bytes = payload_bytes};

	memcpy(header.tag, tags[what], sizeof header.tag);
	memcpy(at, &header, sizeof header);
}

void lp_writer_open_section(void *file, const struct lp_placement *place, enum lp_section what)
{
	char *const base = file;

	if (place->section != place->padding)
		open_section(base + place->padding, LP_SECT_PADDING,
			     place->section - place->padding - sizeof(struct lp_section_header));
	open_section(base + place->section, what, place->payload_bytes);
}

void lp_writer_open_file(struct lp_file_header *header)
{
	*header = (struct lp_file_header){
	    .version = LP_FILE_VERSION,
	    .header_bytes = sizeof *header,
	    .committed_bytes = sizeof *header,
	    .state = LP_FILE_RUNNING,
	};
	memcpy(header->magic, LP_FILE_MAGIC, sizeof header->magic);
}
