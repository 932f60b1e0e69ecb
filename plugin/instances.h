/// \file instances.h
/// What the AST says of a function by its name in the object file.
#ifndef LINEPROF_PLUGIN_INSTANCES_H
#define LINEPROF_PLUGIN_INSTANCES_H

#include "plugin/statements.h"

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace lineprof {

/// The units whose meaning depends on which function they are compiled for.
struct SharedUnits {
  /// Of functions, in the order of the source.
  std::vector<std::pair<const clang::FunctionDecl *, uint32_t>> Bodies;
  /// Of each `if` whose condition depends on a template's arguments.
  llvm::DenseMap<clang::SourceLocation, uint32_t> Ifs;
};

/// Fills \p Map.OwnBodies and \p Map.Conditions.
void nameFunctions(clang::ASTContext &Context, StatementMap &Map,
                   const SharedUnits &Shared, bool WithSystem);

} // namespace lineprof

#endif
