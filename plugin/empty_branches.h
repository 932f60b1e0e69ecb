/// \file empty_branches.h
/// The branches of an `if` that have no code: control passes them over an edge
/// that leads nowhere else.
#ifndef LINEPROF_PLUGIN_EMPTY_BRANCHES_H
#define LINEPROF_PLUGIN_EMPTY_BRANCHES_H

#include "plugin/arrivals.h"
#include "plugin/codeless.h"

namespace lineprof {

class EmptyBranches {
public:
  /// What it is given may still be filled.
  EmptyBranches(const FlowGraph &Graph, const StatementMap &Map,
                const NodeRuns &Runs, const Codeless &Statements)
      : Graph(Graph), Map(Map), Runs(Runs), Statements(Statements) {}

  /// Adds the branch of an `if` without code, when control comes from the `if`
  /// over the edge to the node that stands for it.
  void add(const Arrival &From, llvm::SmallVectorImpl<uint32_t> &Way) const;

private:
  uint32_t ifBefore(unsigned Node) const;
  uint32_t ifAround(uint32_t U) const;
  bool leadsInto(unsigned Node, uint32_t Begin, uint32_t End,
                 bool MayTurn) const;
  bool isSecondBranch(unsigned Node, uint32_t If) const;

  const FlowGraph &Graph;
  const StatementMap &Map;
  const NodeRuns &Runs;
  const Codeless &Statements;
};

} // namespace lineprof

#endif
