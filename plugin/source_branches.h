/// \file source_branches.h
/// Where branches and loops stand that are of the source.
#ifndef LINEPROF_PLUGIN_SOURCE_BRANCHES_H
#define LINEPROF_PLUGIN_SOURCE_BRANCHES_H

#include "plugin/finder.h"
#include "plugin/flow.h"

#include <optional>
#include <set>

namespace llvm {
class CondBrInst;
}

namespace lineprof {

/// The branches and loops of one function.
class SourceBranches {
public:
  SourceBranches(const llvm::Function &F, const FlowGraph &Graph,
                 StatementFinder &Finder, const StatementMap &Map)
      : F(F), Graph(Graph), Finder(Finder), Map(Map) {}
  /// The line of the branch that \p Node ends with; none if it has one way
  /// only, or clang has made it.
  std::optional<LineKey> branchAt(unsigned Node);
  /// Where what that branch asks begins; none if that is not known, or the
  /// branch is a switch's.
  std::optional<SourcePlace> operandAt(unsigned Node);
  /// Of the two ways out of \p Node, the edge that is LP_EDGE_TAKEN; none if
  /// that is not known.
  std::optional<unsigned> takenFrom(unsigned Node);
  /// Whether the branch that \p Edge leads to goes where its condition holds,
  /// or does not, if that is certain there: clang makes a value of a loop's
  /// `&&` and `||` and branches once, also where the last operand was not
  /// asked.
  std::optional<bool> decidedBy(const FlowEdge &Edge);
  /// The line of the loop that turns at \p Node; none if none does.
  std::optional<LineKey> loopAt(unsigned Node);

private:
  bool isMade(unsigned Node);
  bool isOfCast(const llvm::CondBrInst &Branch) const;
  bool isOfLoop(const llvm::Instruction &End, uint32_t U) const;
  bool isOfSource(unsigned Node);
  std::optional<SourcePlace> placeOf(const llvm::Instruction &I) const;
  std::optional<Position> askedBy(const llvm::CondBrInst &Branch) const;
  std::optional<SourcePlace> conditionOf(unsigned Node);
  const Operand *askedAt(unsigned Node, const SourcePlace &Place);
  uint32_t handlerBehind(const llvm::CondBrInst &Branch);
  bool asksByItself(unsigned Node) const;
  bool isMadeHead(unsigned Node) const;
  uint32_t unitThatTurns(unsigned Node);
  uint32_t doTurnedBy(const FlowEdge &Edge);
  const FlowEdge &pastCounters(const FlowEdge &Edge);
  unsigned distanceOf(const FlowEdge &Edge, uint32_t U);
  bool hasCodeIn(uint32_t Begin, uint32_t End);
  std::optional<unsigned> takenByDistance(unsigned Node);
  std::optional<unsigned> takenByCondition(unsigned Node);
  uint32_t firstUnit(unsigned Node, bool IsPastHeads);
  bool mayBeDecided(unsigned Node);
  std::optional<bool> answerFrom(unsigned Node, const llvm::Value *Known,
                                 bool Holds);

  const llvm::Function &F;
  const FlowGraph &Graph;
  StatementFinder &Finder;
  const StatementMap &Map;
  std::set<uint32_t> WithCode; ///< units, once it was asked for
};

} // namespace lineprof

#endif
