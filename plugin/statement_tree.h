/// \file statement_tree.h
/// Adds the statements of functions to a statement map: their units, and where
/// control goes from each.
#ifndef LINEPROF_PLUGIN_STATEMENT_TREE_H
#define LINEPROF_PLUGIN_STATEMENT_TREE_H

#include "plugin/conditions.h"
#include "plugin/control.h"
#include "plugin/instances.h"
#include "plugin/unit_tree.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class CXXConstructorDecl;
class CXXCtorInitializer;
class CXXForRangeStmt;
class CXXTryStmt;
class CompoundStmt;
class DecompositionDecl;
class DoStmt;
class Expr;
class ForStmt;
class IfStmt;
class LabelDecl;
class OMPExecutableDirective;
class Stmt;
class StmtExpr;
class SwitchStmt;
class WhileStmt;
} // namespace clang

namespace lineprof {

/// Whoever derives from it walks the tree, and finds the statements in
/// expressions.
class StatementTree : protected UnitTree {
protected:
  StatementTree(clang::ASTContext &Context, StatementMap &Map,
                const DebugPaths &Debug, bool WithSystem);
  virtual ~StatementTree() = default;

  /// Looks for lambdas, blocks and statement expressions inside \p S, which
  /// may be null, and adds their statements.
  virtual void walkExpression(clang::Stmt *S) = 0;

  /// Adds \p S, all of \p Whole, which is the body of a function or of code
  /// that is like one.
  void addFunction(const clang::Stmt *Whole, clang::Stmt *S,
                   clang::SourceRange Range);
  /// Adds the statements of `({ ... })`.
  void addStatementExpression(clang::StmtExpr *E);
  /// Notes whose the body of \p F is, and whether it is a template's.
  void noteFunction(const clang::FunctionDecl &F);
  /// To use a name of `auto [a, b]` is, by debug locations, to go where it is
  /// declared.
  void noteBindings(const clang::DecompositionDecl &D);
  /// Notes what \p S asks, if it is a condition's; in a template, that its
  /// instances are to be read.
  void noteCondition(const clang::Stmt &S);
  /// Notes that \p U stands for \p Init.
  void noteInitialiser(const clang::CXXCtorInitializer &Init, uint32_t U);
  /// When all is added: a goto may stand before its label. One from a macro to
  /// a label in it is a part of the one statement that the macro is.
  void linkGotos();

  Control Flow;
  Conditions Branches;
  clang::ASTContext &Context;
  SharedUnits Shared;
  /// What control and conditions are in what is added is known in instances
  /// only.
  bool InTemplate = false;

private:
  /// Makes \p U, a loop or switch, \p Of clang's tree, what break ends while it
  /// lives; what continue does, too, if it is \p Once that it runs.
  struct BreakScope {
    BreakScope(StatementTree &Tree, const clang::Stmt *Of, uint32_t U,
               bool Once = false);
    ~BreakScope();
    StatementTree &Tree;
    const BreakScope *Outer;
    const clang::Stmt *Of;
    uint32_t U;
    bool Once;
  };
  /// What \p S is for control: the first unit that it comes to, and whether
  /// control only falls off its end.
  struct Added {
    uint32_t First = NoUnit;
    uint32_t Last = NoUnit; ///< set if control leaves there, and only there
    uint32_t Top = NoUnit;  ///< the unit of the statement itself
    uint32_t Tail = NoUnit; ///< the one behind its labels
  };

