/// \file variables.cpp
/// From the code that registers a global variable's destructor to the variable,
/// by its name.
#include "plugin/variables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lineprof {

void Variables::note(const clang::VarDecl &D) {
  if (!D.isFileVarDecl() || D.getDeclContext()->isDependentContext() ||
      D.getType()->isDependentType() ||
      D.isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly ||
      D.needsDestruction(Context) == clang::QualType::DK_none)
    return;
  const clang::SourceLocation Loc =
      Context.getSourceManager().getExpansionLoc(D.getLocation());
  const uint32_t File = Sources.file(Loc);
  if (File != NoUnit)
    Map.Variables[Names.getName(&D)] = {File, Sources.position(Loc).Line};
}

static Definition variableIn(const llvm::Value &Operand,
                             const StatementMap &Map, unsigned Depth);

static Definition variableUsedBy(const llvm::Function &F,
                                 const StatementMap &Map, unsigned Depth) {
  for (const llvm::Instruction &I : llvm::instructions(F))
    for (const llvm::Use &Operand : I.operands()) {
      const Definition Found = variableIn(*Operand.get(), Map, Depth);
      if (Found.File != NoUnit)
        return Found;
    }
  return {};
}

/// The variable that \p Operand is, or that a function uses that clang has made
/// to destroy it and is handed on here: of an array, or for atexit().
static Definition variableIn(const llvm::Value &Operand,
                             const StatementMap &Map, unsigned Depth) {
  const llvm::Value *V = Operand.stripPointerCasts();
  if (const auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(V)) {
    const auto Known = Map.Variables.find(Variable->getName());
    return Known == Map.Variables.end() ? Definition() : Known->second;
  }
  const auto *F = llvm::dyn_cast<llvm::Function>(V);
  const llvm::DISubprogram *SP = F ? F->getSubprogram() : nullptr;
  return SP && SP->isArtificial() && !F->isDeclaration() && Depth
             ? variableUsedBy(*F, Map, Depth - 1)
             : Definition();
}

Definition variableOf(const llvm::Function &F, const StatementMap &Map) {
  constexpr unsigned MostCalls = 4; // no more are made for one variable
  return variableUsedBy(F, Map, MostCalls);
}

} // namespace lineprof
