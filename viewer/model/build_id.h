/* build_id.h: tells whether a binary is the one that ran, and can be read by libdwarf. */
#ifndef LINEPROF_VIEWER_MODEL_BUILD_ID_H
#define LINEPROF_VIEWER_MODEL_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>

#include "format/status.h"

/*
 * The GNU build id of the ELF file `path`, at most `capacity` bytes of it;
 * `*size` is 0 if it has none.
 *
 * Returns LP_OK, LP_IO with errno set, or LP_NOT_FOUND if it is no ELF file.
 */
enum lp_status lp_build_id_read(const char *path, unsigned char *id, size_t capacity, size_t *size);

/* Whether `path` is an ELF file whose sections all lie in it: libdwarf takes their sizes for
 * true. False if it cannot be read. */
bool lp_build_id_is_whole(const char *path);

/* Whether `path` is an ELF file whose debug information is compressed by zstd, which
 * libdwarf does not know. False if it cannot be read. */
bool lp_build_id_debug_is_zstd(const char *path);

#endif
