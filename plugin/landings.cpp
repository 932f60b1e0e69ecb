/// \file landings.cpp
/// Finds where control lands.
#include "plugin/landings.h"

#include "plugin/emit.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// Where an exception may be caught; clean-up code alone goes on unwinding.
static bool catches(const Instruction &I) {
  const auto *Pad = dyn_cast<LandingPadInst>(&I);
  return Pad && Pad->getNumClauses() > 0;
}

/// setjmp() and its like, which is 0 when it is called. (So is vfork(), in the
/// child.)
static bool comesBack(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->canReturnTwice() && Call->getType()->isIntegerTy();
}

/// Behind \p Call, where it is not 0.
static Instruction *secondReturn(CallInst *Call, const DebugLoc &Place,
                                 Emitter &Emit) {
  Instruction *Behind = Call->getNextNode();
  IRBuilder<> B(Behind);
  B.SetCurrentDebugLocation(Place);
  return Emit.branchRarely(
      B.CreateICmpNE(Call, ConstantInt::get(Call->getType(), 0)), Behind);
}

static void closeClocks(Instruction *Before, const DebugLoc &Place,
                        Emitter &Emit) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Place);
  Value *Frame = Emit.frameAddress(B);
  // Below the own one, whose clock goes on.
  Value *Below = B.CreateGEP(B.getInt8Ty(), Frame, B.getInt32(-1));
  Emit.callStub(B, Emit.leaveStub(), {Below});
}

void closeClocksAtLandings(Function &F, Emitter &Emit) {
  SmallVector<Instruction *, 4> Landings;
  for (Instruction &I : instructions(F))
    if (catches(I) || comesBack(I))
      Landings.push_back(&I);
  if (Landings.empty())
    return;
  const DebugLoc Place = Emit.probeLocation(F);
  for (Instruction *Landing : Landings) {
    auto *Call = dyn_cast<CallInst>(Landing);
    closeClocks(Call ? secondReturn(Call, Place, Emit) : Landing->getNextNode(),
                Place, Emit);
  }
}

} // namespace lineprof
