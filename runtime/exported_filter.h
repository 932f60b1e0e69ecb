/*
 * exported_filter.h: the filter that libseccomp is about to load, as it tells itself:
 * seccomp_export_bpf(3).
 */
#ifndef LINEPROF_RUNTIME_EXPORTED_FILTER_H
#define LINEPROF_RUNTIME_EXPORTED_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>

/* Fills in `filter` from `context`, libseccomp's scmp_filter_ctx. What it points to is good until
 * the next call. False: there is no such library, or it has none. One thread at a time, which can
 * open a file. */
bool lp_exported_filter(const void *context, struct sock_fprog *filter);

#endif
