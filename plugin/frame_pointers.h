/// \file frame_pointers.h
/// Frame pointers, which the call paths of samples follow.
#ifndef LINEPROF_PLUGIN_FRAME_POINTERS_H
#define LINEPROF_PLUGIN_FRAME_POINTERS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace lineprof {

/// Functions that have other use for the frame pointer's register.
using FramelessSet = llvm::SmallPtrSet<const llvm::Function *, 4>;

/// Gives the functions of \p M frame pointers, but for those in which assembler
/// has the register for itself, or needs it as there are no others left: these
/// are returned.
FramelessSet keepFramePointers(llvm::Module &M);

} // namespace lineprof

#endif
