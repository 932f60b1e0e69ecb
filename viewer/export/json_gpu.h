/* json_gpu.h: the parts of the JSON that are about GPUs and iterations. */
#ifndef LINEPROF_VIEWER_EXPORT_JSON_GPU_H
#define LINEPROF_VIEWER_EXPORT_JSON_GPU_H

#include "viewer/export/json_writer.h"

/* "steps": empty where the program marks none. */
void lp_json_steps(struct lp_json *json);

/* "gpu": null where nothing makes one work. */
void lp_json_gpu(struct lp_json *json);

#endif
