/*
 * module_sections.h: what the profile keeps of a module from its start on, so that it can be
 * read without the binary: where it is, its files, function tables, what shared counters count
 * for, remarks, and what was selected.
 */
#ifndef LINEPROF_RUNTIME_MODULE_SECTIONS_H
#define LINEPROF_RUNTIME_MODULE_SECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/place.h"
#include "runtime/register.h"

/* Appends the sections of `module`, number `index`. Under the lock; false if the file has no
 * room for them. */
bool lp_module_write(uint32_t index, const struct lp_module_state *module,
		     const struct lp_place *place);

#endif
