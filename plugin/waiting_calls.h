/// \file waiting_calls.h
/// Which library functions may wait: for time to pass, another thread or
/// process, a file or the network. What threads do not run is in no sample:
/// such calls have clocks around them.
#ifndef LINEPROF_PLUGIN_WAITING_CALLS_H
#define LINEPROF_PLUGIN_WAITING_CALLS_H

namespace llvm {
class CallBase;
}

namespace lineprof {

/// Whether \p Call calls such a function, by its name, which a system header
/// declares, or clang itself for OpenMP. Where no AST was seen only C++'s own
/// and OpenMP's are known.
bool mayWait(const llvm::CallBase &Call);

} // namespace lineprof

#endif
