/// \file counters.cpp
/// Addresses and increments of counters as IR.
#include "plugin/counters.h"

#include "plugin/emit.h"
#include "plugin/llvm_compat.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace lineprof {

/// The root of the unit's own alias tags; a root of ours would alias all.
static MDNode *aliasRoot(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
      if (!Tag || Tag->getNumOperands() < 3)
        continue;
      auto *Type = dyn_cast_or_null<MDNode>(Tag->getOperand(1));
      while (Type && Type->getNumOperands() > 1) {
        auto *Parent = dyn_cast_or_null<MDNode>(Type->getOperand(1));
        if (!Parent)
          return nullptr;
        Type = Parent;
      }
      return Type;
    }
  return nullptr;
}

CounterTags::CounterTags(Module &M) {
  MDNode *Root = aliasRoot(M);
  if (!Root)
    return;
  MDBuilder Builder(M.getContext());
  auto Tag = [&](const char *Name) {
    MDNode *Type = Builder.createTBAAScalarTypeNode(Name, Root);
    return Builder.createTBAAStructTagNode(Type, Type, 0);
  };
  Counter = Tag("lineprof counter");
  Delta = Tag("lineprof delta");
}

void markCounterAccess(Instruction &I, MDNode *AliasTag) {
  LLVMContext &C = I.getContext();
  MDNode *Empty = MDNode::get(C, {});
  I.setMetadata(CounterMetadata, Empty);
  I.setMetadata("nosanitize", Empty);
  if (AliasTag)
    I.setMetadata(LLVMContext::MD_tbaa, AliasTag);
}

bool isCounterAccess(const Instruction &I) {
  return I.getMetadata(CounterMetadata) != nullptr;
}

Value *createCounterBase(Function &F, GlobalVariable *Counters,
                         GlobalVariable *Delta, const CounterTags &Tags) {
  BasicBlock::iterator At = F.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(*At))
    ++At;
  IRBuilder<> B(&*At);
  B.SetCurrentDebugLocation(DebugLoc());
  LLVMContext &C = F.getContext();
  LoadInst *Load = B.CreateLoad(Type::getInt64Ty(C), Delta);
  Load->setMetadata("nosanitize", MDNode::get(C, {}));
  if (Tags.Delta)
    Load->setMetadata(LLVMContext::MD_tbaa, Tags.Delta);
  // A coroutine may go on in another thread: there it has to be read anew.
  if (!F.isPresplitCoroutine())
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
  Type *Bytes = compat::ptrTy(C);
  Value *Static = Counters;
  if (Static->getType() != Bytes)
    Static = B.CreateBitCast(Static, Bytes);
  return B.CreateGEP(Type::getInt8Ty(C), Static, Load);
}

void createIncrement(Instruction *At, Value *Base, uint64_t Index,
                     const CounterTags &Tags) {
  IRBuilder<> B(At);
  // Samples on it belong to the probes, not to a line: no line of its own.
  B.SetCurrentDebugLocation(DebugLoc());
  Type *I64 = B.getInt64Ty();
  Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Index * 8);
  if (Address->getType() != compat::ptrTo(I64))
    Address = B.CreateBitCast(Address, compat::ptrTo(I64));
  LoadInst *Old = B.CreateLoad(I64, Address);
  StoreInst *New = B.CreateStore(B.CreateAdd(Old, B.getInt64(1)), Address);
  markCounterAccess(*Old, Tags.Counter);
  markCounterAccess(*New, Tags.Counter);
}

} // namespace lineprof
