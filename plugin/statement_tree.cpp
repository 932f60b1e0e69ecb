/// \file statement_tree.cpp
/// Adds the statements of functions to a statement map.
#include "plugin/statement_tree.h"

#include "plugin/clang_compat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace lineprof {

StatementTree::StatementTree(ASTContext &Context, StatementMap &Map,
                             const DebugPaths &Debug, bool WithSystem)
    : UnitTree(Context.getSourceManager(), Map, Debug, WithSystem),
      Flow(Context), Branches(Context, Flow, Map, Sources), Context(Context) {}

StatementTree::BreakScope::BreakScope(StatementTree &Tree, const Stmt *Of,
                                      uint32_t U, bool Once)
    : Tree(Tree), Outer(Tree.Breaks), Of(Of), U(U), Once(Once) {
  Tree.Breaks = this;
}

StatementTree::BreakScope::~BreakScope() { Tree.Breaks = Outer; }

uint32_t StatementTree::targetOf(const Stmt *S) const {
  const bool IsContinue = isa<ContinueStmt>(S);
  if (!IsContinue && !isa<BreakStmt>(S))
    return NoUnit;
  const Stmt *Named = compat::namedLoop(S);
  const BreakScope *Ended = Breaks;
  while (Ended && (Named ? Ended->Of != Named
                         : IsContinue && isa<SwitchStmt>(Ended->Of)))
    Ended = Ended->Outer;
  return Ended && (Ended->Once || !IsContinue) ? Ended->U : NoUnit;
}

void StatementTree::noteFunction(const FunctionDecl &F) {
  Functions[F.getBody()] = &F;
  if (F.isDependentContext())
    Templates.insert(F.getBody());
}

void StatementTree::noteBindings(const DecompositionDecl &D) {
  for (const BindingDecl *Name : D.bindings()) {
    const SourceLocation Loc = SM.getExpansionLoc(Name->getLocation());
    const uint32_t File = Sources.file(Loc);
    if (File != NoUnit)
      Map.Files[File].Bindings.insert(Sources.position(Loc));
  }
}

void StatementTree::noteCondition(const Stmt &S) {
  const SourceLocation Loc = conditionLoc(S);
  if (Loc.isValid() && InTemplate)
    Shared.Conditions[Loc] = &S;
  else if (Loc.isValid())
    Branches.note(S, Map.Operands);
}

void StatementTree::noteInitialiser(const CXXCtorInitializer &Init,
                                    uint32_t U) {
  Initialisers[&Init] = U;
}

void StatementTree::linkGotos() {
  for (const auto &[U, Label] : Gotos) {
    const auto Known = Labels.find(Label);
    if (Known != Labels.end() && Known->second != U)
      Map.Labels[U].push_back(Known->second);
  }
}

void StatementTree::noteDead(uint32_t Begin, uint32_t End) {
  if (Body != NoUnit && Begin < End)
    Map.Dead[Body].push_back({Begin, End});
}

auto StatementTree::addCompound(CompoundStmt *S, UnitKind Kind) -> Added {
  Added Result;
  Result.Top = addUnit(S->getSourceRange(), Kind);
  const Scope Inside(*this, Result.Top);
  addChildren(S, Result);
  return Result;
}

void StatementTree::addFunction(const Stmt *Whole, Stmt *S, SourceRange Range) {
  const bool Outer = InTemplate;
  InTemplate |= Templates.count(Whole) != 0;
  const uint32_t U = addBody(S, Range).Top;
  InTemplate = Outer;
  const auto F = Functions.find(Whole);
  if (F != Functions.end() && U != NoUnit)
    Shared.Bodies.push_back({F->second, U});
}

void StatementTree::addStatementExpression(StmtExpr *E) {
  addCompound(E->getSubStmt(), UnitKind::Expression);
}

auto StatementTree::addBody(Stmt *S, SourceRange Range) -> Added {
  Added Result;
  Result.Top = addUnit(Range, UnitKind::Body);
  const Scope Inside(*this, Result.Top);
  const uint32_t OuterBody = Body;
  Body = Result.Top;
  if (auto *C = dyn_cast<CompoundStmt>(S))
    addChildren(C, Result);
  else
    Result = addStatement(S);
  Body = OuterBody;
  return Result;
}

