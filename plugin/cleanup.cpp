/// \file cleanup.cpp
/// Follows the variable that says where control goes behind clean-up code.
#include "plugin/cleanup.h"

#include "plugin/llvm_compat.h"

#include "format/table.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace lineprof {

/// It only takes constants, so that its values are known at each place, and no
/// place in the source reads it. A release build of clang gives it no name.
bool holdsWayOut(const AllocaInst &Slot) {
  bool IsRead = false;
  for (const User *U : Slot.users()) {
    const auto *Store = dyn_cast<StoreInst>(U);
    const auto *Load = dyn_cast<LoadInst>(U);
    if (Load ? bool(Load->getDebugLoc())
             : !Store || Store->getPointerOperand() != &Slot ||
                   !isa<ConstantInt>(Store->getValueOperand()))
      return false;
    IsRead |= Load != nullptr;
  }
  return IsRead;
}

/// What \p Last, the end of a block, goes by if it is a switch and reads that
/// from a variable; else null.
static const LoadInst *loadFor(const Instruction *Last) {
  const auto *Switch = dyn_cast_or_null<SwitchInst>(Last);
  return Switch ? dyn_cast<LoadInst>(Switch->getCondition()) : nullptr;
}

static const AllocaInst *slotReadBy(const LoadInst *Load) {
  return Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
}

/// The variable that the switch at the end of \p Node reads; null if it is not
/// for clean-up code.
const Value *CleanupPaths::slotOf(unsigned Node) const {
  const AllocaInst *Slot = slotReadBy(loadFor(Graph.Nodes[Node].Last));
  if (!Slot)
    return nullptr;
  const auto [Known, IsNew] = IsSlot.insert({Slot, false});
  if (IsNew)
    Known->second = holdsWayOut(*Slot);
  return Known->second ? Slot : nullptr;
}

/// The last store to \p Slot in [\p First, \p Last]; null if there is none.
static const StoreInst *lastStore(const Instruction *First,
                                  const Instruction *Last, const Value *Slot) {
  for (const Instruction *I = Last;; I = I->getPrevNode()) {
    const auto *Store = dyn_cast<StoreInst>(I);
    if (Store && Store->getPointerOperand() == Slot)
      return Store;
    if (I == First)
      return nullptr;
  }
}

/// Whether \p BB ends a `do` loop and always goes back: that of `while (1)`.
/// What tests a constant for a long range of cases leads back in no loop.
static bool alwaysTurns(const BasicBlock &BB) {
  const auto *Branch = dyn_cast<CondBrInst>(BB.getTerminator());
  const auto *Always =
      Branch ? dyn_cast<ConstantInt>(Branch->getCondition()) : nullptr;
  return Always && Always->isOne() && Branch->hasMetadata(LLVMContext::MD_loop);
}

void foldKnownWays(Function &F) {
  DenseMap<const AllocaInst *, bool> IsSlot;
  for (BasicBlock &BB : F) {
    if (alwaysTurns(BB)) {
      ConstantFoldTerminator(&BB);
      continue;
    }
    Instruction *Last = BB.getTerminator();
    const LoadInst *Load = loadFor(Last);
    const AllocaInst *Slot = slotReadBy(Load);
    const StoreInst *Store = Slot && Load->getParent() == &BB
                                 ? lastStore(&BB.front(), Load, Slot)
                                 : nullptr;
    if (!Store)
      continue;
    const auto [Known, IsNew] = IsSlot.insert({Slot, false});
    if (IsNew)
      Known->second = holdsWayOut(*Slot);
    if (!Known->second)
      continue;
    const auto *Value = cast<ConstantInt>(Store->getValueOperand());
    cast<SwitchInst>(Last)->setCondition(
        ConstantInt::get(F.getContext(), Value->getValue()));
    ConstantFoldTerminator(&BB);
  }
}

/// What is stored to \p Slot, each value once: a few, where thousands of scopes
/// are left by as many stores.
ArrayRef<const ConstantInt *> CleanupPaths::storedTo(const Value &Slot) const {
  const auto [Known, IsNew] = Stored.try_emplace(&Slot);
  if (IsNew)
    for (const User *U : Slot.users())
      if (const auto *Store = dyn_cast<StoreInst>(U))
        Known->second.insert(cast<ConstantInt>(Store->getValueOperand()));
  return Known->second.getArrayRef();
}

/// Adds what is stored to \p Slot and no case of \p Switch.
void CleanupPaths::addOtherValues(const SwitchInst &Switch, const Value &Slot,
                                  Values &Result) const {
  for (const ConstantInt *Value : storedTo(Slot))
    if (Switch.findCaseValue(Value) == Switch.case_default())
      Result.push_back(Value->getSExtValue());
}

/// The values with which the switch at the end of its node takes \p Edge.
bool CleanupPaths::valuesOf(unsigned Edge, const Value *Slot,
                            Values &Result) const {
  const unsigned From = Graph.Edges[Edge].From;
  if (slotOf(From) != Slot)
    return false;
  const auto *Switch = cast<SwitchInst>(Graph.Nodes[From].Last);
  for (const unsigned Successor : Graph.Edges[Edge].Successors) {
    if (Successor == 0) {
      addOtherValues(*Switch, *Slot, Result);
      continue;
    }
    const auto Case =
        *SwitchInst::ConstCaseIt::fromSuccessorIndex(Switch, Successor);
    Result.push_back(Case.getCaseValue()->getSExtValue());
  }
  return true;
}

/// Whether the switch at the end of its node takes \p Edge with \p Value.
bool CleanupPaths::takes(unsigned Edge, int64_t Value) const {
  const auto *Switch =
      cast<SwitchInst>(Graph.Nodes[Graph.Edges[Edge].From].Last);
  unsigned Successor = 0;
  for (const auto &Case : Switch->cases())
    if (Case.getCaseValue()->getSExtValue() == Value)
      Successor = Case.getSuccessorIndex();
  return is_contained(Graph.Edges[Edge].Successors, Successor);
}

bool CleanupPaths::trace(unsigned Edge,
                         SmallVectorImpl<unsigned> &Sources) const {
  const unsigned Node = Graph.Edges[Edge].From;
  const Value *Slot = slotOf(Node);
  Values Wanted;
  DenseSet<unsigned> Seen;
  return Slot && valuesOf(Edge, Slot, Wanted) &&
         traceBack(Node, Slot, Wanted, Seen, Sources);
}

bool CleanupPaths::traceBack(unsigned Node, const Value *Slot,
                             const Values &Wanted, DenseSet<unsigned> &Seen,
                             SmallVectorImpl<unsigned> &Sources) const {
  if (!Seen.insert(Node).second)
    return false;
  for (const unsigned E : Graph.Nodes[Node].In) {
    const unsigned From = Graph.Edges[E].From;
    if (From == 0)
      return false;
    if (Graph.Edges[E].isMadeTurn())
      continue; // it came in by another edge first
    if (const StoreInst *Store =
            lastStore(Graph.Nodes[From].First, Graph.Nodes[From].Last, Slot)) {
      const auto *Value = cast<ConstantInt>(Store->getValueOperand());
      if (is_contained(Wanted, Value->getSExtValue()))
        Sources.push_back(E);
      continue;
    }
    if (HasStatements(From))
      return false;
    Values Passing = Wanted;
    if (slotOf(From) == Slot)
      erase_if(Passing, [&](int64_t V) { return !takes(E, V); });
    else if (Graph.wayOut(From) < 0)
      return false;
    if (!Passing.empty() && !traceBack(From, Slot, Passing, Seen, Sources))
      return false;
  }
  return true;
}

} // namespace lineprof
