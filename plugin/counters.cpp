/// \file counters.cpp
/// Counters and their increments as IR.
#include "plugin/counters.h"

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

MDNode *counterTag(Module &M) {
  MDNode *Root = aliasRoot(M);
  if (!Root)
    return nullptr;
  MDBuilder Builder(M.getContext());
  MDNode *Type = Builder.createTBAAScalarTypeNode("lineprof counter", Root);
  return Builder.createTBAAStructTagNode(Type, Type, 0);
}

/// A tick is known by its scope, which no pass drops or mixes with another.
/// There are several, as SimplifyCFG makes one access of two at the ends of two
/// branches, to a place that each chooses: it then keeps hundreds of places at
/// hand in a switch. It leaves those alone that differ in more than the place.
constexpr const char *Scopes[] = {"lineprof.0", "lineprof.1", "lineprof.2",
                                  "lineprof.3"};

void createTick(Instruction *At, GlobalVariable *Array, uint64_t Offset,
                Value *Amount, MDNode *Tag) {
  IRBuilder<> B(At);
  // Samples on it belong to the probes, not to a line: no line of its own.
  B.SetCurrentDebugLocation(DebugLoc());
  Type *Bytes = B.getInt8Ty();
  Constant *Address = ConstantExpr::getInBoundsGetElementPtr(
      Bytes, ConstantExpr::getBitCast(Array, compat::ptrTo(Bytes)),
      B.getInt64(Offset));
  Address = ConstantExpr::getBitCast(Address, compat::ptrTo(B.getInt64Ty()));
  AtomicRMWInst *Tick = B.CreateAtomicRMW(
      AtomicRMWInst::Add, Address, Amount, Align(8), AtomicOrdering::Monotonic,
      B.getContext().getOrInsertSyncScopeID(Scopes[Offset / 8 % 4]));
  Tick->setMetadata("nosanitize", MDNode::get(B.getContext(), {}));
  if (Tag)
    Tick->setMetadata(LLVMContext::MD_tbaa, Tag);
}

const AtomicRMWInst *asTick(const Instruction &I) {
  const auto *Tick = dyn_cast<AtomicRMWInst>(&I);
  if (!Tick)
    return nullptr;
  LLVMContext &C = I.getContext();
  for (const char *Scope : Scopes)
    if (Tick->getSyncScopeID() == C.getOrInsertSyncScopeID(Scope))
      return Tick;
  return nullptr;
}

AtomicRMWInst *asTick(Instruction &I) {
  return const_cast<AtomicRMWInst *>(asTick(std::as_const(I)));
}

void lowerTick(AtomicRMWInst *Tick) {
  IRBuilder<> B(Tick);
  Type *I64 = B.getInt64Ty();
  // Not to be merged either, see Scopes; to claim less than is true is not
  // wrong.
  Align Claimed(1);
  for (unsigned S = 0; S < std::size(Scopes); S++)
    if (Tick->getSyncScopeID() ==
        B.getContext().getOrInsertSyncScopeID(Scopes[S]))
      Claimed = Align(uint64_t(1) << S);
  LoadInst *Old = B.CreateAlignedLoad(I64, Tick->getPointerOperand(), Claimed);
  StoreInst *New = B.CreateAlignedStore(B.CreateAdd(Old, Tick->getValOperand()),
                                        Tick->getPointerOperand(), Claimed);
  for (Instruction *I : {cast<Instruction>(Old), cast<Instruction>(New)}) {
    I->setMetadata("nosanitize", MDNode::get(B.getContext(), {}));
    I->setMetadata(LLVMContext::MD_tbaa,
                   Tick->getMetadata(LLVMContext::MD_tbaa));
  }
  Tick->eraseFromParent();
}

std::optional<CounterId> counterAt(Value *Address, const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  auto *Array = dyn_cast<GlobalVariable>(
      Address->stripAndAccumulateConstantOffsets(DL, Offset,
                                                 /*AllowNonInbounds=*/true));
  if (!Array)
    return std::nullopt;
  return CounterId(Array, Offset.getZExtValue());
}

} // namespace lineprof
