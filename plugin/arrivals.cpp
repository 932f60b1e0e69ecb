/// \file arrivals.cpp
/// Where control comes to a node from: from the last statement of a node
/// before, past those without any.
#include "plugin/arrivals.h"

#include "format/table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace lineprof {

Arrivals::Arrivals(const FlowGraph &Graph, const StatementMap &Map,
                   const NodeRuns &Runs, uint32_t EntryUnit)
    : Graph(Graph), Map(Map), Runs(Runs), EntryUnit(EntryUnit),
      Cleanups(Graph, [&Runs](unsigned Node) { return !Runs[Node].empty(); }) {}

SmallVector<Arrival, 8> Arrivals::at(unsigned Node) const {
  SmallVector<Arrival, 8> Result;
  DenseSet<unsigned> Seen;
  collect(Node, -1, Result, Seen);
  return Result;
}

void Arrivals::noteThrows() {
  for (unsigned Node = 1; Node < Graph.Nodes.size(); Node++) {
    const auto *Invoke = dyn_cast<InvokeInst>(Graph.Nodes[Node].Last);
    if (!Invoke)
      continue;
    const uint32_t From = Runs[Node].empty() ? NoUnit : Runs[Node].back();
    const auto [Known, IsNew] = Throws.insert({Invoke->getUnwindDest(), From});
    if (!IsNew && (From == NoUnit || Known->second == NoUnit ||
                   Map.lineCopyOf(Known->second) != Map.lineCopyOf(From)))
      Known->second = NoUnit;
  }
}

/// The statement that control comes from over \p Edge: one from the outside, or
/// from a node with statements. NoUnit: unwinding comes to a landing pad.
uint32_t Arrivals::unitBefore(const FlowEdge &Edge) const {
  if (Edge.Flags & LP_EDGE_ENTRY)
    return EntryUnit;
  if (!(Edge.Flags & LP_EDGE_RESUME))
    return Runs[Edge.From].back();
  // A setjmp that returns again is in the statement before, in the same block.
  const bool IsPad = !Graph.Nodes[Edge.To].First->getPrevNode();
  return IsPad || Runs[Edge.To - 1].empty() ? NoUnit : Runs[Edge.To - 1].back();
}

/// All of \p Passed have come by \p Edge since.
static void countBehind(unsigned Edge, MutableArrayRef<Arrival> Passed) {
  for (Arrival &A : Passed)
    A.WayOut = int(Edge);
}

/// Where control comes to \p Node from, and how often.
void Arrivals::collect(unsigned Node, int BackEdge,
                       SmallVectorImpl<Arrival> &Result,
                       DenseSet<unsigned> &Seen) const {
  if (!Seen.insert(Node).second)
    return;
  for (const unsigned E : Graph.Nodes[Node].In) {
    const FlowEdge &Edge = Graph.Edges[E];
    const VisitTerm Term = {true, E};
    const int Back = Edge.Turns ? int(E) : BackEdge;
    if (Edge.From == 0 || !Runs[Edge.From].empty()) {
      const uint32_t From = unitBefore(Edge);
      const bool IsThrown = From == NoUnit;
      Result.push_back(
          {From, Term, Back, IsThrown ? thrownTo(Edge) : NoUnit, IsThrown});
    } else if (Graph.wayOut(Edge.From) >= 0) {
      const size_t Begin = Result.size();
      collect(Edge.From, Back, Result, Seen);
      // A call that no statement makes, as of a base's constructor.
      if (Graph.Nodes[Edge.From].Out.size() > 1)
        countBehind(E, MutableArrayRef<Arrival>(Result).drop_front(Begin));
    } else if (!collectFromCleanup(E, Back, Result, Seen)) {
      const uint32_t From = commonUnit(Edge.From);
      Result.push_back(
          {From, Term, Back, From == NoUnit ? commonThrow(Edge.From) : NoUnit});
    }
  }
}

/// The statement that control comes from over \p Edge; of unwinding, that of
/// the calls which it comes from.
uint32_t Arrivals::thrownTo(const FlowEdge &Edge) const {
  const uint32_t From = unitBefore(Edge);
  if (From != NoUnit)
    return From;
  const auto Thrown = Throws.find(Graph.Nodes[Edge.To].First->getParent());
  return Thrown == Throws.end() ? NoUnit : Thrown->second;
}

/// The same, of a way out of clean-up code. False if it is none.
bool Arrivals::collectFromCleanup(unsigned Edge, int BackEdge,
                                  SmallVectorImpl<Arrival> &Result,
                                  DenseSet<unsigned> &Seen) const {
  SmallVector<unsigned, 8> Sources;
  if (!Cleanups.trace(Edge, Sources))
    return false;
  for (const unsigned E : Sources)
    if (Runs[Graph.Edges[E].From].empty() &&
        Graph.wayOut(Graph.Edges[E].From) < 0)
      return false;
  const size_t Begin = Result.size();
  for (const unsigned E : Sources) {
    const unsigned From = Graph.Edges[E].From;
    if (Runs[From].empty())
      collect(From, BackEdge, Result, Seen);
    else
      Result.push_back({Runs[From].back(), {true, E}, BackEdge});
  }
  countBehind(Edge, MutableArrayRef<Arrival>(Result).drop_front(Begin));
  return true;
}

/// The statement that control comes from to a node without statements and with
/// several ways out, if all agree on a line; they may come around a loop. \p
/// Before: it over an edge from the outside or from a node with statements.
/// \p Known: what was found before.
template <typename UnitOf>
uint32_t Arrivals::commonSource(unsigned Node, NodeUnits &Known,
                                UnitOf Before) const {
  const auto [Entry, IsNew] = Known.insert({Node, NoUnit});
  if (!IsNew)
    return Entry->second;
  SmallVector<unsigned, 8> Work = {Node};
  DenseSet<unsigned> Seen = {Node};
  uint32_t Unit = NoUnit;
  while (!Work.empty())
    for (const unsigned E : Graph.Nodes[Work.pop_back_val()].In) {
      const FlowEdge &Edge = Graph.Edges[E];
      if (Edge.From != 0 && Runs[Edge.From].empty()) {
        if (Seen.insert(Edge.From).second)
          Work.push_back(Edge.From);
        continue;
      }
      const uint32_t From = Before(Edge);
      if (From == NoUnit ||
          (Unit != NoUnit && Map.lineCopyOf(Unit) != Map.lineCopyOf(From)))
        return NoUnit;
      Unit = From;
    }
  return Entry->second = Unit;
}

uint32_t Arrivals::commonUnit(unsigned Node) const {
  return commonSource(
      Node, Common, [this](const FlowEdge &Edge) { return unitBefore(Edge); });
}

/// The same, calls that control comes from by unwinding among them.
uint32_t Arrivals::commonThrow(unsigned Node) const {
  return commonSource(Node, CommonThrows,
                      [this](const FlowEdge &Edge) { return thrownTo(Edge); });
}

} // namespace lineprof
