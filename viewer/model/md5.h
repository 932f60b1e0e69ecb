/* md5.h: the MD5 digest of RFC 1321, by which sources are recognised. */
#ifndef LINEPROF_VIEWER_MODEL_MD5_H
#define LINEPROF_VIEWER_MODEL_MD5_H

#include <stddef.h>

/* Writes the digest of `size` bytes at `data`. */
void lp_md5(const void *data, size_t size, unsigned char digest[16]);

#endif
