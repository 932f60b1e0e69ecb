/// \file destructors.cpp
/// Keeps the functions of destructors in which nothing is written.
#include "plugin/destructors.h"

#include "plugin/clang_compat.h"
#include "plugin/system_headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace lineprof {

void DestructorKeeper::keep(CXXDestructorDecl &D) const {
  if (D.isImplicit() || D.isDependentContext() ||
      !D.doesThisDeclarationHaveABody() || !D.hasTrivialBody() ||
      D.getParent()->getNumBases() == 0 ||
      (!WithSystem &&
       isInSystemHeader(Context.getSourceManager(), D.getLocation())))
    return;
  auto *Body = cast<CompoundStmt>(D.getBody());
  // Without a place it is no statement of the source.
  auto *Nothing = new (Context) NullStmt(SourceLocation());
  D.setBody(compat::makeCompound(Context, Nothing, *Body));
}

void DestructorKeeper::keepOf(const CXXRecordDecl &Class) const {
  if (CXXDestructorDecl *D = Class.getDestructor())
    if (FunctionDecl *Definition = D->getDefinition())
      keep(*cast<CXXDestructorDecl>(Definition));
}

void DestructorKeeper::keepIn(Decl &D) const {
  if (auto *Destructor = dyn_cast<CXXDestructorDecl>(&D))
    keep(*Destructor);
  else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
    for (Decl *Inside : cast<DeclContext>(D).decls())
      keepIn(*Inside);
}

} // namespace lineprof
