/// \file promote.cpp
/// Keeps counts in registers until a loop's exit.
///
/// A counter in memory stops vectorisation and most other work on a loop. What
/// is kept is the difference, from 0 at the preheader, added to the counter at
/// each exit: so the loop passes see an induction variable, whose last value
/// they compute, and updates from elsewhere (a signal handler, another copy of
/// the address) are not overwritten. Each counter of a loop becomes a local
/// variable, and that a register at once: all of a function's together would
/// take a time that grows with their number times that of the blocks.
#include "plugin/counters.h"
#include "plugin/llvm_compat.h"
#include "plugin/own_counts.h"
#include "plugin/passes.h"
#include "plugin/short_ways.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include <map>

using namespace llvm;

namespace lineprof {

namespace {

/// Exits times counters: more would be code for nothing.
constexpr size_t MaxUpdates = 128;

/// Blocks of a function: ScalarEvolution follows values from one to the next by
/// recursion, and takes all of the stack where thousands of gotos lead to and
/// fro.
constexpr size_t MaxFollowed = 2000;

/// Where and how much is added to a counter.
using Steps = std::vector<std::pair<BasicBlock *, Value *>>;

/// What a loop does with one counter.
struct Counter {
  SmallVector<Tick *, 4> Ticks;
};

/// What holds of a function behind changes that leave its blocks.
PreservedAnalyses keptByChanges() {
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

class Promoter {
public:
  Promoter(Function &F, FunctionAnalysisManager &AM)
      : F(F), LI(AM.getResult<LoopAnalysis>(F)),
        DT(AM.getResult<DominatorTreeAnalysis>(F)),
        SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
        AC(AM.getResult<AssumptionAnalysis>(F)) {}

  /// Returns what is still true of the function.
  PreservedAnalyses run() {
    for (Loop *L : LI.getLoopsInPreorder())
      Loops.push_back(L);
    for (Loop *L : reverse(Loops)) // inner loops first
      promote(*L);
    return Kept;
  }

private:
  static bool isCall(const Instruction &I) {
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  }

  /// The counters of \p L that can be kept in registers.
  MapVector<CounterId, Counter> findCounters(Loop &L) {
    MapVector<CounterId, Counter> Counters;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB) {
        if (isCall(I))
          return {}; // it may not come back, and takes longer than a counter
        if (auto *At = dyn_cast<Tick>(&I))
          if (const auto Id = At->counter())
            Counters[*Id].Ticks.push_back(At);
      }
    return Counters;
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
      Kept = PreservedAnalyses::none();
      Kept.preserve<DominatorTreeAnalysis>();
      Kept.preserve<LoopAnalysis>();
    }
    SmallVector<BasicBlock *, 8> Exits;
    if (!L.getLoopPreheader() || !L.hasDedicatedExits() || !findExits(L, Exits))
      return;
    MapVector<CounterId, Counter> Counters = findCounters(L);
    if (Counters.size() * Exits.size() > MaxUpdates)
      return;
    for (SmallVector<Counter *, 4> &Group : groups(Counters))
      promoteGroup(L, Group, Exits);
  }

  /// Counters that tick together share one difference: two of them would exceed
  /// what IndVars is willing to compute behind a loop.
  static std::vector<SmallVector<Counter *, 4>>
  groups(MapVector<CounterId, Counter> &Counters) {
    std::vector<SmallVector<Counter *, 4>> Result;
    std::map<Steps, size_t> Known;
    for (auto &Entry : Counters) {
      Counter &C = Entry.second;
      const auto [At, IsNew] = Known.insert({stepsOf(C), Result.size()});
      if (IsNew)
        Result.push_back({&C});
      else
        Result[At->second].push_back(&C);
    }
    return Result;
  }

  static Steps stepsOf(const Counter &C) {
    Steps Result;
    for (Tick *At : C.Ticks)
      Result.push_back({At->getParent(), At->amount()});
    llvm::sort(Result);
    return Result;
  }

  /// Whether control may go round in \p L where no loop is, as by a `goto` into
  /// the middle of what turns.
  bool hasTurnsOfNoLoop(Loop &L) {
    LoopBlocksRPO Blocks(&L);
    Blocks.perform(&LI);
    return containsIrreducibleCFG<const BasicBlock *>(Blocks, LI);
  }

