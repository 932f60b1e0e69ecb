/// \file selection.cpp
/// Decides which functions are counted, and which ones annotations select.
#include "plugin/selection.h"

#include "plugin/llvm_compat.h"
#include "plugin/options.h"
#include "plugin/statements.h"
#include "plugin/visits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace lineprof {

namespace {

/// The text of an annotation; "" if it is none of ours.
StringRef textOf(const Constant *Text) {
  const auto *Global =
      dyn_cast_or_null<GlobalVariable>(Text->stripPointerCasts());
  if (!Global || !Global->hasInitializer())
    return "";
  const auto *Data = dyn_cast<ConstantDataSequential>(Global->getInitializer());
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

/// One function against all patterns.
struct Match {
  Match(const Function &F, const std::string &Path) : Path(Path) {
    const Options &Opts = options();
    auto IsName = [](const Pattern &P) { return !P.isPath(); };
    if (any_of(Opts.Include, IsName) || any_of(Opts.Exclude, IsName))
      Names = std::make_unique<FunctionNames>(F.getName(),
                                              F.getSubprogram()->getName());
    unsigned Index = 0;
    for (const Pattern &P : Opts.Include) {
      const bool Matches = note(P, Index++);
      IsIncluded |= Matches;
      IsNamed |=
          Matches && P.isRooted() && (P.isPath() || P.matchesWholeName(*Names));
    }
    for (const Pattern &P : Opts.Exclude)
      IsExcluded |= note(P, Index++);
  }

  bool note(const Pattern &P, unsigned Index) {
    const bool Matches =
        P.isPath() ? P.matchesPath(Path) : P.matchesName(*Names);
    if (Matches && Index < 64)
      Matched |= uint64_t(1) << Index;
    return Matches;
  }

  const std::string &Path;
  std::unique_ptr<FunctionNames> Names;
  uint64_t Matched = 0;
  bool IsIncluded = options().Include.empty();
  bool IsNamed = false; ///< so that it may be a system header's
  bool IsExcluded = false;
};

void addPatterns(std::string &Text, const char *Key,
                 const std::vector<Pattern> &Patterns) {
  for (const Pattern &P : Patterns) {
    Text += Key + P.text();
    Text += '\0';
  }
}

} // namespace

Selection::Selection(Module &M, StatementFinder &Finder,
                     const StatementMap &Map)
    : Finder(Finder), Map(Map) {
  addPatterns(Tally.Patterns, "include=", options().Include);
  addPatterns(Tally.Patterns, "exclude=", options().Exclude);
  readAttributes(M);
  readAnnotations(M);
}

/// What no compiler's profile is to touch, as it runs where no counter can: in
/// the loader's resolvers, before the program's own start.
void Selection::readAttributes(const Module &M) {
  for (const Function &F : M)
    if (F.hasFnAttribute(Attribute::NoProfile))
      Unwanted.insert(&F);
}

void Selection::readAnnotations(Module &M) {
  const GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations");
  const auto *Entries =
      List ? dyn_cast<ConstantArray>(List->getInitializer()) : nullptr;
  if (!Entries)
    return;
  for (const Use &Entry : Entries->operands()) {
    const auto *Fields = dyn_cast<ConstantStruct>(Entry);
    if (!Fields || Fields->getNumOperands() < 2)
      continue;
    auto *F = dyn_cast<Function>(Fields->getOperand(0)->stripPointerCasts());
    const StringRef Text = textOf(Fields->getOperand(1));
    if (F && Text == "lineprof")
      Annotated.insert(F);
    else if (F && Text == "no_lineprof")
      Unwanted.insert(F);
  }
  for (const Function *F : Annotated) {
    if (Unwanted.count(F))
      continue;
    const_cast<Function *>(F)->addFnAttr(SelectedMark);
    if (!M.getModuleFlag(SelectedMark))
      M.addModuleFlag(Module::Override, SelectedMark, 1);
  }
}

static bool isSystemPath(StringRef Path) {
  return compat::startsWith(Path, "/usr/include/") ||
         compat::startsWith(Path, "/usr/lib/");
}

bool Selection::isCounted(Function &F) {
  const SourceFile &File = Map.Files[Finder.definitionOf(F).File];
  if (Unwanted.count(&F)) {
    Tally.Skipped++;
    return false;
  }
  const Match Patterns(F, File.Path);
  if ((File.IsSystem || isSystemPath(File.Path)) && !options().WithSystem &&
      !Patterns.IsNamed) {
    Tally.System++;
    F.addFnAttr(SystemMark);
    return false;
  }
  Tally.Matched |= Patterns.Matched;
  const bool IsCounted = Patterns.IsIncluded && !Patterns.IsExcluded;
  ++(IsCounted ? Tally.Counted : Tally.Excluded);
  return IsCounted;
}

} // namespace lineprof
