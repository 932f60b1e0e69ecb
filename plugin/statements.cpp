/// \file statements.cpp
/// Walks the AST and builds the statement map.
#include "plugin/statements.h"

#include "plugin/instances.h"
#include "plugin/pointer_types.h"
#include "plugin/statement_tree.h"
#include "plugin/system_headers.h"
#include "plugin/variables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

using namespace clang;

namespace lineprof {

namespace {

/// Adds the statements of one unit to a map.
class Builder : public RecursiveASTVisitor<Builder>, StatementTree {
  using Base = RecursiveASTVisitor<Builder>;

public:
  Builder(ASTContext &Context, StatementMap &Map, const DebugPaths &Debug,
          bool WithSystem)
      : StatementTree(Context, Map, Debug, WithSystem),
        Globals(Context, Map, Sources), Pointers(Context, Map, Sources),
        WithSystem(WithSystem) {}

  bool shouldVisitImplicitCode() const { return false; }
  /// When all is added: what only instances of templates tell.
  void readInstances() {
    nameFunctions(Context, Map, Shared, Pointers, Branches, WithSystem);
  }

  void noteInstance(const VarDecl &D) { Globals.note(D); }

  using StatementTree::linkGotos;

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
    const bool Outer = InTemplate;
    InTemplate |= D && D->isTemplated();
    const auto *Class = dyn_cast_or_null<CXXRecordDecl>(D);
    const Scope Inside(*this,
                       Class && Class->isThisDeclarationADefinition()
                           ? addUnit(D->getSourceRange(), UnitKind::Class)
                           : NoUnit);
    const bool Whole = Base::TraverseDecl(D);
    InTemplate = Outer;
    return Whole;
  }

  // In-class initialisers and those of globals are code with no statement.
  bool TraverseFieldDecl(FieldDecl *D) {
    // Of `int a = 1, b = 2;` both begin with the type.
    const uint32_t U =
        D->hasInClassInitializer()
            ? addUnit({D->getLocation(), D->getEndLoc()}, UnitKind::Statement)
            : NoUnit;
    const uint32_t Outer = Maker;
    if (U != NoUnit) {
      Maker = Map.Units[U].Class = classNumber(D->getParent());
      Map.Units[U].Line =
          Sources.position(SM.getExpansionLoc(D->getBeginLoc())).Line;
    }
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

  bool VisitDecompositionDecl(DecompositionDecl *D) {
    noteBindings(*D);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *D) {
    if (D->doesThisDeclarationHaveABody()) {
      noteFunction(*D);
      Pointers.note(*D);
    }
    if (D->isDefaulted()) // code of a file that may have no statements
      Sources.file(SM.getExpansionLoc(D->getLocation()));
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *E) {
    noteFunction(*E->getCallOperator());
    Pointers.note(*E->getCallOperator());
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    Pointers.note(*E);
    if (!E->containsUnexpandedParameterPack()) // who knows how many calls it is
      noteCall(E->getExprLoc());
    return true;
  }

  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    Pointers.note(*E);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    noteCondition(*E);
    return true;
  }

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    noteCondition(*E);
    return true;
  }

  bool VisitCastExpr(CastExpr *E) {
    Branches.note(*E);
    return true;
  }

  bool VisitAbstractConditionalOperator(AbstractConditionalOperator *E) {
    noteCondition(*E);
    return true;
  }

  bool VisitVarDecl(VarDecl *D) {
    Globals.note(*D);
    return true;
  }

  /// What sets up a variable of a file or a namespace, however that is written.
  template <typename Variable>
  bool traverseVariable(Variable *D, bool (Base::*Traverse)(Variable *)) {
    if (!D->isFileVarDecl() || !D->hasInit())
      return (this->*Traverse)(D);
    // That of a specialisation ends with its arguments (clang 16).
    SourceRange Range = D->getSourceRange();
    const SourceLocation End = D->getInit()->getEndLoc();
    if (SM.isBeforeInTranslationUnit(Range.getEnd(), End))
      Range.setEnd(End);
    const Scope Inside(*this, addUnit(Range, UnitKind::Statement));
    return (this->*Traverse)(D);
  }

