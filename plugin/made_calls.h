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

/// What \p Made calls each time that it runs, in their order, several times in
/// loops over arrays; those in it that \p IsMade is true of are replaced by
/// what they call. Empty if that depends on anything, or is too much. Should
/// one of them throw, those behind it are not called.
llvm::SmallVector<const llvm::CallBase *, 8>
callsOfMade(const llvm::Function &Made,
            llvm::function_ref<bool(const llvm::Function &)> IsMade);

} // namespace lineprof

#endif
