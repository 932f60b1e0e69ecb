/*
 * nvtx.h: receives the ranges that a program marks with NVTX 3: they are regions. lineprof is
 * the tool that NVTX calls if no other one was named to it (NVTX_INJECTION64_PATH).
 */
#ifndef LINEPROF_RUNTIME_NVTX_H
#define LINEPROF_RUNTIME_NVTX_H

#include "format/abi.h"
#include "runtime/nvtx_records.h"

/* lp_abi_ops.nvtx: an executable or library calls NVTX for the first time. Returns 1 if its
 * ranges will be received, else 0. */
int lp_nvtx_attach(struct lp_abi_module *module, void *get_table);

/* What NVTX looks for in a library that NVTX_INJECTION64_PATH names: this one may be, for
 * code that is compiled without the plugin. */
int InitializeInjectionNvtx2(lp_nvtx_get_table_fn get_table) __attribute__((visibility("default")));

#endif
