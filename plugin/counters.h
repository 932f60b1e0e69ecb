/// \file counters.h
/// How a counter is counted, marked and found again by later passes.
#ifndef LINEPROF_PLUGIN_COUNTERS_H
#define LINEPROF_PLUGIN_COUNTERS_H

#include "llvm/IR/IntrinsicInst.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class DataLayout;
class GlobalVariable;
class MDNode;
class Module;
} // namespace llvm

namespace lineprof {

/// The alias tag of \p M's counters: they are no object of the program, so that
/// the optimiser may move its loads and stores across ours. nullptr when the
/// unit has no alias tags.
llvm::MDNode *counterTag(llvm::Module &M);

/// A tick: adds amount(), 64 bits, to the counter at address(). Until
/// lowerTick() it is the call of an intrinsic that makes no code and, for all
/// that LLVM knows, writes memory that nobody else can reach: no pass drops,
/// merges or moves it, it is in no load's or store's way, and weighs nothing
/// where passes reckon what code may cost: the inliner decides as if nothing
/// were counted.
class Tick : public llvm::IntrinsicInst {
public:
  llvm::Value *amount() const { return getArgOperand(0); }
  llvm::Value *address() const { return getArgOperand(1); }
  void setAmount(llvm::Value *To) { setArgOperand(0, To); }
  void setAddress(llvm::Value *To) { setArgOperand(1, To); }

  static bool classof(const llvm::Instruction *I);
  static bool classof(const llvm::Value *V) {
    return llvm::isa<llvm::Instruction>(V) &&
           classof(llvm::cast<llvm::Instruction>(V));
  }
};

/// Adds \p Amount to the counter \p Offset bytes into \p Array, before \p At.
void createTick(llvm::Instruction *At, llvm::GlobalVariable *Array,
                uint64_t Offset, llvm::Value *Amount);

/// Makes a load, a sum and a store of \p Tick, with the alias tag \p Tag if it
/// is not nullptr.
void lowerTick(Tick *Tick, llvm::MDNode *Tag);

/// A counter: its array, and its distance from there in bytes.
using CounterId = std::pair<llvm::GlobalVariable *, uint64_t>;

/// The counter at \p Address, that of a tick, if it is always the same one.
std::optional<CounterId> counterAt(llvm::Value *Address,
                                   const llvm::DataLayout &DL);

} // namespace lineprof

#endif
