/* mapping.h: what is mapped where in this process. */
#ifndef LINEPROF_RUNTIME_MAPPING_H
#define LINEPROF_RUNTIME_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

/* The start of the mapping that holds `address`; 0 if it cannot be found out. `*has_guard`: a
 * mapping that cannot be read ends there. May be called in signal handlers. proc_pid_maps(5),
 * PROCMAP_QUERY where the kernel has it. */
uintptr_t lp_mapping_begin(uintptr_t address, bool *has_guard);

#endif
