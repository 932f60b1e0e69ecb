/// \file landings.h
/// Where control comes back to a function without a return: behind setjmp(),
/// and where an exception is caught. The functions that were left have not
/// ended their clocks: without this, what is done next would be their time,
/// until the next clock is read.
#ifndef LINEPROF_PLUGIN_LANDINGS_H
#define LINEPROF_PLUGIN_LANDINGS_H

namespace llvm {
class Function;
}

namespace lineprof {

class Emitter;

/// Has the runtime close the clocks of the functions that \p F called, wherever
/// control lands in \p F. Behind the optimiser.
void closeClocksAtLandings(llvm::Function &F, Emitter &Emit);

} // namespace lineprof

#endif
