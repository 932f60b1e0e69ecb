/// \file conditions.cpp
/// Notes which way is taken where a condition holds.
#include "plugin/conditions.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace lineprof {

/// The way of the branch that \p Condition ends with, whatever its other parts
/// are, which is taken where the last operand holds: clang branches on what
/// stands behind all `!`, and exchanges the ways for each.
static int wayTaken(const Expr *Condition) {
  const Expr *E = Condition->IgnoreParens();
  while (const auto *Logical = dyn_cast<BinaryOperator>(E)) {
    if (!Logical->isLogicalOp())
      break;
    E = Logical->getRHS()->IgnoreParens();
  }
  int Way = 0;
  while (const auto *Not = dyn_cast<UnaryOperator>(E)) {
    if (Not->getOpcode() != UO_LNot)
      break;
    if (Not->isTypeDependent()) // may be an operator of a class
      return SeveralWays;
    Way = 1 - Way;
    E = Not->getSubExpr()->IgnoreParens();
  }
  const auto *Logical = dyn_cast<BinaryOperator>(E);
  const bool IsApart = isa<AbstractConditionalOperator>(E) ||
                       (Logical && Logical->isLogicalOp());
  return IsApart ? SeveralWays : Way;
}

std::optional<SourcePlace> Conditions::placeOf(SourceLocation Loc) {
  const SourceLocation Begin = SM.getExpansionLoc(Loc);
  const uint32_t File = Sources.file(Begin);
  if (File == NoUnit)
    return std::nullopt;
  return SourcePlace{File, Sources.position(Begin)};
}

void Conditions::note(SourceLocation Loc, int Way) {
  const auto Place = placeOf(Loc);
  if (!Place)
    return;
  Map.Asked.insert(*Place);
  const auto [Known, IsNew] = Map.TakenWays.insert({*Place, Way});
  if (!IsNew && Known->second != Way)
    Known->second = SeveralWays;
}

void Conditions::note(const Expr &Condition, SourceLocation Loc) {
  note(Loc, wayTaken(&Condition));
}

void Conditions::note(const BinaryOperator &E) {
  if (E.isLogicalOp())
    note(*E.getLHS(), E.getOperatorLoc());
}

void Conditions::note(const AbstractConditionalOperator &E) {
  note(*E.getCond(), E.getBeginLoc());
}

void Conditions::note(const IfStmt &S) {
  const Expr *Condition = S.getCond();
  if (!Condition)
    return;
  note(*Condition, Condition->getBeginLoc());
  // There it stands by clang 22.
  if (const auto Place = placeOf(Condition->getExprLoc()))
    Map.Asked.insert(*Place);
}

void Conditions::noteLoop(const Expr *Condition) {
  if (Condition)
    note(Condition->getBeginLoc(), 0);
}

} // namespace lineprof
