/// \file linkage_names.h
/// What a function of clang's tree is called in the object file.
#ifndef LINEPROF_PLUGIN_LINKAGE_NAMES_H
#define LINEPROF_PLUGIN_LINKAGE_NAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>
#include <vector>

namespace lineprof {

/// The name of \p F, a unit's own function of C, as C++ has it.
inline std::string mangledName(const clang::FunctionDecl &F) {
  const std::unique_ptr<clang::MangleContext> Mangle(
      F.getASTContext().createMangleContext());
  Mangle->needsUniqueInternalLinkageNames();
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  Mangle->mangleName(clang::GlobalDecl(&F), Out);
  return Out.str();
}

/// Constructors and destructors are there twice. With
/// -funique-internal-linkage-names, of which the tree knows nothing, functions
/// of C that are a unit's own have names as in C++.
inline std::vector<std::string> linkageNames(clang::ASTNameGenerator &Names,
                                             const clang::FunctionDecl &F) {
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(F))
    return Names.getAllManglings(&F);
  std::vector<std::string> All = {Names.getName(&F)};
  if (!F.getASTContext().getLangOpts().CPlusPlus && !F.isExternallyVisible())
    All.push_back(mangledName(F));
  return All;
}

/// Whether it has a number that goes by which of some lambdas is named first
/// (`$_0`): in the object file that is another one.
inline bool isNumbered(llvm::StringRef LinkageName) {
  return LinkageName.contains("$_");
}

} // namespace lineprof

#endif
