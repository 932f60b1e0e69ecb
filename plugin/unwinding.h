/// \file unwinding.h
/// The code in which an exception is on its way.
#ifndef LINEPROF_PLUGIN_UNWINDING_H
#define LINEPROF_PLUGIN_UNWINDING_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace lineprof {

/// Whether a block is the first of a handler, if control comes to it from
/// another one.
using BeginsCatch = llvm::function_ref<bool(const llvm::BasicBlock &,
                                            const llvm::BasicBlock &From)>;

/// The blocks of \p F in which an exception is on its way and no handler has it
/// yet. They stand where clang was when it first needed one of them.
llvm::DenseSet<const llvm::BasicBlock *>
unwindingBlocks(const llvm::Function &F, BeginsCatch BeginsCatch);

} // namespace lineprof

#endif
