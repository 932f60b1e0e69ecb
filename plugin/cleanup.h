/// \file cleanup.h
/// Ways through clean-up code: where control that leaves it came from.
///
/// Several statements that leave a scope share its clean-up (destructors, ends
/// of lifetimes). Each stores where it goes into a variable, and a switch
/// behind the clean-up reads it. So each way out of the switch belongs to the
/// ways in that stored its value.
#ifndef LINEPROF_PLUGIN_CLEANUP_H
#define LINEPROF_PLUGIN_CLEANUP_H

#include "plugin/flow.h"

#include "llvm/ADT/SetVector.h"

#include <functional>

namespace llvm {
class AllocaInst;
class ConstantInt;
class Function;
class SwitchInst;
class Value;
} // namespace llvm

namespace lineprof {

/// Whether \p Slot is the variable of some clean-up code. Reads all its uses.
bool holdsWayOut(const llvm::AllocaInst &Slot);

/// Makes jumps of the branches in \p F that always turn in a loop (`while (1)`),
/// and of the switches whose variable is set in their own block,
/// as where a scope is left in one way: optimisation would do it first of all.
void foldKnownWays(llvm::Function &F);

class CleanupPaths {
public:
  /// \p HasStatements tells of a node whether some statement has code there.
  CleanupPaths(const FlowGraph &Graph,
               std::function<bool(unsigned)> HasStatements)
      : Graph(Graph), HasStatements(std::move(HasStatements)) {}

  /// Finds the edges over which control came that leaves clean-up code by
  /// \p Edge. False if \p Edge is no such way out, or not all of them are
  /// known; then \p Sources is not to be used.
  bool trace(unsigned Edge, llvm::SmallVectorImpl<unsigned> &Sources) const;

private:
  using Values = llvm::SmallVector<int64_t, 4>;

  bool traceBack(unsigned Node, const llvm::Value *Slot, const Values &Wanted,
                 llvm::DenseSet<unsigned> &Seen,
                 llvm::SmallVectorImpl<unsigned> &Sources) const;
  llvm::ArrayRef<const llvm::ConstantInt *>
  storedTo(const llvm::Value &Slot) const;
  void addOtherValues(const llvm::SwitchInst &Switch, const llvm::Value &Slot,
                      Values &Result) const;
  bool valuesOf(unsigned Edge, const llvm::Value *Slot, Values &Result) const;
  bool takes(unsigned Edge, int64_t Value) const;
  const llvm::Value *slotOf(unsigned Node) const;

  const FlowGraph &Graph;
  std::function<bool(unsigned)> HasStatements;
  mutable llvm::DenseMap<const llvm::Value *, bool> IsSlot;
  mutable llvm::DenseMap<const llvm::Value *,
                         llvm::SmallSetVector<const llvm::ConstantInt *, 8>>
      Stored;
};

} // namespace lineprof

#endif
