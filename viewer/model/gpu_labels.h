/* gpu_labels.h: the names that rows of a GPU's work have numbers of: kernels and regions. */
#ifndef LINEPROF_VIEWER_MODEL_GPU_LABELS_H
#define LINEPROF_VIEWER_MODEL_GPU_LABELS_H

#include "viewer/model/map.h"
#include "viewer/model/names.h"
#include "viewer/model/numbered.h"

/* Starts with the arena that the names are kept in, else zeros; then lp_gpu_labels_free(). */
struct lp_gpu_labels {
	struct lp_arena *arena;
	struct lp_numbered kernels; /* bytes of names */
	struct lp_numbered regions; /* struct lp_region_name */
	struct lp_map numbers;      /* to index in `shown` */
	const char **shown;
	size_t count;
	size_t capacity;
};

/* First, for each section of the profile: takes note of the names in it. LP_OK or LP_MEMORY. */
enum lp_status lp_gpu_labels_note(struct lp_gpu_labels *labels, const struct lp_section_at *at);
void lp_gpu_labels_sort(struct lp_gpu_labels *labels);

/* A kernel's name for people, of lp_gpu_row.name; NULL when out of memory. */
const char *lp_gpu_label_kernel(struct lp_gpu_labels *labels, uint32_t name);

/* A region's, of lp_gpu_row.region; NULL: it is not known. */
const char *lp_gpu_label_region(struct lp_gpu_labels *labels, uint32_t region);

void lp_gpu_labels_free(struct lp_gpu_labels *labels);

#endif
