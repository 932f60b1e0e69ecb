/// \file instances.cpp
/// Names functions whose place in the source does not tell which they are:
/// instances of templates, and those in files that are included several times;
/// and those that would be taken for clang's own by their debug information.
#include "plugin/instances.h"

#include "plugin/conditions.h"
#include "plugin/control.h"
#include "plugin/linkage_names.h"
#include "plugin/pointer_types.h"
#include "plugin/system_headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace lineprof {

/// Notes that \p Body is that of \p F.
static void nameBody(StatementMap &Map, ASTNameGenerator &Names,
                     const FunctionDecl &F, uint32_t Body) {
  for (const std::string &Name : linkageNames(Names, F))
    if (!isNumbered(Name))
      Map.OwnBodies[Name] = Body;
}

namespace {

/// What is known of an instance alone.
struct Instance {
  const FunctionDecl *In = nullptr;          ///< null: in no function
  llvm::DenseMap<uint32_t, bool> Conditions; ///< that are constant
  SwitchWays Switches;
  OperandMap Operands;
};

/// Reads the functions that are made of templates: their conditions, and which
/// bodies are theirs.
class ConditionReader : public RecursiveASTVisitor<ConditionReader> {
  using Base = RecursiveASTVisitor<ConditionReader>;

public:
  ConditionReader(ASTContext &Context, StatementMap &Map, SharedUnits &Shared,
                  PointerTypes &Pointers, Conditions &Branches, bool WithSystem)
      : Context(Context), Flow(Context), Map(Map), Shared(Shared),
        Pointers(Pointers), Branches(Branches), Names(Context),
        WithSystem(WithSystem) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    const SourceManager &SM = Context.getSourceManager();
    const bool IsSkipped =
        D && !WithSystem && isa<NamedDecl>(D) && !isa<NamespaceDecl>(D) &&
        D->getLocation().isValid() &&
        isInSystemHeader(SM, SM.getExpansionLoc(D->getLocation()));
    return IsSkipped || Base::TraverseDecl(D);
  }
  bool TraverseStmt(Stmt *) { return true; } // they are read below

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasInit() && !V->isTemplated())
      readInitialiser(*V->getInit());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *D) {
    const Expr *Init = D->isTemplated() ? nullptr : D->getInClassInitializer();
    if (Init) // one that no constructor needs is not made
      readInitialiser(*Init);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      readFunction(F);
    return true;
  }

