/// \file own_counts.h
/// Variables of the program that count what a counter counts.
#ifndef LINEPROF_PLUGIN_OWN_COUNTS_H
#define LINEPROF_PLUGIN_OWN_COUNTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace lineprof {

/// How much each block of a loop adds, each time that it runs.
using BlockSteps = llvm::DenseMap<llvm::BasicBlock *, uint64_t>;

/// A variable that nothing in the loop asks for. Behind the loop it is Begin +
/// By * what the blocks have added, modulo its own width.
struct OwnCount {
  llvm::Value *Begin = nullptr;
  llvm::ConstantInt *By = nullptr;
  llvm::SmallVector<llvm::PHINode *, 2> AtExits; ///< its value there
  /// All that computes it; without uses once AtExits have none.
  llvm::SetVector<llvm::Instruction *> Sums;
};

/// The variables of \p L, which has a preheader and exits of its own, that
/// count \p Steps. May add phis at the exits.
std::vector<OwnCount> findOwnCounts(llvm::Loop &L, const BlockSteps &Steps,
                                    llvm::LoopInfo &LI, llvm::DominatorTree &DT,
                                    llvm::ScalarEvolution &SE);

/// Erases what computes \p Count.
void erase(OwnCount &Count);

} // namespace lineprof

#endif
