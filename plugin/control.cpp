/// \file control.cpp
/// Endless loops, switches that nothing leaves, and calls of what never
/// returns.
#include "plugin/control.h"

#include "plugin/clang_compat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace lineprof {

/// Clang tests a range of so many values, and does not list them as cases
/// (CodeGenFunction::EmitCaseStmtRange()).
static constexpr uint64_t LongRange = 64;

/// What \p Known has of \p S, or else what \p Find says, which it has then.
template <typename Answers, typename Key, typename Finder>
static auto remembered(Answers &Known, const Key &S, Finder Find) {
  const auto Found = Known.find(S);
  if (Found != Known.end())
    return Found->second;
  const auto Answer = Find(); // others come to be known meanwhile
  Known[S] = Answer;
  return Answer;
}

bool Control::isConstant(const Expr *Condition, bool &Value) {
  if (!Condition || Condition->isValueDependent())
    return false;
  const std::optional<bool> Known =
      remembered(Constants, Condition, [&]() -> std::optional<bool> {
        bool Is = false;
        if (!Condition->EvaluateAsBooleanCondition(Is, Context))
          return std::nullopt;
        return Is;
      });
  Value = Known.value_or(Value);
  return Known.has_value();
}

bool Control::isConstant(const IfStmt &If, bool &Value) {
  Value = If.isNegatedConsteval();
  return If.isConsteval() || isConstant(If.getCond(), Value);
}

bool Control::hasLabel(const Stmt *S) {
  if (!S || isa<LabelStmt>(S))
    return S;
  return remembered(Labels, S, [&] {
    return llvm::any_of(S->children(),
                        [this](const Stmt *In) { return hasLabel(In); });
  });
}

/// Whether a case of a switch around \p S is in it.
bool Control::hasCase(const Stmt *S) {
  if (!S || isa<SwitchStmt, SwitchCase>(S))
    return S && isa<SwitchCase>(S);
  return remembered(Cases, S, [&] {
    return llvm::any_of(S->children(),
                        [this](const Stmt *In) { return hasCase(In); });
  });
}

bool Control::isEnteredInside(const Stmt *S) {
  return hasLabel(S) || hasCase(S);
}

/// Whether \p Case is that of \p Value.
static bool isCaseOf(const ASTContext &Context, const SwitchCase &Case,
                     const llvm::APSInt &Value) {
  const auto *Values = dyn_cast<CaseStmt>(&Case);
  if (!Values)
    return false;
  const llvm::APSInt From = Values->getLHS()->EvaluateKnownConstInt(Context);
  const llvm::APSInt To = Values->getRHS()
                              ? Values->getRHS()->EvaluateKnownConstInt(Context)
                              : From;
  return llvm::APSInt::compareValues(From, Value) <= 0 &&
         llvm::APSInt::compareValues(Value, To) <= 0;
}

/// The case of \p Switch that has \p Value, or else its default; or null.
static const SwitchCase *caseOf(const ASTContext &Context,
                                const SwitchStmt &Switch,
                                const llvm::APSInt &Value) {
  const SwitchCase *Default = nullptr;
  for (const SwitchCase *Case = Switch.getSwitchCaseList(); Case;
       Case = Case->getNextSwitchCase()) {
    if (isCaseOf(Context, *Case, Value))
      return Case;
    if (isa<DefaultStmt>(Case))
      Default = Case;
  }
  return Default;
}

/// Whether \p Label stands in front of \p S, and behind how many others.
static bool isLabelOf(const SwitchCase *Label, const Stmt *S,
                      unsigned &Others) {
  const auto *Case = dyn_cast<SwitchCase>(S);
  for (Others = 0; Case && Case != Label; Others++)
    Case = dyn_cast<SwitchCase>(Case->getSubStmt());
  return Case;
}

bool isDependentCase(const CaseStmt &Case) {
  return Case.getLHS()->isInstantiationDependent() ||
         (Case.getRHS() && Case.getRHS()->isInstantiationDependent());
}

bool isDependentSwitch(const SwitchStmt &Switch) {
  bool IsDependent = Switch.getCond()->isInstantiationDependent();
  for (const SwitchCase *Case = Switch.getSwitchCaseList(); Case;
       Case = Case->getNextSwitchCase())
    if (const auto *Values = dyn_cast<CaseStmt>(Case))
      IsDependent |= isDependentCase(*Values);
  return IsDependent;
}

