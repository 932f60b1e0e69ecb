/// \file made_calls.h
/// What functions that clang has made call, as copy constructors and
/// destructors that nobody wrote: they are not counted, but those that call
/// them are.
#ifndef LINEPROF_PLUGIN_MADE_CALLS_H
#define LINEPROF_PLUGIN_MADE_CALLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace lineprof {

/// The function that \p Call names, also by another name or as another type;
/// nullptr if it calls through a pointer.
const llvm::Function *calledFunction(const llvm::CallBase &Call);

/// Whether \p Call is one that counts as a call: no intrinsic, no assembler.
bool isCall(const llvm::CallBase &Call);

/// What \p Made calls each time that it runs, in their order; those in it that
/// \p IsMade is true of are replaced by what they call. Empty if it does not
/// run straight through, or calls too much. Should one of them throw, those
/// behind it are not called.
llvm::SmallVector<const llvm::CallBase *, 8>
callsOfMade(const llvm::Function &Made,
            llvm::function_ref<bool(const llvm::Function &)> IsMade);

} // namespace lineprof

#endif