  bool TraverseVarDecl(VarDecl *D) {
    return traverseVariable(D, &Base::TraverseVarDecl);
  }

  bool TraverseDecompositionDecl(DecompositionDecl *D) {
    return traverseVariable(D, &Base::TraverseDecompositionDecl);
  }

  bool TraverseVarTemplateSpecializationDecl(VarTemplateSpecializationDecl *D) {
    return traverseVariable(D, &Base::TraverseVarTemplateSpecializationDecl);
  }

  bool TraverseVarTemplatePartialSpecializationDecl(
      VarTemplatePartialSpecializationDecl *D) {
    return traverseVariable(
        D, &Base::TraverseVarTemplatePartialSpecializationDecl);
  }

  bool TraverseConstructorInitializer(CXXCtorInitializer *Init) {
    if (!Init->isWritten())
      return true;
    const uint32_t U = addUnit(Init->getSourceRange(), UnitKind::Statement);
    noteInitialiser(*Init, U);
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
    addStatementExpression(E);
    return true;
  }
  bool TraverseCXXTryStmt(CXXTryStmt *S) { // a function's body can be one
    addFunction(S, S, S->getSourceRange());
    return true;
  }

private:
  void walkExpression(Stmt *S) override {
    if (S)
      Base::TraverseStmt(S);
  }

  uint32_t classNumber(const RecordDecl *Class) {
    return Classes.insert({Class, Classes.size() + 1}).first->second;
  }

  Variables Globals;
  PointerTypes Pointers;
  const bool WithSystem;
  llvm::DenseMap<const RecordDecl *, uint32_t> Classes;
  uint32_t Maker = 0; ///< the class whose member's initialiser is walked
};

} // namespace

/// Files are known by all their names; what one is called counts more than what
/// another is called in debug locations.
static void indexDebugPaths(StatementMap &Map) {
  for (const auto Name : {&SourceFile::DebugPath, &SourceFile::JoinedPath})
    for (uint32_t File = 0; File < Map.Files.size(); File++)
      Map.FileIndex.insert({Map.Files[File].*Name, File});
}

/// Whether \p B, which begins behind \p A or where that does, begins in it;
/// not if one macro makes both.
static bool overlap(const Unit &A, const Unit &B) {
  const bool IsSame =
      !(A.Begin < B.Begin) && !(A.End < B.End) && !(B.End < A.End);
  return !IsSame && !(A.End < B.Begin);
}

/// Functions that overlap, as `#line` may have them, are told apart as those in
/// a file that is included several times are.
static void markOverlaps(StatementMap &Map) {
  for (SourceFile &File : Map.Files) {
    std::vector<uint32_t> Bodies;
    llvm::copy_if(File.Units, std::back_inserter(Bodies), [&](uint32_t U) {
      return Map.Units[U].Kind == UnitKind::Body;
    });
    llvm::stable_sort(Bodies, [&](uint32_t A, uint32_t B) {
      return Map.Units[A].Begin < Map.Units[B].Begin;
    });
    uint32_t Last = NoUnit; // of those before, the one that ends last
    for (const uint32_t U : Bodies) {
      if (Last != NoUnit && !Map.isInside(U, Last) &&
          overlap(Map.Units[Last], Map.Units[U]))
        File.IsRepeated = true;
      if (Last == NoUnit || Map.Units[Last].End < Map.Units[U].End)
        Last = U;
    }
  }
}

void buildStatementMap(ASTContext &Context, const DebugPaths &Debug,
                       bool WithSystem,
                       llvm::ArrayRef<const VarDecl *> Instances) {
  StatementMap &Map = statementMap();
  Map = StatementMap();
  Builder Statements(Context, Map, Debug, WithSystem);
  Statements.TraverseDecl(Context.getTranslationUnitDecl());
  Statements.linkGotos();
  if (Context.getSourceManager().hasLineTable()) // there is a `#line`
    markOverlaps(Map);
  Statements.readInstances();
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
