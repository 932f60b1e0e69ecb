/// \file statements.cpp
/// Walks the AST and builds the statement map.
#include "plugin/statements.h"

#include "plugin/clang_compat.h"
#include "plugin/control.h"
#include "plugin/instances.h"
#include "plugin/pointer_types.h"
#include "plugin/system_headers.h"
#include "plugin/unit_tree.h"
#include "plugin/variables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

using namespace clang;

namespace lineprof {

namespace {

/// Adds the statements of one unit to a map.
class Builder : public RecursiveASTVisitor<Builder>, UnitTree {
  using Base = RecursiveASTVisitor<Builder>;

public:
  Builder(ASTContext &Context, StatementMap &Map, const DebugPaths &Debug,
          bool WithSystem)
      : UnitTree(Context.getSourceManager(), Map, Debug, WithSystem),
        Context(Context), Globals(Context, Map, Sources),
        Pointers(Context, Map, Sources), WithSystem(WithSystem) {}

  bool shouldVisitImplicitCode() const { return false; }
  SharedUnits &shared() { return Shared; }
  PointerTypes &pointers() { return Pointers; }

  void noteInstance(const VarDecl &D) { Globals.note(D); }

  /// A goto may stand before its label. One from a macro to a label in it is
  /// a part of the one statement that the macro is.
  void linkGotos() {
    for (const auto &[U, Label] : Gotos) {
      const auto Known = Labels.find(Label);
      if (Known != Labels.end() && Known->second != U)
        Map.Labels[U] = Known->second;
    }
  }

  // Unless the bodies of system headers are to be counted, they are not read:
  // that is most of the time that a C++ unit would take.
  bool TraverseDecl(Decl *D) {
    if (D && !WithSystem && !isa<TranslationUnitDecl>(D) &&
        D->getLocation().isValid() && D->getLexicalDeclContext() &&
        D->getLexicalDeclContext()->isFileContext() && !isa<NamespaceDecl>(D)) {
      const SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
      if (isInSystemHeader(SM, Loc)) {
        Sources.noteSystem(Loc);
        return true;
      }
    }
    const auto *Class = dyn_cast_or_null<CXXRecordDecl>(D);
    const Scope Inside(*this,
                       Class && Class->isThisDeclarationADefinition()
                           ? addUnit(D->getSourceRange(), UnitKind::Class)
                           : NoUnit);
    return Base::TraverseDecl(D);
  }

  // In-class initialisers and those of globals are code with no statement.
  bool TraverseFieldDecl(FieldDecl *D) {
    const uint32_t U = D->hasInClassInitializer()
                           ? addUnit(D->getSourceRange(), UnitKind::Statement)
                           : NoUnit;
    const uint32_t Outer = Maker;
    if (U != NoUnit)
      Maker = Map.Units[U].Class = classNumber(D->getParent());
    const bool Whole = Base::TraverseFieldDecl(D);
    Maker = Outer;
    return Whole;
  }

  bool VisitExpr(Expr *E) {
    if (Maker == 0 || !E->isPRValue())
      return true;
    if (const CXXRecordDecl *Made = E->getType()->getAsCXXRecordDecl())
      Map.Makes[Maker].insert(classNumber(Made));
    return true;
  }

  // To use a name of `auto [a, b]` is, by debug locations, to go where it is
  // declared.
  bool VisitDecompositionDecl(DecompositionDecl *D) {
    for (const BindingDecl *Name : D->bindings()) {
      const SourceLocation Loc = SM.getExpansionLoc(Name->getLocation());
      const uint32_t File = Sources.file(Loc);
      if (File != NoUnit)
        Map.Files[File].Bindings.insert(Sources.position(Loc));
    }
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *D) {
    if (D->doesThisDeclarationHaveABody()) {
      Functions[D->getBody()] = D;
      noteTemplate(*D);
      Pointers.note(*D);
    }
    if (D->isDefaulted()) // code of a file that may have no statements
      Sources.file(SM.getExpansionLoc(D->getLocation()));
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *E) {
    Functions[E->getBody()] = E->getCallOperator();
    noteTemplate(*E->getCallOperator());
    Pointers.note(*E->getCallOperator());
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    Pointers.note(*E);
    return true;
  }

  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    Pointers.note(*E);
    return true;
  }

  bool VisitVarDecl(VarDecl *D) {
    Globals.note(*D);
    return true;
  }

