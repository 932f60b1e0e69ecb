/// \file counted_loop.cpp
/// Finds counts in registers (promote.cpp) behind the passes that have changed
/// them: what is added to a counter at a loop's exits.
#include "plugin/counted_loop.h"

#include "plugin/counters.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

namespace {

/// Sums longer than this are none of ours.
constexpr unsigned MostSteps = 64;

bool isPartOfSum(const Instruction &I) {
  return isa<PHINode>(I) || isa<SelectInst>(I) || isa<ZExtInst>(I) ||
         I.getOpcode() == Instruction::Add;
}

/// Whether a sum that \p Phi is part of is added to a counter.
bool isCount(const PHINode &Phi) {
  SmallPtrSet<const Instruction *, 16> Seen;
  SmallVector<const Instruction *, 16> Open = {&Phi};
  while (!Open.empty() && Seen.size() < MostSteps) {
    const Instruction *At = Open.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    for (const User *U : At->users()) {
      const auto *I = dyn_cast<Instruction>(U);
      if (I && isa<Tick>(I))
        return true;
      if (I && isPartOfSum(*I))
        Open.push_back(I);
    }
  }
  return false;
}

/// Whether each round adds the same.
bool isSteady(const PHINode &Phi) {
  for (const Value *From : Phi.incoming_values()) {
    const auto *Step = dyn_cast<BinaryOperator>(From);
    if (Step && Step->getOpcode() == Instruction::Add &&
        Step->getOperand(0) == &Phi && isa<Constant>(Step->getOperand(1)))
      return true;
  }
  return false;
}

} // namespace

bool countsBranches(const BasicBlock &Header) {
  for (const PHINode &Phi : Header.phis())
    if (Phi.getType()->isIntegerTy() && !isSteady(Phi) && isCount(Phi))
      return true;
  return false;
}

} // namespace lineprof
