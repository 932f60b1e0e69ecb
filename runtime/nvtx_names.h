/*
 * nvtx_names.h: the names that a program gives to NVTX's domains, ranges and registered
 * strings. All are copied; what is too long is cut, and what finds no room has a name that
 * says so. Handles are numbers, so that a wrong one is no address.
 */
#ifndef LINEPROF_RUNTIME_NVTX_NAMES_H
#define LINEPROF_RUNTIME_NVTX_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/nvtx_records.h"

/* A range's name with its domain's, and a zero behind. */
struct lp_nvtx_name {
	char text[192];
};

/* The handle of a domain, and of a string, of that name. */
void *lp_nvtx_domain(enum lp_nvtx_text_type type, const void *text);
void *lp_nvtx_string(enum lp_nvtx_text_type type, const void *text);

/* "domain:name", "nvtx:name" without a domain. */
void lp_nvtx_name(const void *domain, int type, const void *text, struct lp_nvtx_name *name);

/* Whose regions the ranges of that domain are: LP_REGION_OWNER_*. */
uint32_t lp_nvtx_owner(const void *domain);

/* Whether it is the domain of lineprof's own ranges, which are for other tools. */
bool lp_nvtx_is_ours(const void *domain);

#endif
