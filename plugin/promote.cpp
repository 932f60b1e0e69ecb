/// \file promote.cpp
/// Keeps counts in registers until a loop's exit.
///
/// A counter in memory stops vectorisation and most other work on a loop. What
/// is kept is the difference, from 0 at the preheader, added to the counter at
/// each exit: so the loop passes see an induction variable, whose last value
/// they compute, and updates from elsewhere (a signal handler, another copy of
/// the address) are not overwritten. Each counter of a loop becomes a local
/// variable; at the end these become registers.
#include "plugin/counters.h"
#include "plugin/llvm_compat.h"
#include "plugin/passes.h"

#include "format/abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <map>

using namespace llvm;

namespace lineprof {

namespace {

/// Exits times counters: more would be code for nothing.
constexpr size_t MaxUpdates = 128;

/// A counter: its base and its distance from there in bytes.
using CounterKey = std::pair<Value *, int64_t>;

/// What a loop does with one counter.
struct Counter {
  CounterKey Key;
  Value *Address = nullptr; ///< one that dominates, or can be moved up
  SmallVector<Instruction *, 4> Accesses;
  /// Where and how much is added, if that is all that happens to it.
  SmallVector<std::pair<BasicBlock *, Value *>, 2> Steps;
};

class Promoter {
public:
  Promoter(Function &F, FunctionAnalysisManager &AM)
      : F(F), LI(AM.getResult<LoopAnalysis>(F)),
        DT(AM.getResult<DominatorTreeAnalysis>(F)),
        SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
        AC(AM.getResult<AssumptionAnalysis>(F)) {}

  bool run() {
    for (Loop *L : LI.getLoopsInPreorder())
      Loops.push_back(L);
    for (Loop *L : reverse(Loops)) // inner loops first
      promote(*L);
    if (!Slots.empty())
      PromoteMemToReg(Slots, DT, &AC);
    return Changed;
  }

private:
  static bool isCall(const Instruction &I) {
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  }

  /// The counters of \p L that can be kept in registers.
  MapVector<CounterKey, Counter> findCounters(Loop &L) {
    MapVector<CounterKey, Counter> Counters;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB) {
        if (isCall(I))
          return {}; // it may not come back, and takes longer than a counter
        Value *Address = getLoadStorePointerOperand(&I);
        if (!Address || !isCounterAccess(I))
          continue;
        const CounterKey Key = keyOf(Address);
        Counter &C = Counters[Key];
        C.Key = Key;
        C.Address = Address;
        C.Accesses.push_back(&I);
      }
    Counters.remove_if([&](auto &Entry) { return !isLinear(L, Entry.second); });
    for (auto &Entry : Counters)
      findSteps(Entry.second);
    return Counters;
  }

  CounterKey keyOf(Value *Address) const {
    const DataLayout &DL = F.getParent()->getDataLayout();
    APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
    Value *Base = Address->stripAndAccumulateConstantOffsets(
        DL, Offset, /*AllowNonInbounds=*/true);
    return {Base, Offset.getSExtValue()};
  }

  /// Whether every value of \p C in \p L is what it was before plus something:
  /// then the difference can take its place.
  static bool isLinear(const Loop &L, const Counter &C) {
    SmallPtrSet<const Value *, 16> Values;
    SmallVector<const Instruction *, 16> Work;
    for (const Instruction *I : C.Accesses)
      if (isa<LoadInst>(I) && Values.insert(I).second)
        Work.push_back(I);
    while (!Work.empty()) {
      const Instruction *V = Work.pop_back_val();
      for (const User *U : V->users()) {
        const auto *I = cast<Instruction>(U);
        if (isa<StoreInst>(I) && is_contained(C.Accesses, I) &&
            cast<StoreInst>(I)->getValueOperand() == V)
          continue;
        if (!L.contains(I) || !(I->getOpcode() == Instruction::Add ||
                                isa<PHINode>(I) || isa<SelectInst>(I)))
          return false;
        if (Values.insert(I).second)
          Work.push_back(I);
      }
    }
    return all_of(Values, [&](const Value *V) { return keeps(V, Values); }) &&
           all_of(C.Accesses, [&](const Instruction *I) {
             const auto *Store = dyn_cast<StoreInst>(I);
             return !Store || Values.count(Store->getValueOperand());
           });
  }

