/// \file range_test.cpp
/// Finds clang's tests of a switch's long ranges.
#include "plugin/range_test.h"

#include "plugin/llvm_compat.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

/// The switch that \p BB goes on with, where of its test only the answer is
/// left: of a constant's. Null if it is none.
static const SwitchInst *constantTest(const BasicBlock &BB) {
  constexpr unsigned MostTests = 1000; // a block may be its own predecessor
  const BasicBlock *Test = &BB;
  for (unsigned I = 0; I < MostTests; I++) {
    const auto *Branch = dyn_cast<CondBrInst>(&Test->front());
    const BasicBlock *Before = Test->getSinglePredecessor();
    if (!Branch || !isa<ConstantInt>(Branch->getCondition()) || !Before)
      return nullptr;
    if (const auto *Switch = dyn_cast<SwitchInst>(Before->getTerminator()))
      return isa<ConstantInt>(Switch->getCondition()) ? Switch : nullptr;
    Test = Before;
  }
  return nullptr;
}

RangeTest rangeTest(const BasicBlock &BB) {
  if (const SwitchInst *Switch = constantTest(BB))
    return {Switch, std::nullopt};
  const auto *Branch = dyn_cast<CondBrInst>(BB.getTerminator());
  const auto *Compare =
      Branch ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  const auto *Distance =
      Compare ? dyn_cast<BinaryOperator>(Compare->getOperand(0)) : nullptr;
  if (!Distance || Distance != &BB.front() ||
      Distance->getOpcode() != Instruction::Sub ||
      Compare->getPredicate() != ICmpInst::ICMP_ULE)
    return {};
  const Value *Tested = Distance->getOperand(0);
  const auto *First = dyn_cast<ConstantInt>(Distance->getOperand(1));
  if (First && First->getValue().isSignedIntN(64))
    for (const User *U : Tested->users())
      if (const auto *Switch = dyn_cast<SwitchInst>(U))
        return {Switch, First->getSExtValue()};
  return {};
}

} // namespace lineprof
