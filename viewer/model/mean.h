/*
 * mean.h: means of counts, as reports write them.
 */
#ifndef LINEPROF_VIEWER_MODEL_MEAN_H
#define LINEPROF_VIEWER_MODEL_MEAN_H

#include <stddef.h>
#include <stdint.h>

/* Enough for any mean. */
#define LP_MEAN_BYTES 32

/* Writes sum / count, count not 0, as 40000, 17050.3 or 4.0 (about 4); whole from a million on. */
void lp_mean_format(char *out, size_t size, uint64_t sum, uint64_t count);

#endif