void StatementTree::addChildren(CompoundStmt *S, Added &Result) {
  uint32_t Before = NoUnit;
  uint32_t Top = NoUnit; ///< of the statement before
  const ConstantSwitch Way = S == Chosen.Body ? Chosen : ConstantSwitch();
  SharedChildren Children; ///< in a template
  /// Control does not get past the statement before, or the switch's brace.
  bool Stops = Way.Body || S == SwitchBody;
  for (Stmt *Child : S->body()) {
    if (Way.Body ? Child == Way.Taken || Flow.hasLabel(Child)
                 : isa<SwitchCase, LabelStmt>(Child))
      Stops = false;
    const uint32_t Begin = Map.Units.size();
    const bool IsPart = endsStatement(Child, Top);
    Added A = IsPart ? Added() : addStatement(Child);
    if (InTemplate)
      Children.push_back({Begin, uint32_t(Map.Units.size()), A.First});
    if (IsPart)
      continue;
    if (Child == Way.Taken && A.First != NoUnit) {
      noteDead(A.First, A.First + Way.Labels);
      A.First += Way.Labels; // a unit each
    }
    if (Top != NoUnit && A.Top != NoUnit && Top != A.Top)
      Map.Units[Top].Sibling = A.Top;
    Top = A.Top;
    if (A.First == NoUnit)
      continue;
    if (Stops && (Way.Body || !Flow.isEnteredInside(Child))) {
      noteDead(Begin, Map.Units.size());
      continue;
    }
    if (Result.First == NoUnit && !Stops)
      Result.First = A.First;
    Stops = false;
    linkNext(Before, A.First);
    Before = A.Last;
    if (Flow.neverPasses(Child)) {
      Stops = true;
      Before = NoUnit;
    }
  }
  Result.Last = Before;
  if (InTemplate)
    Shared.Braces[S->getLBracLoc()] = std::move(Children);
}

bool StatementTree::endsStatement(const Stmt *S, uint32_t Before) const {
  const auto *Empty = dyn_cast<NullStmt>(S);
  return Empty && !Empty->hasLeadingEmptyMacro() && Before != NoUnit &&
         Sources.position(SM.getExpansionLoc(S->getBeginLoc())).Line ==
             Map.Units[Before].End.Line;
}

auto StatementTree::addLabel(Stmt *S, UnitKind Kind, Expr *Value, Stmt *Sub)
    -> Added {
  const uint32_t U = addUnit(S->getSourceRange(), Kind);
  const Scope Inside(*this, U);
  noteLoop(U);
  if (const auto *L = dyn_cast<LabelStmt>(S))
    Labels[L->getDecl()] = U;
  walkExpression(Value);
  addToSwitch(S, U);
  const Added A = addStatement(Sub);
  linkNext(U, A.First);
  return {U, A.Last, U, A.Tail};
}

void StatementTree::addToSwitch(const Stmt *S, uint32_t U) {
  if (Switch == NoUnit || U == NoUnit)
    return;
  if (isa<DefaultStmt>(S))
    Map.Units[Switch].Default = U;
  const auto *Case = dyn_cast<CaseStmt>(S);
  if (!Case)
    return;
  const Unit &Label = Map.Units[U];
  uint32_t &First = FirstOnLine[{{Switch, Label.Copy}, Label.Line}];
  First = First ? First : U; // unit 0 is a function's body
  if (IsSwitchShared)
    Shared.Cases[Case->getCaseLoc()] = {Switch, First};
  if (!isDependentCase(*Case))
    for (const int64_t Value : valuesOf(Context, *Case))
      Map.Cases[{Switch, Value}] = First;
}

auto StatementTree::addIf(IfStmt *S) -> Added {
  const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Statement);
  const Scope Inside(*this, U);
  walkExpression(S->getInit());
  walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
  walkExpression(S->getCond());
  IfParts Parts;
  Parts.ThenBegin = Map.Units.size();
  const Added Then = addStatement(S->getThen());
  Parts.ElseBegin = Map.Units.size();
  bool Value = false;
  const bool IsKnown = Flow.isConstant(*S, Value);
  if (!IsKnown) {
    Parts.Condition = Branches.beginOf(*S);
    noteCondition(*S);
  } else if (Then.First != NoUnit && Then.First != U)
    beginApart(); // `if (MACRO) ...`: `if (false) {} else if (...) ...`
  const Added Else = addStatement(S->getElse());
  Parts.Then = Then.First;
  Parts.Else = Else.First;
  if (!IsKnown) {
    if (U != NoUnit && S->getCond() && S->getCond()->isValueDependent())
      Shared.Ifs[S->getIfLoc()] = U;
    addIfParts(U, Parts);
    return {U, U, U, U};
  }
  Parts.Value = Value;
  addIfParts(U, Parts);
  const Stmt *Skipped = Value ? S->getElse() : S->getThen();
  if (Skipped && !Flow.isEnteredInside(Skipped))
    noteDead(Value ? Parts.ElseBegin : Parts.ThenBegin,
             Value ? Map.Units.size() : Parts.ElseBegin);
  const Stmt *Way = Value ? S->getThen() : S->getElse();
  if (Way && beginsUnreachable(Way) && U != NoUnit)
    noteDead(U, U + 1);
  const Added &Taken = Value ? Then : Else;
  return {U, Taken.First == NoUnit ? U : Taken.Last, U, U};
}

