/* linked_counts.c: adds shared counters to those that they count for. */
#include <string.h>

#include "viewer/model/steps.h"

/* Indexes beyond the counters are those of another file's; there is nothing to add. */
static void add_values(const struct lp_section_at *links, uint64_t *counters, uint64_t count)
{
	const struct lp_link *const link = lp_section_link_values(links);

	for (uint32_t i = 0; i < lp_section_links(links)->count; i++)
		if (link[i].shared < count && link[i].counter < count)
			counters[link[i].counter] += counters[link[i].shared];
}

/* What has been added must not be added again, from a copy of the profile. */
static void forget(unsigned char *data, const struct lp_section_at *links)
{
	struct lp_section_header *const header =
	    (struct lp_section_header *)(void *)(data + links->offset_bytes);

	memcpy(header->tag, "PAD ", sizeof(header->tag));
}

void lp_add_linked(unsigned char *data, const struct lp_reader *reader)
{
	struct lp_section_at links = {0};

	while (lp_reader_next(reader, &links)) {
		struct lp_section_at at = {0};

		if (links.kind != LP_SECT_LINKS)
			continue;
		while (lp_reader_next(reader, &at)) {
			const size_t values = at.offset_bytes + sizeof(struct lp_section_header) +
					      sizeof(struct lp_counters);

			if (at.kind == LP_SECT_COUNTERS &&
			    lp_section_counters(&at)->module == lp_section_links(&links)->module)
				add_values(&links, (uint64_t *)(void *)(data + values),
					   lp_section_counters(&at)->count);
		}
		forget(data, &links);
	}
}
