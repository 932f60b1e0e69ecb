/// \file node_code.h
/// Which statements the nodes of a flow graph have code of.
#ifndef LINEPROF_PLUGIN_NODE_CODE_H
#define LINEPROF_PLUGIN_NODE_CODE_H

#include "plugin/codeless.h"
#include "plugin/finder.h"
#include "plugin/flow.h"
#include "plugin/statements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace lineprof {

/// By node: the statements that it has code of, in their order there, none
/// twice in a row.
using NodeRuns = std::vector<llvm::SmallVector<uint32_t, 4>>;

/// The code of a function's nodes.
class NodeCode {
public:
  /// Tells \p Statements which of them have code.
  NodeCode(const FlowGraph &Graph, const StatementMap &Map,
           StatementFinder &Finder, Codeless &Statements);

  NodeRuns Runs;
  /// The statements at whose places the nodes that lead back in loops do so.
  llvm::DenseMap<unsigned, uint32_t> Latches;
  /// The loop that \p Node takes around again; NoUnit if not known.
  uint32_t turnedBy(unsigned Node) const {
    return Finder.loopTurnedBy(*Graph.Nodes[Node].Last);
  }
  uint32_t Body = NoUnit; ///< of the function, if a return tells

private:
  void findRuns();
  void addHandler(unsigned Node);
  bool mayBeBehind(uint32_t U) const;
  static bool decides(const llvm::Instruction &I);
  bool leadsBack(unsigned Node) const;
  bool isBehindInner(unsigned Node, const llvm::Instruction &I) const;
  static bool isPlainBranch(const llvm::Instruction &I);
  static bool isConstant(const llvm::Instruction &I);
  void addToRun(unsigned Node, uint32_t U);

  const FlowGraph &Graph;
  const StatementMap &Map;
  StatementFinder &Finder;
  Codeless &Statements;
};

} // namespace lineprof

#endif