  /// 32 bits where the difference fits them: vectors hold twice as many.
  Type *differenceType(Loop &L, const Counter &C) {
    Type *Wide = Type::getInt64Ty(F.getContext());
    uint64_t PerTurn = 0;
    if (F.size() > MaxFollowed)
      return Wide;
    for (const Tick *At : C.Ticks) {
      const auto *Constant = dyn_cast<ConstantInt>(At->amount());
      if (!Constant || LI.getLoopFor(At->getParent()) != &L ||
          Constant->getZExtValue() > 64)
        return Wide;
      PerTurn += Constant->getZExtValue();
    }
    const auto *Turns =
        dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L));
    if (PerTurn > 64 || !Turns || Turns->getAPInt().getActiveBits() > 31)
      return Wide;
    const uint64_t Most = (Turns->getAPInt().getZExtValue() + 1) * PerTurn;
    return Most <= UINT32_MAX && !hasTurnsOfNoLoop(L)
               ? Type::getInt32Ty(F.getContext())
               : Wide;
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
    SmallVector<Instruction *, 16> Accesses = {
        B.CreateStore(ConstantInt::get(Ty, 0), Slot)};
    addAtExits(Group, Exits, Slot, Accesses);
    takeOverOwnCounts(L, Leader, Slot, Accesses);
    step(Leader, Slot, Accesses);
    for (Counter *Member : Group)
      for (Tick *At : Member->Ticks)
        At->eraseFromParent();
    SSAUpdater Registers;
    LoadAndStorePromoter(Accesses, Registers).run(Accesses);
    Slot->eraseFromParent();
  }

  /// Makes variables of the program that count the same the difference and
  /// what they were before the loop.
  void takeOverOwnCounts(Loop &L, const Counter &C, AllocaInst *Slot,
                         SmallVectorImpl<Instruction *> &Accesses) {
    BlockSteps Steps;
    for (const auto &[BB, By] : stepsOf(C)) {
      const auto *Amount = dyn_cast<ConstantInt>(By);
      if (!Amount)
        return;
      Steps[BB] += Amount->getZExtValue();
    }
    for (OwnCount &Own : findOwnCounts(L, Steps, LI, DT, SE)) {
      for (PHINode *Phi : Own.AtExits) {
        IRBuilder<> B(&*Phi->getParent()->getFirstInsertionPt());
        LoadInst *Load = B.CreateLoad(Slot->getAllocatedType(), Slot);
        Accesses.push_back(Load);
        Value *Times = B.CreateZExtOrTrunc(Load, Phi->getType());
        Phi->replaceAllUsesWith(
            B.CreateAdd(Own.Begin, B.CreateMul(Times, Own.By)));
        Phi->eraseFromParent();
      }
      erase(Own);
    }
  }

  /// Adds the difference to each counter of \p Group behind the loop.
  void addAtExits(ArrayRef<Counter *> Group, ArrayRef<BasicBlock *> Exits,
                  AllocaInst *Slot, SmallVectorImpl<Instruction *> &Accesses) {
    for (BasicBlock *Exit : Exits) {
      IRBuilder<> B(&*Exit->getFirstInsertionPt());
      B.SetCurrentDebugLocation(DebugLoc());
      LoadInst *Load = B.CreateLoad(Slot->getAllocatedType(), Slot);
      Accesses.push_back(Load);
      Value *Difference = B.CreateZExt(Load, B.getInt64Ty());
      for (const Counter *C : Group) {
        auto *Sum = cast<Tick>(C->Ticks.front()->clone());
        Sum->setAmount(Difference);
        Sum->setDebugLoc(DebugLoc());
        B.Insert(Sum);
      }
    }
  }

  /// Counts in \p Slot where the counter was counted.
  static void step(const Counter &C, AllocaInst *Slot,
                   SmallVectorImpl<Instruction *> &Accesses) {
    for (Tick *At : C.Ticks) {
      IRBuilder<> B(At);
      Value *Amount = B.CreateTrunc(At->amount(), Slot->getAllocatedType());
      const ShortWays Ways = findShortWays(*At->getParent());
      if (Ways.IsAlone && isa<ConstantInt>(Amount))
        Amount = countAt(*Ways.Meeting, At->getParent(), Amount, B);
      B.SetCurrentDebugLocation(DebugLoc());
      LoadInst *Old = B.CreateLoad(Slot->getAllocatedType(), Slot);
      Accesses.push_back(Old);
      Accesses.push_back(B.CreateStore(B.CreateAdd(Old, Amount), Slot));
    }
  }

  /// Moves \p B to \p Meeting; there \p Amount if control came from \p From,
  /// and 0 if it did not: two numbers to choose from are in no way of making
  /// the ways one, where a sum would be one instruction too many.
  static Value *countAt(BasicBlock &Meeting, BasicBlock *From, Value *Amount,
                        IRBuilder<> &B) {
    B.SetInsertPoint(&Meeting, Meeting.begin());
    B.SetCurrentDebugLocation(DebugLoc());
    PHINode *Counted = B.CreatePHI(Amount->getType(), 2);
    for (BasicBlock *Before : predecessors(&Meeting))
      Counted->addIncoming(
          Before == From ? Amount : Constant::getNullValue(Amount->getType()),
          Before);
    B.SetInsertPoint(&Meeting, Meeting.getFirstInsertionPt());
    return Counted;
  }

  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AssumptionCache &AC;
  SmallVector<Loop *, 16> Loops;
  PreservedAnalyses Kept = keptByChanges();
};

bool hasCounters(const Function &F) {
  for (const BasicBlock &BB : F)
    for (const Instruction &I : BB)
      if (isa<Tick>(I))
        return true;
  return false;
}

} // namespace

PreservedAnalyses PromotePass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!hasCounters(F))
    return PreservedAnalyses::all();
  PreservedAnalyses Kept = keptByChanges();
  // To suspend a coroutine leaves its loops without ending them.
  if (!F.isPresplitCoroutine() && !AM.getResult<LoopAnalysis>(F).empty())
    Kept = Promoter(F, AM).run();
  return Kept;
}

} // namespace lineprof
