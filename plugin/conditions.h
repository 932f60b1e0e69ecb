/// \file conditions.h
/// Which way of a branch is taken where a condition holds, and what it asks. No
/// statement begins there for the operands of `&&` and `||` and for `?:`, and
/// for `!` clang exchanges the ways.
#ifndef LINEPROF_PLUGIN_CONDITIONS_H
#define LINEPROF_PLUGIN_CONDITIONS_H

#include "plugin/source_files.h"

#include <optional>

namespace clang {
class ASTContext;
class CastExpr;
class Expr;
class IfStmt;
class SourceLocation;
class Stmt;
} // namespace clang

namespace lineprof {

class Control;

/// Where \p S is told by: its `if`, `for`, `while`, `do`, `?`, `&&` or `||`,
/// which is the same in a template and in its instances, though an operator may
/// be a class's own in some of them. Nowhere for what has no condition.
clang::SourceLocation conditionLoc(const clang::Stmt &S);

/// Notes at \p Operands what \p O says. Where a macro has several that ask the
/// same, they may differ in which way is taken.
void addOperand(OperandMap::mapped_type &Operands, const Operand &O);

/// Adds conditions to maps.
class Conditions {
public:
  Conditions(const clang::ASTContext &Context, Control &Flow, StatementMap &Map,
             SourceFiles &Sources)
      : Context(Context), Flow(Flow), Map(Map), Sources(Sources) {}
  /// Notes in \p Operands what \p S asks: the condition of an `if`, a loop or
  /// `?:`, the left operand of `&&` or `||`.
  void note(const clang::Stmt &S, OperandMap &Operands);
  /// Notes where \p E stands, if it may ask whether a pointer is null.
  void note(const clang::CastExpr &E);
  /// Where the condition of \p S begins; nowhere if that is in no file of the
  /// map.
  Position beginOf(const clang::IfStmt &S);

private:
  /// Of an `if`: where a macro makes it, its ways may lead anywhere.
  void noteIf(const clang::IfStmt &S);
  /// Notes the condition of \p Loop, which is a value: `!` is a part of it.
  void noteLoop(const clang::Stmt &Loop, const clang::Expr *Condition);
  /// Where \p Loc is in a file of the map; none if it is in none.
  std::optional<SourcePlace> placeOf(clang::SourceLocation Loc);
  /// A branch that stands at \p Loc asks \p Asked, which \p O is but for its
  /// place.
  void add(clang::SourceLocation Loc, const clang::Expr &Asked, Operand O);
  /// The branch of the last operand of \p Condition stands at \p Loc, or, where
  /// a temporary is to be destroyed, that of its value.
  void note(const clang::Expr &Condition, clang::SourceLocation Loc);

  const clang::ASTContext &Context;
  Control &Flow;
  StatementMap &Map;
  SourceFiles &Sources;
  OperandMap *Operands = nullptr; ///< that is filled
};

} // namespace lineprof

#endif
