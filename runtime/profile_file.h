/*
 * profile_file.h: the profile, as memory.
 *
 * The profile lies in one reserved range of addresses: byte n of the file is byte
 * n of the range. So sections never move while it grows, and in a forked child
 * the child's own file takes the same place, and every pointer and delta stays.
 * Where the file cannot grow (disk full, a limit), what comes after is ordinary
 * memory in the same range, and is written at the end if that is then possible. The
 * flag LP_INFO_INCOMPLETE is in the file as long as that has not been done.
 *
 * All functions but the inline ones need the lock of lock.h. None allocates.
 */
#ifndef LINEPROF_RUNTIME_PROFILE_FILE_H
#define LINEPROF_RUNTIME_PROFILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "format/layout.h"

/*
 * Reserves the range and creates the file. If there can be no file, goes on in
 * memory. Returns false when not even that can be had: then nothing else here
 * may be called.
 */
bool lp_file_open(void);

/*
 * Appends a section: `head_bytes` of fixed payload, then `array_bytes`; both zero.
 * The array of a live section has pages of its own. Returns the payload's
 * address, good for ever; NULL when the range is used up. Readers see the section
 * after lp_file_commit().
 */
void *lp_file_append(enum lp_section what, uint64_t head_bytes, uint64_t array_bytes);

/*
 * As memcpy(), to a place in a section that has not been committed, and that nobody reads before
 * lp_file_commit(): cheap if there is much and the places follow each other.
 */
void lp_file_put(void *to, const void *data, uint64_t bytes);

/* Shows readers all sections appended so far. */
void lp_file_commit(void);

/* Gives an array that a forked child has not written yet what it needs on disk. False without room:
 * then it may not be written. */
bool lp_file_reserve(const void *array, uint64_t bytes);

/* Whether `address` is in the profile. */
bool lp_file_holds(const void *address);

/* Changes the tag of the section with this payload: PADDING hides it from readers. */
void lp_file_retag(void *payload, enum lp_section what);

/* Where the next section begins; and hides all that were appended since, of which some found no
 * room. Under the lock, before they are committed. */
uint64_t lp_file_mark(void);
void lp_file_give_up(uint64_t mark);

/*
 * Writes what is only in memory, if it can be now. Returns false, with one line said for each new
 * reason, when the profile on disk is not complete.
 */
bool lp_file_complete(void);

/*
 * Puts memory in the place of a page that the file has lost, because somebody cut
 * it short; what was counted there is gone. False if `address` is not in the
 * file. In a handler of SIGBUS; needs no lock.
 */
bool lp_file_replace_page(const void *address);

/* The header. Its fields may be written by the caller, but for committed_bytes. */
struct lp_file_header *lp_file_header(void);

/* Where the profile is written. */
const char *lp_file_path(void);

/*
 * In a forked child: gives it a file of its own in the place of the parent's, with
 * the same sections, the live ones zero. The parent's is not touched. Readers see
 * them after lp_file_commit(), when they are the child's. Counters and clocks of other threads than
 * row 0 and `thread` (LP_THREAD_STATIC: none) may be written after lp_file_reserve() only. Returns
 * false when there is no memory, or what there is of the parent's is not whole: then the child
 * counts for nobody.
 */
bool lp_file_fork_child(bool is_whole, uint32_t thread);

/* Behind that: whether the parent's file is still what the child has in its memory, as a sandbox
 * lets nothing be mapped in its place. */
bool lp_file_is_parents(void);

#endif
