/* status.h: every way in which reading, writing or modelling a profile can fail. */
#ifndef LINEPROF_FORMAT_STATUS_H
#define LINEPROF_FORMAT_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LP_STATUS_LIST(X)                                                      \
	X(OK, "no error")                                                      \
	X(IO, "read or write failed")                                          \
	X(MEMORY, "out of memory")                                             \
	X(NOT_PROFILE, "not a lineprof profile")                               \
	X(TOO_NEW, "written by a newer lineprof than this one")                \
	X(TOO_OLD, "written by an older lineprof, in a format no longer read") \
	X(TRUNCATED, "file ends in the middle of a section")                   \
	X(SEVERAL, "more than one profile in a file")                          \
	X(CORRUPT, "damaged profile")                                          \
	X(UNKNOWN_SECTION, "holds a section that this lineprof must know but does not") \
	X(EMPTY, "no instrumented code has registered in it")                  \
	X(DIFFERENT, "profiles of different programs")                         \
	X(NOT_FOUND, "not found")                                              \
	X(UNTIMED, "no time was measured, and this format shows nothing else") \
	X(CONTRADICTORY, "the numbers of this profile contradict each other")

enum lp_status {
#define LP_STATUS_ENUM(name, text) LP_##name,
	LP_STATUS_LIST(LP_STATUS_ENUM)
#undef LP_STATUS_ENUM
};

#define LP_ERROR_HEAD_BYTES 64

/* Where in the input a failure was seen, and what was expected there. */
struct lp_error {
	size_t offset_bytes;  /* from the start of the file */
	const char *expected; /* static text; never NULL once an error is set */
	size_t head_bytes;    /* if it is about the header: how the file begins; else 0 */
	unsigned char head[LP_ERROR_HEAD_BYTES];
};

/* The text of `status`; static, in English, without a full stop. Never NULL. */
const char *lp_status_text(enum lp_status status);

#ifdef __cplusplus
}
#endif
#endif
