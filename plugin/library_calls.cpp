/// \file library_calls.cpp
/// Knows a library's functions by their names.
#include "plugin/library_calls.h"

#include "plugin/emit.h"
#include "plugin/openmp.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

// All abbreviations of one S and a small letter are in it (Itanium C++ ABI,
// 5.1.8).
bool isInStd(StringRef Name) {
  if (!Name.consume_front("_Z"))
    return false;
  Name.consume_front("N");
  Name.consume_front("K");
  return Name.consume_front("S") && !Name.empty() && Name[0] >= 'a' &&
         Name[0] <= 'z';
}

/// An intrinsic may be a call of the C library: memcpy(), pow().
bool isOfLibrary(const CallInst &Call, const TargetLibraryInfo &Library) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || recordOf(*Callee))
    return false;
  LibFunc Known;
  return isInStd(Callee->getName()) || !openmpCall(Call).empty() ||
         (Callee->isDeclaration() &&
          (Callee->isIntrinsic() || Library.getLibFunc(Call, Known) ||
           isLibraryFunction(Callee->getName())));
}

} // namespace lineprof
