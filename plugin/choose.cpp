/// \file choose.cpp
/// Counts without a jump what is chosen without one.
///
/// A tick on one of two short ways keeps the jump between them, which is not
/// there without the tick: where nobody can guess it, it takes the time of what
/// would have been waited for elsewhere. So the ticks move in front of the
/// jump: one that is alone counts 1 or 0, of two one of two counters is chosen;
/// and SimplifyCFG makes the ways one as it does without.
///
/// Then a count and a sum may ask for one condition. The vectoriser takes a sum
/// that is chosen only if nobody else asks: so the count has a condition of its
/// own, which the code generator makes one with the other.
#include "plugin/counters.h"
#include "plugin/llvm_compat.h"
#include "plugin/passes.h"
#include "plugin/short_ways.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
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

/// Moves all of \p Way in front of \p Jump, unless it is the meeting itself.
/// \returns its ticks.
SmallVector<Tick *, 4> hoist(BasicBlock &Way, CondBrInst &Jump,
                             const BasicBlock &Meeting) {
  if (&Way == &Meeting)
    return {};
  const SmallVector<Tick *, 4> Ticks = ticksOf(Way);
  hoistAllInstructionsInto(Jump.getParent(), &Jump, &Way);
  return Ticks;
}

/// \p Taken if \p Condition, else \p Not.
Value *choose(IRBuilder<> &B, Value *Condition, Value *Taken, Value *Not) {
  return Taken == Not ? Taken : B.CreateSelect(Condition, Taken, Not);
}

/// Where the program comes to one of two ticks, one tick that chooses where it
/// counts. False if it cannot.
bool countOneOf(Tick &Taken, Tick &Not, Value *Condition) {
  if (Taken.array() != Not.array())
    return false;
  IRBuilder<> B(&Not);
  B.SetCurrentDebugLocation(DebugLoc());
  // This may come to be done unasked, too, where the condition may be poison.
  // To add nothing there is fine, but not to an address that is poison.
  Value *Known = isGuaranteedNotToBePoison(Condition)
                     ? Condition
                     : B.CreateFreeze(Condition);
  Not.setIndex(choose(B, Known, Taken.index(), Not.index()));
  Not.setAmount(choose(B, Condition, Taken.amount(), Not.amount()));
  Taken.eraseFromParent();
  return true;
}

/// Has \p At count nothing unless \p Condition is \p Wanted.
void countIf(Tick &At, Value *Condition, bool Wanted) {
  IRBuilder<> B(&At);
  B.SetCurrentDebugLocation(DebugLoc());
  Value *Nothing = Constant::getNullValue(At.amount()->getType());
  At.setAmount(B.CreateSelect(Condition, Wanted ? At.amount() : Nothing,
                              Wanted ? Nothing : At.amount()));
}

/// Counts in front of \p Jump what its ways to \p Meeting count.
void countChoice(CondBrInst &Jump, const BasicBlock &Meeting) {
  SmallVector<Tick *, 4> Taken = hoist(*Jump.getSuccessor(0), Jump, Meeting);
  SmallVector<Tick *, 4> Not = hoist(*Jump.getSuccessor(1), Jump, Meeting);
  while (!Taken.empty() && !Not.empty() &&
         countOneOf(*Taken.back(), *Not.back(), Jump.getCondition())) {
    Taken.pop_back();
    Not.pop_back();
  }
  for (Tick *At : Taken)
    countIf(*At, Jump.getCondition(), true);
  for (Tick *At : Not)
    countIf(*At, Jump.getCondition(), false);
}

/// If \p Way counts and is one of two short ways that are no jump without the
/// count, counts in front of them. False if not.
bool countChoiceOf(BasicBlock &Way) {
  if (none_of(Way, [](const Instruction &I) { return isa<Tick>(I); }))
    return false;
  const ShortWays Ways = findShortWays(Way);
  if (!Ways.Branch)
    return false;
  auto *Jump = cast<CondBrInst>(Ways.Branch->getTerminator());
  // Where the program calls a way likely, it stays a jump.
  if (Jump->hasMetadata(LLVMContext::MD_prof))
    return false;
  countChoice(*Jump, *Ways.Meeting);
  return true;
}

bool countChoices(Function &F) {
  bool IsChanged = false;
  for (BasicBlock &BB : F)
    IsChanged |= countChoiceOf(BB);
  return IsChanged;
}

/// Whether \p Choice adds to a number from round to round of \p L, or leaves
/// it (IVDescriptors.cpp: isConditionalRdxPattern()).
bool addsToSum(const SelectInst &Choice, const Loop &L) {
  for (const bool AddsIfTrue : {true, false}) {
    const auto *Sum = dyn_cast<BinaryOperator>(
        AddsIfTrue ? Choice.getTrueValue() : Choice.getFalseValue());
    const auto *Before = dyn_cast<PHINode>(AddsIfTrue ? Choice.getFalseValue()
                                                      : Choice.getTrueValue());
    if (Sum && Before && Before->getParent() == L.getHeader() &&
        is_contained(Sum->operands(), Before))
      return true;
  }
  return false;
}

/// Gives what counts with the condition of \p Choice one of its own.
bool divide(SelectInst &Choice) {
  auto *Condition = dyn_cast<CmpInst>(Choice.getCondition());
  if (!Condition || Condition->hasOneUse())
    return false;
  Instruction *Own = nullptr;
  for (Use &U : make_early_inc_range(Condition->uses())) {
    if (!isa<ZExtInst>(U.getUser()))
      continue;
    if (!Own) {
      Own = Condition->clone();
      Own->insertAfter(Condition);
    }
    U.set(Own);
  }
  return Own != nullptr;
}

bool divideConditions(const LoopInfo &Loops) {
  bool IsChanged = false;
  for (const Loop *L : Loops.getLoopsInPreorder())
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : *BB)
        if (auto *Choice = dyn_cast<SelectInst>(&I))
          IsChanged |=
              L->isInnermost() && addsToSum(*Choice, *L) && divide(*Choice);
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
  if (divideConditions(AM.getResult<LoopAnalysis>(F)) &&
      Kept.areAllPreserved()) {
    Kept = PreservedAnalyses::none();
    Kept.preserveSet<CFGAnalyses>();
  }
  return Kept;
}

} // namespace lineprof
