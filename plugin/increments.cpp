/// \file increments.cpp
/// Finds the increments of loops.
#include "plugin/increments.h"

#include "format/table.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lineprof {

void Increments::find() {
  for (unsigned E = 0; E < Graph.Edges.size(); E++)
    if (Graph.Edges[E].Turns && endsIncrement(E))
      Found.insert(E);
}

/// Whether control that comes to \p Node never leaves it: what -ftrapv and the
/// sanitizers jump to. A call that may not return is a node of its own, so the
/// next one counts too.
bool Increments::endsProgram(unsigned Node, unsigned Depth) const {
  return Node != 0 && all_of(Graph.Nodes[Node].Out, [&](unsigned E) {
           return (Graph.Edges[E].Flags & LP_EDGE_ABANDON) ||
                  (Depth < 4 && endsProgram(Graph.Edges[E].To, Depth + 1));
         });
}

/// Adds the edges by which control leaves a statement that takes \p Edge, past
/// nodes without any and clean-up code that other ways share: as Arrivals has
/// them.
void Increments::addWaysInto(unsigned Edge, DenseSet<unsigned> &Seen,
                             SmallVectorImpl<unsigned> &Result) const {
  const unsigned From = Graph.Edges[Edge].From;
  SmallVector<unsigned, 4> Before;
  if (!Seen.insert(Edge).second)
    return;
  if (From != 0 && Runs[From].empty() &&
      !Incoming.cleanups().trace(Edge, Before)) {
    Before.clear();
    if (Graph.wayOut(From) >= 0)
      Before.assign(Graph.Nodes[From].In.begin(), Graph.Nodes[From].In.end());
  }
  if (Before.empty())
    Result.push_back(Edge);
  for (const unsigned E : Before)
    addWaysInto(E, Seen, Result);
}

/// The edges over which control comes that takes \p BackEdge: itself, or,
/// behind clean-up code that other ways share, those that lead there.
SmallVector<unsigned, 4> Increments::waysTo(unsigned BackEdge) const {
  unsigned Node = Graph.Edges[BackEdge].From;
  while (Runs[Node].empty() && Graph.Nodes[Node].In.size() == 1) {
    const unsigned E = Graph.Nodes[Node].In.front();
    SmallVector<unsigned, 4> Sources;
    if (Incoming.cleanups().trace(E, Sources))
      return Sources;
    Node = Graph.Edges[E].From;
    if (Node == 0 || Graph.wayOut(Node) < 0)
      break;
  }
  return {BackEdge};
}

/// The statement that control comes from over \p Ways, if all agree on a line.
uint32_t Increments::unitBefore(ArrayRef<unsigned> Ways) const {
  uint32_t Unit = NoUnit;
  for (const unsigned E : Ways) {
    const unsigned From = Graph.Edges[E].From;
    const uint32_t Last =
        Runs[From].empty() ? Incoming.commonUnit(From) : Runs[From].back();
    if (Last == NoUnit ||
        (Unit != NoUnit && Map.lineCopyOf(Unit) != Map.lineCopyOf(Last)))
      return NoUnit;
    Unit = Last;
  }
  return Unit;
}

/// The last statement that control passes when it goes from \p Node to \p To.
uint32_t Increments::lastBefore(unsigned Node, uint32_t To) const {
  const uint32_t Last =
      Runs[Node].empty() ? Incoming.commonUnit(Node) : Runs[Node].back();
  SmallVector<uint32_t, 8> Way;
  if (Last == NoUnit)
    return NoUnit;
  const auto Labels = Map.labelsOf(Last); // of a goto
  const auto Goal = find_if_not(
      Labels, [this](uint32_t L) { return Statements.leadsToCode(L); });
  if (Goal != Labels.end())
    Statements.addChain(*Goal, Way);
  Statements.addAfter(Way.empty() ? Last : Way.back(), To, Turn(), Way);
  return Way.empty() ? Last : Way.back();
}

