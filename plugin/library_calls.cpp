/// \file library_calls.cpp
/// Has calls of library functions return to the lines that make them.
#include "plugin/library_calls.h"

#include "plugin/emit.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace lineprof {

/// Whether \p Name is mangled and in namespace std: all abbreviations of one S
/// and a small letter are (Itanium C++ ABI, 5.1.8).
static bool isInStd(StringRef Name) {
  if (!Name.consume_front("_Z"))
    return false;
  Name.consume_front("N");
  Name.consume_front("K");
  return Name.consume_front("S") && !Name.empty() && Name[0] >= 'a' &&
         Name[0] <= 'z';
}

/// An intrinsic may be a call of the C library: memcpy(), pow().
static bool isOfLibrary(const CallInst &Call,
                        const TargetLibraryInfo &Library) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || recordOf(*Callee))
    return false;
  LibFunc Known;
  return isInStd(Callee->getName()) ||
         (Callee->isDeclaration() &&
          (Callee->isIntrinsic() || Library.getLibFunc(Call, Known) ||
           isLibraryFunction(Callee->getName())));
}

void keepLibraryCalls(Function &F, const TargetLibraryInfo &Library) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && Call->isTailCall() && !Call->isMustTailCall() &&
        isOfLibrary(*Call, Library))
      Call->setTailCallKind(CallInst::TCK_NoTail);
  }
}

} // namespace lineprof
