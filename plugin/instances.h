/// \file instances.h
/// What the AST says of a function by its name in the object file.
#ifndef LINEPROF_PLUGIN_INSTANCES_H
#define LINEPROF_PLUGIN_INSTANCES_H

#include "plugin/statements.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/MapVector.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace lineprof {

class Conditions;
class PointerTypes;

/// A statement in braces that instances of a template have in common: its units
/// are [Begin, End).
struct SharedChild {
  uint32_t Begin;
  uint32_t End;
  uint32_t First; ///< what control comes to; NoUnit: nothing
};
using SharedChildren = std::vector<SharedChild>;

/// The units whose meaning depends on which function they are compiled for.
struct SharedUnits {
  /// Of functions, in the order of the source.
  std::vector<std::pair<const clang::FunctionDecl *, uint32_t>> Bodies;
  /// Those of templates in files that are included several times; all instances
  /// have them at the same place.
  llvm::DenseMap<clang::SourceLocation, uint32_t> RepeatedBodies;
  /// Of each `if` whose condition depends on a template's arguments.
  llvm::DenseMap<clang::SourceLocation, uint32_t> Ifs;
  /// Of each switch whose value, or a case of it, does.
  llvm::DenseMap<clang::SourceLocation, uint32_t> Switches;
  /// Of each case of such a switch: the switch, and the first case on its line.
  llvm::DenseMap<clang::SourceLocation, std::pair<uint32_t, uint32_t>> Cases;
  /// Of each condition in a template: what its text says, in which an operator
  /// may be a class's own, and clean-ups are not known. By conditionLoc().
  llvm::MapVector<clang::SourceLocation, const clang::Stmt *> Conditions;
  /// What is in each pair of braces in a template, in its order.
  llvm::DenseMap<clang::SourceLocation, SharedChildren> Braces;
};

/// Fills \p Map.OwnBodies, \p Map.Conditions, \p Map.Switches and, by
/// \p Branches, \p Map.OwnOperands, and notes in \p Pointers what instances of
/// templates are and call.
void nameFunctions(clang::ASTContext &Context, StatementMap &Map,
                   SharedUnits &Shared, PointerTypes &Pointers,
                   Conditions &Branches, bool WithSystem);

} // namespace lineprof

#endif
