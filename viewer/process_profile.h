/* process_profile.h: the profile that a process writes. */
#ifndef LINEPROF_VIEWER_PROCESS_PROFILE_H
#define LINEPROF_VIEWER_PROCESS_PROFILE_H

#include <stdbool.h>

/* Whether `text` is a process number: digits, and no file has that name. */
bool lp_is_process(const char *text);

/*
 * Finds the profile of process `pid`, digits: a new string. NULL if there is none, after saying why
 * on stderr. Needs no other permission than to read: of a process of somebody else, whose files the
 * kernel does not show, the profile is found if it is in the working directory.
 */
char *lp_process_profile(const char *pid);

#endif