llvm::SmallVector<int64_t, 1> valuesOf(const ASTContext &Context,
                                       const CaseStmt &Case) {
  llvm::SmallVector<int64_t, 1> Values;
  const llvm::APSInt From = Case.getLHS()->EvaluateKnownConstInt(Context);
  const llvm::APSInt To =
      Case.getRHS() ? Case.getRHS()->EvaluateKnownConstInt(Context) : From;
  if (!From.isSingleWord() || From > To)
    return Values;
  const uint64_t Others = (To - From).getZExtValue();
  for (uint64_t I = 0; I <= (Others < LongRange ? Others : 0); I++)
    Values.push_back((llvm::APInt(From) + I).getSExtValue());
  return Values;
}

ConstantSwitch Control::constantSwitch(const SwitchStmt &Switch) {
  const auto *Body = dyn_cast<CompoundStmt>(Switch.getBody());
  Expr::EvalResult Result;
  if (!Body || isDependentSwitch(Switch) ||
      !Switch.getCond()->EvaluateAsInt(Result, Context))
    return {};
  const SwitchCase *Case = caseOf(Context, Switch, Result.Val.getInt());
  unsigned Labels = 0;
  for (const Stmt *Child : Body->body()) {
    if (Case && isLabelOf(Case, Child, Labels))
      return {Body, Child, Labels};
    if (hasLabel(Child))
      return {};
  }
  // Its case may be inside some statement.
  return Case ? ConstantSwitch() : ConstantSwitch{Body};
}

bool Control::isEndless(const Expr *Condition, bool IfMissing) {
  bool Value = false;
  return Condition ? isConstant(Condition, Value) && Value : IfMissing;
}

/// What \p S, a loop or switch, does before a break would end it: one there, in
/// a statement expression, ends what is around it.
static llvm::SmallVector<const Stmt *, 3> partsInFront(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return {For->getInit()};
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return {For->getInit(), For->getRangeStmt()};
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return {Switch->getInit(), Switch->getConditionVariableDeclStmt(),
            Switch->getCond()};
  return {};
}

/// Whether a break in \p S ends \p Of, a loop or switch around it; if others
/// are between them it names that. One behind what control never passes is
/// none: `case 1: exit(1); break;`.
bool Control::hasBreak(const Stmt *S, const Stmt *Of, bool HasOthers) {
  if (!S)
    return false;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S)) {
    for (const Stmt *Part : partsInFront(S))
      if (hasBreak(Part, Of, HasOthers))
        return true;
    if (!compat::hasNamedLoops(Context.getLangOpts()))
      return false;
    HasOthers = true;
  }
  return remembered(Breaks, std::make_pair(S, Of),
                    [&] { return findBreak(S, Of, HasOthers); });
}

bool Control::findBreak(const Stmt *S, const Stmt *Of, bool HasOthers) {
  const bool InOrder = isa<CompoundStmt>(S);
  const Stmt *Before = nullptr;
  bool Stops = false; ///< control does not get past the statement before
  for (const Stmt *Child : S->children()) {
    Stops |= InOrder && neverPasses(Before);
    Before = nullptr;
    if (Stops && !isEnteredInside(Child))
      continue;
    if (hasBreak(Child, Of, HasOthers))
      return true;
    Stops = false;
    Before = Child;
  }
  const Stmt *Named = compat::namedLoop(S);
  return isa<BreakStmt>(S) && (Named ? Named == Of : !HasOthers);
}

static bool hasDefault(const SwitchStmt *Switch) {
  const SwitchCase *Case = Switch->getSwitchCaseList();
  while (Case && !isa<DefaultStmt>(Case))
    Case = Case->getNextSwitchCase();
  return Case;
}

/// The operands of \p E, `left, right`; else null.
static const BinaryOperator *commaOf(const Expr *E) {
  const auto *Pair = dyn_cast<BinaryOperator>(E);
  return Pair && Pair->getOpcode() == BO_Comma ? Pair : nullptr;
}

static bool callsAnything(const Stmt *S) {
  return S && (isa<CallExpr, CXXConstructExpr>(S) ||
               llvm::any_of(S->children(), callsAnything));
}

bool isUnreachable(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreParenCasts();
  if (const BinaryOperator *Pair = commaOf(E))
    return !callsAnything(Pair->getLHS()) && isUnreachable(Pair->getRHS());
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getBuiltinCallee() == Builtin::BI__builtin_unreachable;
}

bool beginsUnreachable(const Stmt *S) {
  const auto *Braces = dyn_cast<CompoundStmt>(S);
  return Braces
             ? !Braces->body_empty() && beginsUnreachable(Braces->body_front())
             : isUnreachable(S);
}

