/*
 * remarks.h: what the optimiser said of a line, and what is in its code. The plugin encodes
 * it into the object file, the runtime carries the bytes into the profile, the viewer
 * decodes them.
 */
#ifndef LINEPROF_FORMAT_REMARKS_H
#define LINEPROF_FORMAT_REMARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of remarks. LP_REMARK(C name, number, name in JSON, what it says, about)
 * What is behind the text: the subject, a function's linkage name, then the detail.
 * About LOOP: `line` is that of a loop's statement. CALL: of a call. CODE: a fact of the
 * code that the optimiser made, no opinion of his. */
#define LP_REMARK_LIST(X)                                                                          \
	X(VECTORISED, 1, "vectorised", "loop vectorised", LOOP)                                    \
	X(NOT_VECTORISED, 2, "not_vectorised", "loop not vectorised", LOOP)                        \
	X(INTERLEAVED, 3, "interleaved", "loop interleaved", LOOP)                                 \
	X(UNROLLED, 4, "unrolled", "loop unrolled", LOOP)                                          \
	X(NOT_UNROLLED, 5, "not_unrolled", "loop not unrolled", LOOP)                              \
	X(DELETED, 6, "deleted", "loop deleted", LOOP)                                             \
	X(REPLACED, 7, "replaced", "loop replaced by a call", LOOP)                                \
	X(JOINED, 8, "joined", "statements vectorised together", LINE)                             \
	X(INLINED, 9, "inlined", "inlined", CALL)                                                  \
	X(NOT_INLINED, 10, "not_inlined", "not inlined", CALL)                                     \
	X(DIVISION, 11, "division", "integer division", CODE)                                      \
	X(FLOAT_DIVISION, 12, "float_division", "floating-point division", CODE)                   \
	X(SQUARE_ROOT, 13, "square_root", "square root", CODE)                                     \
	X(ALLOCATION, 14, "allocation", "allocation", CODE)                                        \
	X(SPILLED, 15, "spilled", "registers spilled", LOOP)

enum lp_remark_kind {
#define LP_REMARK_ENUM(name, number, key, text, about) LP_REMARK_##name = number,
	LP_REMARK_LIST(LP_REMARK_ENUM)
#undef LP_REMARK_ENUM
	    LP_REMARK_KINDS /* behind the last one */
};

/* Bits of a fact's `value`. */
enum lp_remark_fact {
	LP_REMARK_EACH_ROUND = 1 << 0, /* executed in each round of the loop that it is in */
	LP_REMARK_OWN_CODE = 1 << 1,   /* written on that line, not in what was inlined there */
};

/* The plugin keeps no more than this. */
#define LP_REMARKS_LINE_MOST 16 /* of the optimiser's */
#define LP_REMARKS_UNIT_MOST 8192
#define LP_REMARK_TEXT_MOST 512 /* bytes of a subject, of its name, of a detail */

/* One remark, on a line of the file `path_hash`. Texts are not terminated by zero. */
struct lp_remark {
	uint64_t path_hash; /* lp_abi_file.path_hash */
	uint32_t line;      /* 1-based */
	uint32_t kind;      /* enum lp_remark_kind, or a later one */
	uint32_t count;     /* how often: in copies of the function, or at several places */
	uint64_t value;     /* VECTORISED, INTERLEAVED: elements a round; UNROLLED: rounds at once;
			     * NOT_VECTORISED: 1 if that may be as it is counted; SPILLED: spills
			     * and reloads in the loop's code; of facts: LP_REMARK_EACH_ROUND,
			     * LP_REMARK_OWN_CODE; else 0 */
	const char *subject;
	size_t subject_bytes;
	const char *name; /* of the subject, demangled, where few demanglers can; else empty */
	size_t name_bytes;
	const char *detail;
	size_t detail_bytes;
};

/* A place in a section's bytes; lp_remarks_begin() makes it. */
struct lp_remarks_at {
	const unsigned char *next;
	const unsigned char *end;
	const unsigned char *chunk; /* where the chunk that `next` is in begins, and ends */
	const unsigned char *chunk_end;
	uint64_t path_hash; /* of the chunk */
	uint64_t left_out;  /* remarks that had no room, of all chunks so far */
	uint32_t line;
	bool is_bad; /* the bytes are damaged */
};

struct lp_remarks_at lp_remarks_begin(const void *bytes, size_t size);

/* Moves to the next remark; false at the end, or where the bytes are damaged. The texts
 * point into the bytes. Allocates nothing. Any thread. */
bool lp_remarks_next(struct lp_remarks_at *at, struct lp_remark *remark);

#ifdef __cplusplus
}
#endif
#endif
