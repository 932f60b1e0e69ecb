/// \file sandboxes.cpp
/// Finds what shuts the program into a sandbox.
#include "plugin/sandboxes.h"

#include "plugin/emit.h"
#include "plugin/llvm_compat.h"

#include "format/abi.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace lineprof {

/// prctl(2), seccomp(2), Linux's unistd.h.
enum : uint64_t {
  SetSeccomp = 22,
  SetCounter = 26, // PR_SET_TSC
  CounterKills = 2,
  SeccompOnX86 = 317,
  SeccompElsewhere = 277,
  Tsync = 1, // SECCOMP_FILTER_FLAG_TSYNC
  TsyncEsrch = 16,
};

/// What a function does if its first two arguments are these, and where its
/// filter is then, if it has one.
struct Entry {
  StringRef Function;
  uint64_t First, Second;
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

static ArrayRef<Entry> entriesOn(const Module &M) {
  static const Entry X86[] = {
      {"prctl", SetSeccomp, 1, LP_REGION_STRICT_SANDBOX, 0},
      {"prctl", SetSeccomp, 2, LP_REGION_SANDBOX, 2},
      {"prctl", SetCounter, CounterKills, LP_REGION_NO_CLOCK, 0},
      {"syscall", SeccompOnX86, 0, LP_REGION_STRICT_SANDBOX, 0},
      {"syscall", SeccompOnX86, 1, LP_REGION_SANDBOX, 3}};
  static const Entry Elsewhere[] = {
      {"prctl", SetSeccomp, 1, LP_REGION_STRICT_SANDBOX, 0},
      {"prctl", SetSeccomp, 2, LP_REGION_SANDBOX, 2},
      {"syscall", SeccompElsewhere, 0, LP_REGION_STRICT_SANDBOX, 0},
      {"syscall", SeccompElsewhere, 1, LP_REGION_SANDBOX, 3}};
  if (compat::targetTriple(M).getArch() == Triple::x86_64)
    return X86;
  return Elsewhere;
}

static Value *filterOf(const CallBase &Call, unsigned Argument, IRBuilder<> &B,
                       Emitter &Emit) {
  Value *const Filter = Call.getArgOperand(Argument);
  Type *const Ptr = compat::ptrTy(Call.getContext());
  return Filter->getType()->isPointerTy() ? Emit.cast(B, Filter, Ptr)
                                          : B.CreateIntToPtr(Filter, Ptr);
}

/// What \p Call does may be known at run time only: a wrapper has it of its
/// callers.
static Telling tellingOf(const CallBase &Call, IRBuilder<> &B, Emitter &Emit) {
  const StringRef Name = Call.getCalledFunction()->getName();
  Telling T = {B.getInt32(LP_REGION_IN_SANDBOX),
               Constant::getNullValue(compat::ptrTy(Call.getContext()))};
  if (Name == "minijail_enter" || Name == "seccomp_load")
    T.What = B.getInt32(LP_REGION_LIBSECCOMP);
  if (Name == "seccomp_load" && Call.arg_size() == 1)
    T.Filter = filterOf(Call, 0, B, Emit);
  for (const Entry &E : entriesOn(*Call.getModule())) {
    if (E.Function != Name || Call.arg_size() < 2)
      continue;
    const auto *First = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    if (!First || !First->equalsInt(E.First))
      continue;
    Value *const Second = Call.getArgOperand(1);
    if (!Second->getType()->isIntegerTy())
      continue;
    Value *const Is =
        B.CreateICmpEQ(Second, ConstantInt::get(Second->getType(), E.Second));
    T.What = B.CreateSelect(Is, B.getInt32(E.What), T.What);
    if (E.Filter > 0 && E.Filter < Call.arg_size())
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

/// Whether it has done what was \p Told in front of it.
static void tellBehind(CallBase &Call, Value *Told, DebugLoc Place,
                       Emitter &Emit) {
  IRBuilder<> B(behind(Call));
  B.SetCurrentDebugLocation(Place);
  Value *const Done = B.getInt32(LP_REGION_IN_SANDBOX);
  Value *const IsUndone =
      B.CreateAnd(hasFailed(Call, B), B.CreateICmpNE(Told, Done));
  Value *const What =
      B.CreateSelect(IsUndone, B.getInt32(LP_REGION_NO_SANDBOX), Done);
  B.CreateCall(Emit.regionEntry(),
               {What, Constant::getNullValue(compat::ptrTy(B.getContext()))});
}

/// What that was; nullptr if there is nothing to be told.
static Value *tellBefore(CallBase &Call, DebugLoc Place, Emitter &Emit) {
  IRBuilder<> B(&Call);
  B.SetCurrentDebugLocation(Place);
  const Telling T = tellingOf(Call, B, Emit);
  const auto *Known = dyn_cast<ConstantInt>(T.What);
  if (Known && Known->equalsInt(LP_REGION_IN_SANDBOX))
    return nullptr;
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
