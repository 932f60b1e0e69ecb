/* gpu_text.h: numbers of GPUs as text. */
#ifndef LINEPROF_VIEWER_REPORT_GPU_TEXT_H
#define LINEPROF_VIEWER_REPORT_GPU_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* "4.0 KiB": binary units, as nvidia-smi has them. */
void lp_gpu_format_bytes(char *out, size_t size, uint64_t bytes);

/* A grid or a block: "16x16"; what is 1 at its end is left out. */
void lp_gpu_format_shape(char *out, size_t size, const uint32_t shape[3]);

/* The longest gap of a size, lp_gpu_device.gaps: "4 us". */
void lp_gpu_format_gap(char *out, size_t size, int number);

#endif
