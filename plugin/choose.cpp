/// \file choose.cpp
/// Counts without a jump what is chosen without one.
///
/// A tick on one of two short ways keeps the jump between them, which is not
/// there without the tick: where nobody can guess it, it takes the time of what
/// would have been waited for elsewhere. So the tick moves in front of the jump
/// and counts 1 or 0, and SimplifyCFG makes the ways one as it does without.
#include "plugin/counters.h"
#include "plugin/passes.h"
#include "plugin/short_ways.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace lineprof {

namespace {

/// A way may hold others that are made one before it: as deep as comparisons by
/// several keys are.
constexpr unsigned MaxDepth = 4;

SmallVector<Tick *, 4> ticksOf(BasicBlock &BB) {
  SmallVector<Tick *, 4> Ticks;
  for (Instruction &I : BB)
    if (auto *At = dyn_cast<Tick>(&I))
      Ticks.push_back(At);
  return Ticks;
}

/// Moves all of \p Way in front of \p Jump, which leads there or elsewhere; its
/// ticks count there whether it does.
void countChoice(BasicBlock &Way, BranchInst &Jump) {
  const SmallVector<Tick *, 4> Ticks = ticksOf(Way);
  hoistAllInstructionsInto(Jump.getParent(), &Jump, &Way);
  for (Tick *At : Ticks) {
    IRBuilder<> B(At);
    B.SetCurrentDebugLocation(DebugLoc());
    Value *Taken = At->amount();
    Value *Not = Constant::getNullValue(Taken->getType());
    if (Jump.getSuccessor(0) != &Way)
      std::swap(Taken, Not);
    At->setAmount(B.CreateSelect(Jump.getCondition(), Taken, Not));
  }
}

/// The jump in front of \p Way if that counts and is one of two short ways.
BranchInst *jumpToCount(BasicBlock &Way) {
  if (none_of(Way, [](const Instruction &I) { return isa<Tick>(I); }))
    return nullptr;
  const ShortWays Ways = findShortWays(Way);
  if (!Ways.Branch)
    return nullptr;
  auto *Jump = cast<BranchInst>(Ways.Branch->getTerminator());
  // Where the program calls a way likely, it stays a jump.
  return Jump->hasMetadata(LLVMContext::MD_prof) ? nullptr : Jump;
}

bool countChoices(Function &F) {
  bool IsChanged = false;
  for (BasicBlock &BB : F)
    if (BranchInst *Jump = jumpToCount(BB)) {
      countChoice(BB, *Jump);
      IsChanged = true;
    }
  return IsChanged;
}

} // namespace

PreservedAnalyses ChoosePass::run(Function &F, FunctionAnalysisManager &AM) {
  PreservedAnalyses Kept = PreservedAnalyses::all();
  for (unsigned Depth = 0; Depth < MaxDepth && countChoices(F); Depth++) {
    Kept = PreservedAnalyses::none();
    AM.invalidate(F, Kept);
    AM.invalidate(F, SimplifyCFGPass().run(F, AM));
  }
  return Kept;
}

} // namespace lineprof
