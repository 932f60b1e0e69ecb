/// \file sandboxes.cpp
/// Finds what shuts the program into a sandbox.
#include "plugin/sandboxes.h"

#include "plugin/emit.h"
#include "plugin/llvm_compat.h"

#include "format/abi.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace lineprof {

/// prctl(2), seccomp(2), Linux's unistd.h.
enum : uint64_t {
  SetSeccomp = 22,
  SetCounter = 26, // PR_SET_TSC
  CounterKills = 2,
  PrctlOnX86 = 157,
  PrctlElsewhere = 167,
  SeccompOnX86 = 317,
  SeccompElsewhere = 277,
  Tsync = 1, // SECCOMP_FILTER_FLAG_TSYNC
  TsyncEsrch = 16,
};

/// What a function does if its first arguments are these, and where its filter
/// is then, if it has one.
struct Entry {
  StringRef Function;
  SmallVector<uint64_t, 3> First;
  lp_region_call What;
  unsigned Filter;
};

/// What the runtime is told of a call.
struct Telling {
  Value *What, *Filter;
};

/// By its name.
static bool mayEnter(const CallBase &Call) {
  static const StringSet<> Names = {"prctl", "syscall", "seccomp_load",
                                    "minijail_enter"};
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && !Call.isMustTailCall() &&
         !isa<CallBrInst>(Call) && Names.contains(Callee->getName());
}

static SmallVector<Entry, 8> entriesOn(const Module &M) {
  const bool IsX86 = compat::targetTriple(M).getArch() == Triple::x86_64;
  const uint64_t Prctl = IsX86 ? PrctlOnX86 : PrctlElsewhere;
  const uint64_t Seccomp = IsX86 ? SeccompOnX86 : SeccompElsewhere;
  return {
      {"prctl", {SetSeccomp, 1}, LP_REGION_STRICT_SANDBOX, 0},
      {"prctl", {SetSeccomp, 2}, LP_REGION_SANDBOX, 2},
      {"prctl", {SetCounter, CounterKills}, LP_REGION_NO_CLOCK, 0},
      {"syscall", {Prctl, SetSeccomp, 1}, LP_REGION_STRICT_SANDBOX, 0},
      {"syscall", {Prctl, SetSeccomp, 2}, LP_REGION_SANDBOX, 3},
      {"syscall", {Prctl, SetCounter, CounterKills}, LP_REGION_NO_CLOCK, 0},
      {"syscall", {Seccomp, 0}, LP_REGION_STRICT_SANDBOX, 0},
      {"syscall", {Seccomp, 1}, LP_REGION_SANDBOX, 3},
  };
}

static Value *filterOf(const CallBase &Call, unsigned Argument, IRBuilder<> &B,
                       Emitter &Emit) {
  Value *const Filter = Call.getArgOperand(Argument);
  Type *const Ptr = compat::ptrTy(Call.getContext());
  return Filter->getType()->isPointerTy() ? Emit.cast(B, Filter, Ptr)
                                          : B.CreateIntToPtr(Filter, Ptr);
}

/// Whether the first arguments of \p Call are those of \p E: some may be known
/// at run time only, as a wrapper has them of its callers.
static Value *isCallOf(const CallBase &Call, const Entry &E, IRBuilder<> &B) {
  Value *Is = B.getInt1(E.Function == Call.getCalledFunction()->getName() &&
                        E.First.size() <= Call.arg_size());
  for (size_t I = 0; I < E.First.size() && !match(Is, m_Zero()); I++) {
    Value *Argument = Call.getArgOperand(I);
    if (Argument->getType()->isPointerTy())
      Argument = B.CreatePtrToInt(Argument, B.getInt64Ty());
    if (!Argument->getType()->isIntegerTy())
      return B.getFalse();
    Value *const IsThis = B.CreateICmpEQ(
        Argument, ConstantInt::get(Argument->getType(), E.First[I]));
    Is = match(IsThis, m_Zero()) ? IsThis : B.CreateAnd(IsThis, Is);
  }
  return Is;
}

