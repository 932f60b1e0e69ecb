/*
 * profile_name.h: what the profile is called, and who may write it.
 */
#ifndef LINEPROF_RUNTIME_PROFILE_NAME_H
#define LINEPROF_RUNTIME_PROFILE_NAME_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* The program, as found at the first registration; survives chdir. */
struct lp_program {
	char path[PATH_MAX];
	char directory[PATH_MAX]; /* working directory at start */
	char host[256];
	uint64_t rank; /* of MPI, + 1; 0: none is known */
};

extern struct lp_program lp_program;

void lp_program_find(void);

/* Writes `name` as seen from the directory at start; false if it is too long. */
bool lp_program_absolute(char out[PATH_MAX], const char *name);

/*
 * Writes the absolute path of the profile. `with_pid`: of the profile that this
 * process takes when the plain name is not its own: if LINEPROF_FILE has no %p,
 * ".<pid>" goes before ".lprof", or to the end.
 */
void lp_profile_name(char out[PATH_MAX], bool with_pid);

/* Field 22 of /proc/PID/stat: when the process began; 0 if there is none, or it has ended and
 * nobody has waited for it. */
uint64_t lp_process_start(int pid);

/* Whether no thread of this process is left but the caller; the first one may have ended, of which
 * the kernel keeps something until all have. False where nobody can tell. */
bool lp_process_has_one_thread(void);

/* Hash of the host's name and the namespace that gives this process its number; 0: unknown. */
uint64_t lp_process_place(void);

/*
 * Creates a fresh, empty profile for this process: under the plain name, else
 * under the name with the pid if the first is of a live process or is no
 * profile; with a number behind the pid, from 2 on, if that is of what this process
 * was before exec(), or held by a process in another container. A profile of a process
 * that is gone is replaced by a new file.
 *
 * Writes the path taken to `path`. Returns a descriptor, locked by flock() for
 * as long as it is open or mapped; or -1 with errno set.
 */
int lp_profile_create(char path[PATH_MAX], bool with_pid);

#endif