void StatementTree::addIfParts(uint32_t U, IfParts Parts) {
  if (U == NoUnit)
    return;
  for (uint32_t *Part : {&Parts.Then, &Parts.Else})
    if (*Part == U) // of a macro all is one statement
      *Part = NoUnit;
    else if (*Part != NoUnit)
      Map.Before[*Part].push_back(U);
  Map.Ifs[U] = Parts;
}

bool StatementTree::isTarget(uint32_t U) const {
  return std::any_of(Map.Units.begin() + U, Map.Units.end(),
                     [U](const Unit &Inside) { return Inside.Target == U; });
}

void StatementTree::noteLoop(uint32_t U) {
  if (U != NoUnit)
    Map.Units[U].HasLoop = true;
}

void StatementTree::noteBody(uint32_t Loop, const Added &Body) {
  noteLoop(Loop);
  if (Loop != NoUnit && Body.First != NoUnit && Body.First != Loop)
    Map.LoopBodies[Loop] = Body.First;
}

auto StatementTree::addFor(ForStmt *S) -> Added {
  // Without init and condition nothing at the top makes code: a unit of its
  // own stands for the entry and another, inside, for the increment.
  const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Loop);
  const Scope Inside(*this, U);
  if (U != NoUnit)
    Map.Units[U].IsEndless = !S->getCond();
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit()))
    if (U != NoUnit)
      Map.Units[U].CleansUp = llvm::any_of(
          D->decls(), [](const Decl *V) { return V->hasAttr<CleanupAttr>(); });
  const uint32_t Init = addInit(S, U);
  const BreakScope Ends(*this, S, U); // not by a break in what is in front
  walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
  walkExpression(S->getCond());
  noteCondition(*S);
  if (S->getInc() && !S->getInit() && !S->getCond()) {
    const uint32_t Inc = addUnit(S->getInc()->getSourceRange(), UnitKind::Loop);
    if (Inc != NoUnit && U != NoUnit)
      Map.Units[Inc].Line = Map.Units[U].Line;
    noteLoop(Inc);
  }
  walkExpression(S->getInc());
  const Added Body = addStatement(S->getBody());
  noteBody(U, Body);
  linkNext(U, Body.First);
  return {Init == NoUnit ? U : Init, NoUnit, U, U};
}

uint32_t StatementTree::addInit(ForStmt *S, uint32_t U) {
  uint32_t Init = NoUnit;
  if (S->getInit() && !S->getCond() && !S->getInc())
    Init = addUnit(S->getInit()->getSourceRange(), UnitKind::Statement);
  const Scope Inside(*this, Init);
  if (Init != NoUnit && U != NoUnit)
    Map.Units[Init].Line = Map.Units[U].Line;
  walkExpression(S->getInit());
  linkNext(Init, U);
  return Init;
}

auto StatementTree::addWhile(WhileStmt *S) -> Added {
  const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Loop);
  const Scope Inside(*this, U);
  const BreakScope Ends(*this, S, U);
  walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
  walkExpression(S->getCond());
  noteCondition(*S);
  const Added Body = addStatement(S->getBody());
  noteBody(U, Body);
  linkNext(U, Body.First);
  return {U, NoUnit, U, U};
}

auto StatementTree::addDo(DoStmt *S) -> Added {
  // Macros are made of `do { } while (0)`, which is no loop.
  bool Value = true;
  const bool Once = Flow.isConstant(S->getCond(), Value) && !Value;
  const uint32_t U =
      addUnit(S->getSourceRange(), Once ? UnitKind::Statement : UnitKind::Loop);
  const Scope Inside(*this, U);
  const BreakScope Ends(*this, S, U, Once);
  const Added Body = addStatement(S->getBody());
  if (!Once)
    noteLoop(U);
  const bool IsEmpty = Once && Body.First == NoUnit;
  // Code of `while (0)` is jumps from the ends of braces that a macro closes
  // at the same place.
  const uint32_t Condition =
      addUnit(SourceRange(S->getWhileLoc(), S->getEndLoc()),
              Once && !IsEmpty ? UnitKind::Compound : UnitKind::Statement);
  const Scope InCondition(*this, Condition);
  walkExpression(S->getCond());
  if (!Once)
    noteCondition(*S);
  linkNext(U, Body.First != NoUnit ? Body.First : Condition);
  if (!Once && U != NoUnit) {
    Map.Units[U].DoCondition = Condition;
    linkNext(Body.Last, Condition);
  }
  // A break would pass by what is last in the body.
  const bool FallsOut = Once && U != NoUnit && !isTarget(U);
  const uint32_t Last = FallsOut ? Body.Last : NoUnit;
  return {U, IsEmpty ? Condition : Last, U, U};
}

