/// \file signal_masks.h
/// Samples come by a signal. A thread that blocks all signals would have none,
/// and would find this one pending: by sigwait(), in a signalfd or by
/// sigpending(), where the program has never sent it. So who changes the mask
/// of signals lets the samples' one through again; and who sets what a signal
/// does has the runtime look whether its own has still its handler.
#ifndef LINEPROF_PLUGIN_SIGNAL_MASKS_H
#define LINEPROF_PLUGIN_SIGNAL_MASKS_H

namespace llvm {
class Function;
}

namespace lineprof {

class Emitter;

/// Has the runtime see to its signal behind each call in \p F that changes the
/// thread's mask, or a handler. Behind the optimiser: such calls are no tail
/// calls then.
void letSamplesThrough(llvm::Function &F, Emitter &Emit);

} // namespace lineprof

#endif
