/// \file action.cpp
/// Gets into a compilation by -fplugin alone: replaces clang's action by one
/// that sets what we need, builds the statement map and forwards all else.
///
/// Only a ReplaceAction runs early enough for line tables to be made on LLVM 14
/// to 16 when the user gave no -g.
#include "plugin/clang_compat.h"
#include "plugin/destructors.h"
#include "plugin/library_calls.h"
#include "plugin/llvm_compat.h"
#include "plugin/options.h"
#include "plugin/passes.h"
#include "plugin/statements.h"
#include "plugin/system_headers.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/FrontendTool/Utils.h"
#include "llvm/Support/CommandLine.h"

#include <optional>

using namespace clang;

namespace lineprof {
namespace {

/// Opens WrapperFrontendAction's forwarding functions to us.
class ForwardedAction : public WrapperFrontendAction {
public:
  using WrapperFrontendAction::BeginInvocation;
  using WrapperFrontendAction::BeginSourceFileAction;
  using WrapperFrontendAction::CreateASTConsumer;
  using WrapperFrontendAction::EndSourceFile;
  using WrapperFrontendAction::EndSourceFileAction;
  using WrapperFrontendAction::ExecuteAction;
  using WrapperFrontendAction::PrepareToExecuteAction;
  using WrapperFrontendAction::shouldEraseOutputFiles;
  using WrapperFrontendAction::WrapperFrontendAction;
};

/// Counts and clocks move the code behind them: a short loop may then lie over
/// a boundary at which the processor fetches, and take a sixth longer. The
/// user's own choice stands.
static void alignLoops(CodeGenOptions &Options) {
  constexpr unsigned FetchBytes = 32;
  if (Options.OptimizationLevel > 0 && Options.OptimizeSize == 0 &&
      Options.LoopAlignment == 0)
    Options.LoopAlignment = FetchBytes;
}

/// Takes from the unit's AST what the passes need, when it is complete, which
/// is just before the backend, the next consumer, makes code of it; of some
/// definitions that makes code at once.
class SourceConsumer : public ASTConsumer {
public:
  explicit SourceConsumer(const CodeGenOptions &Opts)
      : Debug{Opts.DebugCompilationDir, compat::debugPrefixes(Opts)},
        MergesDestructors(Opts.OptimizationLevel > 0) {}
  void Initialize(ASTContext &Context) override {
    if (MergesDestructors)
      Destructors.emplace(Context, options().mayTakeSystem());
  }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (Destructors)
      for (Decl *D : Group)
        Destructors->keepIn(*D);
    return true;
  }
  // Code of what stands in a class may be made when that ends, in a module or
  // of what is `used`.
  void HandleInlineFunctionDefinition(FunctionDecl *D) override {
    if (Destructors)
      Destructors->keepIn(*D);
  }
  void HandleTagDeclDefinition(TagDecl *D) override {
    if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
      Classes.push_back(Class);
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    if (Context.getDiagnostics().hasErrorOccurred())
      return; // no code is made of it
    if (Destructors)
      for (const CXXRecordDecl *Class : Classes)
        Destructors->keepOf(*Class);
    buildStatementMap(Context, Debug, options().mayTakeSystem(), Instances);
    findLibraryFunctions(Context);
  }
  // Unlike what its name says, it is called for variable templates, too.
  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override {
    Instances.push_back(D);
  }

private:
  const DebugPaths Debug;
  const bool MergesDestructors; ///< clang makes one of those that do the same
  std::optional<DestructorKeeper> Destructors;
  std::vector<const CXXRecordDecl *> Classes;
  std::vector<const VarDecl *> Instances;
};

/// Whether \p Kind makes code; all other actions are left as they are.
bool makesCode(frontend::ActionKind Kind) {
  switch (Kind) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

void report(CompilerInstance &CI, DiagnosticsEngine::Level Level,
            const std::string &Text) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  Diags.Report(Diags.getCustomDiagID(Level, "lineprof: %0")) << Text;
}

/// Whether code for \p CI's target is instrumented. Device code of CUDA is left
/// alone without a word, other targets with a warning: builds may mix them.
bool servesTarget(CompilerInstance &CI) {
  const llvm::Triple Target(CI.getTargetOpts().Triple);
  // Counters are thread-local, at what a kernel uses for something else.
  if (CI.getTargetOpts().CodeModel == "kernel") {
    report(CI, DiagnosticsEngine::Warning,
           "code of a kernel is not served: nothing is counted");
    return false;
  }
  if (compat::isServed(Target))
    return true;
  if (!Target.isNVPTX() && !Target.isAMDGPU())
    report(CI, DiagnosticsEngine::Warning,
           Target.str() + ": this target is not served: nothing is counted");
  return false;
}

/// The option by which LLVM's passes of today, which lineprof's are among, do
/// not run though they should; "" if there is none. With -save-temps the step
/// before the last one is without them.
StringRef optionAgainstPasses(CompilerInstance &CI) {
  const frontend::ActionKind Kind = CI.getFrontendOpts().ProgramAction;
  const bool IsStepBefore = Kind == frontend::EmitBC ||
                            Kind == frontend::EmitLLVM ||
                            Kind == frontend::EmitLLVMOnly;
  if (CI.getCodeGenOpts().DisableLLVMPasses)
    return IsStepBefore ? "" : "-disable-llvm-passes";
  return compat::hasLegacyPasses(CI.getCodeGenOpts()) ? "-flegacy-pass-manager"
                                                      : "";
}

void warnOfPasses(CompilerInstance &CI) {
  const StringRef Option = optionAgainstPasses(CI);
  if (!Option.empty())
    report(CI, DiagnosticsEngine::Warning,
           Option.str() + ": nothing is counted");
}

/// Has LLVM's option \p Name be \p Value. What the user has said of it holds.
void setOption(const char *Name, const char *Value) {
  auto &Known = llvm::cl::getRegisteredOptions();
  const auto Option = Known.find(Name);
  if (Option != Known.end() && Option->second->getNumOccurrences() == 0)
    Option->second->addOccurrence(1, Name, Value);
}

/// Whether the pipeline is that of a compilation with a profile, whatever we
/// ask for.
bool isForProfile(const CodeGenOptions &Opts) {
  return Opts.hasProfileIRInstr() || Opts.hasProfileIRUse() ||
         !Opts.SampleProfileFile.empty() || Opts.PseudoProbeForProfiling ||
         Opts.DebugInfoForProfiling;
}

void setCodeGenOptions(CodeGenOptions &Opts, bool IsCPlusPlus) {
  namespace debug_info = compat::debug_info;
  // Nobody has asked for debug information: a debugger needs no places of calls
  // in it either, which clang describes by default for what reads them. They
  // are a twentieth of SQLite's object.
  if (Opts.getDebugInfo() < debug_info::DebugLineTablesOnly)
    Opts.setDebuggerTuning(llvm::DebuggerKind::Default);
  if (Opts.getDebugInfo() <= debug_info::DebugLineTablesOnly) {
    Opts.setDebugInfo(debug_info::DebugLineTablesOnly);
    // No variables, so nothing to follow from place to place: that takes a
    // twentieth of a compilation.
    setOption("experimental-debug-variable-locations", "false");
  }
  // Names and declarations of functions, in line tables only too. LLVM takes it
  // for a profile: the inliner puts off inlining into functions that are
  // inlined themselves, and copies the inner ones everywhere; and blocks of one
  // line are numbered, which takes a fortieth of a compilation.
  if (!isForProfile(Opts)) {
    setOption("enable-npm-pgo-inline-deferral", "false");
    setOption("no-discriminators", "true");
  }
  // With -g they are there anyway.
  Opts.DebugInfoForProfiling = Opts.SplitDwarfFile.empty() || !IsCPlusPlus ||
                               !compat::CrashesOnSplitDwarf;
  // Which statement code is of is known by its column (-gno-column-info).
  Opts.DebugColumnInfo = true;
  // With split DWARF, functions and what is inlined into them in the program
  // too: lines have times without the .dwo files.
  Opts.SplitDwarfInlining = true;
  // Without -g: version 4, as 5 has the assembler of -save-temps warn of MD5
  // sums that a preprocessed file cannot have.
  if (Opts.DwarfVersion == 0)
    Opts.DwarfVersion = 4;
  options().IsLinkTime = Opts.PrepareForLTO || Opts.PrepareForThinLTO;
  compat::addPassCallbacks(Opts, pluginPath().c_str(), registerPasses);
}

/// Whether assembler is written in Intel's syntax, and not read again by clang.
bool writesIntelSyntax(const CompilerInstance &CI) {
  return CI.getCodeGenOpts().DisableIntegratedAS &&
         llvm::is_contained(CI.getFrontendOpts().LLVMArgs,
                            "-x86-asm-syntax=intel");
}

/// Restores the action that the user's command line asked for.
bool restoreAction(CompilerInstance &CI) {
  const std::vector<std::string> &Stored = CI.getCodeGenOpts().CommandLineArgs;
  std::vector<const char *> Arguments;
  for (const std::string &Argument : Stored)
    Arguments.push_back(Argument.c_str());
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  const bool Suppressed = Diags.getSuppressAllDiagnostics();
  CompilerInvocation Parsed;
  Diags.setSuppressAllDiagnostics(true); // said when they were parsed first
  const bool Done =
      CompilerInvocation::CreateFromArgs(Parsed, Arguments, Diags);
  Diags.setSuppressAllDiagnostics(Suppressed);
  CI.getFrontendOpts().ProgramAction = Parsed.getFrontendOpts().ProgramAction;
  CI.getFrontendOpts().ActionName = Parsed.getFrontendOpts().ActionName;
  return Done && CI.getFrontendOpts().ProgramAction != frontend::PluginAction;
}

class InstrumentAction : public PluginASTAction {
public:
  ActionType getActionType() override { return ReplaceAction; }

