/// \file indirect_jumps.h
/// The targets of indirect jumps (`goto *p`).
#ifndef LINEPROF_PLUGIN_INDIRECT_JUMPS_H
#define LINEPROF_PLUGIN_INDIRECT_JUMPS_H

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace lineprof {

/// Gives indirect jumps in \p F a block of their own at each target that is
/// reached otherwise, too: an edge of theirs cannot be split, but a counter may
/// stand in that block.
void splitIndirectEdges(llvm::Function &F);

/// Whether \p BB is such a block. The target's code is in its successor.
bool isSplitTarget(const llvm::BasicBlock &BB);

} // namespace lineprof

#endif
