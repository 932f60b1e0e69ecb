/// \file entry.cpp
/// Registers the passes, for -fplugin and for -fpass-plugin.
#include "plugin/clang_compat.h"
#include "plugin/passes.h"
#include "plugin/remark_keeper.h"

using namespace llvm;

namespace lineprof {

void registerPasses(PassBuilder &PB) {
  // `auto...`: LLVM 20 and later hand over one argument more.
  const auto Remarks = std::make_shared<RemarkKeeper>();
  PB.registerPipelineStartEPCallback(
      [Remarks](ModulePassManager &PM, OptimizationLevel Level, auto...) {
        PM.addPass(LinesPass());
        if (Level != OptimizationLevel::O0)
          PM.addPass(RemarksPass(Remarks, &RemarkKeeper::begin));
      });
  PB.registerPeepholeEPCallback(
      [](FunctionPassManager &PM, auto...) { PM.addPass(PromotePass()); });
  PB.registerVectorizerStartEPCallback([](FunctionPassManager &PM, auto...) {
    PM.addPass(LinksPass());
    PM.addPass(ChoosePass());
  });
  PB.registerOptimizerLastEPCallback(
      [Remarks](ModulePassManager &PM, OptimizationLevel Level, auto...) {
        PM.addPass(RemarksPass(Remarks, &RemarkKeeper::end));
        PM.addPass(ClocksPass(Level != OptimizationLevel::O0));
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "lineprof-lines")
          PM.addPass(LinesPass());
        else if (Name == "lineprof-clocks")
          PM.addPass(ClocksPass());
        else
          return false;
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "lineprof-promote")
          PM.addPass(PromotePass());
        else if (Name == "lineprof-links")
          PM.addPass(LinksPass());
        else if (Name == "lineprof-choose")
          PM.addPass(ChoosePass());
        else
          return false;
        return true;
      });
}

} // namespace lineprof

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  PassPluginLibraryInfo Info = {};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "lineprof";
  Info.PluginVersion = LINEPROF_VERSION;
  Info.RegisterPassBuilderCallbacks = lineprof::registerPasses;
  return Info;
}
