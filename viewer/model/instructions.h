/*
 * instructions.h: machine code as far as it matters for who waited: where control goes, and what a
 * processor does at once.
 */
#ifndef LINEPROF_VIEWER_MODEL_INSTRUCTIONS_H
#define LINEPROF_VIEWER_MODEL_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/status.h"

struct lp_instruction {
	uint64_t address;
	uint64_t target; /* of a direct jump; 0: it is none */
	uint32_t size;   /* bytes */
	/* Registers, 0: none. What it does nothing but fill from memory; what it changes, where
	 * that may be one with its load: see lp_instructions_are_joined(). */
	uint16_t loaded;
	uint16_t worked_on;
	bool is_end;    /* control never goes on behind it */
	bool is_return; /* to the caller */
	bool is_call;
	bool is_nop;
	bool is_repeat; /* a string operation that repeats itself */
};

/* A list that grows; all zeros is an empty one. */
struct lp_instructions {
	struct lp_instruction *all; /* to be freed by the caller */
	size_t count;
	size_t capacity;
};

/*
 * Makes `*list` the instructions of the `size` bytes of `code` that lie at `address`. Data between
 * them is instructions of which nothing is known.
 *
 * machine  EM_X86_64 or EM_AARCH64 of elf.h; of others there are none
 *
 * LP_OK or LP_MEMORY.
 */
enum lp_status lp_instructions_read(struct lp_instructions *list, uint16_t machine,
				    const unsigned char *code, size_t size, uint64_t address);

/* Whether a processor may do the two, one behind the other, at once, so that no sample stands
 * between them: a load, and what it does with the register. Source: docs/decisions/0057. */
static inline bool lp_instructions_are_joined(const struct lp_instruction *load,
					      const struct lp_instruction *operation)
{
	return operation->worked_on && load->loaded == operation->worked_on;
}

#endif
