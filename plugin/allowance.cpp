/// \file allowance.cpp
/// Lets the inliner decide as if nothing were counted.
///
/// It weighs a callee by its instructions, and a counter is one: short
/// functions would stay calls, which costs far more than to count them. So each
/// function carries a marker, a call that makes no code, which tells the
/// inliner to allow as much more as the counters weigh. The marker is inlined
/// with the function, and counted anew there.
#include "plugin/allowance.h"

#include "plugin/counters.h"
#include "plugin/passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>
#include <climits>

using namespace llvm;

namespace lineprof {

namespace {

/// Of the inliner: what it adds to the limit where it meets such a call.
constexpr const char *BonusAttribute = "call-threshold-bonus";

/// Of the inliner: what an instruction weighs.
constexpr unsigned InstructionWeight = 5;

/// What counters may weigh in a function that is short enough to be inlined: of
/// the inliner, its largest limit without a profile. To allow more has the
/// inliner read long callees through, at each call, only to refuse them.
constexpr unsigned MostAllowed = 325;

bool isAllowance(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::sideeffect &&
         Call->hasFnAttr(BonusAttribute);
}

/// Instructions of \p F that are there for counting.
unsigned countedFor(const Function &F) {
  return count_if(instructions(F),
                  [](const Instruction &I) { return asTick(I) != nullptr; });
}

/// A local function with one call may be of any length.
unsigned mostAllowed(const Function &F) {
  return F.hasLocalLinkage() && F.hasOneUse() ? UINT_MAX : MostAllowed;
}

} // namespace

void addAllowance(Function &F) {
  const unsigned Count = countedFor(F);
  if (!Count)
    return;
  // In front of all, as the inliner stops where it has seen too much.
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  B.SetCurrentDebugLocation(DebugLoc());
  CallInst *Marker = B.CreateIntrinsic(Intrinsic::sideeffect,
                                       ArrayRef<Type *>(), ArrayRef<Value *>());
  const unsigned Weight = std::min(Count * InstructionWeight, mostAllowed(F));
  Marker->addFnAttr(
      Attribute::get(F.getContext(), BonusAttribute, std::to_string(Weight)));
}

void removeAllowances(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isAllowance(I))
      I.eraseFromParent();
}

} // namespace lineprof
