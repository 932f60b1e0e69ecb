/// \file control.h
/// What the AST says of where control goes.
#ifndef LINEPROF_PLUGIN_CONTROL_H
#define LINEPROF_PLUGIN_CONTROL_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace clang {
class ASTContext;
class CaseStmt;
class Expr;
class IfStmt;
class Stmt;
class SwitchStmt;
} // namespace clang

namespace lineprof {

/// The only way that control takes in a switch.
struct ConstantSwitch {
  const clang::Stmt *Body = nullptr;  ///< null: it is not known
  const clang::Stmt *Taken = nullptr; ///< in the body; null: none is taken
  unsigned Labels = 0;                ///< in front of that, for other values
};

/// Whether a value of \p Case depends on a template's arguments.
bool isDependentCase(const clang::CaseStmt &Case);

/// Whether the value of \p Switch, or of a case, depends on a template's
/// arguments.
bool isDependentSwitch(const clang::SwitchStmt &Switch);

/// The values by which LLVM's switch goes to \p Case, which depends on no
/// template's arguments; of a long range (GNU) the first stands for all.
llvm::SmallVector<int64_t, 1> valuesOf(const clang::ASTContext &Context,
                                       const clang::CaseStmt &Case);

/// Whether \p S says that control never comes to it (__builtin_unreachable),
/// and does nothing else.
bool isUnreachable(const clang::Stmt *S);

/// The same of \p S or, if that is braces, of what is first in them.
bool beginsUnreachable(const clang::Stmt *S);

/// What is asked of the statements of one unit. Each asks those inside it, and
/// is asked by those around it: answers are kept.
class Control {
public:
  explicit Control(const clang::ASTContext &Context) : Context(Context) {}

  /// Whether \p Condition is a constant, as in while (1), and then which.
  bool isConstant(const clang::Expr *Condition, bool &Value);
  /// The same of the condition of \p If. `if consteval` is for what clang
  /// computes itself: no code comes there.
  bool isConstant(const clang::IfStmt &If, bool &Value);
  /// What \p Switch does if its value is a constant, and no goto may lead to
  /// what stands in front of where that leads.
  ConstantSwitch constantSwitch(const clang::SwitchStmt &Switch);
  /// Whether a goto may lead into \p S.
  bool hasLabel(const clang::Stmt *S);
  /// Whether a goto or a switch around \p S may lead into it.
  bool isEnteredInside(const clang::Stmt *S);
  /// Whether control never comes behind \p S in its braces.
  bool neverPasses(const clang::Stmt *S);

private:
  bool hasCase(const clang::Stmt *S);
  bool isEndless(const clang::Expr *Condition, bool IfMissing);
  bool hasBreak(const clang::Stmt *S, const clang::Stmt *Of,
                bool HasOthers = false);
  bool findBreak(const clang::Stmt *S, const clang::Stmt *Of, bool HasOthers);
  bool neverReturns(const clang::Expr *E);
  bool neverPassesKnown(const clang::SwitchStmt &Switch,
                        const ConstantSwitch &Known);
  bool isNeverPassed(const clang::Stmt *S);

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::Expr *, std::optional<bool>> Constants;
  using Answers = llvm::DenseMap<const clang::Stmt *, bool>;
  Answers Labels, Cases, Passes;
  /// By the statement and what a break in it may end.
  llvm::DenseMap<std::pair<const clang::Stmt *, const clang::Stmt *>, bool>
      Breaks;
};

} // namespace lineprof

#endif
