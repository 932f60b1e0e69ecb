/// \file indirect_jumps.cpp
/// Splits the targets of indirect jumps.
#include "plugin/indirect_jumps.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

/// The blocks that control comes to \p Target from, but by indirect jumps.
static SmallVector<BasicBlock *, 4> otherPredecessors(BasicBlock &Target) {
  SmallVector<BasicBlock *, 4> Others;
  for (BasicBlock *Before : predecessors(&Target))
    if (!isa<IndirectBrInst>(Before->getTerminator()))
      Others.push_back(Before);
  return Others;
}

void splitIndirectEdges(Function &F) {
  SmallSetVector<BasicBlock *, 16> Targets;
  for (BasicBlock &BB : F)
    if (isa<IndirectBrInst>(BB.getTerminator()))
      Targets.insert(succ_begin(&BB), succ_end(&BB));
  for (BasicBlock *Target : Targets) {
    if (isa<PHINode>(Target->front()) || otherPredecessors(*Target).empty())
      continue;
    BasicBlock *Code = Target->splitBasicBlock(Target->begin());
    // It is no statement's: isSplitTarget() knows it by that.
    Target->getTerminator()->setDebugLoc(DebugLoc());
    for (BasicBlock *Before : otherPredecessors(*Target))
      Before->getTerminator()->replaceSuccessorWith(Target, Code);
  }
  compat::splitIndirectEdgesToPhis(F);
}

bool isSplitTarget(const BasicBlock &BB) {
  const auto *Branch = dyn_cast<UncondBrInst>(&BB.front());
  return Branch && !Branch->getDebugLoc() &&
         any_of(predecessors(&BB), [](const BasicBlock *Before) {
           return isa<IndirectBrInst>(Before->getTerminator());
         });
}

} // namespace lineprof
