/// \file short_ways.cpp
#include "plugin/short_ways.h"

#include "plugin/counters.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace lineprof {

namespace {

/// SimplifyCFG has no more instructions than that done for nothing, ...
constexpr unsigned MaxWork = 4;

/// ... and no more where others come to the meeting, too.
constexpr unsigned MaxSharedWork = 1;

/// How many instructions of \p Way do what the program asks for. Nothing if
/// some may not be done unasked.
std::optional<unsigned> workOf(const BasicBlock &Way) {
  SmallPtrSet<const User *, 8> Counting;
  unsigned Work = 0;
  for (const Instruction &I : reverse(Way)) {
    if (I.isTerminator() || I.isDebugOrPseudoInst())
      continue;
    const auto IsCounting = [&](const User *U) { return Counting.count(U); };
    if (isa<Tick>(I) || (!I.use_empty() && all_of(I.users(), IsCounting)))
      Counting.insert(&I);
    else
      Work++;
    if (!isa<Tick>(I) && !isSafeToSpeculativelyExecute(&I))
      return std::nullopt;
  }
  return Work;
}

} // namespace

ShortWays findShortWays(BasicBlock &Way) {
  BasicBlock *Branch = Way.getSinglePredecessor();
  BasicBlock *Meeting = Way.getSingleSuccessor();
  const auto *Jump =
      Branch ? dyn_cast<CondBrInst>(Branch->getTerminator()) : nullptr;
  if (!Meeting || !Jump || Meeting == Branch)
    return {};
  const BasicBlock *Other =
      Jump->getSuccessor(Jump->getSuccessor(0) == &Way ? 1 : 0);
  std::optional<unsigned> Work = workOf(Way), OtherWork = 0;
  if (Other != Meeting) {
    if (Other->getSinglePredecessor() != Branch ||
        Other->getSingleSuccessor() != Meeting)
      return {};
    OtherWork = workOf(*Other);
  }
  if (!Work || !OtherWork)
    return {};
  const bool IsAlone = Meeting->hasNPredecessors(2);
  const unsigned Sum = *Work + *OtherWork;
  if (IsAlone ? Sum > MaxWork
              : std::min(*Work, *OtherWork) > 0 || Sum > MaxSharedWork)
    return {};
  return {Branch, Meeting, IsAlone};
}

} // namespace lineprof
