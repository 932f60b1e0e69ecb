/// \file arrivals.h
/// Where control comes to a node of a flow graph from.
#ifndef LINEPROF_PLUGIN_ARRIVALS_H
#define LINEPROF_PLUGIN_ARRIVALS_H

#include "plugin/cleanup.h"
#include "plugin/flow.h"
#include "plugin/node_code.h"
#include "plugin/statements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace lineprof {

/// A summand of a line's hits.
struct VisitTerm {
  bool IsEdge;
  unsigned Index;
};

/// One of the ways that control comes to a node.
struct Arrival {
  uint32_t Unit;            ///< where control comes from; NoUnit: not known
  VisitTerm Term;           ///< how often
  int BackEdge;             ///< the loop's back edge that it came over, or -1
  uint32_t Thrown = NoUnit; ///< of an unknown one by unwinding: from where
  bool Resumed = false;     ///< from outside, by unwinding
  /// The edge by which it has left code since that no statement asked for, or
  /// -1. What that calls may not return, so what is behind is counted there;
  /// for all that leave by the edge at the first one.
  int WayOut = -1;
  bool IsFirstOut = true;

  /// Where it comes from, be it by unwinding; NoUnit: not known.
  uint32_t source() const { return Unit == NoUnit ? Thrown : Unit; }
  /// How often control comes to what is behind such code.
  VisitTerm behind() const {
    return WayOut < 0 ? Term : VisitTerm{true, unsigned(WayOut)};
  }
};

class Arrivals {
public:
  /// \p EntryUnit is what a function is entered from.
  Arrivals(const FlowGraph &Graph, const StatementMap &Map,
           const NodeRuns &Runs, uint32_t EntryUnit);

  /// Once, first.
  void noteThrows();

  llvm::SmallVector<Arrival, 8> at(unsigned Node) const;
  /// The statement that control comes from to a node without statements, if all
  /// ways to it agree on a line; else NoUnit.
  uint32_t commonUnit(unsigned Node) const;
  const CleanupPaths &cleanups() const { return Cleanups; }

private:
  void collect(unsigned Node, int BackEdge,
               llvm::SmallVectorImpl<Arrival> &Result,
               llvm::DenseSet<unsigned> &Seen) const;
  bool collectFromCleanup(unsigned Edge, int BackEdge,
                          llvm::SmallVectorImpl<Arrival> &Result,
                          llvm::DenseSet<unsigned> &Seen) const;
  uint32_t unitBefore(const FlowEdge &Edge) const;
  uint32_t thrownTo(const FlowEdge &Edge) const;
  uint32_t commonThrow(unsigned Node) const;
  using NodeUnits = llvm::DenseMap<unsigned, uint32_t>;
  template <typename UnitOf>
  uint32_t commonSource(unsigned Node, NodeUnits &Known, UnitOf Before) const;

  const FlowGraph &Graph;
  const StatementMap &Map;
  const NodeRuns &Runs;
  const uint32_t EntryUnit;
  const CleanupPaths Cleanups;
  /// Where the calls stand from which unwinding leads to a landing pad; NoUnit:
  /// on several lines.
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> Throws;
  mutable NodeUnits Common;       ///< commonUnit(), once
  mutable NodeUnits CommonThrows; ///< commonThrow()
};

} // namespace lineprof

#endif
