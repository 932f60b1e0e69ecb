/// \file landings.cpp
/// Finds where control lands.
#include "plugin/landings.h"

#include "plugin/emit.h"
#include "plugin/second_return.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// Where an exception may be caught; clean-up code alone goes on unwinding.
static bool catches(const Instruction &I) {
  const auto *Pad = dyn_cast<LandingPadInst>(&I);
  return Pad && Pad->getNumClauses() > 0;
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
  for (Instruction *Landing : Landings)
    closeClocks(comesBack(*Landing) ? secondReturn(*Landing, Place, Emit)
                                    : Landing->getNextNode(),
                Place, Emit);
}

} // namespace lineprof
