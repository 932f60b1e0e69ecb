/// \file source_branches.cpp
/// Finds where branches and loops of the source stand.
#include "plugin/source_branches.h"

#include "format/table.h"
#include "plugin/guards.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

/// Whether a loop that clang has made turns at \p Node.
bool SourceBranches::isMadeHead(unsigned Node) const {
  return any_of(Graph.Nodes[Node].In,
                [this](unsigned E) { return Graph.Edges[E].isMadeTurn(); });
}

/// Whether \p Condition asks whether a static variable has been initialised,
/// or whether this thread is to do it.
static bool isOfGuard(const Value *Condition) {
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  const Value *Asked = Compare ? Compare->getOperand(0) : nullptr;
  if (const auto *And = dyn_cast_or_null<BinaryOperator>(Asked)) // on Arm
    Asked = And->getOperand(0);
  const auto *Load = dyn_cast_or_null<LoadInst>(Asked);
  const auto *Call = dyn_cast_or_null<CallBase>(Asked);
  return (Load && isGuard(Load->getPointerOperand())) ||
         (Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == "__cxa_guard_acquire");
}

/// Whether \p Condition asks whether there is anything to clean up: clang
/// keeps that in bits, and a program's variables in bytes.
static bool isCleanupFlag(const Value *Condition) {
  const auto *Load = dyn_cast<LoadInst>(Condition);
  return Load && Load->getType()->isIntegerTy(1) &&
         isa<AllocaInst>(Load->getPointerOperand());
}

/// Whether nothing in the source tells where control goes behind \p Node: a
/// check of a sanitizer, a loop over an array that clang has made and the
/// question whether that is empty, a static variable's guard, a temporary's
/// clean-up, or where a coroutine waits or, in no statement, gets its frame.
bool SourceBranches::isMade(unsigned Node) {
  const Instruction &End = *Graph.Nodes[Node].Last;
  const uint32_t U = Finder.unitOf(End);
  const bool IsNowhere = U == NoUnit || Map.Units[U].isBody();
  const auto *Branch = dyn_cast<BranchInst>(&End);
  if (Branch && Branch->isConditional() &&
      (isOfGuard(Branch->getCondition()) ||
       isCleanupFlag(Branch->getCondition())))
    return true;
  return (IsNowhere && End.getFunction()->isPresplitCoroutine()) ||
         End.hasMetadata("nosanitize") ||
         any_of(Graph.Nodes[Node].Out, [this](unsigned E) {
           return Graph.resumes(E) || isMadeHead(Graph.Edges[E].To);
         });
}

/// Where the branch behind \p Node stands. That of a `do` loop without braces
/// does at the end of the body: its condition tells better.
const Instruction &SourceBranches::placeOf(unsigned Node) const {
  const Instruction &End = *Graph.Nodes[Node].Last;
  const auto *Branch = dyn_cast<BranchInst>(&End);
  const auto *Condition = Branch && Branch->isConditional()
                              ? dyn_cast<Instruction>(Branch->getCondition())
                              : nullptr;
  const bool Turns = any_of(Graph.Nodes[Node].Out, [this](unsigned E) {
    return Graph.Edges[E].Flags & LP_EDGE_BACK;
  });
  return Turns && Condition && !isa<PHINode>(Condition) &&
                 Condition->getDebugLoc()
             ? *Condition
             : End;
}

std::optional<LineKey> SourceBranches::branchAt(unsigned Node) {
  const auto Ways = count_if(Graph.Nodes[Node].Out, [this](unsigned E) {
    return !(Graph.Edges[E].Flags & LP_EDGE_ABANDON);
  });
  if (Ways < 2 || isMade(Node))
    return std::nullopt;
  return Finder.lineOf(placeOf(Node));
}

/// Whether control comes to \p Node, where a loop turns, from outside of the
/// statement \p Around.
bool SourceBranches::isEnteredFromOutside(unsigned Node, uint32_t Around) {
  return any_of(Graph.Nodes[Node].In, [&](unsigned E) {
    const FlowEdge &Edge = Graph.Edges[E];
    if (Edge.Flags & LP_EDGE_BACK)
      return false;
    const uint32_t From =
        Edge.From == 0 ? NoUnit : Finder.unitOf(*Graph.Nodes[Edge.From].Last);
    return From == NoUnit || From == Around || !Map.isInside(From, Around);
  });
}

/// The loop that turns at \p Node, whose first statement is \p U. The head of
/// one without a condition has no code: its body's begins there.
uint32_t SourceBranches::headOf(unsigned Node, uint32_t U) {
  uint32_t X = U;
  while (X != NoUnit && (Map.Units[X].Kind == UnitKind::Statement ||
                         Map.Units[X].Kind == UnitKind::Compound))
    X = Map.Units[X].Parent;
  const bool IsHead = X != NoUnit && Map.Units[X].Kind == UnitKind::Loop &&
                      Map.Units[X].DoCondition == NoUnit &&
                      isEnteredFromOutside(Node, X);
  return IsHead ? X : U;
}

/// The first statement with code that control comes to at \p Node, past nodes
/// that only lead on; NoUnit if another loop turns there, or none is.
uint32_t SourceBranches::firstUnit(unsigned Node) {
  for (unsigned Steps = 0; Steps < 4; Steps++) {
    const FlowNode &N = Graph.Nodes[Node];
    const Instruction *End = N.Last->getNextNode();
    for (const Instruction *I = N.First; I != End; I = I->getNextNode())
      if (const uint32_t U = Finder.unitOf(*I);
          U != NoUnit && I->getDebugLoc() && I->getDebugLoc().getLine() > 0)
        return U;
    if (N.Out.size() != 1)
      break;
    Node = Graph.Edges[N.Out.front()].To;
    if (Node == 0 || any_of(Graph.Nodes[Node].In, [this](unsigned E) {
          return (Graph.Edges[E].Flags & LP_EDGE_BACK) != 0;
        }))
      break;
  }
  return NoUnit;
}

std::optional<LineKey> SourceBranches::loopAt(unsigned Node) {
  const bool Turns = any_of(Graph.Nodes[Node].In, [this](unsigned E) {
    return Graph.Edges[E].Turns;
  });
  const uint32_t U = Turns ? firstUnit(Node) : NoUnit;
  if (U == NoUnit)
    return std::nullopt;
  return Map.lineOf(headOf(Node, U));
}

} // namespace lineprof