private:
  void readFunction(const FunctionDecl *F) {
    Pointers.note(*F);
    const auto Body = Shared.RepeatedBodies.find(F->getBody()->getBeginLoc());
    if (Body != Shared.RepeatedBodies.end())
      nameBody(Map, Names, *F, Body->second);
    Instance Known;
    Known.In = F;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        if (Init->isWritten())
          readConditions(Init->getInit(), Known);
    readConditions(F->getBody(), Known);
    addOperands(Known);
    if (Known.Conditions.empty() && Known.Switches.Next.empty() &&
        Known.Switches.Cases.empty() && Known.Switches.Dead.empty())
      return;
    for (const std::string &Name : linkageNames(Names, *F)) {
      Map.Conditions[Name] = Known.Conditions;
      Map.Switches[Name] = Known.Switches;
    }
  }

  /// Of a variable or a member: its lambdas, and what it asks.
  void readInitialiser(const Expr &Init) {
    Instance OfNoFunction;
    readConditions(&Init, OfNoFunction);
    addShared(OfNoFunction.Operands);
  }

  /// Instances mostly ask the same: what the first one does is said of all, and
  /// each that differs has all of its own.
  void addOperands(const Instance &Known) {
    bool Differs = false;
    for (const auto &[Place, Asked] : Known.Operands) {
      const auto [Same, IsFirst] = Map.Operands.insert({Place, Asked});
      Differs |= !IsFirst && Same->second != Asked;
    }
    if (!Differs)
      return;
    for (const std::string &Name : linkageNames(Names, *Known.In))
      if (isNumbered(Name))
        addShared(Known.Operands);
      else
        Map.OwnOperands[Name] = Known.Operands;
  }

  /// Of what cannot be told by a name.
  void addShared(const OperandMap &Operands) {
    for (const auto &[Place, Asked] : Operands)
      for (const Operand &O : Asked)
        addOperand(Map.Operands[Place], O);
  }

  /// Notes what \p S asks in this instance, if it is a template's condition.
  void readOperands(const Stmt &S, OperandMap &Operands) {
    const SourceLocation Loc = conditionLoc(S);
    const auto Read =
        Loc.isValid() ? Shared.Conditions.find(Loc) : Shared.Conditions.end();
    if (Read == Shared.Conditions.end())
      return;
    Read->second = nullptr;
    Branches.note(S, Operands);
  }

  void readConditions(const Stmt *S, Instance &Known) {
    if (!S)
      return;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      for (const Expr *Init : Lambda->capture_inits())
        readConditions(Init, Known);
      readLambda(Lambda);
      return;
    }
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      readLocalClasses(*Declared);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Pointers.note(*Call, Known.In);
    if (const auto *Delete = dyn_cast<CXXDeleteExpr>(S))
      Pointers.note(*Delete, Known.In);
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      const auto U = Shared.Ifs.find(If->getIfLoc());
      bool Value = false;
      if (U != Shared.Ifs.end() && Flow.isConstant(If->getCond(), Value))
        Known.Conditions[U->second] = Value;
    }
    if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
      readSwitch(*Switch, Known.Switches);
      readCases(*Switch, Known.Switches.Cases);
    }
    if (const auto *Braces = dyn_cast<CompoundStmt>(S))
      readBraces(*Braces, Known.Switches);
    readOperands(*S, Known.Operands);
    for (const Stmt *Child : S->children())
      readConditions(Child, Known);
  }

  /// The units of what is in \p Braces; null: not known.
  const SharedChildren *childrenOf(const CompoundStmt &Braces) const {
    const auto Known = Shared.Braces.find(Braces.getLBracLoc());
    return Known != Shared.Braces.end() && Known->second.size() == Braces.size()
               ? &Known->second
               : nullptr;
  }

  void readSwitch(const SwitchStmt &S, SwitchWays &Ways) {
    const auto Known = Shared.Switches.find(S.getSwitchLoc());
    if (Known == Shared.Switches.end())
      return;
    const ConstantSwitch Way = Flow.constantSwitch(S);
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Way.Body);
    const SharedChildren *Children = Body ? childrenOf(*Body) : nullptr;
    if (!Children)
      return;
    auto Child = Children->begin();
    uint32_t &Next = Ways.Next[Known->second];
    bool Stops = true; ///< control does not get past the statement before
    Next = NoUnit;
    for (const Stmt *In : Body->body()) {
      if (In == Way.Taken && Child->First != NoUnit) {
        Next = Child->First + Way.Labels; // a unit each
        Ways.Dead.push_back({Child->First, Next});
      }
      if (In == Way.Taken || Flow.hasLabel(In))
        Stops = false;
      if (Stops)
        Ways.Dead.push_back({Child->Begin, Child->End});
      Stops = Stops || Flow.neverPasses(In);
      ++Child;
    }
  }

  void readCases(const SwitchStmt &S, CaseMap &Cases) {
    for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
         Label = Label->getNextSwitchCase()) {
      const auto *Case = dyn_cast<CaseStmt>(Label);
      const auto Known =
          Case ? Shared.Cases.find(Case->getCaseLoc()) : Shared.Cases.end();
      if (Known == Shared.Cases.end() || isDependentCase(*Case))
        continue;
      const auto [Switch, First] = Known->second;
      for (const int64_t Value : valuesOf(Context, *Case))
        Cases[{Switch, Value}] = First;
    }
  }

  void readLocalClasses(const DeclStmt &S) {
    for (Decl *D : S.decls())
      if (isa<CXXRecordDecl>(D))
        TraverseDecl(D);
  }

  /// Finds what stands behind what control never passes in this instance.
  void readBraces(const CompoundStmt &S, SwitchWays &Ways) {
    const SharedChildren *Children = childrenOf(S);
    if (!Children)
      return;
    auto Child = Children->begin();
    bool Stops = false; ///< control does not get past the statement before
    for (const Stmt *In : S.body()) {
      Stops = Stops && !Flow.isEnteredInside(In);
      if (Stops && Child->First != NoUnit)
        Ways.Dead.push_back({Child->Begin, Child->End});
      Stops = Stops || Flow.neverPasses(In);
      ++Child;
    }
  }

  void readLambda(const LambdaExpr *Lambda) {
    const FunctionTemplateDecl *Template =
        Lambda->getLambdaClass()->getDependentLambdaCallOperator();
    if (!Template) {
      readFunction(Lambda->getCallOperator());
      return;
    }
    for (const FunctionDecl *F : Template->specializations())
      if (F->doesThisDeclarationHaveABody())
        readFunction(F);
  }

  ASTContext &Context;
  Control Flow;
  StatementMap &Map;
  SharedUnits &Shared;
  PointerTypes &Pointers;
  Conditions &Branches;
  ASTNameGenerator Names;
  const bool WithSystem;
};

} // namespace

void nameFunctions(ASTContext &Context, StatementMap &Map, SharedUnits &Shared,
                   PointerTypes &Pointers, Conditions &Branches,
                   bool WithSystem) {
  ASTNameGenerator Names(Context);
  for (const auto &[F, Body] : Shared.Bodies) {
    if (!Map.Files[Map.Units[Body].File].IsRepeated &&
        !F->hasAttr<ArtificialAttr>())
      continue;
    if (F->isDependentContext())
      Shared.RepeatedBodies[F->getBody()->getBeginLoc()] = Body;
    else
      nameBody(Map, Names, *F, Body);
  }
  if (!Shared.Ifs.empty() || !Shared.Switches.empty() ||
      !Shared.Cases.empty() || !Shared.RepeatedBodies.empty() ||
      !Shared.Braces.empty() || !Shared.Conditions.empty())
    ConditionReader(Context, Map, Shared, Pointers, Branches, WithSystem)
        .TraverseDecl(Context.getTranslationUnitDecl());
  // What no instance was read of has no code, or the text tells what it asks.
  for (const auto &[Loc, Pattern] : Shared.Conditions)
    if (Pattern)
      Branches.note(*Pattern, Map.Operands);
  Pointers.finish();
}

} // namespace lineprof