/// The loop in whose head \p U is in a statement expression; else \p U.
uint32_t Increments::outOfHead(uint32_t U) const {
  for (uint32_t X = U; X != NoUnit; X = Map.Units[X].Parent) {
    const uint32_t Around = Map.Units[X].Parent;
    if (Map.Units[X].Kind == UnitKind::Loop || Map.Units[X].isBody())
      return U;
    if (Map.Units[X].Kind == UnitKind::Expression && Around != NoUnit &&
        Map.Units[Around].Kind == UnitKind::Loop)
      return Around;
  }
  return U;
}

/// The nodes on the line of \p Last from which control cannot but take one of
/// \p Ways, from \p Last to \p Header, and passes no other line before.
DenseSet<unsigned> Increments::regionBefore(ArrayRef<unsigned> Ways,
                                            unsigned Header,
                                            uint32_t Last) const {
  DenseSet<unsigned> Region, Inside;
  SmallVector<unsigned, 8> Work;
  auto ComeBy = [&](ArrayRef<unsigned> Edges) {
    for (const unsigned E : Edges) {
      Inside.insert(E);
      Work.push_back(Graph.Edges[E].From);
    }
  };
  ComeBy(Ways);
  auto OnLine = [&](uint32_t U) {
    return Map.lineCopyOf(U) == Map.lineCopyOf(Last);
  };
  // Where it waits in a coroutine it goes on there, or never.
  auto LeadsInside = [&](unsigned E) {
    return Inside.count(E) || Region.count(Graph.Edges[E].To) ||
           (Graph.Edges[E].Flags & LP_EDGE_ABANDON) || Graph.suspends(E) ||
           endsProgram(Graph.Edges[E].To);
  };
  while (!Work.empty()) {
    const unsigned Node = Work.pop_back_val();
    if (Node == 0 || Node == Header || Region.count(Node) ||
        !all_of(Runs[Node], OnLine) ||
        (!Runs[Node].empty() && !OnLine(lastBefore(Node, Last))) ||
        !all_of(Graph.Nodes[Node].Out, LeadsInside))
      continue;
    Region.insert(Node);
    for (const unsigned E : Graph.Nodes[Node].In) {
      SmallVector<unsigned, 4> Sources; // of clean-up code inside
      ComeBy(Incoming.cleanups().trace(E, Sources) ? Sources
                                                   : ArrayRef<unsigned>(E));
    }
  }
  return Region;
}

/// Whether \p BackEdge ends the increment of a `for` whose body is on other
/// lines. Then the `for` line is visited when control comes to the increment,
/// by `continue` from its own line too, and not again over the back edge.
bool Increments::endsIncrement(unsigned BackEdge) {
  const SmallVector<unsigned, 4> Ways = waysTo(BackEdge);
  const uint32_t Last = outOfHead(unitBefore(Ways));
  // An endless loop may have none: what ends its body is no loop.
  if (Last == NoUnit || !Map.Units[Last].HasLoop)
    return false;
  const LineCopy Line = Map.lineCopyOf(Last);
  const DenseSet<unsigned> Region =
      regionBefore(Ways, Graph.Edges[BackEdge].To, Last);
  SmallVector<unsigned, 4> SameLine;
  bool FromOtherLine = false;
  for (const unsigned Node : Region)
    for (const unsigned E : Graph.Nodes[Node].In) {
      SmallVector<unsigned, 4> Into;
      DenseSet<unsigned> Seen;
      addWaysInto(E, Seen, Into);
      for (const unsigned Way : Into) {
        const unsigned From = Graph.Edges[Way].From;
        if (Region.count(From) || From == 0)
          continue;
        const uint32_t Before = lastBefore(From, Last);
        if (Before != NoUnit && Map.lineCopyOf(Before) == Line)
          SameLine.push_back(Way);
        else
          FromOtherLine = true;
      }
    }
  if (FromOtherLine)
    EnterAlways.insert(SameLine.begin(), SameLine.end());
  return FromOtherLine;
}

} // namespace lineprof
