/* gpu.c: checks the sections of a profile that are about GPUs. */
#include "format/gpu.h"

#include <string.h>

static const char *check_sites(const struct lp_section_at *at)
{
	const struct lp_gpu_sites *const head = lp_section_gpu_sites(at);
	uint64_t bytes = sizeof(*head);

	if (at->payload_bytes < bytes)
		return "a longer \"Gsit\" section";
	bytes += head->count * (uint64_t)sizeof(struct lp_gpu_site) + head->name_bytes;
	if (at->payload_bytes < bytes)
		return "as many places and names as \"Gsit\" says";
	for (uint32_t i = 0; i < head->count; i++) {
		const struct lp_gpu_site *const site = &lp_section_gpu_site_values(at)[i];

		if (site->name_offset > head->name_bytes ||
		    site->name_bytes > head->name_bytes - site->name_offset)
			return "names within \"Gsit\"";
	}
	return NULL;
}

static const char *check_times(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_gpu_site_times);

	if (at->payload_bytes < head ||
	    lp_section_gpu_site_times(at)->count >
		(at->payload_bytes - head) / sizeof(struct lp_gpu_site_time))
		return "as many times as \"Gtim\" says";
	return NULL;
}

static const char *check_run(const struct lp_section_at *at)
{
	const struct lp_gpu_run *const run = lp_section_gpu_run(at);

	if (at->payload_bytes < sizeof(*run))
		return "a longer \"Grun\" section";
	return memchr(run->note, 0, sizeof(run->note)) ? NULL : "a note that ends in \"Grun\"";
}

static const char *check_names(const struct lp_section_at *at)
{
	const size_t head = sizeof(struct lp_gpu_names);

	if (at->payload_bytes < head || lp_section_gpu_names(at)->bytes > at->payload_bytes - head)
		return "as many bytes as \"Gnam\" says";
	return NULL;
}

static const char *check_rows(const struct lp_section_at *at, size_t row_bytes,
			      const char *expected)
{
	const size_t head = sizeof(struct lp_gpu_rows);

	if (at->payload_bytes < head ||
	    lp_section_gpu_row_count(at) > (at->payload_bytes - head) / row_bytes)
		return expected;
	return NULL;
}

const char *lp_gpu_check(const struct lp_section_at *at)
{
	switch (at->kind) {
	case LP_SECT_GPU_SITES:
		return check_sites(at);
	case LP_SECT_GPU_TIMES:
		return check_times(at);
	case LP_SECT_GPU_RUN:
		return check_run(at);
	case LP_SECT_GPU_NAMES:
		return check_names(at);
	case LP_SECT_GPU_ROWS:
		return check_rows(at, sizeof(struct lp_gpu_row), "as many rows as \"Grow\" says");
	case LP_SECT_GPU_MEMORY:
		return check_rows(at, sizeof(struct lp_gpu_memory),
				  "as many rows as \"Gmem\" says");
	case LP_SECT_GPU_DEVICES:
		return check_rows(at, sizeof(struct lp_gpu_device),
				  "as many GPUs as \"Gdev\" says");
	case LP_SECT_GPU_REGIONS:
		return check_rows(at, sizeof(struct lp_gpu_region),
				  "as many regions as \"Greg\" says");
	default:
		return NULL;
	}
}
