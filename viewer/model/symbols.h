/*
 * symbols.h: which functions and lines an address of a binary belongs to, inlined
 * ones included, from its DWARF.
 */
#ifndef LINEPROF_VIEWER_MODEL_SYMBOLS_H
#define LINEPROF_VIEWER_MODEL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/status.h"
#include "viewer/model/arena.h"

/* One function that an address is in. */
struct lp_frame {
	const char *linkage_name; /* else its plain name; "" if it has none */
	const char *declared_in;  /* path; "" unknown */
	uint32_t declared_line;   /* 0 unknown */
	const char *file;         /* path of the line that runs in it; "" unknown */
	uint32_t line;            /* 0 unknown */
};

/* An address to be looked up. */
/* Where control enters code first, in the file's own addresses, and the end behind which it does
 * not go straight on; it may leave it earlier. Both 0: not known. */
struct lp_code_run {
	uint64_t begin;
	uint64_t end;
};

struct lp_symbol_query {
	uint64_t address; /* in the file's own addresses */
	/* The sample stood there: the time is that of the instruction before, unless
	 * the function begins here. Else the address is where a call returns to: the
	 * call is the instruction before. */
	bool is_leaf;
	/* That of the code that is looked up. Code without a line goes with what is before, or
	 * behind, but not in another run. */
	struct lp_code_run run;
	uint64_t samples;        /* of a leaf; only lp_waited_find() asks for them */
	bool has_no_line;        /* answer: what is looked up has no line of its own */
	uint64_t code_begin;     /* answer: where the function's code that it is in begins */
	uint64_t code_end;       /* and ends; both 0: not known */
	struct lp_frame *frames; /* answer: innermost first, in the arena */
	size_t frame_count;      /* 0: not known */
	/* Answer of lp_symbols_find_called(): 1 if one more frame, behind these, is of the function
	 * that is called there. */
	size_t called_count;
};

/*
 * Answers `queries`, which are sorted by address, from the DWARF of `path`, or of
 * the separate file with debug information that it names. Reads only the units
 * that hold one of the addresses.
 *
 * Returns LP_OK; LP_NOT_FOUND if there is no DWARF; LP_MEMORY; LP_CORRUPT if it
 * cannot be read; LP_IO if a file with which it shares some is not there. In all cases the answers
 * found so far are good.
 */
enum lp_status lp_symbols_find(const char *path, struct lp_symbol_query *queries, size_t count,
			       struct lp_arena *arena);

#endif
