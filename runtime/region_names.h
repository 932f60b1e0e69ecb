/*
 * region_names.h: the names of regions in the profile, by number. Bounded: what finds no
 * room is LP_REGION_OTHERS.
 */
#ifndef LINEPROF_RUNTIME_REGION_NAMES_H
#define LINEPROF_RUNTIME_REGION_NAMES_H

#include <stdbool.h>
#include <stdint.h>

enum { LP_REGION_NAMES_MAX = 1024 }; /* ours included */

/* How many bytes of `text` are whole characters of UTF-8 within `most` bytes. */
uint32_t lp_region_text_bytes(const char *text, uint32_t most);

/* The number of the name, of which as much is kept as there is room for. Any thread, not
 * under the lock. */
uint32_t lp_region_number(const char *text);

/* How many there are: all numbers below have a name in the profile. */
uint32_t lp_region_names_count(void);

#endif
