/* mapping.h: what is mapped where in this process. */
#ifndef LINEPROF_RUNTIME_MAPPING_H
#define LINEPROF_RUNTIME_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The start of the mapping that holds `address`; 0 if it cannot be found out. `*has_guard`: a
 * small mapping that cannot be read ends there. May be called in signal handlers. proc_pid_maps(5),
 * PROCMAP_QUERY where the kernel has it. */
uintptr_t lp_mapping_begin(uintptr_t address, bool *has_guard);

/* The file that is mapped there, as the kernel names it; false if there is none or it cannot be
 * found out. Needs the lock of lock.h. */
bool lp_mapping_path(uintptr_t address, char *out, size_t room);

/* Takes off what the kernel puts behind the path of a file that is gone: whether it was there. */
bool lp_mapping_cut_deleted(char *path);

#endif
