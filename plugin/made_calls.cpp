/// \file made_calls.cpp
/// What functions that clang has made call.
#include "plugin/made_calls.h"

#include "plugin/calls.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

/// Calls in all, and functions that are looked at for them.
static constexpr unsigned MostMadeCalls = 64, MostMadeFunctions = 256;

/// Where control goes on behind \p BB if nothing is thrown; nullptr if it
/// returns there, or it depends.
static const BasicBlock *blockBehind(const BasicBlock &BB) {
  const Instruction &End = *BB.getTerminator();
  if (const auto *Invoke = dyn_cast<InvokeInst>(&End))
    return Invoke->getNormalDest();
  return BB.getSingleSuccessor();
}

namespace {

class MadeCalls {
public:
  explicit MadeCalls(function_ref<bool(const Function &)> IsMade)
      : IsMade(IsMade) {}

  SmallVector<const CallBase *, 8> Calls;

  /// False if \p F does not run straight through.
  bool collect(const Function &F) {
    if (++Functions > MostMadeFunctions)
      return false;
    SmallPtrSet<const BasicBlock *, 8> Seen;
    const BasicBlock *BB = &F.getEntryBlock(), *Last = nullptr;
    for (; BB && Seen.insert(BB).second; BB = blockBehind(*BB)) {
      for (const Instruction &I : *BB)
        if (const auto *Call = dyn_cast<CallBase>(&I); Call && isCall(*Call))
          add(*Call);
      Last = BB;
    }
    return !BB && isa<ReturnInst>(Last->getTerminator());
  }

private:
  void add(const CallBase &Call) {
    const Function *Callee = calleeOf(Call);
    const size_t Before = Calls.size();
    if (Callee && IsMade(*Callee) && collect(*Callee))
      return;
    Calls.truncate(Before);
    Calls.push_back(&Call);
  }

  function_ref<bool(const Function &)> IsMade;
  unsigned Functions = 0;
};

} // namespace

SmallVector<const CallBase *, 8>
callsOfMade(const Function &Made, function_ref<bool(const Function &)> IsMade) {
  MadeCalls Found(IsMade);
  if (!Found.collect(Made) || Found.Calls.size() > MostMadeCalls)
    return {};
  return Found.Calls;
}

} // namespace lineprof
