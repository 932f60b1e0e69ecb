/* gpu_labels.c: the names that rows of a GPU's work have numbers of. */
#include "viewer/model/gpu_labels.h"

#include <stdlib.h>
#include <string.h>

#include "format/gpu.h"
#include "viewer/model/growth.h"

/* A name longer than this is none of the runtime's. */
#define NAME_BYTES_MOST 8192

enum lp_status lp_gpu_labels_note(struct lp_gpu_labels *labels, const struct lp_section_at *at)
{
	if (at->kind == LP_SECT_GPU_NAMES) {
		const struct lp_gpu_names *const head = lp_section_gpu_names(at);

		return lp_numbered_add(&labels->kernels,
				       (struct lp_numbered_part){head->first, head->bytes,
								 lp_section_gpu_name_bytes(at)});
	}
	if (at->kind == LP_SECT_REGION_NAMES) {
		const struct lp_region_names *const head = lp_section_region_names(at);

		return lp_numbered_add(
		    &labels->regions, (struct lp_numbered_part){head->first, head->count,
								lp_section_region_name_values(at)});
	}
	return LP_OK;
}

void lp_gpu_labels_sort(struct lp_gpu_labels *labels)
{
	lp_numbered_sort(&labels->kernels);
	lp_numbered_sort(&labels->regions);
}

/* Where the name with that key is remembered; NULL when out of memory. `*is_new`: nothing is there
 * yet. */
static const char **remembered(struct lp_gpu_labels *labels, uint64_t key, bool *is_new)
{
	const char **const grown = (const char **)lp_with_room(
	    labels->shown, labels->count, &labels->capacity, sizeof(*labels->shown));
	uint32_t *const number = lp_map_at(&labels->numbers, key);

	if (grown)
		labels->shown = grown;
	if (!grown || !number)
		return NULL;
	*is_new = *number == LP_MAP_NONE;
	if (*is_new) {
		*number = (uint32_t)labels->count++;
		labels->shown[*number] = NULL;
	}
	return &labels->shown[*number];
}

/* Up to the section's end at the most. */
static const char *kernel_name(struct lp_gpu_labels *labels, uint32_t offset)
{
	const struct lp_numbered_part *const part = lp_numbered_find(&labels->kernels, offset);
	const char *text;
	size_t most;

	if (!part)
		return "<name not known>";
	most = part->count - (offset - part->first);
	text = (const char *)part->values + (offset - part->first);
	text = lp_arena_copy(labels->arena, text,
			     strnlen(text, most < NAME_BYTES_MOST ? most : NAME_BYTES_MOST));
	return text ? lp_name_shown(labels->arena, text, text) : NULL;
}

const char *lp_gpu_label_kernel(struct lp_gpu_labels *labels, uint32_t name)
{
	const char **known;
	bool is_new;

	if (!name)
		return "<other kernels>";
	known = remembered(labels, name, &is_new);
	if (known && is_new)
		*known = kernel_name(labels, name - 1);
	return known ? *known : NULL;
}

static const char *copied_name(struct lp_gpu_labels *labels, uint32_t number)
{
	const struct lp_numbered_part *const part = lp_numbered_find(&labels->regions, number);
	const struct lp_region_name *name;

	if (!part)
		return NULL;
	name = &((const struct lp_region_name *)part->values)[number - part->first];
	return lp_arena_copy(labels->arena, name->text, name->bytes);
}

const char *lp_gpu_label_region(struct lp_gpu_labels *labels, uint32_t region)
{
	const char **known;
	bool is_new;

	if (!region)
		return NULL;
	known = remembered(labels, UINT64_C(1) << 32 | region, &is_new);
	if (known && is_new)
		*known = copied_name(labels, region - 1);
	return known ? *known : NULL;
}

void lp_gpu_labels_free(struct lp_gpu_labels *labels)
{
	lp_numbered_free(&labels->kernels);
	lp_numbered_free(&labels->regions);
	lp_map_free(&labels->numbers);
	free(labels->shown);
}
