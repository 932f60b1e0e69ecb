/*
 * steps.h: the steps of lp_profile_open(), in their order. Each returns LP_OK,
 * LP_MEMORY or what it names; what it allocated belongs to the profile, also
 * when it fails.
 */
#ifndef LINEPROF_VIEWER_MODEL_STEPS_H
#define LINEPROF_VIEWER_MODEL_STEPS_H

#include "viewer/model/profile.h"

/* file.c: reads the profile `path` into `*data`, aligned to 16; may be a file that grows meanwhile.
 * Of what is no profile only the head: it may be a disk, or never end. LP_IO with errno set,
 * LP_MEMORY, LP_SEVERAL. */
enum lp_status lp_file_read(const char *path, unsigned char **data, size_t *size);

/* The same of what is open as `fd`, which stays open: from where it stands. */
enum lp_status lp_file_read_input(int fd, unsigned char **data, size_t *size);

/* file.c: the same of all of a regular file of at most `most` bytes; does not wait. LP_IO with
 * errno set, EFBIG or EINVAL if it is no such file, LP_MEMORY. */
enum lp_status lp_file_read_text(const char *path, uint64_t most, unsigned char **data,
				 size_t *size);

/* file.c: writes `path`, or what it is a link to: all of it, or it stays as it was. Unless it
 * `may_replace` a file, there must be none: else LP_IO with errno EEXIST. A device or a pipe is
 * written into; "-" is standard output. LP_IO, LP_MEMORY. */
enum lp_status lp_file_write(const char *path, const void *data, size_t size, bool may_replace);

/* stopped_counts.c: puts what there is to be seen in the place of the counters of a
 * program that was stopped. `data` is what `reader` reads. */
enum lp_status lp_take_out_stopped(unsigned char *data, const struct lp_reader *reader);

/* linked_counts.c: adds shared counters to those that they count for. `data` is what
 * `reader` reads. After lp_check_once() and lp_take_out_stopped(). */
enum lp_status lp_add_linked(unsigned char *data, const struct lp_reader *reader);

/* unended_waits.c: of a program that runs, or was killed, adds what threads wait in calls that have
 * not ended to these and to their clocks. `data` is what `reader` reads. After lp_check_once(). */
enum lp_status lp_add_unended_waits(unsigned char *data, const struct lp_reader *reader);

/* load.c: the reader's sections as rows: objects, sources, threads, variants. */
enum lp_status lp_load(struct lp_profile *profile, struct lp_error *error);

/* counts.c: functions, lines and their counts. LP_CORRUPT for a bad table. */
enum lp_status lp_count(struct lp_profile *profile, struct lp_error *error);

/* calls.c: who is called from the call sites that lp_count() collected. */
enum lp_status lp_calls_resolve(struct lp_profile *profile);

/* times.c: the times of functions and lines. */
enum lp_status lp_time(struct lp_profile *profile);

/* The function of `object` with that linkage name; of several local ones that
 * which is defined at `line` of `file`, or of the one whose path shares most of its end with it.
 * LP_NO_INDEX if none is, or nobody knows which. */
uint32_t lp_function_find(const struct lp_profile *profile, uint32_t object,
			  const char *linkage_name, const char *file, uint32_t line);

/* The source with that path, else the one that shares most of its end, `rather` if that does, too.
 * LP_NO_INDEX if none does, or several. */
uint32_t lp_source_find(const struct lp_profile *profile, const char *path, uint32_t rather);

/* The key of a function in lp_profile.names: one for all variants of a constructor or
 * destructor. */
uint64_t lp_function_key(uint32_t object, const char *linkage_name, size_t size);

/* The key there of those of a function's namesakes that are defined at that line. */
uint64_t lp_namesakes_key(uint64_t function_key, uint32_t line);

/* The first function that `object` has by that name, or LP_NO_INDEX. */
uint32_t lp_function_named(const struct lp_profile *profile, uint32_t object,
			   const char *linkage_name, size_t size);

/* Adds a warning, all texts copied; `which` and `remedy` may be NULL. */
enum lp_status lp_warn(struct lp_profile *profile, const char *which, const char *text,
		       const char *remedy);

/* explain.c: why a profile shows little, and what its numbers are worth, as warnings. */
enum lp_status lp_explain(struct lp_profile *profile);

#endif
