/// \file passes.h
/// The passes, in the order in which they run.
#ifndef LINEPROF_PLUGIN_PASSES_H
#define LINEPROF_PLUGIN_PASSES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
}

namespace lineprof {

/// Early, before any optimisation: places the counters and makes the tables.
struct LinesPass : llvm::PassInfoMixin<LinesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// After inlining, before the loop passes: keeps counts in registers until a
/// loop's exit, so that loops are optimised as if nothing were counted.
struct PromotePass : llvm::PassInfoMixin<PromotePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Between inlining and vectorisers: counts once where code of several counters
/// is reached together.
struct LinksPass : llvm::PassInfoMixin<LinksPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Behind LinksPass: counts without a jump what is chosen without one.
struct ChoosePass : llvm::PassInfoMixin<ChoosePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Late, on what the optimiser made: sets threads up and reads clocks.
struct ClocksPass : llvm::PassInfoMixin<ClocksPass> {
  /// \p IsOptimised: what the code generator makes of the unit.
  explicit ClocksPass(bool IsOptimised = true) : IsOptimised(IsOptimised) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  bool IsOptimised;
};

void registerPasses(llvm::PassBuilder &PB);

} // namespace lineprof

#endif
