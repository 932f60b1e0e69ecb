/// \file counters.h
/// How a counter is addressed, marked and found again by later passes.
#ifndef LINEPROF_PLUGIN_COUNTERS_H
#define LINEPROF_PLUGIN_COUNTERS_H

#include <cstdint>

namespace llvm {
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

/// The address of \p Counters in the calling thread, computed at \p F's entry.
llvm::Value *createCounterBase(llvm::Function &F, llvm::GlobalVariable *Counters,
                               llvm::GlobalVariable *Delta,
                               const CounterTags &Tags);

/// Adds 1 to counter \p Index at \p Base, before \p At.
void createIncrement(llvm::Instruction *At, llvm::Value *Base, uint64_t Index,
                     const CounterTags &Tags);

/// Marks \p I as ours: for the passes that follow, and for sanitizers, which
/// leave it alone.
void markCounterAccess(llvm::Instruction &I, llvm::MDNode *AliasTag);

/// Whether \p I is an access that markCounterAccess() marked.
bool isCounterAccess(const llvm::Instruction &I);

} // namespace lineprof

#endif