auto StatementTree::addRangeFor(CXXForRangeStmt *S) -> Added {
  const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Loop);
  const Scope Inside(*this, U);
  walkExpression(S->getInit());
  walkExpression(S->getRangeInit());
  const BreakScope Ends(*this, S, U);
  if (auto *D = dyn_cast<DecompositionDecl>(S->getLoopVariable()))
    noteBindings(*D);
  noteBody(U, addStatement(S->getBody()));
  return {U, NoUnit, U, U};
}

auto StatementTree::addExpansion(Stmt *Pattern) -> Added {
  const uint32_t U = addUnit(Pattern->getSourceRange(), UnitKind::Loop);
  const Scope Inside(*this, U);
  const BreakScope Ends(*this, Pattern, U);
  CompoundStmt *Braces = nullptr;
  for (Stmt *Child : Pattern->children())
    if (auto *C = dyn_cast_or_null<CompoundStmt>(Child))
      Braces = C;
    else
      walkExpression(Child);
  noteBody(U, addStatement(Braces));
  return {U, NoUnit, U, U};
}

auto StatementTree::addSwitch(SwitchStmt *S) -> Added {
  const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Statement);
  const Scope Inside(*this, U);
  walkExpression(S->getInit());
  walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
  walkExpression(S->getCond());
  const BreakScope Ends(*this, S, U);
  const uint32_t Outer = Switch;
  const bool IsOuterShared = IsSwitchShared;
  Switch = U;
  IsSwitchShared = isDependentSwitch(*S);
  const ConstantSwitch Known = Flow.constantSwitch(*S);
  if (Known.Body)
    Chosen = Known;
  const auto *Braces = dyn_cast<CompoundStmt>(S->getBody());
  const bool IsDependent = Braces && IsSwitchShared;
  const bool WasInTemplate = InTemplate;
  InTemplate |= IsDependent;
  SwitchBody = S->getBody();
  const Added Body = addStatement(S->getBody());
  InTemplate = WasInTemplate;
  Switch = Outer;
  IsSwitchShared = IsOuterShared;
  if (Known.Body)
    linkNext(U, Body.First);
  if (IsDependent && U != NoUnit) {
    Shared.Switches[S->getSwitchLoc()] = U;
    linkLabels(U, *Braces);
  }
  const bool MayPass = IsDependent || (Known.Body && Body.First == NoUnit);
  return {U, MayPass ? U : NoUnit, U, U};
}

void StatementTree::linkLabels(uint32_t Switch, const CompoundStmt &Braces) {
  for (const SharedChild &C : Shared.Braces[Braces.getLBracLoc()])
    for (uint32_t Label = C.First;
         Label < C.End && Map.Units[Label].Kind == UnitKind::Case; Label++)
      Map.Before[Label].push_back(Switch);
}

void StatementTree::linkTry(uint32_t Try, const CXXConstructorDecl *Of,
                            uint32_t Block) {
  if (Of)
    for (const CXXCtorInitializer *Init : Of->inits())
      if (Init->isWritten()) {
        const uint32_t U = Initialisers.lookup(Init);
        linkNext(Try, U);
        Try = U;
      }
  linkNext(Try, Block);
}

auto StatementTree::addTry(CXXTryStmt *S) -> Added {
  const auto *Of = dyn_cast_or_null<CXXConstructorDecl>(Functions.lookup(S));
  const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Statement);
  const Scope Inside(*this, U);
  if (U != NoUnit)
    Map.Units[U].IsOfConstructor = Of != nullptr;
  const Added Block = addCompound(S->getTryBlock());
  linkTry(U, Of, Block.First);
  for (unsigned I = 0; I < S->getNumHandlers(); I++) {
    CXXCatchStmt *Handler = S->getHandler(I);
    const uint32_t H = addUnit(Handler->getSourceRange(), UnitKind::Handler);
    const Scope InHandler(*this, H);
    linkNext(H, addStatement(Handler->getHandlerBlock()).First);
  }
  return {U, Block.First == NoUnit ? U : Block.Last, U, U};
}

