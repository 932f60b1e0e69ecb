/// \file calls.h
/// What is a call, and whom it names.
#ifndef LINEPROF_PLUGIN_CALLS_H
#define LINEPROF_PLUGIN_CALLS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lineprof {

/// Whether \p Call is a call of the program's: no intrinsic, no assembler.
inline bool isCall(const llvm::CallBase &Call) {
  return !llvm::isa<llvm::IntrinsicInst>(Call) && !Call.isInlineAsm();
}

/// The function that \p Call names, also by another name or as another type;
/// nullptr if it calls through a pointer.
inline const llvm::Function *calleeOf(const llvm::CallBase &Call) {
  return llvm::dyn_cast<llvm::Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
}

} // namespace lineprof

#endif