  bool TraverseVarDecl(VarDecl *D) {
    if (!D->isFileVarDecl() || !D->hasInit())
      return Base::TraverseVarDecl(D);
    const Scope Inside(*this,
                       addUnit(D->getSourceRange(), UnitKind::Statement));
    return Base::TraverseVarDecl(D);
  }

  bool TraverseConstructorInitializer(CXXCtorInitializer *Init) {
    if (!Init->isWritten())
      return true;
    const uint32_t U = addUnit(Init->getSourceRange(), UnitKind::Statement);
    Initialisers[Init] = U;
    const Scope Inside(*this, U);
    return Base::TraverseConstructorInitializer(Init);
  }

  // Every statement that is not an expression comes through here: bodies of
  // functions, lambdas, blocks and statement expressions start with a compound.
  bool TraverseCompoundStmt(CompoundStmt *S) {
    addFunction(S, S, S->getSourceRange());
    return true;
  }
  // A coroutine returns from where its name is. There its promise stands, too.
  bool TraverseCoroutineBodyStmt(CoroutineBodyStmt *S) {
    addFunction(S, S->getBody(),
                {S->getPromiseDecl()->getLocation(), S->getEndLoc()});
    return true;
  }
  bool TraverseStmtExpr(StmtExpr *E) {
    addCompound(E->getSubStmt(), UnitKind::Expression);
    return true;
  }
  bool TraverseCXXTryStmt(CXXTryStmt *S) { // a function's body can be one
    addFunction(S, S, S->getSourceRange());
    return true;
  }

private:
  /// Makes a unit what break ends while it lives; what continue does, too, if
  /// it is \p Once that it runs.
  struct BreakScope {
    BreakScope(Builder &B, uint32_t U, bool Once = false)
        : B(B), Break(B.BreakTarget), Continue(B.ContinueTarget) {
      B.BreakTarget = U;
      B.ContinueTarget = Once ? U : NoUnit;
    }
    ~BreakScope() {
      B.BreakTarget = Break;
      B.ContinueTarget = Continue;
    }
    Builder &B;
    uint32_t Break;
    uint32_t Continue;
  };

  /// Notes the body of \p F, if it is a template or in one.
  void noteTemplate(const FunctionDecl &F) {
    if (F.isDependentContext())
      Templates.insert(F.getBody());
  }

  uint32_t classNumber(const RecordDecl *Class) {
    return Classes.insert({Class, Classes.size() + 1}).first->second;
  }

  /// What \p S is for control: the first unit that it comes to, and whether
  /// control only falls off its end.
  struct Added {
    uint32_t First = NoUnit;
    uint32_t Last = NoUnit; ///< set if control leaves there, and only there
    uint32_t Top = NoUnit;  ///< the unit of the statement itself
    uint32_t Tail = NoUnit; ///< the one behind its labels
  };

  /// Looks for lambdas, blocks and statement expressions inside \p S.
  void walkExpression(Stmt *S) {
    if (S)
      Base::TraverseStmt(S);
  }

  void noteDead(uint32_t Begin, uint32_t End) {
    if (Body != NoUnit && Begin < End)
      Map.Dead[Body].push_back({Begin, End});
  }

  Added addCompound(CompoundStmt *S, UnitKind Kind = UnitKind::Compound) {
    Added Result;
    Result.Top = addUnit(S->getSourceRange(), Kind);
    const Scope Inside(*this, Result.Top);
    addChildren(S, Result);
    return Result;
  }

  /// Adds \p S, all of \p Whole, which is the body of a function or of code
  /// that is like one.
  void addFunction(const Stmt *Whole, Stmt *S, SourceRange Range) {
    const bool Outer = InTemplate;
    InTemplate |= Templates.count(Whole) != 0;
    const uint32_t U = addBody(S, Range).Top;
    InTemplate = Outer;
    const auto F = Functions.find(Whole);
    if (F != Functions.end() && U != NoUnit)
      Shared.Bodies.push_back({F->second, U});
  }