auto StatementTree::addPlain(Stmt *S) -> Added {
  UnitKind Kind = UnitKind::Statement;
  if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt>(S))
    Kind = UnitKind::Jump;
  const uint32_t Begin = Map.Units.size();
  const uint32_t U = addUnit(compat::rangeOf(S, SM), Kind);
  const Scope Inside(*this, U);
  walkExpression(S);
  if (isUnreachable(S)) // nothing of a macro that it may be the last of
    noteDead(Begin, Map.Units.size());
  if (U != NoUnit)
    Map.Units[U].Target = targetOf(S);
  if (const auto *G = dyn_cast<GotoStmt>(S); G && U != NoUnit)
    Gotos.push_back({U, G->getLabel()});
  return {U, Kind == UnitKind::Jump ? NoUnit : U, U, U};
}

/// Whether \p Child, of \p S, is a statement of its own.
static bool isStatementIn(const Stmt *S, const Stmt *Child) {
  return Child && (!isa<Expr>(Child) || compat::isInFront(S));
}

static bool holdsStatements(const Stmt *S) {
  return !isa<Expr>(S) && llvm::any_of(S->children(), [S](const Stmt *Child) {
    return isStatementIn(S, Child);
  });
}

auto StatementTree::addOther(Stmt *S) -> Added {
  const uint32_t U = addUnit({S->getBeginLoc(), compat::endOf(S, SM)},
                             isa<ObjCAtCatchStmt>(S) ? UnitKind::Handler
                                                     : UnitKind::Statement);
  const Scope Inside(*this, U);
  llvm::SmallVector<Added, 2> Parts;
  for (Stmt *Child : S->children())
    if (isStatementIn(S, Child))
      Parts.push_back(addStatement(Child));
    else
      walkExpression(Child);
  linkNext(U, Parts.front().First);
  if (Parts.size() > 1)
    return {U, NoUnit, U, U};
  return {U, Parts.front().First == NoUnit ? U : Parts.front().Last, U, U};
}

auto StatementTree::addStatement(Stmt *S) -> Added {
  if (!S)
    return {};
  if (auto *C = dyn_cast<CompoundStmt>(S)) {
    if (!C->body_empty() || !C->getBeginLoc().isMacroID())
      return addCompound(C);
    // What a macro that is switched off leaves is a statement all the same.
    const uint32_t U = addUnit(C->getSourceRange(), UnitKind::Statement);
    return {U, U, U, U};
  }
  if (auto *C = dyn_cast<CaseStmt>(S))
    return addLabel(C, UnitKind::Case, C->getLHS(), C->getSubStmt());
  if (auto *D = dyn_cast<DefaultStmt>(S))
    return addLabel(D, UnitKind::Case, nullptr, D->getSubStmt());
  if (auto *L = dyn_cast<LabelStmt>(S))
    return addLabel(L, UnitKind::Label, nullptr, L->getSubStmt());
  if (auto *A = dyn_cast<AttributedStmt>(S))
    return isa<NullStmt>(A->getSubStmt()) ? addPlain(A)
                                          : addStatement(A->getSubStmt());
  if (auto *I = dyn_cast<IfStmt>(S))
    return addIf(I);
  if (auto *F = dyn_cast<ForStmt>(S))
    return addFor(F);
  if (auto *W = dyn_cast<WhileStmt>(S))
    return addWhile(W);
  if (auto *D = dyn_cast<DoStmt>(S))
    return addDo(D);
  if (auto *R = dyn_cast<CXXForRangeStmt>(S))
    return addRangeFor(R);
  if (auto *W = dyn_cast<SwitchStmt>(S))
    return addSwitch(W);
  if (auto *T = dyn_cast<CXXTryStmt>(S))
    return addTry(T);
  if (auto *D = dyn_cast<OMPExecutableDirective>(S))
    return addDirective(D);
  if (Stmt *Later = compat::deferredBody(S)) {
    // Without code here. What is to be done comes at the scope's end: behind
    // the last statement at once.
    const uint32_t U = addUnit(S->getBeginLoc(), UnitKind::Statement);
    linkNext(U, addStatement(Later).First);
    return {U, U, U, U};
  }
  if (Stmt *Pattern = compat::expansionPattern(S))
    return addExpansion(Pattern);
  return holdsStatements(S) ? addOther(S) : addPlain(S);
}

} // namespace lineprof
