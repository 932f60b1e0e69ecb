/// \file allowance.h
/// Lets the inliner decide as if nothing were counted.
#ifndef LINEPROF_PLUGIN_ALLOWANCE_H
#define LINEPROF_PLUGIN_ALLOWANCE_H

namespace llvm {
class Function;
} // namespace llvm

namespace lineprof {

/// Has the inliner allow for the counters in \p F when it weighs a call of \p
/// F. To be done after each step of optimisation that may change their number.
void addAllowance(llvm::Function &F);

/// Takes away what addAllowance() left in \p F, that of inlined callees too.
void removeAllowances(llvm::Function &F);

} // namespace lineprof

#endif
