/* json_gpu.h: the parts of the JSON that are about GPUs and iterations. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_GPU_H
#define LINEPROF_VIEWER_EXPORT_JSON_GPU_H

#include "viewer/export/json_writer.h"

/* "steps": empty where the program marks none. */
void lp_json_steps(struct lp_json *json);

/* In the object of a region, and of a line: nothing where it makes no GPU work. */
void lp_json_gpu_region(struct lp_json *json, const char *region);
void lp_json_gpu_line(struct lp_json *json, uint32_t source, uint32_t line);

/* "gpu": null where nothing makes one work. */
void lp_json_gpu(struct lp_json *json);

#endif
