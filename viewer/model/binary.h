/* binary.h: the ELF file of a binary: whether it is the one that ran, whether libdwarf can read
 * it, and its code. */
#ifndef LINEPROF_VIEWER_MODEL_BINARY_H
#define LINEPROF_VIEWER_MODEL_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/status.h"

struct Elf;

/*
 * The GNU build id of the ELF file `path`, at most `capacity` bytes of it;
 * `*size` is 0 if it has none.
 *
 * Returns LP_OK, LP_IO with errno set, or LP_NOT_FOUND if it is no ELF file.
 */
enum lp_status lp_binary_id(const char *path, unsigned char *id, size_t capacity, size_t *size);

/* Whether `path` is an ELF file whose sections all lie in it: libdwarf takes their sizes for
 * true. False if it cannot be read. */
bool lp_binary_is_whole(const char *path);

/* Whether `path` is an ELF file whose debug information is compressed by zstd, which
 * libdwarf does not know. False if it cannot be read. */
bool lp_binary_debug_is_zstd(const char *path);

/* The path of the file with which the ELF file `path` shares debug information, as `dwz -m` leaves
 * it (".gnu_debugaltlink"); the caller frees it. NULL: with none, it is not there or another one,
 * or no memory.
 */
char *lp_binary_alternate(const char *path);

/* The code of a binary. */
struct lp_binary_code {
	struct Elf *elf;
	int fd;
	uint16_t machine; /* EM_X86_64, ... */
};

/* Opens the ELF file `path`. False: it is none, or cannot be read; then there is nothing to close.
 */
bool lp_binary_code_open(struct lp_binary_code *code, const char *path);
void lp_binary_code_close(struct lp_binary_code *code);

/* The `size` bytes at `address`, in the file's own addresses; valid until the code is closed.
 * NULL: that is no code of the file's. */
const unsigned char *lp_binary_code_at(const struct lp_binary_code *code, uint64_t address,
				       uint64_t size);

/* The same, copied to `bytes`: of pieces that are kept, libelf looks at each before the next. */
bool lp_binary_code_read(const struct lp_binary_code *code, uint64_t address, void *bytes,
			 size_t size);

#endif
