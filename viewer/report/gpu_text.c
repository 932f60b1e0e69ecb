/* gpu_text.c: numbers of GPUs as text. */
#include "viewer/report/gpu_text.h"

#include <stdio.h>

#include "format/gpu.h"

void lp_gpu_format_bytes(char *out, size_t size, uint64_t bytes)
{
	static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	double value = (double)bytes / 1024;
	size_t unit = 0;

	if (bytes < 1024) {
		snprintf(out, size, "%llu B", (unsigned long long)bytes);
		return;
	}
	for (; value >= 1023.95 && unit + 1 < sizeof(units) / sizeof(*units); unit++)
		value /= 1024;
	snprintf(out, size, "%.1f %s", value, units[unit]);
}

void lp_gpu_format_shape(char *out, size_t size, const uint32_t shape[3])
{
	if (shape[2] > 1)
		snprintf(out, size, "%ux%ux%u", shape[0], shape[1], shape[2]);
	else if (shape[1] > 1)
		snprintf(out, size, "%ux%u", shape[0], shape[1]);
	else
		snprintf(out, size, "%u", shape[0]);
}

void lp_gpu_format_gap(char *out, size_t size, int number)
{
	const unsigned long us = 1ul << 2 * number;

	if (number == LP_GPU_GAP_SIZES - 1)
		snprintf(out, size, "any");
	else if (us < 1000)
		snprintf(out, size, "%lu us", us);
	else
		snprintf(out, size, "%lu ms", us / 1000);
}