/// Whether the type of what \p Call calls says that it never returns, as one
/// may of a pointer to it.
static bool isNoReturnByType(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee();
  QualType Type = Callee->hasPlaceholderType(BuiltinType::BoundMember)
                      ? Expr::findBoundMemberType(Callee)
                      : Callee->getType();
  if (Type.isNull())
    return false;
  if (!Type->getPointeeType().isNull())
    Type = Type->getPointeeType();
  const auto *Function = Type->getAs<FunctionType>();
  return Function && Function->getNoReturnAttr();
}

/// Whether what \p Call calls never returns. In a template it may be by its
/// name only that it is known, as __PRETTY_FUNCTION__ among its arguments is
/// not.
static bool callsNoReturn(const CallExpr *Call) {
  const auto IsNoReturn = [](const NamedDecl *D) {
    const auto *Callee = dyn_cast<FunctionDecl>(D->getUnderlyingDecl());
    return Callee && Callee->isNoReturn();
  };
  if (isNoReturnByType(*Call))
    return true;
  if (const FunctionDecl *Callee = Call->getDirectCallee())
    return IsNoReturn(Callee);
  // Of a type that is not known yet another function may be called.
  const auto IsKnown = [](const Expr *E) {
    return !E->isTypeDependent() || isa<PredefinedExpr>(E->IgnoreParens());
  };
  const auto *Names =
      dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParenImpCasts());
  return Names && Names->getNumDecls() > 0 &&
         llvm::all_of(Call->arguments(), IsKnown) &&
         llvm::all_of(Names->decls(), IsNoReturn);
}

/// Whether \p E always calls what never returns; assert(false) does.
bool Control::neverReturns(const Expr *E) {
  if (const BinaryOperator *Pair = commaOf(E))
    return neverReturns(Pair->getLHS()->IgnoreParenCasts()) ||
           neverReturns(Pair->getRHS()->IgnoreParenCasts());
  if (const auto *Statements = dyn_cast<StmtExpr>(E)) // assert(0) of glibc
    return neverPasses(Statements->getSubStmt());
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    return neverReturns(Cleanups->getSubExpr()->IgnoreParenCasts());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const bool Then = neverReturns(Choice->getTrueExpr()->IgnoreParenCasts());
    const bool Else = neverReturns(Choice->getFalseExpr()->IgnoreParenCasts());
    bool Value = false;
    return isConstant(Choice->getCond(), Value) ? (Value ? Then : Else)
                                                : Then && Else;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return isa<CXXThrowExpr>(E) || (Call && callsNoReturn(Call));
}

/// Whether control never comes behind \p Switch, which goes where \p Known
/// says.
bool Control::neverPassesKnown(const SwitchStmt &Switch,
                               const ConstantSwitch &Known) {
  bool IsTaken = false;
  if (hasLabel(Known.Body)) // a goto may lead past what is taken
    return false;
  for (const Stmt *Child : Known.Body->children()) {
    IsTaken |= Child == Known.Taken;
    if (!IsTaken)
      continue;
    if (hasBreak(Child, &Switch))
      return false;
    if (neverPasses(Child))
      return true;
  }
  return false;
}

bool Control::neverPasses(const Stmt *S) {
  return S && remembered(Passes, S, [&] { return isNeverPassed(S); });
}

bool Control::isNeverPassed(const Stmt *S) {
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return neverPasses(Case->getSubStmt());
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return neverPasses(Label->getSubStmt());
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    bool Stops = false;
    for (const Stmt *Child : Compound->body())
      Stops = (Stops && !isEnteredInside(Child)) || neverPasses(Child);
    return Stops;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    bool Value = false;
    if (isConstant(*If, Value))
      return neverPasses(Value ? If->getThen() : If->getElse());
    return neverPasses(If->getElse()) && // mostly there is none
           neverPasses(If->getThen());
  }
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isEndless(For->getCond(), true) && !hasBreak(For->getBody(), S) &&
           !hasBreak(For->getInc(), S);
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return isEndless(While->getCond(), false) && !hasBreak(While->getBody(), S);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return isEndless(Do->getCond(), false) && !hasBreak(Do->getBody(), S);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    const ConstantSwitch Known = constantSwitch(*Switch);
    if (Known.Body)
      return neverPassesKnown(*Switch, Known);
    return hasDefault(Switch) && !hasBreak(Switch->getBody(), S) &&
           neverPasses(Switch->getBody());
  }
  if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt>(S))
    return true;
  const auto *E = dyn_cast<Expr>(S);
  return E && neverReturns(E->IgnoreParenCasts());
}

} // namespace lineprof
