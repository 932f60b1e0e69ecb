/// \file increments.h
/// The line of a `for` is visited when control comes to its increment, from the
/// body's lines; or over the back edge, where the increment is on the body's
/// own line.
#ifndef LINEPROF_PLUGIN_INCREMENTS_H
#define LINEPROF_PLUGIN_INCREMENTS_H

#include "plugin/arrivals.h"
#include "plugin/codeless.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

namespace lineprof {

class Increments {
public:
  /// What it is given may still be filled.
  Increments(const FlowGraph &Graph, const StatementMap &Map,
             const NodeRuns &Runs, const Arrivals &Incoming,
             const Codeless &Statements)
      : Graph(Graph), Map(Map), Runs(Runs), Incoming(Incoming),
        Statements(Statements) {}

  /// Once, when all that is there.
  void find();

  /// Whether the visit of \p BackEdge is made before it.
  bool isIncrement(unsigned BackEdge) const { return Found.count(BackEdge); }
  /// Whether \p Edge is a visit from any line, also the same.
  bool entersAlways(unsigned Edge) const { return EnterAlways.count(Edge); }

private:
  bool endsIncrement(unsigned BackEdge);
  bool endsProgram(unsigned Node, unsigned Depth = 0) const;
  void addWaysInto(unsigned Edge, llvm::DenseSet<unsigned> &Seen,
                   llvm::SmallVectorImpl<unsigned> &Result) const;
  llvm::SmallVector<unsigned, 4> waysTo(unsigned BackEdge) const;
  uint32_t unitBefore(llvm::ArrayRef<unsigned> Ways) const;
  uint32_t outOfHead(uint32_t U) const;
  uint32_t lastBefore(unsigned Node, uint32_t To) const;
  llvm::DenseSet<unsigned> regionBefore(llvm::ArrayRef<unsigned> Ways,
                                        unsigned Header, uint32_t Last) const;

  const FlowGraph &Graph;
  const StatementMap &Map;
  const NodeRuns &Runs;
  const Arrivals &Incoming;
  const Codeless &Statements;
  llvm::DenseSet<unsigned> Found;
  llvm::DenseSet<unsigned> EnterAlways;
};

} // namespace lineprof

#endif
