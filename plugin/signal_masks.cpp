/// \file signal_masks.cpp
/// Finds what changes a thread's mask of signals, or what they do.
#include "plugin/signal_masks.h"

#include "plugin/emit.h"

#include "format/abi.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <csignal>

using namespace llvm;

namespace lineprof {

/// The kernel's; glibc keeps some of them for itself.
static constexpr uint64_t FirstRealtime = 32;

static bool isOneOf(const CallInst &Call, const StringSet<> &Names) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && Names.contains(Callee->getName());
}

/// signal(7), and those of System V and BSD that do the same.
static bool changesMask(const CallInst &Call) {
  static const StringSet<> Names = {"sigprocmask", "pthread_sigmask",
                                    "sighold",     "sigset",
                                    "sigblock",    "sigsetmask"};
  return isOneOf(Call, Names);
}

/// Whether the signal that \p Call names may be the samples', which
/// runtime/sample_signal.c chooses: what is not known here, SIGURG, SIGWINCH or
/// a realtime one.
static bool mayBeSamples(const CallInst &Call) {
  const auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return !Number || Number->equalsInt(SIGURG) || Number->equalsInt(SIGWINCH) ||
         Number->uge(FirstRealtime);
}

/// The same of what a signal does; as glibc's header calls them, too.
static bool changesHandler(const CallInst &Call) {
  static const StringSet<> Names = {
      "sigaction",  "signal",  "__sysv_signal", "sysv_signal",
      "bsd_signal", "ssignal", "sigset",        "sigignore"};
  return isOneOf(Call, Names) && Call.arg_size() > 0 && mayBeSamples(Call);
}

static void probeBehind(CallInst &Call, Function &F, Emitter &Emit) {
  IRBuilder<> B(Call.getNextNode());
  B.SetCurrentDebugLocation(Emit.probeLocation(F));
  if (changesMask(Call))
    Emit.callStub(B, Emit.threadStub(), {});
  if (changesHandler(Call))
    B.CreateCall(Emit.controlEntry(), {B.getInt32(LP_CONTROL_SIGNAL)});
  Call.setTailCallKind(CallInst::TCK_None);
}

void letSamplesThrough(Function &F, Emitter &Emit) {
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if ((changesMask(*Call) || changesHandler(*Call)) &&
          !Call->isMustTailCall())
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    probeBehind(*Call, F, Emit);
}

} // namespace lineprof