  /// Whether \p V is made of exactly one old value.
  static bool keeps(const Value *V,
                    const SmallPtrSetImpl<const Value *> &Values) {
    auto IsOld = [&](const Value *Operand) {
      return Values.count(Operand) != 0;
    };
    if (isa<LoadInst>(V))
      return true;
    if (const auto *Phi = dyn_cast<PHINode>(V))
      return all_of(Phi->incoming_values(), IsOld);
    if (const auto *Select = dyn_cast<SelectInst>(V))
      return IsOld(Select->getTrueValue()) && IsOld(Select->getFalseValue()) &&
             !IsOld(Select->getCondition());
    const auto *Add = cast<BinaryOperator>(V);
    return IsOld(Add->getOperand(0)) != IsOld(Add->getOperand(1));
  }

  static void findSteps(Counter &C) {
    unsigned Loads = 0;
    for (Instruction *I : C.Accesses) {
      auto *Store = dyn_cast<StoreInst>(I);
      if (!Store) {
        Loads++;
        continue;
      }
      auto *Add = dyn_cast<BinaryOperator>(Store->getValueOperand());
      if (!Add || !Add->hasOneUse()) {
        C.Steps.clear();
        return;
      }
      const bool Left = is_contained(C.Accesses, Add->getOperand(0));
      Value *Old = Add->getOperand(Left ? 0 : 1);
      if (!is_contained(C.Accesses, Old) || !Old->hasOneUse()) {
        C.Steps.clear();
        return;
      }
      C.Steps.push_back({Store->getParent(), Add->getOperand(Left ? 1 : 0)});
    }
    if (Loads != C.Steps.size())
      C.Steps.clear();
  }

  /// Makes \p V available in front of \p L, where it is computed from our own
  /// loads and constants only.
  static bool hoist(Value *V, Loop &L) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return true;
    const bool Movable =
        isa<GetElementPtrInst>(I) || isa<BitCastInst>(I) ||
        (isa<LoadInst>(I) && I->hasMetadata(LLVMContext::MD_invariant_load) &&
         I->getOperand(0)->stripPointerCasts()->getName() == LP_SYMBOL_DELTA);
    if (!Movable ||
        !all_of(I->operands(), [&](Value *Op) { return hoist(Op, L); }))
      return false;
    I->moveBefore(L.getLoopPreheader()->getTerminator());
    return true;
  }

  /// Exits of \p L where code can be put. False if there is one where it
  /// cannot.
  static bool findExits(const Loop &L, SmallVectorImpl<BasicBlock *> &Exits) {
    L.getUniqueExitBlocks(Exits);
    return !Exits.empty() && all_of(Exits, [](const BasicBlock *BB) {
      return !BB->isEHPad() && BB->getFirstInsertionPt() != BB->end();
    });
  }

