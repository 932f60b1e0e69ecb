/// \file conditions.cpp
/// Notes which way is taken where a condition holds, and what is asked there.
#include "plugin/conditions.h"

#include "plugin/control.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace lineprof {

/// The operand behind all `&&` and `||` of \p Condition, with the parens around
/// it. None is constant: clang leaves such a one out, and asks what is in front
/// of it. \p Turned: the `!` around the first operator that has one; nullptr if
/// none has.
static const Expr *lastOperand(Control &Flow, const Expr *Condition,
                               const Expr *&Turned) {
  const Expr *Operand = Condition->IgnoreImpCasts();
  const Expr *E = Operand->IgnoreParenImpCasts();
  bool IsNegated = false;
  for (Turned = nullptr;;) {
    const auto *Not = dyn_cast<UnaryOperator>(E);
    const auto *Logical = dyn_cast<BinaryOperator>(E);
    bool Value;
    if (Not && Not->getOpcode() == UO_LNot) {
      IsNegated = true;
      E = Not->getSubExpr()->IgnoreParenImpCasts();
    } else if (Logical && Logical->isLogicalOp()) {
      const bool IsKnown = Flow.isConstant(Logical->getRHS(), Value);
      if (IsNegated && !Turned)
        Turned = Operand;
      Operand = IsKnown ? Logical->getLHS() : Logical->getRHS();
      Operand = Operand->IgnoreImpCasts();
      E = Operand->IgnoreParenImpCasts();
      IsNegated = false;
    } else {
      return Operand;
    }
  }
}

/// The way of the branch that asks \p Operand which is taken where that holds,
/// whatever is around it: clang branches on what stands behind all `!`, and
/// exchanges the ways for each.
static int wayTaken(const Expr *Operand) {
  const Expr *E = Operand->IgnoreParenImpCasts();
  int Way = 0;
  while (const auto *Not = dyn_cast<UnaryOperator>(E)) {
    if (Not->getOpcode() != UO_LNot)
      break;
    if (Not->isTypeDependent()) // may be an operator of a class
      return SeveralWays;
    Way = 1 - Way;
    E = Not->getSubExpr()->IgnoreParens();
  }
  return isa<AbstractConditionalOperator>(E) ? SeveralWays : Way;
}

/// \p E without the `!` in front of it.
static const Expr *behindNots(const Expr *E) {
  const auto *Not = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  return Not && Not->getOpcode() == UO_LNot ? behindNots(Not->getSubExpr()) : E;
}

/// Whether a temporary is destroyed behind \p Condition. Then clang makes a
/// value of it, `!` and all, and branches once, behind that.
static bool isCleanedUp(const Expr &Condition) {
  return isa<ExprWithCleanups>(Condition.IgnoreParens());
}

std::optional<SourcePlace> Conditions::placeOf(SourceLocation Loc) {
  const SourceLocation Begin = Context.getSourceManager().getExpansionLoc(Loc);
  const uint32_t File = Sources.file(Begin);
  if (File == NoUnit)
    return std::nullopt;
  return SourcePlace{File, Sources.position(Begin)};
}

static bool isSame(const Position &A, const Position &B) {
  return A.Line == B.Line && A.Column == B.Column;
}

void Conditions::add(SourceLocation Loc, const Expr &Asked, Operand O) {
  const auto Place = placeOf(Loc);
  const auto Begin = placeOf(Asked.getBeginLoc());
  const auto End = placeOf(Asked.getEndLoc());
  if (!Place)
    return;
  if (Begin && End && Begin->first == Place->first &&
      End->first == Place->first && !(End->second < Begin->second)) {
    O.Begin = Begin->second;
    O.End = End->second;
  }
  // Of a macro all stand at one place.
  for (Operand &Known : Map.Operands[*Place])
    if (isSame(Known.Begin, O.Begin) && isSame(Known.End, O.End)) {
      Known.Way = Known.Way == O.Way ? O.Way : SeveralWays;
      return;
    }
  Map.Operands[*Place].push_back(O);
}

void Conditions::note(const Expr &Condition, SourceLocation Loc) {
  const Expr *Turned;
  const Expr *Last = lastOperand(Flow, &Condition, Turned);
  Operand O;
  if (isCleanedUp(Condition)) {
    O.IsWhole = Last != Condition.IgnoreImpCasts();
    add(Loc, Condition, O);
    return;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(
          behindNots(Last)->IgnoreParenImpCasts())) {
    // Clang branches in each of its parts, here or where it begins.
    for (const SourceLocation At : {Loc, Choice->getBeginLoc()})
      for (const Expr *Part :
           {Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr()})
        note(*Part, At);
    return;
  }
  O.Way = wayTaken(Last);
  O.IsLast = Last != Condition.IgnoreImpCasts();
  add(Loc, *Last, O);
}

void Conditions::note(const BinaryOperator &E) {
  if (E.isLogicalOp())
    note(*E.getLHS(), E.getOperatorLoc());
}

void Conditions::note(const CastExpr &E) {
  const CastKind Kind = E.getCastKind();
  if ((Kind != CK_DerivedToBase && Kind != CK_BaseToDerived) ||
      !E.getType()->isPointerType())
    return;
  if (const auto Place = placeOf(E.getBeginLoc()))
    Map.PointerCasts.insert({Place->first, Place->second.Line});
}

void Conditions::note(const AbstractConditionalOperator &E) {
  note(*E.getCond(), E.getBeginLoc());
}

Position Conditions::note(const IfStmt &S) {
  const Expr *Condition = S.getCond();
  if (!Condition)
    return {};
  note(*Condition, Condition->getBeginLoc());
  // There it stands by clang 22.
  if (Condition->getExprLoc() != Condition->getBeginLoc())
    note(*Condition, Condition->getExprLoc());
  const auto Begin = placeOf(Condition->getBeginLoc());
  return Begin ? Begin->second : Position();
}

void Conditions::noteLoop(const Stmt &Loop, const Expr *Condition) {
  if (!Condition)
    return;
  const Expr *Turned;
  const Expr *Last = lastOperand(Flow, Condition, Turned);
  add(Condition->getBeginLoc(), *Condition, {});
  Operand O;
  const bool HasOthers = Last != Condition->IgnoreImpCasts();
  const bool IsValue = HasOthers && isCleanedUp(*Condition);
  O.MayBeDecided = HasOthers && !IsValue;
  O.IsWhole = IsValue || isa<AbstractConditionalOperator>(Last);
  // Where the loop goes on is known better from where the ways lead.
  O.Way = SeveralWays;
  add(Loop.getBeginLoc(), IsValue ? *Condition : Turned ? *Turned : *Last, O);
}

} // namespace lineprof
