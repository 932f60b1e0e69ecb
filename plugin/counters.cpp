/// \file counters.cpp
/// Addresses and increments of counters as IR.
#include "plugin/counters.h"

#include "plugin/emit.h"
#include "plugin/llvm_compat.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

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

/// Has the code generator compute \p Base once: it would add its two parts at
/// each use, and keep both in registers all the time.
static Value *inOneRegister(IRBuilder<> &B, Value *Base) {
  auto *Ty = FunctionType::get(Base->getType(), {Base->getType()}, false);
  return B.CreateCall(InlineAsm::get(Ty, "", "=r,0", false), {Base});
}

/// Whether \p F may go on in another thread than it began in.
static bool changesThreads(const Function &F) {
  return F.isPresplitCoroutine();
}

static Value *asBytes(IRBuilder<> &B, Value *Pointer) {
  Type *Bytes = compat::ptrTy(B.getContext());
  return Pointer->getType() == Bytes ? Pointer : B.CreateBitCast(Pointer, Bytes);
}

/// array + delta.
static Value *addDelta(IRBuilder<> &B, Value *Array, Value *Delta) {
  return B.CreateGEP(B.getInt8Ty(), asBytes(B, Array), Delta);
}

/// array + \p Anchor + delta, in one register. The first sum is known to the
/// linker: the code generator, left alone, would rather add it at run time.
static Value *addAnchored(IRBuilder<> &B, GlobalVariable *Array,
                          uint64_t Anchor, Value *Delta) {
  Value *Static = Array;
  if (Anchor)
    Static = inOneRegister(B, B.CreateConstGEP1_64(B.getInt8Ty(),
                                                   asBytes(B, Array), Anchor));
  return inOneRegister(B, addDelta(B, Static, Delta));
}

Value *createCounterBase(Function &F, GlobalVariable *Counters,
                         GlobalVariable *Variable, const CounterTags &Tags) {
  BasicBlock::iterator At = F.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(*At))
    ++At;
  IRBuilder<> B(&*At);
  B.SetCurrentDebugLocation(DebugLoc());
  MDNode *Empty = MDNode::get(F.getContext(), {});
  LoadInst *Load = B.CreateLoad(B.getInt64Ty(), Variable);
  Load->setMetadata("nosanitize", Empty);
  if (Tags.Delta)
    Load->setMetadata(LLVMContext::MD_tbaa, Tags.Delta);
  if (!changesThreads(F))
    Load->setMetadata(LLVMContext::MD_invariant_load, Empty);
  return addDelta(B, Counters, Load);
}

/// A tick is known by its scope, which no pass drops or mixes with another.
/// There are several, as SimplifyCFG makes one access of two at the ends of two
/// branches, to a place that each chooses: it then keeps hundreds of places at
/// hand in a switch. It leaves those alone that differ in more than the place.
constexpr const char *Scopes[] = {"lineprof.0", "lineprof.1", "lineprof.2",
                                  "lineprof.3"};

void createTick(Instruction *At, Value *Base, uint64_t Offset, Value *Amount,
                MDNode *Tag) {
  IRBuilder<> B(At);
  // Samples on it belong to the probes, not to a line: no line of its own.
  B.SetCurrentDebugLocation(DebugLoc());
  Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset);
  if (Address->getType() != compat::ptrTo(B.getInt64Ty()))
    Address = B.CreateBitCast(Address, compat::ptrTo(B.getInt64Ty()));
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

namespace {

/// An address in counters: array + delta + Offset.
struct CounterAddress {
  GlobalVariable *Array = nullptr;
  Value *Offset = nullptr; ///< 64 bits
  Value *Chosen =
      nullptr; ///< 64 bits more, computed by the program, or nullptr
};

/// Takes addresses of counters apart, whatever the optimiser made of them.
class Decomposer {
public:
  Decomposer(LLVMContext &C, const GlobalVariable *Delta)
      : DL(Delta->getParent()->getDataLayout()), Delta(Delta),
        I64(Type::getInt64Ty(C)) {}

