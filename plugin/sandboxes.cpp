/// \file sandboxes.cpp
/// Finds what shuts the program into a sandbox.
#include "plugin/sandboxes.h"

#include "plugin/emit.h"
#include "plugin/llvm_compat.h"

#include "format/abi.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// prctl(2), seccomp(2), Linux's unistd.h.
enum : uint64_t {
  SetSeccomp = 22,
  SetCounter = 26, // PR_SET_TSC
  CounterKills = 2,
  SeccompOnX86 = 317,
  SeccompElsewhere = 277,
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
static bool mayEnter(const CallInst &Call) {
  static const StringSet<> Names = {"prctl", "syscall", "seccomp_load",
                                    "minijail_enter"};
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && !Call.isMustTailCall() &&
         Names.contains(Callee->getName());
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

static Value *filterOf(const CallInst &Call, unsigned Argument, IRBuilder<> &B,
                       Emitter &Emit) {
  Value *const Filter = Call.getArgOperand(Argument);
  Type *const Ptr = compat::ptrTy(Call.getContext());
  return Filter->getType()->isPointerTy() ? Emit.cast(B, Filter, Ptr)
                                          : B.CreateIntToPtr(Filter, Ptr);
}

/// What \p Call does may be known at run time only: a wrapper has it of its
/// callers.
static Telling tellingOf(const CallInst &Call, IRBuilder<> &B, Emitter &Emit) {
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

/// Whether it has entered.
static void tellBehind(CallInst &Call, DebugLoc Place, Emitter &Emit) {
  IRBuilder<> B(Call.getNextNode());
  B.SetCurrentDebugLocation(Place);
  Value *const HasFailed =
      B.CreateICmpSLT(&Call, Constant::getNullValue(Call.getType()));
  Value *const What =
      B.CreateSelect(HasFailed, B.getInt32(LP_REGION_NO_SANDBOX),
                     B.getInt32(LP_REGION_IN_SANDBOX));
  B.CreateCall(Emit.regionEntry(),
               {What, Constant::getNullValue(compat::ptrTy(B.getContext()))});
}

/// Whether that was of use.
static bool tellBefore(CallInst &Call, DebugLoc Place, Emitter &Emit) {
  IRBuilder<> B(&Call);
  B.SetCurrentDebugLocation(Place);
  const Telling T = tellingOf(Call, B, Emit);
  const auto *Known = dyn_cast<ConstantInt>(T.What);
  if (Known && Known->equalsInt(LP_REGION_IN_SANDBOX))
    return false;
  B.CreateCall(Emit.regionEntry(), {T.What, T.Filter});
  Call.setTailCallKind(CallInst::TCK_None);
  return true;
}

void tellOfSandboxes(Function &F, Emitter &Emit) {
  SmallVector<CallInst *, 2> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (mayEnter(*Call))
        Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    const DebugLoc Place = Emit.probeLocation(F);
    if (tellBefore(*Call, Place, Emit) && Call->getType()->isIntegerTy())
      tellBehind(*Call, Place, Emit);
  }
}

} // namespace lineprof