  /// \p S is all that a function has, which may be one that clang makes of it
  /// for threads; with what \p Range has in front of it.
  Added addBody(Stmt *S, SourceRange Range) {
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

  void addChildren(CompoundStmt *S, Added &Result) {
    uint32_t Before = NoUnit;
    uint32_t Top = NoUnit; ///< of the statement before
    const ConstantSwitch Way = S == Chosen.Body ? Chosen : ConstantSwitch();
    SharedChildren Children; ///< in a template
    /// Control does not get past the statement before, or the switch's brace.
    bool Stops = Way.Body || S == SwitchBody;
    for (Stmt *Child : S->body()) {
      if (Way.Body ? Child == Way.Taken || hasLabel(Child)
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
      if (Stops && (Way.Body || !isEnteredInside(Child))) {
        noteDead(Begin, Map.Units.size());
        continue;
      }
      if (Result.First == NoUnit && !Stops)
        Result.First = A.First;
      Stops = false;
      linkNext(Before, A.First);
      Before = A.Last;
      if (neverPasses(Context, Child)) {
        Stops = true;
        Before = NoUnit;
      }
    }
    Result.Last = Before;
    if (InTemplate)
      Shared.Braces[S->getLBracLoc()] = std::move(Children);
  }

  /// Whether \p S is the semicolon behind what a macro made of \p Before. That
  /// behind a macro that makes nothing is a statement of its own.
  bool endsStatement(const Stmt *S, uint32_t Before) const {
    const auto *Empty = dyn_cast<NullStmt>(S);
    return Empty && !Empty->hasLeadingEmptyMacro() && Before != NoUnit &&
           Sources.position(SM.getExpansionLoc(S->getBeginLoc())).Line ==
               Map.Units[Before].End.Line;
  }

  /// A label, case or default before a statement.
  Added addLabel(Stmt *S, UnitKind Kind, Expr *Value, Stmt *Sub) {
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

  /// Notes where \p S, a label of any kind, is among the cases of its switch.
  void addToSwitch(const Stmt *S, uint32_t U) {
    if (Switch == NoUnit || U == NoUnit)
      return;
    if (isa<DefaultStmt>(S))
      Map.Units[Switch].Target = U;
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

  Added addIf(IfStmt *S) {
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
    const bool IsKnown = isConstant(Context, *S, Value);
    // `if (MACRO) ...`, which is `if (false) {} else if (...) ...`.
    if (IsKnown && Then.First != NoUnit && Then.First != U)
      beginApart();
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
    if (Skipped && !isEnteredInside(Skipped))
      noteDead(Value ? Parts.ElseBegin : Parts.ThenBegin,
               Value ? Map.Units.size() : Parts.ElseBegin);
    const Stmt *Way = Value ? S->getThen() : S->getElse();
    if (Way && beginsUnreachable(Way) && U != NoUnit)
      noteDead(U, U + 1);
    const Added &Taken = Value ? Then : Else;
    return {U, Taken.First == NoUnit ? U : Taken.Last, U, U};
  }

  void addIfParts(uint32_t U, IfParts Parts) {
    if (U == NoUnit)
      return;
    for (uint32_t *Part : {&Parts.Then, &Parts.Else})
      if (*Part == U) // of a macro all is one statement
        *Part = NoUnit;
      else if (*Part != NoUnit)
        Map.Before[*Part].push_back(U);
    Map.Ifs[U] = Parts;
  }

  /// Whether a jump inside of \p U, which was added last, ends it.
  bool isTarget(uint32_t U) const {
    return std::any_of(Map.Units.begin() + U, Map.Units.end(),
                       [U](const Unit &Inside) { return Inside.Target == U; });
  }

  void noteLoop(uint32_t U) {
    if (U != NoUnit)
      Map.Units[U].HasLoop = true;
  }

  void noteBody(uint32_t Loop, const Added &Body) {
    noteLoop(Loop);
    if (Loop != NoUnit && Body.First != NoUnit && Body.First != Loop)
      Map.LoopBodies[Loop] = Body.First;
  }

  Added addFor(ForStmt *S) {
    // Without init and condition nothing at the top makes code: a unit of its
    // own stands for the entry and another, inside, for the increment.
    const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Loop);
    const Scope Inside(*this, U);
    const BreakScope Breaks(*this, U);
    if (U != NoUnit)
      Map.Units[U].IsEndless = !S->getCond();
    if (const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit()))
      if (U != NoUnit)
        Map.Units[U].CleansUp = llvm::any_of(D->decls(), [](const Decl *V) {
          return V->hasAttr<CleanupAttr>();
        });
    const uint32_t Init = addInit(S, U);
    walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
    walkExpression(S->getCond());
    if (S->getInc() && !S->getInit() && !S->getCond()) {
      const uint32_t Inc =
          addUnit(S->getInc()->getSourceRange(), UnitKind::Loop);
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

  /// What the loop \p U begins with. Where that is all of its head it is a
  /// statement in front, which is returned: the turns have no code, and are a
  /// visit each.
  uint32_t addInit(ForStmt *S, uint32_t U) {
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

  Added addWhile(WhileStmt *S) {
    const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Loop);
    const Scope Inside(*this, U);
    const BreakScope Breaks(*this, U);
    walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
    walkExpression(S->getCond());
    const Added Body = addStatement(S->getBody());
    noteBody(U, Body);
    linkNext(U, Body.First);
    return {U, NoUnit, U, U};
  }

  Added addDo(DoStmt *S) {
    // Macros are made of `do { } while (0)`, which is no loop.
    bool Value = true;
    const bool Once = isConstant(Context, S->getCond(), Value) && !Value;
    const uint32_t U = addUnit(S->getSourceRange(),
                               Once ? UnitKind::Statement : UnitKind::Loop);
    const Scope Inside(*this, U);
    const BreakScope Breaks(*this, U, Once);
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

  Added addRangeFor(CXXForRangeStmt *S) {
    const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Loop);
    const Scope Inside(*this, U);
    const BreakScope Breaks(*this, U);
    walkExpression(S->getInit());
    walkExpression(S->getRangeInit());
    if (auto *D = dyn_cast<DecompositionDecl>(S->getLoopVariable()))
      VisitDecompositionDecl(D);
    noteBody(U, addStatement(S->getBody()));
    return {U, NoUnit, U, U};
  }

  Added addDirective(OMPExecutableDirective *D) {
    auto *Sub = D->hasAssociatedStmt() && !D->isStandaloneDirective()
                    ? const_cast<Stmt *>(D->getRawStmt())
                    : nullptr;
    if (!Sub)
      return addPlain(D);
    const uint32_t U =
        addUnit({D->getBeginLoc(), Sub->getEndLoc()}, UnitKind::Directive);
    const Scope Inside(*this, U);
    const OpenMPDirectiveKind Kind = D->getDirectiveKind();
    // With -fopenmp-simd it is code like any other.
    if (!Context.getLangOpts().OpenMPSimd &&
        (isOpenMPParallelDirective(Kind) || isOpenMPTaskingDirective(Kind) ||
         isOpenMPTeamsDirective(Kind) ||
         isOpenMPTargetExecutionDirective(Kind)))
      addBody(Sub, Sub->getSourceRange());
    else
      linkNext(U, addStatement(Sub).First);
    return {U, U, U, U};
  }

  Added addSwitch(SwitchStmt *S) {
    const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Statement);
    const Scope Inside(*this, U);
    const uint32_t Outside = ContinueTarget;
    const BreakScope Breaks(*this, U);
    ContinueTarget = Outside;
    walkExpression(S->getInit());
    walkExpression(const_cast<DeclStmt *>(S->getConditionVariableDeclStmt()));
    walkExpression(S->getCond());
    const uint32_t Outer = Switch;
    const bool IsOuterShared = IsSwitchShared;
    Switch = U;
    IsSwitchShared = isDependentSwitch(*S);
    const ConstantSwitch Known = constantSwitch(Context, *S);
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

  /// Each label in its \p Braces may be what control comes to from \p Switch.
  void linkLabels(uint32_t Switch, const CompoundStmt &Braces) {
    for (const SharedChild &C : Shared.Braces[Braces.getLBracLoc()])
      for (uint32_t Label = C.First;
           Label < C.End && Map.Units[Label].Kind == UnitKind::Case; Label++)
        Map.Before[Label].push_back(Switch);
  }

  /// What control comes to in \p S before its \p Block: of a constructor, what
  /// it initialises.
  uint32_t firstIn(const CXXTryStmt &S, uint32_t Block) const {
    const auto *Of = dyn_cast_or_null<CXXConstructorDecl>(Functions.lookup(&S));
    if (Of)
      for (const CXXCtorInitializer *Init : Of->inits())
        if (Init->isWritten())
          return Initialisers.lookup(Init);
    return Block;
  }

  Added addTry(CXXTryStmt *S) {
    const uint32_t U = addUnit(S->getSourceRange(), UnitKind::Statement);
    const Scope Inside(*this, U);
    const Added Block = addCompound(S->getTryBlock());
    linkNext(U, firstIn(*S, Block.First));
    for (unsigned I = 0; I < S->getNumHandlers(); I++) {
      CXXCatchStmt *Handler = S->getHandler(I);
      const uint32_t H = addUnit(Handler->getSourceRange(), UnitKind::Handler);
      const Scope InHandler(*this, H);
      linkNext(H, addStatement(Handler->getHandlerBlock()).First);
    }
    return {U, Block.First == NoUnit ? U : Block.Last, U, U};
  }

  Added addPlain(Stmt *S) {
    UnitKind Kind = UnitKind::Statement;
    if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt>(S))
      Kind = UnitKind::Jump;
    const uint32_t Begin = Map.Units.size();
    const uint32_t U = addUnit(compat::rangeOf(S, SM), Kind);
    const Scope Inside(*this, U);
    walkExpression(S);
    if (isUnreachable(S)) // nothing of a macro that it may be the last of
      noteDead(Begin, Map.Units.size());
    const uint32_t Ended = isa<BreakStmt>(S)      ? BreakTarget
                           : isa<ContinueStmt>(S) ? ContinueTarget
                                                  : NoUnit;
    if (U != NoUnit && Ended != NoUnit)
      Map.Units[U].Target = Ended;
    if (const auto *G = dyn_cast<GotoStmt>(S); G && U != NoUnit)
      Gotos.push_back({U, G->getLabel()});
    return {U, Kind == UnitKind::Jump ? NoUnit : U, U, U};
  }

  Added addStatement(Stmt *S) {
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
    return addPlain(S);
  }

  ASTContext &Context;
  Variables Globals;
  PointerTypes Pointers;
  const bool WithSystem;
  uint32_t BreakTarget = NoUnit;
  uint32_t ContinueTarget = NoUnit; ///< what is left by it
  uint32_t Switch = NoUnit;         ///< around the statement at hand
  bool IsSwitchShared = false;      ///< it depends on a template's arguments
  const Stmt *SwitchBody = nullptr; ///< of one, which comes next or did
  ConstantSwitch Chosen;            ///< the one whose body comes next
  /// The bodies of templates.
  llvm::DenseSet<const Stmt *> Templates;
  /// Control in what is added is known in instances only.
  bool InTemplate = false;
  uint32_t Body = NoUnit; ///< of the function around it
  /// The first case on a line, by the switch's unit and the copy of the file.
  llvm::DenseMap<std::pair<std::pair<uint32_t, uint32_t>, uint32_t>, uint32_t>
      FirstOnLine;
  llvm::DenseMap<const RecordDecl *, uint32_t> Classes;
  uint32_t Maker = 0; ///< the class whose member's initialiser is walked
  llvm::DenseMap<const Stmt *, const FunctionDecl *> Functions; ///< by body
  llvm::DenseMap<const CXXCtorInitializer *, uint32_t> Initialisers;
  SharedUnits Shared;
  llvm::DenseMap<const LabelDecl *, uint32_t> Labels;
  std::vector<std::pair<uint32_t, const LabelDecl *>> Gotos;
};

} // namespace

/// Files are known by both names; what one is called counts more than what
/// another is called in debug locations.
static void indexDebugPaths(StatementMap &Map) {
  for (uint32_t File = 0; File < Map.Files.size(); File++)
    Map.FileIndex.insert({Map.Files[File].DebugPath, File});
}

void buildStatementMap(ASTContext &Context, const DebugPaths &Debug,
                       bool WithSystem,
                       llvm::ArrayRef<const VarDecl *> Instances) {
  StatementMap &Map = statementMap();
  Map = StatementMap();
  Builder Statements(Context, Map, Debug, WithSystem);
  Statements.TraverseDecl(Context.getTranslationUnitDecl());
  Statements.linkGotos();
  nameFunctions(Context, Map, Statements.shared(), Statements.pointers(),
                WithSystem);
  for (const VarDecl *Instance : Instances)
    Statements.noteInstance(*Instance);
  indexDebugPaths(Map);
  Map.SeenFiles = Map.Files.size();
  for (SourceFile &File : Map.Files)
    std::stable_sort(File.Units.begin(), File.Units.end(),
                     [&Map](uint32_t A, uint32_t B) {
                       return Map.Units[A].Begin < Map.Units[B].Begin;
                     });
}

} // namespace lineprof
