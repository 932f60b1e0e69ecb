/// \file library_declarations.cpp
/// Finds what system headers declare, by the AST.
#include "plugin/library_calls.h"

#include "plugin/system_headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace lineprof {

static llvm::StringSet<> &libraryFunctions() {
  static llvm::StringSet<> Names;
  return Names;
}

namespace {

class Declarations {
public:
  explicit Declarations(ASTContext &Context)
      : Sources(Context.getSourceManager()), Names(Context) {}

  /// What was not read from a precompiled header yet is not mentioned.
  void add(const DeclContext &Scope) {
    for (const Decl *D : Scope.noload_decls())
      if (const auto *F = dyn_cast<FunctionDecl>(D))
        add(*F);
      else if (isa<LinkageSpecDecl, NamespaceDecl>(D))
        add(*cast<DeclContext>(D));
  }

private:
  void add(const FunctionDecl &F) {
    if (F.isReferenced() && !F.isTemplated() &&
        isInSystemHeader(Sources, F.getLocation()))
      libraryFunctions().insert(Names.getName(&F));
  }

  const SourceManager &Sources;
  ASTNameGenerator Names;
};

} // namespace

void findLibraryFunctions(ASTContext &Context) {
  libraryFunctions().clear();
  Declarations(Context).add(*Context.getTranslationUnitDecl());
}

bool isLibraryFunction(llvm::StringRef Name) {
  return libraryFunctions().contains(Name);
}

} // namespace lineprof
