/* forked_sections.c: what a forked child takes over of its parent's sections. */
#include "runtime/forked_sections.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "format/gpu.h"
#include "format/writer.h"
#include "runtime/descriptor.h"

/* Less is not worth a system call more. */
enum { HOLE_BYTES_LEAST = 16 << 10 };

static bool is_tagged(const struct lp_section_header *header, enum lp_section what)
{
	return !memcmp(header->tag, lp_writer_tag(what), sizeof header->tag);
}

uint64_t lp_forked_bytes(const struct lp_section_header *header)
{
	static const struct {
		enum lp_section what;
		uint64_t head_bytes;
	} live[] = {
	    /* One that a row was hidden by has its head, for when the row is taken again. */
	    {LP_SECT_PADDING, sizeof(struct lp_counters)},
	    {LP_SECT_COUNTERS, sizeof(struct lp_counters)},
	    {LP_SECT_EXCLUDED, sizeof(struct lp_counters)},
	    {LP_SECT_CLOCKS, sizeof(struct lp_clocks)},
	    {LP_SECT_STACKS, sizeof(struct lp_stacks)},
	    {LP_SECT_STEPS, sizeof(struct lp_steps)},
	    {LP_SECT_GPU_TIMES, sizeof(struct lp_gpu_site_times)},
	    {LP_SECT_GPU_NAMES, sizeof(struct lp_gpu_names)},
	    {LP_SECT_GPU_ROWS, sizeof(struct lp_gpu_rows)},
	    {LP_SECT_GPU_MEMORY, sizeof(struct lp_gpu_rows)},
	    {LP_SECT_GPU_DEVICES, sizeof(struct lp_gpu_rows)},
	    {LP_SECT_GPU_REGIONS, sizeof(struct lp_gpu_rows)},
	};

	for (size_t i = 0; i < sizeof live / sizeof *live; i++)
		if (is_tagged(header, live[i].what) && live[i].head_bytes < header->payload_bytes)
			return live[i].head_bytes;
	return header->payload_bytes;
}

_Static_assert(offsetof(struct lp_counters, thread) == offsetof(struct lp_clocks, thread),
	       "one stands for the other");

/* Whether its array is of a thread that the child does not have, or of none any more. */
static bool is_left_behind(const struct lp_section_header *header, uint32_t thread)
{
	struct lp_counters head; /* or of clocks */

	if (is_tagged(header, LP_SECT_PADDING))
		return true;
	if (!is_tagged(header, LP_SECT_COUNTERS) && !is_tagged(header, LP_SECT_EXCLUDED) &&
	    !is_tagged(header, LP_SECT_CLOCKS))
		return false;
	memcpy(&head, header + 1, sizeof head);
	return head.thread && head.thread != thread && head.thread != LP_THREAD_STATIC;
}

static bool reserve(int fd, uint64_t size, const char *base, uint64_t used_bytes, uint32_t thread,
		    uint64_t page_bytes)
{
	uint64_t at = sizeof(struct lp_file_header), from = at;

	if (!lp_descriptor_resize(fd, size))
		return false;
	while (at < used_bytes) {
		const struct lp_section_header *const header = (const void *)(base + at);
		const uint64_t array = at + sizeof *header + lp_forked_bytes(header);
		const uint64_t begin = (array + page_bytes - 1) & ~(page_bytes - 1);

		at += sizeof *header + ((header->payload_bytes + 7) & ~UINT64_C(7));
		if (!is_left_behind(header, thread) ||
		    begin + HOLE_BYTES_LEAST > (at & ~(page_bytes - 1)))
			continue;
		if (!lp_descriptor_extend(fd, from, begin))
			return false;
		from = at & ~(page_bytes - 1);
	}
	return lp_descriptor_extend(fd, from, size);
}

bool lp_forked_reserve(int fd, uint64_t size, const char *base, uint64_t used_bytes,
		       uint32_t thread, uint64_t page_bytes)
{
	const uint64_t size_before = lp_descriptor_size(fd);
	int error;

	if (reserve(fd, size, base, used_bytes, thread, page_bytes))
		return true;
	error = errno;
	lp_descriptor_resize(fd, size_before);
	errno = error;
	return false;
}
