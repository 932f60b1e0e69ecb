/// \file cleanup_slot.cpp
/// Puts a coroutine's way out of clean-up code back into a variable.
#include "plugin/cleanup_slot.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace lineprof {

using Merges = SmallSetVector<PHINode *, 16>;

/// The switch behind clean-up code stands nowhere in the source.
static SwitchInst *cleanupSwitch(Instruction *I) {
  auto *Switch = dyn_cast<SwitchInst>(I);
  return Switch && !Switch->getDebugLoc() ? Switch : nullptr;
}

/// Adds \p First and what it is merged of and into. False if that is not all
/// constants, or is read by more than the switches behind clean-up code.
static bool collectMerges(PHINode *First, Merges &All) {
  SmallVector<PHINode *, 8> Work = {First};
  auto Add = [&](Value *V) {
    auto *Merge = dyn_cast<PHINode>(V);
    if (Merge && All.insert(Merge))
      Work.push_back(Merge);
    return Merge != nullptr;
  };
  All.insert(First);
  while (!Work.empty()) {
    PHINode *Merge = Work.pop_back_val();
    for (Value *V : Merge->incoming_values())
      if (!isa<ConstantInt>(V) && !isa<UndefValue>(V) && !Add(V))
        return false;
    for (User *U : Merge->users())
      if (!Add(U) && !cleanupSwitch(cast<Instruction>(U)))
        return false;
  }
  return true;
}

/// Makes jumps of the switches to which all ways bring one value.
static void foldSingleWays(Function &F) {
  for (BasicBlock &BB : F) {
    const SwitchInst *Switch = cleanupSwitch(BB.getTerminator());
    if (Switch && isa<ConstantInt>(Switch->getCondition()))
      ConstantFoldTerminator(&BB);
  }
}

static void readInstead(PHINode *Merge, AllocaInst *Slot) {
  for (User *U : make_early_inc_range(Merge->users()))
    if (auto *Switch = dyn_cast<SwitchInst>(U))
      Switch->setCondition(
          IRBuilder<>(Switch).CreateLoad(Merge->getType(), Slot));
}

/// Where they come from, behind what reads there what came before.
static void storeConstants(const PHINode *Merge, AllocaInst *Slot) {
  for (unsigned I = 0; I < Merge->getNumIncomingValues(); I++)
    if (auto *Value = dyn_cast<ConstantInt>(Merge->getIncomingValue(I)))
      IRBuilder<>(Merge->getIncomingBlock(I)->getTerminator())
          .CreateStore(Value, Slot)
          ->setDebugLoc(DebugLoc());
}

AllocaInst *demoteCleanupSlot(Function &F) {
  Merges All;
  if (!F.isPresplitCoroutine())
    return nullptr;
  foldSingleWays(F);
  for (BasicBlock &BB : F) {
    SwitchInst *Switch = cleanupSwitch(BB.getTerminator());
    auto *Merge = Switch ? dyn_cast<PHINode>(Switch->getCondition()) : nullptr;
    if (Merge && !All.contains(Merge) && !collectMerges(Merge, All))
      return nullptr;
  }
  if (All.empty())
    return nullptr;
  auto *Slot = IRBuilder<>(&F.getEntryBlock().front())
                   .CreateAlloca(All.front()->getType());
  for (PHINode *Merge : All)
    readInstead(Merge, Slot);
  for (const PHINode *Merge : All)
    storeConstants(Merge, Slot);
  for (PHINode *Merge : All)
    Merge->replaceAllUsesWith(UndefValue::get(Merge->getType()));
  for (PHINode *Merge : All)
    Merge->eraseFromParent();
  return Slot;
}

void promoteCleanupSlot(Function &F, AllocaInst *Slot) {
  if (!Slot)
    return;
  DominatorTree Dominators(F);
  PromoteMemToReg(Slot, Dominators);
}

} // namespace lineprof
