/// \file counted_loop.h
/// Whether a loop is another one because it counts.
#ifndef LINEPROF_PLUGIN_COUNTED_LOOP_H
#define LINEPROF_PLUGIN_COUNTED_LOOP_H

namespace llvm {
class BasicBlock;
}

namespace lineprof {

/// Whether the loop at \p Header keeps counts of ours in registers that do not
/// change by the same amount in each round: then the vectoriser has work that
/// is not the program's.
bool countsBranches(const llvm::BasicBlock &Header);

} // namespace lineprof

#endif
