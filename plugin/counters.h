/// \file counters.h
/// How a counter is addressed, marked and found again by later passes.
#ifndef LINEPROF_PLUGIN_COUNTERS_H
#define LINEPROF_PLUGIN_COUNTERS_H

#include <cstdint>

namespace llvm {
class DebugLoc;
class Function;
class GlobalVariable;
class Instruction;
class MDNode;
class Module;
class Value;
} // namespace llvm

namespace lineprof {

/// Alias tags: counters and the delta are no object of the program, so that the
/// optimiser may move its loads and stores across ours.
struct CounterTags {
  explicit CounterTags(llvm::Module &M);
  llvm::MDNode *Counter = nullptr; ///< nullptr when the unit has no alias tags
  llvm::MDNode *Delta = nullptr;
};

/// The address of \p Counters, an array, in the calling thread, computed at \p
/// F's entry. \p Variable is the delta.
llvm::Value *createCounterBase(llvm::Function &F,
                               llvm::GlobalVariable *Counters,
                               llvm::GlobalVariable *Variable,
                               const CounterTags &Tags);

/// Adds 1 to the counter \p Offset bytes behind \p Base, before \p At.
void createIncrement(llvm::Instruction *At, llvm::Value *Base, uint64_t Offset,
                     const CounterTags &Tags);

/// Computes the addresses of \p F's counters anew, each beside its use: the
/// optimiser has moved them out of loops, where they would fill all registers.
/// The last thing to be done to counters. \p Delta is the value of \p Variable
/// in this call, or nullptr if it is still to be loaded. What counts gets the
/// place \p Probe.
void settleCounters(llvm::Function &F, llvm::GlobalVariable *Variable,
                    llvm::Value *Delta, const llvm::DebugLoc &Probe);

/// Whether \p F reads \p Variable, the delta.
bool usesCounters(const llvm::Function &F,
                  const llvm::GlobalVariable *Variable);

/// Marks \p I as ours: for the passes that follow, and for sanitizers, which
/// leave it alone.
void markCounterAccess(llvm::Instruction &I, llvm::MDNode *AliasTag);

/// Whether \p I is an access that markCounterAccess() marked.
bool isCounterAccess(const llvm::Instruction &I);

} // namespace lineprof

#endif
