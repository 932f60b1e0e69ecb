/// \file counters.h
/// How a counter is counted, marked and found again by later passes.
#ifndef LINEPROF_PLUGIN_COUNTERS_H
#define LINEPROF_PLUGIN_COUNTERS_H

#include "llvm/IR/IntrinsicInst.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class GlobalVariable;
class MDNode;
class Module;
} // namespace llvm

namespace lineprof {

/// The alias tag of \p M's counters: they are no object of the program, so that
/// the optimiser may move its loads and stores across ours. nullptr when the
/// unit has no alias tags.
llvm::MDNode *counterTag(llvm::Module &M);

/// Bytes of a counter.
constexpr uint64_t CounterSize = 8;

/// A counter: its array, and its index there.
using CounterId = std::pair<llvm::GlobalVariable *, uint32_t>;

/// A tick: adds amount(), 64 bits, to element index() of array(), bytes. Until
/// lowerTick() it is the call of an intrinsic that makes no code and, for all
/// that LLVM knows, writes memory that nobody else can reach: no pass drops,
/// merges or moves it, it is in no load's or store's way, and weighs nothing
/// where passes reckon what code may cost: the inliner decides as if nothing
/// were counted. It names no address, as that would be a constant for each,
/// which passes look through that look at constants; and has no metadata, which
/// they ask for at each instruction that has any.
class Tick : public llvm::IntrinsicInst {
public:
  llvm::Value *amount() const { return getArgOperand(0); }
  llvm::Value *array() const { return getArgOperand(1); }
  llvm::Value *index() const { return getArgOperand(3); }
  void setAmount(llvm::Value *To) { setArgOperand(0, To); }
  void setIndex(llvm::Value *To) { setArgOperand(3, To); }

  /// The array that it counts in, if that is always the same one.
  llvm::GlobalVariable *variable() const;

  /// What it counts in, if that is always the same one.
  std::optional<CounterId> counter() const;

  static bool classof(const llvm::Instruction *I);
  static bool classof(const llvm::Value *V) {
    return llvm::isa<llvm::Instruction>(V) &&
           classof(llvm::cast<llvm::Instruction>(V));
  }
};

/// Adds \p Amount to \p Array's counter \p Index, before \p At.
void createTick(llvm::Instruction *At, llvm::GlobalVariable *Array,
                uint32_t Index, llvm::Value *Amount);

/// Makes a load, a sum and a store at \p Address of \p Tick, with the alias tag
/// \p Tag if it is not nullptr. \p IsSeen: somebody looks while no code of the
/// function does, so each one has to be made.
void lowerTick(Tick *Tick, llvm::Value *Address, llvm::MDNode *Tag,
               bool IsSeen);

/// Makes one instruction of x86-64's assembler of \p Tick. The code generator
/// makes one of what lowerTick() leaves, too, but not where it does not
/// optimise; between three comes a signal's handler, and all that it counts
/// there is overwritten.
void lowerTickToAddition(Tick *Tick, llvm::Value *Address);

} // namespace lineprof

#endif
