/// \file signal_masks.cpp
/// Finds what changes a thread's mask of signals.
#include "plugin/signal_masks.h"

#include "plugin/emit.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// signal(7), and those of System V and BSD that do the same.
static bool changesMask(const CallInst &Call) {
  static const StringSet<> Names = {"sigprocmask", "pthread_sigmask",
                                    "sighold",     "sigset",
                                    "sigblock",    "sigsetmask"};
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && Names.contains(Callee->getName());
}

void letSamplesThrough(Function &F, Emitter &Emit) {
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (changesMask(*Call) && !Call->isMustTailCall())
        Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    IRBuilder<> B(Call->getNextNode());
    B.SetCurrentDebugLocation(Emit.probeLocation(F));
    Emit.callStub(B, Emit.threadStub(), {});
    Call->setTailCallKind(CallInst::TCK_None);
  }
}

} // namespace lineprof
