/// \file unwinding.cpp
/// Finds the code in which an exception is on its way.
#include "plugin/unwinding.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

#include <utility>

using namespace llvm;

namespace lineprof {

DenseSet<const BasicBlock *> unwindingBlocks(const Function &F,
                                             BeginsCatch BeginsCatch) {
  DenseSet<const BasicBlock *> Blocks;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 16> Work;
  for (const BasicBlock &BB : F)
    if (BB.isLandingPad())
      Work.push_back({&BB, &BB});
  while (!Work.empty()) {
    const auto [BB, From] = Work.pop_back_val();
    if (!BeginsCatch(*BB, *From) && Blocks.insert(BB).second)
      for (const BasicBlock *Next : successors(BB))
        Work.push_back({Next, BB});
  }
  // Clean-up code that control comes to otherwise, too, is none of these.
  auto ComesFromOutside = [&Blocks](const BasicBlock *BB) {
    return !BB->isLandingPad() &&
           any_of(predecessors(BB), [&Blocks](const BasicBlock *Before) {
             return !Blocks.contains(Before);
           });
  };
  for (bool Changes = true; Changes;) {
    SmallVector<const BasicBlock *, 16> Others;
    copy_if(Blocks, std::back_inserter(Others), ComesFromOutside);
    for (const BasicBlock *BB : Others)
      Blocks.erase(BB);
    Changes = !Others.empty();
  }
  return Blocks;
}

} // namespace lineprof
