/// \file counters.h
/// How a counter is addressed, marked and found again by later passes.
#ifndef LINEPROF_PLUGIN_COUNTERS_H
#define LINEPROF_PLUGIN_COUNTERS_H

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class AtomicRMWInst;
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
  CounterTags() = default;
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

/// Adds \p Amount to the counter \p Offset bytes behind \p Base, before \p At:
/// a tick. Until lowerTick() it is one instruction, whose value nobody knows.
void createTick(llvm::Instruction *At, llvm::Value *Base, uint64_t Offset,
                llvm::Value *Amount, llvm::MDNode *Tag);

/// \p I as a tick, or nullptr.
llvm::AtomicRMWInst *asTick(llvm::Instruction &I);
const llvm::AtomicRMWInst *asTick(const llvm::Instruction &I);

/// Makes a load, a sum and a store of \p Tick.
void lowerTick(llvm::AtomicRMWInst *Tick);

/// A counter: its array, and its distance from there in bytes.
using CounterId = std::pair<llvm::GlobalVariable *, uint64_t>;

/// The counter at \p Address, if that is always the same one. \p Variable is
/// the delta.
std::optional<CounterId> counterAt(llvm::Value *Address,
                                   const llvm::GlobalVariable *Variable);

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

} // namespace lineprof

#endif
