/// \file settle.h
/// The addresses of counters in the calling thread: the last thing that is done
/// to them.
#ifndef LINEPROF_PLUGIN_SETTLE_H
#define LINEPROF_PLUGIN_SETTLE_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class MDNode;
class Value;
} // namespace llvm

namespace lineprof {

class Emitter;
class Tick;

using Ticks = llvm::SmallVector<Tick *, 32>;

/// Those of \p F.
Ticks findTicks(llvm::Function &F);

/// Makes \p All, the ticks of \p F, what counts in the calling thread. \p Delta
/// is known at the entry; 0 in what may run before a thread has any; nullptr if
/// it is still to be loaded. \p Tag: lowerTick(). \p IsOptimised: what the code
/// generator makes of the unit.
void settle(llvm::Function &F, const Ticks &All, llvm::Value *Delta,
            llvm::MDNode *Tag, bool IsOptimised, Emitter &Emit);

} // namespace lineprof

#endif