  bool ParseArgs(const CompilerInstance &ConstCI,
                 const std::vector<std::string> &Arguments) override {
    // clang hands a const instance to plugins; replacing the action is what a
    // ReplaceAction is for, and its options are read only after this.
    auto &CI = const_cast<CompilerInstance &>(ConstCI);
    const std::string Error = parseOptions(Arguments);
    if (!Error.empty()) {
      report(CI, DiagnosticsEngine::Error, Error);
      return false;
    }
    if (!restoreAction(CI)) {
      report(CI, DiagnosticsEngine::Error,
             "this way of running clang is not supported by "
             "-fplugin=liblineprof.so");
      return false;
    }
    Instruments =
        makesCode(CI.getFrontendOpts().ProgramAction) && servesTarget(CI);
    if (Instruments) {
      warnOfPasses(CI);
      setCodeGenOptions(CI.getCodeGenOpts(), CI.getLangOpts().CPlusPlus);
      options().WritesIntelSyntax = writesIntelSyntax(CI);
    }
    std::unique_ptr<FrontendAction> Original = CreateFrontendAction(CI);
    if (!Original)
      return false;
    Inner = std::make_unique<ForwardedAction>(std::move(Original));
    return true;
  }

  bool usesPreprocessorOnly() const override {
    return Inner->usesPreprocessorOnly();
  }
  TranslationUnitKind getTranslationUnitKind() override {
    return Inner->getTranslationUnitKind();
  }
  bool hasPCHSupport() const override { return Inner->hasPCHSupport(); }
  bool hasASTFileSupport() const override { return Inner->hasASTFileSupport(); }
  bool hasIRSupport() const override { return Inner->hasIRSupport(); }
  bool hasCodeCompletionSupport() const override {
    return Inner->hasCodeCompletionSupport();
  }

protected:
  bool PrepareToExecuteAction(CompilerInstance &CI) override {
    return Inner->PrepareToExecuteAction(CI);
  }
  bool BeginInvocation(CompilerInstance &CI) override {
    return Inner->BeginInvocation(CI);
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef InFile) override {
    if (Instruments)
      alignLoops(CI.getCodeGenOpts());
    std::unique_ptr<ASTConsumer> Original =
        Inner->CreateASTConsumer(CI, InFile);
    if (!Instruments || !Original)
      return Original;
    noteSystemFolders(CI.getHeaderSearchOpts());
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<SourceConsumer>(CI.getCodeGenOpts()));
    Consumers.push_back(std::move(Original));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    Inner->setCurrentInput(getCurrentInput());
    Inner->setCompilerInstance(&CI);
    const bool Begun = Inner->BeginSourceFileAction(CI);
    // The AST that was read from a file, as for a C++20 module, stays with us:
    // the wrapper would let it go.
    setCurrentInput(Inner->getCurrentInput(), takeCurrentASTUnit());
    return Begun;
  }
  void ExecuteAction() override { Inner->ExecuteAction(); }
  // The wrapped action's own end does all that ours would do.
  void EndSourceFile() override { Inner->EndSourceFile(); }
  void EndSourceFileAction() override { Inner->EndSourceFileAction(); }
  bool shouldEraseOutputFiles() override {
    return Inner->shouldEraseOutputFiles();
  }

private:
  std::unique_ptr<ForwardedAction> Inner;
  bool Instruments = false;
};

} // namespace
} // namespace lineprof

static FrontendPluginRegistry::Add<lineprof::InstrumentAction>
    Registration("lineprof", "exact line and function profiles");