  /// No array if \p Address is not one of ours.
  CounterAddress run(Value *Address) {
    uint64_t Offset = 0;
    Value *Chosen = nullptr;
    bool HasDelta = false;
    for (;;) {
      Address = Address->stripPointerCasts();
      if (auto *Array = dyn_cast<GlobalVariable>(Address))
        return {HasDelta ? Array : nullptr, ConstantInt::get(I64, Offset),
                Chosen};
      if (auto *Phi = dyn_cast<PHINode>(Address))
        return Offset == 0 && !HasDelta && !Chosen ? runPhi(Phi)
                                                   : CounterAddress();
      auto *GEP = dyn_cast<GEPOperator>(Address);
      if (!GEP)
        return {};
      APInt Constant(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (GEP->accumulateConstantOffset(DL, Constant))
        Offset += Constant.getSExtValue();
      else if (!addIndex(*GEP, Offset, HasDelta, Chosen))
        return {};
      Address = GEP->getPointerOperand();
    }
  }

private:
  /// Takes the index of \p GEP in: the delta, an offset that a phi chose, or a
  /// sum of one and a constant. False if it is something else, or one too many.
  bool addIndex(GEPOperator &GEP, uint64_t &Offset, bool &HasDelta,
                Value *&Chosen) const {
    if (GEP.getNumOperands() != 2 ||
        !GEP.getSourceElementType()->isIntegerTy(8))
      return false;
    Value *Index = GEP.getOperand(1);
    auto *Sum = dyn_cast<BinaryOperator>(Index);
    if (Sum && Sum->getOpcode() == Instruction::Add &&
        isa<ConstantInt>(Sum->getOperand(1))) {
      Offset += cast<ConstantInt>(Sum->getOperand(1))->getZExtValue();
      Index = Sum->getOperand(0);
    }
    auto *Load = dyn_cast<LoadInst>(Index);
    const bool IsDelta =
        Load && Load->getPointerOperand()->stripPointerCasts() == Delta;
    if (IsDelta ? HasDelta : Chosen || !isa<PHINode, SelectInst>(Index))
      return false;
    if (IsDelta)
      HasDelta = true;
    else
      Chosen = Index;
    return true;
  }

  /// One store to either of two counters becomes one to base + either offset.
  CounterAddress runPhi(PHINode *Phi) {
    const auto [Known, IsNew] = Phis.insert({Phi, CounterAddress()});
    if (!IsNew)
      return Known->second; // none, while a cycle is being followed
    SmallVector<Value *, 4> Offsets;
    GlobalVariable *Array = nullptr;
    for (Value *Incoming : Phi->incoming_values()) {
      const CounterAddress A = run(Incoming);
      if (!A.Array || A.Chosen || (Array && A.Array != Array))
        return {};
      Array = A.Array;
      Offsets.push_back(A.Offset);
    }
    IRBuilder<> B(Phi);
    B.SetCurrentDebugLocation(DebugLoc());
    PHINode *Offset = B.CreatePHI(I64, Offsets.size());
    for (unsigned I = 0; I < Offsets.size(); I++)
      Offset->addIncoming(Offsets[I], Phi->getIncomingBlock(I));
    return Phis[Phi] = {Array, Offset, nullptr};
  }

  const DataLayout &DL;
  const GlobalVariable *Delta;
  Type *I64;
  DenseMap<PHINode *, CounterAddress> Phis;
};

} // namespace

std::optional<CounterId> counterAt(Value *Address,
                                   const GlobalVariable *Variable) {
  const Value *Base = Address->stripPointerCasts();
  while (auto *GEP = dyn_cast<GEPOperator>(Base))
    Base = GEP->getPointerOperand()->stripPointerCasts();
  if (!isa<GlobalVariable>(Base))
    return std::nullopt;
  Decomposer Addresses(Base->getType()->getContext(), Variable);
  const CounterAddress A = Addresses.run(Address);
  if (!A.Array || A.Chosen)
    return std::nullopt;
  return CounterId(A.Array, cast<ConstantInt>(A.Offset)->getZExtValue());
}

bool usesCounters(const Function &F, const GlobalVariable *Variable) {
  for (const Instruction &I : instructions(F))
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      if (Load->getPointerOperand()->stripPointerCasts() == Variable)
        return true;
  return false;
}

/// Gives \p I, and the sum between a load and its store, the place \p Probe.
static void setPlace(Instruction &I, const DebugLoc &Probe) {
  I.setDebugLoc(Probe);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    if (auto *Sum = dyn_cast<BinaryOperator>(Store->getValueOperand()))
      if (Sum->hasOneUse())
        Sum->setDebugLoc(Probe);
}

/// Where in its array the base of a function's \p Accesses to it stands: x86 has
/// a short form for what lies within 128 bytes of a register, so in the middle
/// of the most accesses; elsewhere at the first.
static uint64_t anchorOf(std::vector<uint64_t> Offsets, const Triple &Target) {
  constexpr uint64_t Reach = 128;
  if (Offsets.empty())
    return 0;
  llvm::sort(Offsets);
  if (!Target.isX86() || Offsets.back() - Offsets.front() < Reach)
    return Offsets.front();
  size_t Best = 0, BestCount = 0;
  for (size_t First = 0, Last = 0; First < Offsets.size(); First++) {
    while (Last < Offsets.size() && Offsets[Last] - Offsets[First] < 2 * Reach)
      Last++;
    if (Last - First > BestCount) {
      Best = First;
      BestCount = Last - First;
    }
  }
  return Offsets[Best] + Reach;
}

void settleCounters(Function &F, GlobalVariable *Variable, Value *Delta,
                    const DebugLoc &Probe) {
  Decomposer Addresses(F.getContext(), Variable);
  SmallVector<std::pair<Instruction *, CounterAddress>, 32> Accesses;
  for (Instruction &I : instructions(F)) {
    Value *Address = getLoadStorePointerOperand(&I);
    if (!Address)
      continue;
    // From here on it may change: at the check.
    if (Address->stripPointerCasts() == Variable) {
      I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
      continue;
    }
    const CounterAddress A = Addresses.run(Address);
    if (A.Array)
      Accesses.push_back({&I, A});
  }
  // A coroutine goes on in any thread: there each use reads the delta itself.
  if (Accesses.empty() || changesThreads(F))
    return;
  Instruction *Start = Delta ? cast<Instruction>(Delta)->getNextNode()
                             : &*F.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(Start))
    Start = Start->getNextNode();
  IRBuilder<> Top(Start);
  Top.SetCurrentDebugLocation(Probe);
  if (!Delta)
    Delta = Top.CreateLoad(Top.getInt64Ty(), Variable);
  MapVector<GlobalVariable *, std::vector<uint64_t>> Offsets;
  for (const auto &[I, A] : Accesses) {
    std::vector<uint64_t> &Used = Offsets[A.Array];
    if (auto *Constant = dyn_cast<ConstantInt>(A.Offset))
      Used.push_back(Constant->getZExtValue());
  }
  const Triple Target(F.getParent()->getTargetTriple());
  DenseMap<GlobalVariable *, std::pair<Value *, uint64_t>> Bases;
  for (const auto &[Array, Used] : Offsets) {
    const uint64_t Anchor = anchorOf(Used, Target);
    Bases[Array] = {addAnchored(Top, Array, Anchor, Delta), Anchor};
  }
  SmallVector<WeakTrackingVH, 32> Replaced;
  for (auto &[I, A] : Accesses) {
    const auto [Base, Anchor] = Bases[A.Array];
    setPlace(*I, Probe);
    IRBuilder<> B(I);
    Value *Old = getLoadStorePointerOperand(I);
    Value *Offset = A.Chosen ? B.CreateAdd(A.Chosen, A.Offset) : A.Offset;
    Value *New = B.CreateGEP(B.getInt8Ty(), Base,
                             B.CreateSub(Offset, B.getInt64(Anchor)));
    if (New->getType() != Old->getType())
      New = B.CreateBitCast(New, Old->getType());
    I->setOperand(isa<LoadInst>(I) ? 0 : 1, New);
    Replaced.push_back(Old);
  }
  // Only now: the place at the top may be among them.
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
}

} // namespace lineprof
