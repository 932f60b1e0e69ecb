/// \file own_counts.cpp
/// Finds variables of the program that count what a counter counts, such as the
/// `n++` of a line: both would be added up in each turn, and no pass of LLVM's
/// sees that two sums are the same that begin at different numbers.
#include "plugin/own_counts.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace lineprof {

namespace {

/// Follows one variable through a loop.
class Follower {
public:
  Follower(Loop &L, PHINode &Variable, const BlockSteps &Steps)
      : L(L), Variable(Variable), Steps(Steps) {}

  /// Whether it counts the steps and nothing in the loop asks for it.
  bool follow(LoopBlocksRPO &Order) {
    for (BasicBlock *BB : Order)
      if (!enter(*BB))
        return false;
    return all_of(L.blocks(), [this](BasicBlock *BB) { return holds(*BB); }) &&
           all_of(Sums, [this](Instruction *Sum) { return isUnasked(*Sum); });
  }

  /// Its values at the exits. False if behind the loop something else of it is
  /// known than its last value.
  bool findExits(SmallVectorImpl<PHINode *> &AtExits) const {
    for (Instruction *Sum : Sums)
      for (User *U : Sum->users()) {
        auto *Phi = cast<Instruction>(U);
        if (L.contains(Phi) || is_contained(AtExits, Phi))
          continue;
        if (!isLast(*Phi))
          return false;
        AtExits.push_back(cast<PHINode>(Phi));
      }
    return true;
  }

  const SetVector<Instruction *> &sums() const { return Sums; }
  ConstantInt *factor() const { return Factor; }

private:
  /// What the variable is at the end of \p BB, from what it is at the
  /// beginning.
  bool enter(BasicBlock &BB) {
    Instruction *Now = begin(BB);
    if (!Now)
      return false;
    In[&BB] = Now;
    Sums.insert(Now);
    if (const uint64_t Step = Steps.lookup(&BB)) {
      Now = sumIn(BB, *Now, Step);
      if (!Now)
        return false;
      Sums.insert(Now);
    }
    Out[&BB] = Now;
    return true;
  }

  Instruction *begin(BasicBlock &BB) const {
    if (&BB == L.getHeader())
      return &Variable;
    Instruction *Before = nullptr;
    for (BasicBlock *From : predecessors(&BB))
      if (Instruction *Known = Out.lookup(From)) {
        Before = Known;
        for (PHINode &Phi : BB.phis())
          if (Phi.getIncomingValueForBlock(From) == Known)
            return &Phi;
      }
    return Before;
  }

  /// What adds to \p Old in \p BB.
  Instruction *sumIn(BasicBlock &BB, Instruction &Old, uint64_t Step) {
    for (User *U : Old.users()) {
      auto *Sum = dyn_cast<BinaryOperator>(U);
      if (!Sum || Sum->getParent() != &BB ||
          Sum->getOpcode() != Instruction::Add || Sum->getOperand(0) != &Old)
        continue;
      const auto *By = dyn_cast<ConstantInt>(Sum->getOperand(1));
      if (By && isMultiple(By->getValue(), Step))
        return Sum;
    }
    return nullptr;
  }

  /// Whether \p By is \p Step times what it was elsewhere.
  bool isMultiple(const APInt &By, uint64_t Step) {
    if (!isUIntN(By.getBitWidth() - 1, Step))
      return false;
    const APInt Whole(By.getBitWidth(), Step);
    const APInt Times = By.sdiv(Whole);
    if (!Factor)
      Factor = ConstantInt::get(Variable.getContext(), Times);
    return By.srem(Whole) == 0 && Factor->getValue() == Times;
  }

  /// Whether all ways into \p BB bring the value that it begins with.
  bool holds(BasicBlock &BB) const {
    const Instruction *Begin = In.lookup(&BB);
    const auto *Phi = dyn_cast<PHINode>(Begin);
    const bool Meets = Phi && Phi->getParent() == &BB;
    return all_of(predecessors(&BB), [&](BasicBlock *From) {
      if (!L.contains(From))
        return true; // the preheader
      return (Meets ? Phi->getIncomingValueForBlock(From) : Begin) ==
             Out.lookup(From);
    });
  }

  bool isUnasked(Instruction &Sum) const {
    return all_of(Sum.users(), [this](User *U) {
      auto *By = cast<Instruction>(U);
      return !L.contains(By) || Sums.contains(By);
    });
  }

  bool isLast(Instruction &Behind) const {
    auto *Phi = dyn_cast<PHINode>(&Behind);
    return Phi && all_of(Phi->blocks(), [&](BasicBlock *From) {
             return Phi->getIncomingValueForBlock(From) == Out.lookup(From);
           });
  }

  Loop &L;
  PHINode &Variable;
  const BlockSteps &Steps;
  ConstantInt *Factor = nullptr;
  DenseMap<BasicBlock *, Instruction *> In, Out;
  SetVector<Instruction *> Sums;
};

/// Whether \p Variable is worth to be followed: there is a sum where there are
/// steps. What IndVars computes is left to it.
bool mayCount(PHINode &Variable, const BlockSteps &Steps, ScalarEvolution &SE) {
  Type *Ty = Variable.getType();
  return Ty->isIntegerTy() && Ty->getIntegerBitWidth() >= 8 &&
         all_of(Steps,
                [Ty](const auto &Step) {
                  return any_of(*Step.first, [Ty](const Instruction &I) {
                    return I.getType() == Ty &&
                           I.getOpcode() == Instruction::Add &&
                           isa<ConstantInt>(I.getOperand(1));
                  });
                }) &&
         !isa<SCEVAddRecExpr>(SE.getSCEV(&Variable));
}

} // namespace

std::vector<OwnCount> findOwnCounts(Loop &L, const BlockSteps &Steps,
                                    LoopInfo &LI, DominatorTree &DT,
                                    ScalarEvolution &SE) {
  std::vector<OwnCount> Found;
  LoopBlocksRPO Order(&L);
  bool IsOrdered = false;
  for (PHINode &Variable : L.getHeader()->phis()) {
    if (!mayCount(Variable, Steps, SE))
      continue;
    if (!IsOrdered)
      Order.perform(&LI);
    IsOrdered = true;
    Follower Way(L, Variable, Steps);
    if (!Way.follow(Order) || !Way.factor())
      continue;
    formLCSSA(L, DT, &LI, &SE);
    OwnCount Count;
    if (!Way.findExits(Count.AtExits) || Count.AtExits.empty())
      continue;
    Count.Begin = Variable.getIncomingValueForBlock(L.getLoopPreheader());
    Count.By = Way.factor();
    Count.Sums = Way.sums();
    Found.push_back(std::move(Count));
  }
  return Found;
}

void erase(OwnCount &Count) {
  for (Instruction *Sum : Count.Sums)
    Sum->dropAllReferences();
  for (Instruction *Sum : Count.Sums)
    Sum->eraseFromParent();
}

} // namespace lineprof
