/* sandbox_calls.h: what the program tells of sandboxes that it enters, and of its clock. */
#ifndef LINEPROF_RUNTIME_SANDBOX_CALLS_H
#define LINEPROF_RUNTIME_SANDBOX_CALLS_H

/* lp_abi_ops.region of LP_REGION_SANDBOX and what comes behind it; `told` is its `name`. Any
 * thread. Keeps errno. */
void lp_sandbox_call(int what, const char *told);

#endif
