/// \file tail_calls.cpp
/// Finds the tail calls that may as well be calls.
#include "plugin/tail_calls.h"

#include "plugin/library_calls.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace lineprof {

namespace {

/// Follows \p Call to the return, as the backend does that would make a jump of
/// it (llvm::isInTailCallPosition(), CodeGen/Analysis.cpp), or further.
class WayToReturn {
public:
  explicit WayToReturn(const CallInst &Call) {
    Results.insert(&Call);
    Results.insert(Call.getReturnedArgOperand());
  }

  /// Whether \p I, which is behind the call, may be left out.
  bool passes(const Instruction &I) {
    if (isa<PHINode, CastInst, ExtractValueInst, InsertValueInst>(I)) {
      if (any_of(I.operand_values(), [&](const Value *V) { return holds(V); }))
        Results.insert(&I);
      return true;
    }
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()) ||
           (!I.isTerminator() && !I.mayHaveSideEffects() &&
            !I.mayReadFromMemory());
  }

  /// Whether it returns nothing else than the call does.
  bool ends(const ReturnInst &Return) const {
    const Value *Result = Return.getReturnValue();
    return !Result || isa<UndefValue>(Result) || holds(Result);
  }

private:
  bool holds(const Value *V) const { return Results.count(V); }

  SmallPtrSet<const Value *, 8> Results; ///< what the call returned
};

} // namespace

/// Whether \p Call may be a jump: nothing but the return follows. Blocks that
/// only return are copied to those that lead there.
static bool isLast(const CallInst &Call) {
  WayToReturn Way(Call);
  const Instruction *I = Call.getNextNode();
  for (unsigned Blocks = 0; Blocks < 8; Blocks++) {
    while (Way.passes(*I))
      I = I->getNextNode();
    if (const auto *Return = dyn_cast<ReturnInst>(I))
      return Way.ends(*Return);
    const auto *Branch = dyn_cast<UncondBrInst>(I);
    if (!Branch)
      return false;
    I = &Branch->getSuccessor(0)->front();
  }
  return true;
}

/// Whether \p Call may become a jump. Assembler may be called last, too, but
/// stands where it is called.
static bool mayJump(const CallInst &Call) {
  return Call.isTailCall() && !Call.isInlineAsm() && isLast(Call);
}

/// The function that \p Call jumps to, if it is certain which.
static const Function *knownCallee(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() && !Callee->isInterposable()
             ? Callee
             : nullptr;
}

bool isNoCode(const Instruction &I) {
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && (isa<DbgInfoIntrinsic>(Intrinsic) ||
                       Intrinsic->isLifetimeStartOrEnd());
}

/// Whether \p Common does nothing but return.
static bool onlyReturns(const BasicBlock &Common) {
  return isa<ReturnInst>(Common.getTerminator()) &&
         all_of(Common, [](const Instruction &I) {
           return isa<PHINode, ReturnInst>(I) || isNoCode(I);
         });
}

/// The call in front of the end of \p From that may be a jump; or null.
static const CallInst *lastCall(const BasicBlock &From) {
  const Instruction *I = From.getTerminator()->getPrevNode();
  while (I && isNoCode(*I))
    I = I->getPrevNode();
  const auto *Call = dyn_cast_or_null<CallInst>(I);
  return Call && Call->isTailCall() ? Call : nullptr;
}

void giveReturns(Function &F) {
  SmallVector<BasicBlock *, 4> Shared;
  for (BasicBlock &BB : F)
    if (onlyReturns(BB))
      Shared.push_back(&BB);
  for (BasicBlock *Common : Shared) {
    auto *Return = cast<ReturnInst>(Common->getTerminator());
    const SmallVector<BasicBlock *, 4> Sources(predecessors(Common));
    for (BasicBlock *From : Sources) {
      const CallInst *Call = lastCall(*From);
      const Value *Result = Return->getReturnValue();
      if (Call && isa<UncondBrInst>(From->getTerminator()) &&
          (!Result || Result->DoPHITranslation(Common, From) == Call))
        FoldReturnIntoUncondBranch(Return, Common, From);
    }
  }
}

TailCalls::TailCalls(Module &M, FunctionAnalysisManager &FAM) : FAM(FAM) {
  findEnding(M);
}

/// From those without tail calls back to their callers: what calls in a circle
/// is never come to.
void TailCalls::findEnding(Module &M) {
  DenseMap<const Function *, SmallVector<const Function *, 2>> Callers;
  DenseMap<const Function *, unsigned> Open;
  SmallVector<const Function *, 32> Found;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    unsigned &Count = Open[&F];
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !mayJump(*Call) ||
          isOfLibrary(*Call, FAM.getResult<TargetLibraryAnalysis>(F)))
        continue;
      Count++;
      if (const Function *Callee = knownCallee(*Call))
        Callers[Callee].push_back(&F);
    }
    if (Count == 0)
      Found.push_back(&F);
  }
  while (!Found.empty()) {
    const Function *F = Found.pop_back_val();
    Ending.insert(F);
    for (const Function *Caller : Callers.lookup(F))
      if (--Open[Caller] == 0)
        Found.push_back(Caller);
  }
}

bool TailCalls::returns(const CallInst &Call) const {
  const Function *Callee = knownCallee(Call);
  return Callee && Ending.contains(Callee);
}

void TailCalls::keep(Function &F) const {
  const auto &Library = FAM.getResult<TargetLibraryAnalysis>(F);
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && Call->isTailCall() && !Call->isMustTailCall() &&
        (isOfLibrary(*Call, Library) || returns(*Call)))
      Call->setTailCallKind(CallInst::TCK_NoTail);
  }
}

} // namespace lineprof
