/*
 * forked_sections.h: what a forked child takes over of its parent's sections.
 */
#ifndef LINEPROF_RUNTIME_FORKED_SECTIONS_H
#define LINEPROF_RUNTIME_FORKED_SECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "format/layout.h"

/* How many bytes behind the header it has in common with its parent: of live arrays only what
 * stands before them. */
uint64_t lp_forked_bytes(const struct lp_section_header *header);

/*
 * Makes the child's empty file `size` bytes long, with blocks for all but the arrays of the threads
 * that it does not have: those are reserved when their rows are taken (lp_file_reserve()).
 *
 * base        the parent's profile, of which the child gets the same sections
 * used_bytes  of it
 * thread      the row of the thread that is left; LP_THREAD_STATIC: it has none
 *
 * False, with errno set, where there is no room.
 */
bool lp_forked_reserve(int fd, uint64_t size, const char *base, uint64_t used_bytes,
		       uint32_t thread, uint64_t page_bytes);

#endif
