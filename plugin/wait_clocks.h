/// \file wait_clocks.h
/// Clocks around calls that may wait: what a thread does not run is in no
/// sample, and only a clock knows on which line that was.
#ifndef LINEPROF_PLUGIN_WAIT_CLOCKS_H
#define LINEPROF_PLUGIN_WAIT_CLOCKS_H

namespace llvm {
class Function;
}

namespace lineprof {

class Emitter;

/// Places them in \p F. Behind the optimiser: such calls are no tail calls
/// then, and each copy of one has a gate of its own.
void clockWaits(llvm::Function &F, Emitter &Emit);

} // namespace lineprof

#endif
