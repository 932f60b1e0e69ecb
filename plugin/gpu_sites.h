/// \file gpu_sites.h
/// Which calls make a GPU work, or wait for it.
#ifndef LINEPROF_PLUGIN_GPU_SITES_H
#define LINEPROF_PLUGIN_GPU_SITES_H

#include "format/abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace lineprof {

class Emitter;

/// A call to CUDA's runtime, driver or libraries, or the start of a kernel.
struct GpuSite {
  llvm::CallBase *Call;
  lp_gpu_group Group;
  std::string Name; ///< of the kernel, demangled, or of what is called; "" if
                    ///< the kernel is known only when it runs
};

/// What a site's record says.
struct GpuRecord {
  const GpuSite *Site;
  uint64_t PathHash;
  uint32_t Line;
  uint32_t Node;
};

using GpuWorkers = llvm::SmallPtrSet<const llvm::Function *, 8>;

/// Functions of \p M that have sites, or call one that does, and no lines of
/// their own, as they are not among \p Counted: those of Thrust's headers, say.
GpuWorkers findGpuWorkers(llvm::Module &M,
                          llvm::ArrayRef<llvm::Function *> Counted);

/// The sites in \p F, in the order of its blocks. Of an inline function of
/// CUDA's own headers, and of one of \p Workers, the call is one, and nothing
/// within it.
std::vector<GpuSite> findGpuSites(llvm::Function &F, const GpuWorkers &Workers);

/// Whether \p F is what clang or nvcc make so that a kernel can be started, or
/// an inline function of CUDA's own headers: its time is its caller's.
bool isGpuGlue(const llvm::Function &F);

/// Puts probes around each of \p Sites. The flow graph must not be used after.
void placeGpuProbes(llvm::Function &F, llvm::ArrayRef<GpuRecord> Sites,
                    Emitter &Emit);

} // namespace lineprof

#endif
