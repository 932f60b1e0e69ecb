/// \file links.h
/// Counts once where code of several counters is reached together.
#ifndef LINEPROF_PLUGIN_LINKS_H
#define LINEPROF_PLUGIN_LINKS_H

namespace llvm {
class Module;
} // namespace llvm

namespace lineprof {

class Emitter;

/// Makes the records of what LinksPass left in \p M.
void emitLinks(llvm::Module &M, Emitter &Emit);

} // namespace lineprof

#endif
