/*
 * profile_handle.h: the way to the profile's file: its name, and its descriptor while one is
 * needed.
 *
 * What is mapped is written without a descriptor, so the program finds none of ours where the file
 * can be opened again by its name, or by the one that it has been renamed to
 * (docs/decisions/0081-no-descriptor.md). All functions need the lock of lock.h. None allocates.
 */
#ifndef LINEPROF_RUNTIME_PROFILE_HANDLE_H
#define LINEPROF_RUNTIME_PROFILE_HANDLE_H

#include <stdbool.h>

/*
 * Creates the file. Returns its descriptor, as lp_handle_get() does.
 *
 * with_pid  whether the number of the process is to be in its name
 * base      where it will be mapped
 */
int lp_handle_create(bool with_pid, const char *base);

/* Whether there is a file, be it one that is gone by now. */
bool lp_handle_has_file(void);

/* Its descriptor, as long as nobody calls lp_handle_release(); -1 with errno set. */
int lp_handle_get(void);

/* Needed no more for now. Not of a file that is not mapped: the descriptor holds its lock. */
void lp_handle_release(void);

/* In a forked child: the parent's file is left alone. */
void lp_handle_forget(void);

/* Whether somebody finds what is written: false, with errno set, if the file is known to be gone.
 */
bool lp_handle_is_in_place(void);

/* What it is called, as far as is known. */
const char *lp_handle_path(void);

#endif
