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
class AbstractConditionalOperator;
class BinaryOperator;
class CastExpr;
class Expr;
class IfStmt;
class SourceLocation;
class Stmt;
} // namespace clang

namespace lineprof {

class Control;

/// Adds conditions to a map (StatementMap::Operands).
class Conditions {
public:
  Conditions(const clang::ASTContext &Context, Control &Flow, StatementMap &Map,
             SourceFiles &Sources)
      : Context(Context), Flow(Flow), Map(Map), Sources(Sources) {}
  /// Notes the left operand of \p E, if that is `&&` or `||`.
  void note(const clang::BinaryOperator &E);
  /// Notes where \p E stands, if it may ask whether a pointer is null.
  void note(const clang::CastExpr &E);
  /// Notes the condition of \p E.
  void note(const clang::AbstractConditionalOperator &E);
  /// The same of \p S: where a macro makes it, its ways may lead anywhere.
  /// Returns where it begins; nowhere if that is in no file of the map.
  Position note(const clang::IfStmt &S);

  /// Notes the condition of \p Loop, which is a value: `!` is a part of it.
  void noteLoop(const clang::Stmt &Loop, const clang::Expr *Condition);

private:
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
};

} // namespace lineprof

#endif
