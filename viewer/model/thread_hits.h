/*
 * thread_hits.h: the hits of chosen lines in each thread, exactly. They are solved
 * when they are asked for, so that a profile of many threads stays small.
 */
#ifndef LINEPROF_VIEWER_MODEL_THREAD_HITS_H
#define LINEPROF_VIEWER_MODEL_THREAD_HITS_H

#include "viewer/model/profile.h"

/* Whether a row is of a thread, or of several: rows of the file can be free. */
bool lp_thread_is_used(const struct lp_thread_row *row);

/* The rows that are used, most CPU time first; the caller frees it. NULL when out of memory. */
uint32_t *lp_threads_by_time(const struct lp_profile *profile, size_t *count);

/* The CPU time of all threads, in ns. */
uint64_t lp_threads_cpu_time(const struct lp_profile *profile);

/* The number of rows that are used. */
size_t lp_thread_hits_threads(const struct lp_profile *profile);

/* Why no hits are known thread by thread; NULL: they are. */
const char *lp_thread_hits_lacking(const struct lp_profile *profile);

/* Which threads no spread has, cut short to `size` bytes; empty: it has all. Of merged profiles
 * lp_thread_hits_lacking() says it. */
void lp_thread_hits_describe_folded(const struct lp_profile *profile, char *out, size_t size);

/* How a line's hits are spread over the threads that ran it, rows of several ended
 * threads left out. */
struct lp_spread {
	size_t threads; /* that ran the line */
	uint64_t min;
	uint64_t max;
	uint64_t sum;
};

/*
 * Works out the hits of `count` lines (numbers in lp_profile.lines) in each thread:
 * hits[i * thread_count + t] of the i-th of them in row t of lp_profile.threads. The
 * caller frees `*hits`. LP_OK, LP_MEMORY or LP_CORRUPT, then `*hits` is NULL.
 */
enum lp_status lp_thread_hits_find(const struct lp_profile *profile, const uint32_t *lines,
				   size_t count, uint64_t **hits);

/* The spread of one line's hits, thread_count of them. */
struct lp_spread lp_thread_hits_spread(const struct lp_profile *profile, const uint64_t *hits);

#endif
