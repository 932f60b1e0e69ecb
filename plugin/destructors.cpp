/// \file destructors.cpp
/// Keeps the functions of destructors in which nothing is written.
#include "plugin/destructors.h"

#include "plugin/clang_compat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace lineprof {

static void keep(ASTContext &Context, CXXDestructorDecl &D) {
  const CXXRecordDecl *Class = D.getParent();
  if (D.isImplicit() || D.isDependentContext() ||
      !D.doesThisDeclarationHaveABody() || !D.hasTrivialBody() ||
      Class->getNumBases() == 0)
    return;
  auto *Body = cast<CompoundStmt>(D.getBody());
  // Without a place it is no statement of the source.
  auto *Nothing = new (Context) NullStmt(SourceLocation());
  D.setBody(compat::makeCompound(Context, Nothing, *Body));
}

void keepDestructor(ASTContext &Context, const CXXRecordDecl &Class) {
  if (CXXDestructorDecl *D = Class.getDestructor())
    if (FunctionDecl *Definition = D->getDefinition())
      keep(Context, *cast<CXXDestructorDecl>(Definition));
}

void keepDestructorsIn(ASTContext &Context, Decl &D) {
  if (auto *Destructor = dyn_cast<CXXDestructorDecl>(&D))
    keep(Context, *Destructor);
  else if (isa<NamespaceDecl, LinkageSpecDecl>(D))
    for (Decl *Inside : cast<DeclContext>(D).decls())
      keepDestructorsIn(Context, *Inside);
}

} // namespace lineprof