  void promote(Loop &L) {
    if (findCounters(L).empty())
      return;
    if (!L.getLoopPreheader() || !L.hasDedicatedExits()) {
      simplifyLoop(&L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
      Changed = true;
    }
    SmallVector<BasicBlock *, 8> Exits;
    if (!L.getLoopPreheader() || !L.hasDedicatedExits() || !findExits(L, Exits))
      return;
    MapVector<CounterKey, Counter> Counters = findCounters(L);
    Counters.remove_if([&](auto &E) { return !hoist(E.second.Address, L); });
    if (Counters.size() * Exits.size() > MaxUpdates)
      return;
    for (SmallVector<Counter *, 4> &Group : groups(Counters))
      promoteGroup(L, Group, Exits);
  }

  /// Counters that tick together share one difference: two of them would exceed
  /// what IndVars is willing to compute behind a loop.
  static std::vector<SmallVector<Counter *, 4>>
  groups(MapVector<CounterKey, Counter> &Counters) {
    std::vector<SmallVector<Counter *, 4>> Result;
    std::map<std::vector<std::pair<BasicBlock *, Value *>>, size_t> BySteps;
    for (auto &Entry : Counters) {
      Counter &C = Entry.second;
      if (!C.Steps.empty()) {
        std::vector<std::pair<BasicBlock *, Value *>> Steps(C.Steps.begin(),
                                                            C.Steps.end());
        llvm::sort(Steps);
        const auto [Known, IsNew] = BySteps.insert({Steps, Result.size()});
        if (!IsNew) {
          Result[Known->second].push_back(&C);
          continue;
        }
      }
      Result.push_back({&C});
    }
    return Result;
  }

  /// 32 bits where the difference fits them: vectors hold twice as many.
  Type *differenceType(Loop &L, const Counter &C) {
    Type *Wide = Type::getInt64Ty(F.getContext());
    uint64_t PerTurn = 0;
    for (const auto &[BB, Step] : C.Steps) {
      const auto *Constant = dyn_cast<ConstantInt>(Step);
      if (!Constant || LI.getLoopFor(BB) != &L || Constant->getZExtValue() > 64)
        return Wide;
      PerTurn += Constant->getZExtValue();
    }
    const auto *Turns =
        dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L));
    if (C.Steps.empty() || PerTurn > 64 || !Turns ||
        Turns->getAPInt().getActiveBits() > 31)
      return Wide;
    const uint64_t Most = (Turns->getAPInt().getZExtValue() + 1) * PerTurn;
    return Most <= UINT32_MAX ? Type::getInt32Ty(F.getContext()) : Wide;
  }

  void promoteGroup(Loop &L, ArrayRef<Counter *> Group,
                    ArrayRef<BasicBlock *> Exits) {
    Counter &Leader = *Group.front();
    Type *Ty = differenceType(L, Leader);
    IRBuilder<> B(&*F.getEntryBlock().begin());
    B.SetCurrentDebugLocation(DebugLoc());
    AllocaInst *Slot = B.CreateAlloca(Ty);
    B.SetInsertPoint(L.getLoopPreheader()->getTerminator());
    B.SetCurrentDebugLocation(DebugLoc());
    B.CreateStore(ConstantInt::get(Ty, 0), Slot);
    addAtExits(Group, Exits, Slot);
    if (Leader.Steps.empty())
      redirect(Leader, Slot);
    else
      step(Leader, Slot);
    for (Counter *Member : Group)
      if (Member != &Leader || !Leader.Steps.empty())
        erase(*Member);
    Slots.push_back(Slot);
    Changed = true;
  }

  /// Adds the difference to each counter of \p Group behind the loop.
  void addAtExits(ArrayRef<Counter *> Group, ArrayRef<BasicBlock *> Exits,
                  AllocaInst *Slot) {
    for (BasicBlock *Exit : Exits) {
      IRBuilder<> B(&*Exit->getFirstInsertionPt());
      B.SetCurrentDebugLocation(DebugLoc());
      Value *Difference = B.CreateLoad(Slot->getAllocatedType(), Slot);
      Difference = B.CreateZExt(Difference, B.getInt64Ty());
      for (Counter *C : Group) {
        LoadInst *Old = B.CreateLoad(B.getInt64Ty(), C->Address);
        StoreInst *New =
            B.CreateStore(B.CreateAdd(Old, Difference), C->Address);
        MDNode *Tag = C->Accesses.front()->getMetadata(LLVMContext::MD_tbaa);
        markCounterAccess(*Old, Tag);
        markCounterAccess(*New, Tag);
      }
    }
  }

  /// Replaces the counter's memory by \p Slot.
  static void redirect(Counter &C, AllocaInst *Slot) {
    for (Instruction *I : C.Accesses) {
      I->setOperand(isa<LoadInst>(I) ? 0 : 1, Slot);
      I->dropUnknownNonDebugMetadata();
    }
  }

  /// Counts in \p Slot where the counter was counted.
  static void step(const Counter &C, AllocaInst *Slot) {
    for (Instruction *I : C.Accesses) {
      auto *Store = dyn_cast<StoreInst>(I);
      if (!Store)
        continue;
      auto *Add = cast<BinaryOperator>(Store->getValueOperand());
      const bool Left = is_contained(C.Accesses, Add->getOperand(0));
      IRBuilder<> B(Store);
      Value *Amount = B.CreateTrunc(Add->getOperand(Left ? 1 : 0),
                                    Slot->getAllocatedType());
      Value *Old = B.CreateLoad(Slot->getAllocatedType(), Slot);
      B.CreateStore(B.CreateAdd(Old, Amount), Slot);
    }
  }

  static void erase(Counter &C) {
    for (Instruction *I : C.Accesses)
      if (auto *Store = dyn_cast<StoreInst>(I)) {
        auto *Value = dyn_cast<Instruction>(Store->getValueOperand());
        Store->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(Value);
      }
  }

  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AssumptionCache &AC;
  SmallVector<Loop *, 16> Loops;
  SmallVector<AllocaInst *, 16> Slots;
  bool Changed = false;
};

bool hasCounters(const Function &F) {
  for (const BasicBlock &BB : F)
    for (const Instruction &I : BB)
      if (isa<StoreInst>(I) && isCounterAccess(I))
        return true;
  return false;
}

} // namespace

PreservedAnalyses PromotePass::run(Function &F, FunctionAnalysisManager &AM) {
  // To suspend a coroutine leaves its loops without ending them.
  if (F.isPresplitCoroutine() || !hasCounters(F) ||
      AM.getResult<LoopAnalysis>(F).empty())
    return PreservedAnalyses::all();
  return Promoter(F, AM).run() ? PreservedAnalyses::none()
                               : PreservedAnalyses::all();
}

} // namespace lineprof
