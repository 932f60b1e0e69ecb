/// \file linkage_names.h
/// What a function of clang's tree is called in the object file.
#ifndef LINEPROF_PLUGIN_LINKAGE_NAMES_H
#define LINEPROF_PLUGIN_LINKAGE_NAMES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"

#include <string>
#include <vector>

namespace lineprof {

/// Constructors and destructors are there twice.
inline std::vector<std::string> linkageNames(clang::ASTNameGenerator &Names,
                                             const clang::FunctionDecl &F) {
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(F))
    return Names.getAllManglings(&F);
  return {Names.getName(&F)};
}

/// Whether it has a number that goes by which of some lambdas is named first
/// (`$_0`): in the object file that is another one.
inline bool isNumbered(llvm::StringRef LinkageName) {
  return LinkageName.contains("$_");
}

} // namespace lineprof

#endif
