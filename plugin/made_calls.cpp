/// \file made_calls.cpp
/// What functions that clang has made call: they are run through, as far as
/// numbers and addresses decide where control goes, which is all that there is
/// to loops over arrays.
#include "plugin/made_calls.h"

#include "plugin/calls.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <optional>

using namespace llvm;

namespace lineprof {

/// Calls in all, and functions and instructions that are looked at for them.
static constexpr unsigned MostMadeCalls = 64, MostMadeFunctions = 256,
                          MostMadeSteps = 1 << 12;

namespace {

/// A number, or so many bytes or units from something that is not known.
struct Symbolic {
  unsigned Unknown = 0; ///< its number; 0: there is none
  int64_t Offset = 0;
};

/// What is the same for all functions that are run through.
struct Budget {
  function_ref<bool(const Function &)> IsMade;
  SmallVector<const CallBase *, 8> Calls;
  unsigned Functions = 0;
  unsigned Steps = 0;
};

/// One function as it runs.
class MadeRun {
public:
  MadeRun(Budget &All, const Function &F)
      : All(All), F(F), Layout(F.getParent()->getDataLayout()) {}

  /// Adds what it calls; false if that is not known.
  bool run() {
    if (++All.Functions > MostMadeFunctions)
      return false;
    const BasicBlock *BB = &F.getEntryBlock(), *Before = nullptr;
    while (BB && ++All.Steps <= MostMadeSteps) {
      enter(*BB, Before);
      for (const Instruction &I : *BB)
        if (!isa<PHINode>(I) && !I.isTerminator() && !step(I))
          return false;
      Before = BB;
      if (isa<ReturnInst>(BB->getTerminator()))
        return true;
      BB = leave(*BB);
    }
    return false;
  }

private:
  Symbolic unknown() { return {++Unknowns, 0}; }

  Symbolic valueOf(const Value &V) {
    if (const auto *Number = dyn_cast<ConstantInt>(&V))
      if (Number->getBitWidth() <= 64)
        return {0, Number->getSExtValue()};
    const auto Known = Values.find(&V);
    return Known != Values.end() ? Known->second : Values[&V] = unknown();
  }

  void enter(const BasicBlock &BB, const BasicBlock *Before) {
    SmallVector<std::pair<const PHINode *, Symbolic>, 4> Phis;
    for (const PHINode &Phi : BB.phis())
      Phis.push_back({&Phi, valueOf(*Phi.getIncomingValueForBlock(Before))});
    for (const auto &[Phi, Value] : Phis)
      Values[Phi] = Value;
  }

  /// The block that control goes to behind \p BB if nothing is thrown; nullptr
  /// if that depends.
  const BasicBlock *leave(const BasicBlock &BB) {
    const Instruction &End = *BB.getTerminator();
    if (const auto *Invoke = dyn_cast<InvokeInst>(&End)) {
      Values[Invoke] = unknown();
      return !isCall(*Invoke) || add(*Invoke) ? Invoke->getNormalDest()
                                              : nullptr;
    }
    const auto *Branch = dyn_cast<CondBrInst>(&End);
    if (!Branch)
      return BB.getSingleSuccessor();
    const Symbolic Condition = valueOf(*Branch->getCondition());
    return Condition.Unknown ? nullptr
                             : Branch->getSuccessor(Condition.Offset == 0);
  }

  bool step(const Instruction &I) {
    if (++All.Steps > MostMadeSteps)
      return false;
    if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      Memory[Store->getPointerOperand()] = valueOf(*Store->getValueOperand());
      return true;
    }
    const auto *Call = dyn_cast<CallBase>(&I);
    Values[&I] = resultOf(I);
    return !Call || !isCall(*Call) || add(*Call);
  }

  Symbolic resultOf(const Instruction &I) {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return loaded(*Load);
    if (const auto *Address = dyn_cast<GEPOperator>(&I))
      return addressOf(*Address);
    if (const auto *Compare = dyn_cast<ICmpInst>(&I))
      return compared(*Compare);
    if (I.getOpcode() == Instruction::Add)
      return sum(valueOf(*I.getOperand(0)), valueOf(*I.getOperand(1)));
    // Numbers are kept with their sign.
    if (isa<BitCastInst, AddrSpaceCastInst, SExtInst>(I))
      return valueOf(*I.getOperand(0));
    return unknown();
  }

  /// Variables that nobody else sees keep what was stored.
  Symbolic loaded(const LoadInst &Load) {
    const auto *Variable = dyn_cast<AllocaInst>(Load.getPointerOperand());
    const auto Known = Memory.find(Load.getPointerOperand());
    const bool IsOwn =
        Variable && all_of(Variable->users(), [Variable](const User *U) {
          const auto *Store = dyn_cast<StoreInst>(U);
          return isa<LoadInst>(U) || isLifetime(*U) ||
                 (Store && Store->getValueOperand() != Variable);
        });
    return IsOwn && Known != Memory.end() ? Known->second : unknown();
  }

  /// LLVM 14 has other types there.
  static bool isLifetime(const User &U) {
    const auto *Mark = dyn_cast<IntrinsicInst>(&U);
    return (Mark && Mark->isLifetimeStartOrEnd()) ||
           (isa<BitCastInst>(U) &&
            all_of(U.users(), [](const User *Of) { return isLifetime(*Of); }));
  }

  Symbolic addressOf(const GEPOperator &Address) {
    APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
    const bool IsKnown = Address.accumulateConstantOffset(
        Layout, Offset, [this](Value &Index, APInt &To) {
          const Symbolic Known = valueOf(Index);
          To = APInt(64, uint64_t(Known.Offset));
          return Known.Unknown == 0;
        });
    return IsKnown ? sum(valueOf(*Address.getPointerOperand()),
                         {0, Offset.getSExtValue()})
                   : unknown();
  }

  Symbolic sum(const Symbolic &A, const Symbolic &B) {
    if (A.Unknown && B.Unknown)
      return unknown();
    return {A.Unknown | B.Unknown,
            int64_t(uint64_t(A.Offset) + uint64_t(B.Offset))};
  }

  Symbolic compared(const ICmpInst &Compare) {
    const Symbolic A = valueOf(*Compare.getOperand(0));
    const Symbolic B = valueOf(*Compare.getOperand(1));
    if (A.Unknown != B.Unknown || !Compare.isEquality())
      return unknown();
    const bool IsEqual = Compare.getPredicate() == CmpInst::ICMP_EQ;
    return {0, (A.Offset == B.Offset) == IsEqual ? -1 : 0}; // as `i1 true` is
  }

  /// What is made is replaced by what it calls.
  bool add(const CallBase &Call) {
    const Function *Callee = calleeOf(Call);
    const size_t Before = All.Calls.size();
    if (Callee && All.IsMade(*Callee) && MadeRun(All, *Callee).run())
      return true;
    All.Calls.truncate(Before);
    All.Calls.push_back(&Call);
    return All.Calls.size() <= MostMadeCalls;
  }

  Budget &All;
  const Function &F;
  const DataLayout &Layout;
  DenseMap<const Value *, Symbolic> Values, Memory;
  unsigned Unknowns = 0;
};

} // namespace

SmallVector<const CallBase *, 8>
callsOfMade(const Function &Made, function_ref<bool(const Function &)> IsMade) {
  Budget All{IsMade, {}};
  if (!MadeRun(All, Made).run())
    return {};
  return All.Calls;
}

} // namespace lineprof