static Telling tellingOf(const CallBase &Call, IRBuilder<> &B, Emitter &Emit) {
  const StringRef Name = Call.getCalledFunction()->getName();
  Telling T = {B.getInt32(LP_REGION_IN_SANDBOX),
               Constant::getNullValue(compat::ptrTy(Call.getContext()))};
  if (Name == "minijail_enter" || Name == "seccomp_load")
    T.What = B.getInt32(LP_REGION_LIBSECCOMP);
  if (Name == "seccomp_load" && Call.arg_size() == 1)
    T.Filter = filterOf(Call, 0, B, Emit);
  for (const Entry &E : entriesOn(*Call.getModule())) {
    Value *const Is = isCallOf(Call, E, B);
    if (match(Is, m_Zero()))
      continue;
    T.What = B.CreateSelect(Is, B.getInt32(E.What), T.What);
    // All that may be meant have it in one place, or none.
    if (E.Filter > 0 && E.Filter < Call.arg_size() &&
        Call.getArgOperand(E.Filter)->getType()->isIntOrPtrTy())
      T.Filter = filterOf(Call, E.Filter, B, Emit);
  }
  return T;
}

/// Where control comes to when \p Call has returned.
static Instruction *behind(CallBase &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.getNextNode();
  BasicBlock *To = Invoke->getNormalDest();
  if (!To->getSinglePredecessor())
    To = SplitEdge(Invoke->getParent(), To);
  return &*To->getFirstInsertionPt();
}

/// Whether \p Call has failed. With SECCOMP_FILTER_FLAG_TSYNC, and without
/// SECCOMP_FILTER_FLAG_TSYNC_ESRCH, seccomp(2) gives back the number of a
/// thread then.
static Value *hasFailed(CallBase &Call, IRBuilder<> &B) {
  Constant *const Zero = Constant::getNullValue(Call.getType());
  Value *Failed = B.CreateICmpSLT(&Call, Zero);
  if (Call.getCalledFunction()->getName() != "syscall" || Call.arg_size() < 3 ||
      !Call.getArgOperand(2)->getType()->isIntegerTy())
    return Failed;
  Value *const Flags = Call.getArgOperand(2);
  Type *const Ty = Flags->getType();
  Value *const NamesThread = B.CreateICmpEQ(
      B.CreateAnd(Flags, ConstantInt::get(Ty, Tsync | TsyncEsrch)),
      ConstantInt::get(Ty, Tsync));
  return B.CreateOr(Failed,
                    B.CreateAnd(NamesThread, B.CreateICmpNE(&Call, Zero)));
}

/// The place in front of \p Before, or one of its own there, that control comes
/// to only if \p What is something to be told.
static Instruction *placeToTell(Value *What, Instruction *Before,
                                Emitter &Emit) {
  if (isa<ConstantInt>(What))
    return Before;
  IRBuilder<> B(Before);
  return Emit.branchRarely(
      B.CreateICmpNE(What, B.getInt32(LP_REGION_IN_SANDBOX)), Before);
}

/// Whether it has done what was \p Told in front of it.
static void tellBehind(CallBase &Call, Value *Told, DebugLoc Place,
                       Emitter &Emit) {
  IRBuilder<> B(placeToTell(Told, behind(Call), Emit));
  B.SetCurrentDebugLocation(Place);
  Value *const What =
      B.CreateSelect(hasFailed(Call, B), B.getInt32(LP_REGION_NO_SANDBOX),
                     B.getInt32(LP_REGION_IN_SANDBOX));
  B.CreateCall(Emit.regionEntry(),
               {What, Constant::getNullValue(compat::ptrTy(B.getContext()))});
}

/// What that was; nullptr if there is nothing to be told.
static Value *tellBefore(CallBase &Call, DebugLoc Place, Emitter &Emit) {
  IRBuilder<> B(&Call);
  B.SetCurrentDebugLocation(Place);
  const Telling T = tellingOf(Call, B, Emit);
  if (match(T.What, m_SpecificInt(LP_REGION_IN_SANDBOX)))
    return nullptr;
  B.SetInsertPoint(placeToTell(T.What, &Call, Emit));
  B.SetCurrentDebugLocation(Place);
  B.CreateCall(Emit.regionEntry(), {T.What, T.Filter});
  if (auto *Plain = dyn_cast<CallInst>(&Call))
    Plain->setTailCallKind(CallInst::TCK_None);
  return T.What;
}

void tellOfSandboxes(Function &F, Emitter &Emit) {
  SmallVector<CallBase *, 2> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (mayEnter(*Call))
        Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    const DebugLoc Place = Emit.probeLocation(F);
    Value *const Told = tellBefore(*Call, Place, Emit);
    if (Told && Call->getType()->isIntegerTy())
      tellBehind(*Call, Told, Place, Emit);
  }
}

} // namespace lineprof
