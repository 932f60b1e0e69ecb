/// \file behind_call.h
/// Where control is when a call has returned.
#ifndef LINEPROF_PLUGIN_BEHIND_CALL_H
#define LINEPROF_PLUGIN_BEHIND_CALL_H

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lineprof {

/// The first instruction behind \p Call; an invoke's, where it has not thrown:
/// that may take a block of its own.
inline llvm::Instruction *behindCall(llvm::CallBase &Call) {
  auto *Invoke = llvm::dyn_cast<llvm::InvokeInst>(&Call);
  if (!Invoke)
    return Call.getNextNode();
  llvm::BasicBlock *Normal = Invoke->getNormalDest();
  if (!Normal->getUniquePredecessor())
    Normal = llvm::SplitEdge(Invoke->getParent(), Normal);
  return &*Normal->getFirstInsertionPt();
}

} // namespace lineprof

#endif
