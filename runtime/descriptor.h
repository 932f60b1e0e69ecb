/*
 * descriptor.h: bytes and blocks of a file, by its descriptor. All return false with
 * the reason in errno. None allocates; may be called anywhere.
 */
#ifndef LINEPROF_RUNTIME_DESCRIPTOR_H
#define LINEPROF_RUNTIME_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Writes `size` bytes to byte `offset` and on. */
bool lp_descriptor_write(int fd, const char *data, uint64_t size, uint64_t offset);

/*
 * Makes a file of `from` bytes one of `to`, with zeros in blocks of their own: a mapped page
 * without a block raises SIGBUS when it is written. Inside a file, of what has no blocks yet.
 * Where there is no room, the file is as long as it was.
 */
bool lp_descriptor_extend(int fd, uint64_t from, uint64_t to);

/* Its length; UINT64_MAX if that is not told. */
uint64_t lp_descriptor_size(int fd);

/* Makes it `size` bytes long, without blocks for what is new. */
bool lp_descriptor_resize(int fd, uint64_t size);

#endif
