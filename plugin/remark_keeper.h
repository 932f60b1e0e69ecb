/// \file remark_keeper.h
/// Listens to what the optimiser says of the code, and keeps it.
#ifndef LINEPROF_PLUGIN_REMARK_KEEPER_H
#define LINEPROF_PLUGIN_REMARK_KEEPER_H

#include "llvm/IR/PassManager.h"

#include <memory>

namespace lineprof {

/// Of one pipeline: from its begin on the context's handler of diagnostics is
/// ours, which hands all on to the one that was there.
class RemarkKeeper {
public:
  RemarkKeeper();
  ~RemarkKeeper();
  /// Once the early pass has made its records.
  void begin(llvm::Module &M);
  /// Puts what was heard into the module. What is said while code is generated
  /// follows by itself.
  void end(llvm::Module &M);

private:
  struct Hearing;
  std::unique_ptr<Hearing> Now; ///< between begin and end
};

/// An end of the pipeline: at level 0 there are none.
class RemarksPass : public llvm::PassInfoMixin<RemarksPass> {
public:
  RemarksPass(std::shared_ptr<RemarkKeeper> Keeper,
              void (RemarkKeeper::*Step)(llvm::Module &))
      : Keeper(std::move(Keeper)), Step(Step) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    (*Keeper.*Step)(M);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::shared_ptr<RemarkKeeper> Keeper;
  void (RemarkKeeper::*Step)(llvm::Module &);
};

} // namespace lineprof

#endif
