/// \file counters.h
/// How a counter is counted, marked and found again by later passes.
#ifndef LINEPROF_PLUGIN_COUNTERS_H
#define LINEPROF_PLUGIN_COUNTERS_H

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class AtomicRMWInst;
class DataLayout;
class GlobalVariable;
class Instruction;
class MDNode;
class Module;
class Value;
} // namespace llvm

namespace lineprof {

/// The alias tag of \p M's counters: they are no object of the program, so that
/// the optimiser may move its loads and stores across ours. nullptr when the
/// unit has no alias tags.
llvm::MDNode *counterTag(llvm::Module &M);

/// Adds \p Amount to the counter \p Offset bytes into \p Array, before \p At: a
/// tick. Until lowerTick() it is one instruction, whose value nobody knows.
void createTick(llvm::Instruction *At, llvm::GlobalVariable *Array,
                uint64_t Offset, llvm::Value *Amount, llvm::MDNode *Tag);

/// \p I as a tick, or nullptr.
llvm::AtomicRMWInst *asTick(llvm::Instruction &I);
const llvm::AtomicRMWInst *asTick(const llvm::Instruction &I);

/// Makes a load, a sum and a store of \p Tick.
void lowerTick(llvm::AtomicRMWInst *Tick);

/// A counter: its array, and its distance from there in bytes.
using CounterId = std::pair<llvm::GlobalVariable *, uint64_t>;

/// The counter at \p Address, that of a tick, if it is always the same one.
std::optional<CounterId> counterAt(llvm::Value *Address,
                                   const llvm::DataLayout &DL);

} // namespace lineprof

#endif
