/// \file sandboxes.h
/// Inside a sandbox (seccomp) a system call of the runtime's may be the end of
/// the program. So who shuts itself in tells the runtime just before, with the
/// filter; and behind that, whether it has.
#ifndef LINEPROF_PLUGIN_SANDBOXES_H
#define LINEPROF_PLUGIN_SANDBOXES_H

namespace llvm {
class Function;
}

namespace lineprof {

class Emitter;

/// Has each call in \p F that enters a sandbox tell of it: prctl(2), that and
/// seccomp(2) by syscall(), libseccomp's seccomp_load(), minijail's
/// minijail_enter(). Behind the optimiser: such calls are no tail calls then.
void tellOfSandboxes(llvm::Function &F, Emitter &Emit);

} // namespace lineprof

#endif
