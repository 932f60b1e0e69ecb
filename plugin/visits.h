/// \file visits.h
/// Which nodes and edges of a flow graph make up a line's hits.
#ifndef LINEPROF_PLUGIN_VISITS_H
#define LINEPROF_PLUGIN_VISITS_H

#include "plugin/flow.h"
#include "plugin/statements.h"

#include <map>
#include <utility>
#include <vector>

namespace llvm {
class DIFile;
class DISubprogram;
class DebugLoc;
} // namespace llvm

namespace lineprof {

/// A summand of a line's hits.
struct VisitTerm {
  bool IsEdge;
  unsigned Index;
};

using LineKey = std::pair<uint32_t, uint32_t>; ///< file of the map, line

/// Finds the statements that instructions belong to.
class StatementFinder {
public:
  /// \p Map gets a unit for each line of files that it does not know.
  explicit StatementFinder(StatementMap &Map);
  /// The statement whose visit \p I takes part in; NoUnit for clean-up code,
  /// allocas and other code that no statement asked for.
  uint32_t unitOf(const llvm::Instruction &I);
  /// The file of the map for \p File; adds it if it is new.
  uint32_t fileOf(const llvm::DIFile *File);
  /// A unit that stands for \p Line where there is no statement.
  uint32_t lineUnit(uint32_t File, uint32_t Line);
  /// The line of the label behind \p Successor of a switch; 0 if not known.
  unsigned caseLine(const llvm::Instruction &Terminator, unsigned Successor);
  /// Whether some line was found by its code alone, without the AST.
  bool Approximate = false;

private:
  StatementMap &Map;
  const bool HasAST;
  llvm::DenseMap<const llvm::DIFile *, uint32_t> Files;
  std::map<LineKey, uint32_t> LineUnits;
};

/// The visits of a function's lines.
class Visits {
public:
  Visits(const FlowGraph &Graph, const StatementMap &Map,
         StatementFinder &Finder, uint32_t EntryUnit);

  /// By line. A line without terms has code that control cannot come to.
  std::map<LineKey, llvm::SmallVector<VisitTerm, 2>> Lines;

private:
  struct Arrival {
    uint32_t Unit;  ///< where control comes from; NoUnit: not known
    VisitTerm Term; ///< how often
    int BackEdge;   ///< the loop's back edge that it came over, or -1
    bool Resumed;   ///< from outside: unwinding, longjmp
  };

  void findRuns(StatementFinder &Finder);
  static bool isPlainBranch(const llvm::Instruction &I);
  void addToRun(unsigned Node, uint32_t U);
  uint32_t codelessBefore(uint32_t X) const;
  bool passesBefore(uint32_t S, uint32_t X, uint32_t From, bool IsBack) const;
  void addBefore(const Arrival &From, uint32_t To,
                 llvm::SmallVectorImpl<uint32_t> &Way) const;
  void addAfter(uint32_t From, uint32_t To,
                llvm::SmallVectorImpl<uint32_t> &Way) const;
  bool leadsToCode(uint32_t S) const;
  bool hasCode(uint32_t U) const { return WithCode.count(U); }
  bool isInside(uint32_t U, uint32_t Tree) const;
  LineKey lineOf(uint32_t U) const;

  void collectArrivals(unsigned Node, int BackEdge,
                       llvm::SmallVectorImpl<Arrival> &Result,
                       llvm::DenseSet<unsigned> &Seen) const;
  bool hasOneWayOut(unsigned Node) const;
  uint32_t commonArrival(unsigned Node) const;
  bool beginsHandler(uint32_t U) const;
  void visitNode(unsigned Node);
  void visit(const Arrival &From, uint32_t To);
  void leave(const Arrival &From);
  void addDefault(const Arrival &From,
                  llvm::SmallVectorImpl<uint32_t> &Way) const;
  void addTerm(uint32_t U, VisitTerm Term);
  bool isIncrement(unsigned BackEdge);
  llvm::DenseSet<unsigned> regionBefore(unsigned BackEdge, LineKey Line) const;

  const FlowGraph &Graph;
  const StatementMap &Map;
  const uint32_t EntryUnit;
  std::vector<llvm::SmallVector<uint32_t, 4>> Runs; ///< of each node
  llvm::DenseSet<uint32_t> WithCode;
  mutable llvm::DenseMap<unsigned, uint32_t> Common; ///< commonArrival(), once
  llvm::DenseSet<unsigned>
      Increments; ///< back edges whose visit is already made
  llvm::DenseSet<unsigned>
      EnterAlways; ///< edges that are a visit from any line
};

} // namespace lineprof

#endif
