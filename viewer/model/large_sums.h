/* large_sums.h: whether profiles are too large to be summed up in memory. */
#ifndef LINEPROF_VIEWER_MODEL_LARGE_SUMS_H
#define LINEPROF_VIEWER_MODEL_LARGE_SUMS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the files on disk, without their holes; those that cannot be asked have none. */
uint64_t lp_bytes_of_files(const char *const *paths, size_t count);

/* The machine's memory in bytes; UINT64_MAX: not known. */
uint64_t lp_bytes_of_memory(void);

#endif
