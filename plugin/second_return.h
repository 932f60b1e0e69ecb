/// \file second_return.h
/// Where control comes back to by longjmp().
#ifndef LINEPROF_PLUGIN_SECOND_RETURN_H
#define LINEPROF_PLUGIN_SECOND_RETURN_H

#include "plugin/emit.h"

namespace lineprof {

/// setjmp() and its like, which is 0 when it is called. (So is vfork(), in the
/// child.)
inline bool comesBack(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I);
  return Call && Call->canReturnTwice() && Call->getType()->isIntegerTy();
}

/// Behind \p Call, one of these, where it is not 0.
inline llvm::Instruction *secondReturn(llvm::Instruction &Call,
                                       const llvm::DebugLoc &Place,
                                       Emitter &Emit) {
  llvm::Instruction *Behind = Call.getNextNode();
  llvm::IRBuilder<> B(Behind);
  B.SetCurrentDebugLocation(Place);
  return Emit.branchRarely(
      B.CreateICmpNE(&Call, llvm::ConstantInt::get(Call.getType(), 0)), Behind);
}

} // namespace lineprof

#endif
