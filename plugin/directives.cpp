/// \file directives.cpp
/// Adds the statements behind directives of OpenMP to a statement map.
#include "plugin/statement_tree.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace lineprof {

/// Whether clang makes a function of what stands behind \p D.
bool StatementTree::becomesFunction(const OMPExecutableDirective &D) const {
  const OpenMPDirectiveKind Kind = D.getDirectiveKind();
  // With -fopenmp-simd it is code like any other.
  if (Context.getLangOpts().OpenMPSimd)
    return false;
  return isOpenMPParallelDirective(Kind) || isOpenMPTaskingDirective(Kind) ||
         isOpenMPTeamsDirective(Kind) ||
         isOpenMPTargetExecutionDirective(Kind) ||
         (isa<OMPOrderedDirective>(D) && D.hasClausesOfKind<OMPSIMDClause>());
}

auto StatementTree::addDirective(OMPExecutableDirective *D) -> Added {
  auto *Sub = D->hasAssociatedStmt() && !D->isStandaloneDirective()
                  ? const_cast<Stmt *>(D->getRawStmt())
                  : nullptr;
  if (!Sub)
    return addPlain(D);
  const uint32_t U =
      addUnit({D->getBeginLoc(), Sub->getEndLoc()}, UnitKind::Directive);
  const Scope Inside(*this, U);
  Added Result = {U, U, U, U};
  if (becomesFunction(*D))
    addBody(Sub, Sub->getSourceRange());
  else
    Result.Last = addShared(D, Sub, U);
  if (const auto *Loops = dyn_cast<OMPLoopDirective>(D))
    noteCollapsed(U, Loops->getLoopsNumber());
  return Result;
}

uint32_t StatementTree::addShared(OMPExecutableDirective *D, Stmt *Sub,
                                  uint32_t U) {
  auto *Braces =
      isa<OMPAtomicDirective>(D) ? dyn_cast<CompoundStmt>(Sub) : nullptr;
  const uint32_t First = Braces ? addCompound(Braces, UnitKind::Atomic).First
                                : addStatement(Sub).First;
  const bool IsSections =
      isa<OMPSectionsDirective>(D) && !Context.getLangOpts().OpenMPSimd;
  if (U != NoUnit)
    Map.Units[U].IsSections = IsSections;
  // No thread comes to the first section by way of the directive.
  if (!IsSections)
    linkNext(U, First);
  if (!isa<OMPLoopDirective>(D) || First == NoUnit ||
      Map.Units[First].Kind != UnitKind::Loop) // a directive, to unroll it
    return NoUnit;
  // A loop that makes no code never turns.
  Map.Units[First].Next = NoUnit;
  return First;
}

void StatementTree::noteCollapsed(uint32_t Directive, unsigned Loops) {
  if (Directive == NoUnit || Loops < 2)
    return;
  LoopNest Place = LoopNest::Outermost;
  for (uint32_t U = Directive + 1; U < Map.Units.size() && Loops > 0; U++)
    if (Map.Units[U].Kind == UnitKind::Loop) {
      Map.Units[U].Nest = Place;
      Place = LoopNest::Inner;
      Loops--;
    }
}

} // namespace lineprof
