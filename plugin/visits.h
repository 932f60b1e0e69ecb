/// \file visits.h
/// Which nodes and edges of a flow graph make up a line's hits.
#ifndef LINEPROF_PLUGIN_VISITS_H
#define LINEPROF_PLUGIN_VISITS_H

#include "plugin/arrivals.h"
#include "plugin/codeless.h"
#include "plugin/empty_branches.h"
#include "plugin/finder.h"
#include "plugin/flow.h"
#include "plugin/increments.h"
#include "plugin/node_code.h"
#include "plugin/statements.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lineprof {

/// The visits of a function's lines.
class Visits {
public:
  Visits(const FlowGraph &Graph, const StatementMap &Map,
         StatementFinder &Finder, uint32_t EntryUnit, bool HandsOver,
         bool HasName);

  /// The function's entries are no calls (variants.h), so no visits of the
  /// line with its name; nor are they without one in the source: \p HasName.
  const bool HandsOver;
  /// By line. A line without terms has code that control cannot come to.
  std::map<LineKey, llvm::SmallVector<VisitTerm, 2>> Lines;
  /// Those of them that initialise members in their class, which may stand far
  /// behind a constructor.
  std::set<LineKey> MemberLines;

private:
  bool passesBefore(uint32_t S, uint32_t X, uint32_t From, Turn By) const;
  bool isOwnTurn(uint32_t X, const Arrival &From) const;
  Turn turnOf(const Arrival &From, uint32_t To) const;
  bool turnsTo(const Arrival &From, uint32_t Loop, uint32_t X) const;
  bool passesLabel(const Arrival &From, uint32_t S, uint32_t Label,
                   uint32_t To) const;
  uint32_t behindCode(uint32_t Label, uint32_t To) const;
  uint32_t labelAfter(const Arrival &From, uint32_t Last, uint32_t To) const;
  bool addFromLabel(uint32_t Label, uint32_t To,
                    llvm::SmallVectorImpl<uint32_t> &Way) const;
  int labelsPassed(const Arrival &From) const;
  void addBefore(const Arrival &From, uint32_t To,
                 llvm::SmallVectorImpl<uint32_t> &Way) const;
  bool beginsHandler(uint32_t U) const;
  bool waitsOrEnds(VisitTerm Term) const;
  bool needsArrivals(unsigned Node) const;
  void visitNode(unsigned Node);
  using Telling = llvm::function_ref<std::optional<bool>(uint32_t)>;
  bool holdsBefore(unsigned Node, size_t Count, Telling Tells,
                   llvm::DenseSet<unsigned> &Seen) const;
  bool heldBefore(const Arrival &From, size_t Count, Telling Tells) const;
  void addAround(const Arrival &From, uint32_t To,
                 llvm::SmallVectorImpl<uint32_t> &Way) const;
  bool goesOn(const Arrival &From, uint32_t To, size_t Count) const;
  bool isNextMember(const Arrival &From, uint32_t To, size_t Count) const;
  llvm::SmallVector<uint32_t, 8> passedBehind(const Arrival &From,
                                              uint32_t To) const;
  llvm::SmallVector<uint32_t, 8> wayTo(const Arrival &From, uint32_t To,
                                       size_t &Passed) const;
  bool isOnLine(const Arrival &From, uint32_t To) const;
  bool isRest(const Arrival &From, uint32_t To, size_t Count) const;
  llvm::SmallVector<Arrival, 8> arrivalsAt(unsigned Node) const;
  void visit(const Arrival &From, uint32_t To, size_t Count = 0);
  void addFirst(const Arrival &From,
                llvm::SmallVectorImpl<uint32_t> &Way) const;
  void leave(const Arrival &From);
  bool addGoal(llvm::SmallVectorImpl<uint32_t> &Way) const;
  void addAfter(const Arrival &From, uint32_t To, Turn By,
                llvm::SmallVectorImpl<uint32_t> &Way) const;
  void addLabel(const Arrival &From, uint32_t To,
                llvm::SmallVectorImpl<uint32_t> &Way) const;
  void addLoopBody(const Arrival &From, uint32_t To,
                   llvm::SmallVectorImpl<uint32_t> &Way) const;
  void visitWithoutCode(unsigned Node, llvm::ArrayRef<Arrival> Arrivals);
  void addWays(const Arrival &From, llvm::ArrayRef<uint32_t> Way, size_t Passed,
               LineCopy Line, bool Arrives);
  LineCopy addWay(llvm::ArrayRef<uint32_t> Way, LineCopy Line, bool Arrives,
                  VisitTerm Term);
  void addUnreached();
  void addTerm(uint32_t U, VisitTerm Term);

  const FlowGraph &Graph;
  const StatementMap &Map;
  const uint32_t EntryUnit;
  Codeless Statements;
  const NodeCode Code;
  Arrivals Incoming;
  Increments Turns;
  EmptyBranches Branches;
};

} // namespace lineprof

#endif
