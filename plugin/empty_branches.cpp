/// \file empty_branches.cpp
/// Which branch of an `if` an edge is that leads to no code.
#include "plugin/empty_branches.h"

using namespace llvm;

namespace lineprof {

/// The `if` that all control comes from to \p Node, which no statement has code
/// in; NoUnit if there is none.
uint32_t EmptyBranches::ifBefore(unsigned Node) const {
  uint32_t If = NoUnit;
  for (const unsigned E : Graph.Nodes[Node].In) {
    const auto &Run = Runs[Graph.Edges[E].From];
    if (Run.empty() || (If != NoUnit && If != Run.back()))
      return NoUnit;
    If = Run.back();
  }
  return If != NoUnit && !Map.Ifs.count(If) ? ifAround(If) : If;
}

/// The `if` whose condition is the statement expression that \p U is in, and
/// all of whose code stands there, as a macro makes both; else NoUnit.
uint32_t EmptyBranches::ifAround(uint32_t U) const {
  while (U != NoUnit && Map.Units[U].Kind != UnitKind::Expression)
    U = Map.Units[U].Parent;
  const uint32_t If = U == NoUnit ? NoUnit : Map.Units[U].Parent;
  return If != NoUnit && Map.Ifs.count(If) && !Statements.hasCode(If) ? If
                                                                      : NoUnit;
}

/// Whether the code that control comes to behind \p Node is of a unit in
/// [\p Begin, \p End); \p MayTurn: in a loop, too.
bool EmptyBranches::leadsInto(unsigned Node, uint32_t Begin, uint32_t End,
                              bool MayTurn) const {
  DenseSet<unsigned> Seen;
  while (Node != 0 && Runs[Node].empty() && Graph.wayOut(Node) >= 0 &&
         (MayTurn || !Graph.Edges[Graph.wayOut(Node)].Turns) &&
         Seen.insert(Node).second)
    Node = Graph.Edges[Graph.wayOut(Node)].To;
  return !Runs[Node].empty() && Runs[Node].front() >= Begin &&
         Runs[Node].front() < End;
}

/// Whether control comes from \p If to another node without code, too, which
/// stands before \p Node, as the first branch does before the other.
bool EmptyBranches::isSecondBranch(unsigned Node, uint32_t If) const {
  for (const unsigned In : Graph.Nodes[Node].In)
    for (const unsigned E : Graph.Nodes[Graph.Edges[In].From].Out) {
      const unsigned Other = Graph.Edges[E].To;
      if (Other != 0 && Other < Node && Runs[Other].empty() &&
          ifBefore(Other) == If)
        return true;
    }
  return false;
}

void EmptyBranches::add(const Arrival &From,
                        SmallVectorImpl<uint32_t> &Way) const {
  if (!From.Term.IsEdge)
    return;
  const unsigned Node = Graph.Edges[From.Term.Index].To;
  if (Node == 0 || !Runs[Node].empty() || Graph.wayOut(Node) < 0)
    return;
  const uint32_t If = ifBefore(Node);
  if (If == NoUnit)
    return;
  const IfParts &Parts = Map.Ifs.find(If)->second;
  const uint32_t End = Map.Units[If].SubtreeEnd;
  // What its condition made may be destroyed in between.
  if (leadsInto(Node, Parts.ThenBegin, End, /*MayTurn=*/true) ||
      leadsInto(Node, If, Parts.ThenBegin, /*MayTurn=*/false))
    return;
  const bool HasThen = Statements.hasCodeIn(Parts.ThenBegin, Parts.ElseBegin);
  const int Value = Statements.valueOf(If);
  if (Value >= 0 && Value != !HasThen)
    return; // it is in what the `if` declares
  const bool IsElse = HasThen || (!Statements.hasCodeIn(Parts.ElseBegin, End) &&
                                  isSecondBranch(Node, If));
  const uint32_t Branch = IsElse ? Parts.Else : Parts.Then;
  if (Branch != NoUnit && !Statements.leadsToCode(Branch))
    Statements.addChain(Branch, Way);
}

} // namespace lineprof