  void noteDead(uint32_t Begin, uint32_t End);
  Added addCompound(clang::CompoundStmt *S, UnitKind Kind = UnitKind::Compound);
  /// \p S is all that a function has, which may be one that clang makes of it
  /// for threads; with what \p Range has in front of it.
  Added addBody(clang::Stmt *S, clang::SourceRange Range);
  void addChildren(clang::CompoundStmt *S, Added &Result);
  /// Whether \p S is the semicolon behind what a macro made of \p Before. That
  /// behind a macro that makes nothing is a statement of its own.
  bool endsStatement(const clang::Stmt *S, uint32_t Before) const;
  /// A label, case or default before a statement.
  Added addLabel(clang::Stmt *S, UnitKind Kind, clang::Expr *Value,
                 clang::Stmt *Sub);
  /// Notes where \p S, a label of any kind, is among the cases of its switch.
  void addToSwitch(const clang::Stmt *S, uint32_t U);
  Added addIf(clang::IfStmt *S);
  void addIfParts(uint32_t U, IfParts Parts);
  /// Whether a jump inside of \p U, which was added last, ends it.
  bool isTarget(uint32_t U) const;
  void noteLoop(uint32_t U);
  void noteBody(uint32_t Loop, const Added &Body);
  Added addFor(clang::ForStmt *S);
  /// What the loop \p U begins with. Where that is all of its head it is a
  /// statement in front, which is returned: the turns have no code, and are a
  /// visit each.
  uint32_t addInit(clang::ForStmt *S, uint32_t U);
  Added addWhile(clang::WhileStmt *S);
  Added addDo(clang::DoStmt *S);
  Added addRangeFor(clang::CXXForRangeStmt *S);
  /// A `template for`: a loop of which each round has code of its own.
  Added addExpansion(clang::Stmt *Pattern);
  bool becomesFunction(const clang::OMPExecutableDirective &D) const;
  Added addDirective(clang::OMPExecutableDirective *D);
  /// Adds \p Sub, that of \p D, whose unit is \p U, for threads that are there
  /// already. Returns the unit where control leaves, if it is the only one.
  uint32_t addShared(clang::OMPExecutableDirective *D, clang::Stmt *Sub,
                     uint32_t U);
  /// \p Directive makes one of the first \p Loops in it.
  void noteCollapsed(uint32_t Directive, unsigned Loops);
  Added addSwitch(clang::SwitchStmt *S);
  /// Each label in its \p Braces may be what control comes to from \p Switch.
  void linkLabels(uint32_t Switch, const clang::CompoundStmt &Braces);
  /// Control comes from \p Try, that of all of \p Of if this is not null, to
  /// what the constructor initialises and then to the first of its \p Block.
  void linkTry(uint32_t Try, const clang::CXXConstructorDecl *Of,
               uint32_t Block);
  Added addTry(clang::CXXTryStmt *S);
  /// What \p S, if it is a break or continue, ends (Unit::Target).
  uint32_t targetOf(const clang::Stmt *S) const;
  Added addPlain(clang::Stmt *S);
  /// Of no kind that is known here, with statements in it: a directive of
  /// OpenACC, `@try`.
  Added addOther(clang::Stmt *S);
  Added addStatement(clang::Stmt *S);

  const BreakScope *Breaks = nullptr; ///< the innermost one
  uint32_t Switch = NoUnit;         ///< around the statement at hand
  bool IsSwitchShared = false;      ///< it depends on a template's arguments
  const clang::Stmt *SwitchBody = nullptr; ///< of one, which comes next or did
  ConstantSwitch Chosen;                   ///< the one whose body comes next
  llvm::DenseSet<const clang::Stmt *> Templates; ///< their bodies
  uint32_t Body = NoUnit; ///< of the function around it
  /// The first case on a line, by the switch's unit and the copy of the file.
  llvm::DenseMap<std::pair<std::pair<uint32_t, uint32_t>, uint32_t>, uint32_t>
      FirstOnLine;
  /// By body.
  llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *> Functions;
  llvm::DenseMap<const clang::CXXCtorInitializer *, uint32_t> Initialisers;
  llvm::DenseMap<const clang::LabelDecl *, uint32_t> Labels;
  std::vector<std::pair<uint32_t, const clang::LabelDecl *>> Gotos;
};

} // namespace lineprof

#endif
