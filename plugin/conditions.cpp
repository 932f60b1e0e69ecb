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

void addOperand(OperandMap::mapped_type &Operands, const Operand &O) {
  for (Operand &Known : Operands)
    if (Known.Begin == O.Begin && Known.End == O.End) {
      Known.Way = Known.Way == O.Way ? O.Way : SeveralWays;
      return;
    }
  Operands.push_back(O);
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
  addOperand((*Operands)[*Place], O);
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

SourceLocation conditionLoc(const Stmt &S) {
  if (const auto *E = dyn_cast<BinaryOperator>(&S))
    return E->isLogicalOp() ? E->getOperatorLoc() : SourceLocation();
  if (const auto *E = dyn_cast<CXXOperatorCallExpr>(&S))
    return E->getOperator() == OO_AmpAmp || E->getOperator() == OO_PipePipe
               ? E->getOperatorLoc()
               : SourceLocation();
  if (const auto *E = dyn_cast<AbstractConditionalOperator>(&S))
    return E->getQuestionLoc();
  return isa<IfStmt, ForStmt, WhileStmt, DoStmt>(S) ? S.getBeginLoc()
                                                    : SourceLocation();
}

void Conditions::note(const Stmt &S, OperandMap &Into) {
  Operands = &Into;
  if (const auto *Logical = dyn_cast<BinaryOperator>(&S))
    note(*Logical->getLHS(), Logical->getOperatorLoc());
  else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&S))
    note(*Choice->getCond(), Choice->getBeginLoc());
  else if (const auto *If = dyn_cast<IfStmt>(&S))
    noteIf(*If);
  else if (const auto *For = dyn_cast<ForStmt>(&S))
    noteLoop(S, For->getCond());
  else if (const auto *While = dyn_cast<WhileStmt>(&S))
    noteLoop(S, While->getCond());
  else if (const auto *Do = dyn_cast<DoStmt>(&S))
    noteLoop(S, Do->getCond());
}

void Conditions::note(const CastExpr &E) {
  const CastKind Kind = E.getCastKind();
  if ((Kind != CK_DerivedToBase && Kind != CK_BaseToDerived) ||
      !E.getType()->isPointerType())
    return;
  if (const auto Place = placeOf(E.getBeginLoc()))
    Map.PointerCasts.insert({Place->first, Place->second.Line});
}

void Conditions::noteIf(const IfStmt &S) {
  const Expr *Condition = S.getCond();
  if (!Condition)
    return;
  note(*Condition, Condition->getBeginLoc());
  // There it stands by clang 22.
  if (Condition->getExprLoc() != Condition->getBeginLoc())
    note(*Condition, Condition->getExprLoc());
}

Position Conditions::beginOf(const IfStmt &S) {
  const auto Begin =
      S.getCond() ? placeOf(S.getCond()->getBeginLoc()) : std::nullopt;
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
