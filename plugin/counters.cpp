/// \file counters.cpp
/// Counters and their increments as IR.
#include "plugin/counters.h"

#include "plugin/llvm_compat.h"
#include "plugin/options.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
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

/// What a tick is known by: an attribute, which no pass drops. It has one of
/// several values, as SimplifyCFG makes one call of two at the ends of two
/// branches, for a place that each chooses: it then keeps hundreds of places at
/// hand in a switch. It leaves those alone that differ in more than operands.
constexpr const char *TickAttribute = "lineprof-tick";
constexpr unsigned Kinds = 4;

bool Tick::classof(const Instruction *I) {
  const auto *Call = dyn_cast<IntrinsicInst>(I);
  return Call && Call->getIntrinsicID() == Intrinsic::annotation &&
         Call->getAttributes().hasFnAttr(TickAttribute);
}

GlobalVariable *Tick::variable() const {
  return dyn_cast<GlobalVariable>(array()->stripPointerCasts());
}

std::optional<CounterId> Tick::counter() const {
  GlobalVariable *Array = variable();
  auto *Index = dyn_cast<ConstantInt>(index());
  if (!Array || !Index)
    return std::nullopt;
  return CounterId(Array, Index->getZExtValue());
}

void createTick(Instruction *At, GlobalVariable *Array, uint32_t Index,
                Value *Amount) {
  IRBuilder<> B(At);
  // Samples on it belong to the probes, not to a line: no line of its own. But
  // where a coroutine waits, what it hands control to is called at the place of
  // what stands behind; the inliner wants a call to have one.
  if (!At->getFunction()->isPresplitCoroutine())
    B.SetCurrentDebugLocation(DebugLoc());
  CallInst *Call = compat::createAnnotation(
      B, Amount, ConstantExpr::getBitCast(Array, compat::ptrTy(B.getContext())),
      Index);
  Call->addFnAttr(Attribute::get(B.getContext(), TickAttribute,
                                 std::to_string(Index % Kinds)));
}

void lowerTick(Tick *Tick, Value *Address, MDNode *Tag, bool IsSeen) {
  IRBuilder<> B(Tick);
  Type *I64 = B.getInt64Ty();
  // Not to be merged either, see TickAttribute; to claim less than is true is
  // not wrong.
  unsigned Kind = 0;
  Tick->getAttributes()
      .getFnAttr(TickAttribute)
      .getValueAsString()
      .getAsInteger(10, Kind);
  const Align Claimed(IsSeen ? CounterSize : uint64_t(1) << Kind % Kinds);
  Address = B.CreateBitCast(Address, compat::ptrTo(B.getInt64Ty()));
  LoadInst *Old = B.CreateAlignedLoad(I64, Address, Claimed);
  StoreInst *New =
      B.CreateAlignedStore(B.CreateAdd(Old, Tick->amount()), Address, Claimed);
  if (IsSeen) {
    Old->setAtomic(AtomicOrdering::Monotonic);
    New->setAtomic(AtomicOrdering::Monotonic);
  }
  for (Instruction *I : {cast<Instruction>(Old), cast<Instruction>(New)}) {
    I->setMetadata("nosanitize", MDNode::get(B.getContext(), {}));
    I->setMetadata(LLVMContext::MD_tbaa, Tag);
  }
  Tick->eraseFromParent();
}

/// What adds \p Amount, or else operand $1, at \p Offset behind operand $0.
/// Numbers are text, as each operand takes time to compile.
static std::string additionText(int64_t Offset, std::optional<int64_t> Amount) {
  const std::string Behind = std::to_string(Offset);
  const std::string Added = Amount ? std::to_string(*Amount) : "$1";
  if (options().WritesIntelSyntax)
    return "add qword ptr [$0 + " + Behind + "], " + Added;
  return "addq " + (Amount ? "$$" + Added : Added) + ", " + Behind + "($0)";
}

void lowerTickToAddition(Tick *Tick, Value *Address) {
  APInt Offset(64, 0);
  Value *Base = Address->stripAndAccumulateConstantOffsets(
      Tick->getModule()->getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  std::optional<int64_t> Amount;
  const auto *Known = dyn_cast<ConstantInt>(Tick->amount());
  if (Known && isInt<32>(Known->getSExtValue()))
    Amount = Known->getSExtValue();
  SmallVector<Value *, 2> Operands = {Base};
  SmallVector<Type *, 2> Types = {Base->getType()};
  if (!Amount) {
    Operands.push_back(Tick->amount());
    Types.push_back(Tick->amount()->getType());
  }
  IRBuilder<> B(Tick);
  // That it writes to memory is what is taken of a call anyway.
  CallInst *Addition = B.CreateCall(
      InlineAsm::get(FunctionType::get(B.getVoidTy(), Types, false),
                     additionText(Offset.getSExtValue(), Amount),
                     Amount ? "r,~{flags}" : "r,r,~{flags}",
                     /*hasSideEffects=*/true),
      Operands);
  Addition->setDoesNotThrow();
  Addition->setMetadata("nosanitize", MDNode::get(B.getContext(), {}));
  Tick->eraseFromParent();
  if (auto *Sum = dyn_cast<Instruction>(Address); Sum && Sum->use_empty())
    Sum->eraseFromParent(); // the instruction adds itself
}

} // namespace lineprof
