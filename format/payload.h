/* payload.h: what the payload of a section must look like before its records are handed out. */
#ifndef LINEPROF_FORMAT_PAYLOAD_H
#define LINEPROF_FORMAT_PAYLOAD_H

#include <stdint.h>

#include "format/reader.h"

/* To where what follows `bytes` begins, in bytes. */
#define LP_ROUND_UP_8(bytes) (((uint64_t)(bytes) + 7) & ~(uint64_t)7)

/*
 * Checks the payload of a section: that its counts fit into it, its strings end, and what it
 * refers to within itself is there. Never reads beyond it.
 *
 * Returns NULL if it is good; else what was expected there, for the error's text.
 */
const char *lp_payload_check(const struct lp_section_at *at);

#endif
