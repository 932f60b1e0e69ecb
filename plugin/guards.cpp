/// \file guards.cpp
/// Splits guards from what they guard.
#include "plugin/guards.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace lineprof {

static bool isNull(const Value *V) {
  const auto *Constant = dyn_cast<ConstantInt>(V);
  return Constant && Constant->isZero();
}

bool isGuard(const Value *V) {
  const auto *Variable = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  return Variable && compat::startsWith(Variable->getName(), "_ZGV");
}

/// Whether \p I, in the first block of a function, asks for a guard. On Arm a
/// bit of it tells (C++ ABI for the Arm Architecture).
static bool asksForGuard(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  const bool IsPart =
      Load ? isGuard(Load->getPointerOperand())
           : isa<ICmpInst>(I) || I.getOpcode() == Instruction::And;
  return IsPart && all_of(I.users(), [&](const User *U) {
           return cast<Instruction>(U)->getParent() == I.getParent();
         });
}

/// The branch of \p F behind its first block where that only asks for a guard:
///
///   %guard = load i8, ptr @_ZGV...
///   %first = icmp eq i8 %guard, 0
///   br i1 %first, label %initialise, label %return
static CondBrInst *guardBranch(Function &F) {
  auto *Branch = dyn_cast<CondBrInst>(F.getEntryBlock().getTerminator());
  if (!Branch || !isa<ReturnInst>(Branch->getSuccessor(1)->front()))
    return nullptr;
  const auto *First = dyn_cast<ICmpInst>(Branch->getCondition());
  const bool IsFirst = First && First->getPredicate() == CmpInst::ICMP_EQ &&
                       isNull(First->getOperand(1));
  const bool IsAll = all_of(F.getEntryBlock(), [&](const Instruction &I) {
    return isa<AllocaInst>(I) || &I == Branch || asksForGuard(I);
  });
  return IsFirst && IsAll ? Branch : nullptr;
}

/// A function that asks for the guard as \p F does, and calls \p F for the
/// rest. Everything that used \p F uses it instead.
static void split(Function &F, CondBrInst *Branch) {
  auto *Outer =
      Function::Create(F.getFunctionType(), F.getLinkage(), F.getAddressSpace(),
                       F.getName() + ".guard", F.getParent());
  Outer->copyAttributesFrom(&F);
  Outer->setPersonalityFn(nullptr);
  Outer->setComdat(F.getComdat());
  F.replaceAllUsesWith(Outer);

  LLVMContext &C = F.getContext();
  auto *Ask = BasicBlock::Create(C, "", Outer);
  auto *Initialise = BasicBlock::Create(C, "", Outer);
  auto *Return = BasicBlock::Create(C, "", Outer);
  IRBuilder<> B(Ask);
  for (Instruction &I : make_early_inc_range(F.getEntryBlock()))
    if (asksForGuard(I)) {
      I.moveBefore(*Ask, Ask->end());
      I.setDebugLoc(DebugLoc());
    }
  B.CreateCondBr(Branch->getCondition(), Initialise, Return);
  B.SetInsertPoint(Initialise);
  B.CreateCall(&F)->setCallingConv(F.getCallingConv());
  B.CreateBr(Return);
  B.SetInsertPoint(Return);
  B.CreateRetVoid();

  B.SetInsertPoint(Branch);
  B.SetCurrentDebugLocation(Branch->getDebugLoc());
  B.CreateBr(Branch->getSuccessor(0));
  Branch->eraseFromParent();
  // Inlined into a function without lines, it would have none for samples.
  F.removeFnAttr(Attribute::AlwaysInline);
  F.addFnAttr(Attribute::NoInline);
}

void splitGuards(Module &M) {
  std::vector<std::pair<Function *, CondBrInst *>> Guarded;
  for (Function &F : M) {
    const DISubprogram *SP = F.isDeclaration() ? nullptr : F.getSubprogram();
    if (!SP || !SP->isArtificial() || !F.getReturnType()->isVoidTy() ||
        F.arg_size() || !compat::startsWith(SP->getName(), GlobalSetUp))
      continue;
    if (CondBrInst *Branch = guardBranch(F))
      Guarded.push_back({&F, Branch});
  }
  for (auto &[F, Branch] : Guarded)
    split(*F, Branch);
}

} // namespace lineprof
