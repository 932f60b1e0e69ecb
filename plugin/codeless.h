/// \file codeless.h
/// Statements without code (labels, `do`, `int x;`): they are visited when
/// control passes by them, on its way to the next one that has some.
#ifndef LINEPROF_PLUGIN_CODELESS_H
#define LINEPROF_PLUGIN_CODELESS_H

#include "plugin/statements.h"

#include "llvm/ADT/DenseSet.h"

namespace lineprof {

/// How control comes to a statement.
struct Turn {
  bool IsBack = false;    ///< by the end of a loop's body
  uint32_t Loop = NoUnit; ///< of which loop, if that is known
};

/// Which statements of a function have code, and what that means for others.
class Codeless {
public:
  using Way = llvm::SmallVectorImpl<uint32_t>;

  /// Of the statements of \p F.
  Codeless(const StatementMap &Map, const llvm::Function &F);

  void noteCode(uint32_t U) {
    WithCode.insert(U);
    Leads.clear();
  }
  const llvm::DenseSet<uint32_t> &withCode() const { return WithCode; }
  bool hasCode(uint32_t U) const { return WithCode.contains(U); }
  /// Whether any of the units [\p Begin, \p End) has code.
  bool hasCodeIn(uint32_t Begin, uint32_t End) const;
  /// Whether control comes from \p S, which has no code, to a statement with
  /// some.
  bool leadsToCode(uint32_t S) const;
  /// Whether \p U is a label of any kind, of its own.
  bool isLabel(uint32_t U) const;
  /// Whether \p U is the body of a loop, which has no code: addLoopBody() of
  /// Visits has its visits.
  bool isLoopBody(uint32_t U) const;
  /// What conditions come to that are constant in this instance of a template.
  const llvm::DenseMap<uint32_t, bool> &conditions() const {
    return Conditions;
  }
  /// Units that control cannot come to in this instance, [first, last).
  const std::vector<std::pair<uint32_t, uint32_t>> &dead() const {
    return Switches.Dead;
  }
  /// What the condition of the `if` \p U comes to, 0 or 1; -1: not known.
  int valueOf(uint32_t U) const;
  /// The first statement in \p S, which is one or braces around some; NoUnit if
  /// there is none in them.
  uint32_t firstOf(uint32_t S) const;
  /// The case by which control comes into \p Switch, a constant one; NoUnit: it
  /// is none, or no case is its value's.
  uint32_t chosenIn(uint32_t Switch) const;
  /// A statement without code from which control goes on to \p X.
  uint32_t before(uint32_t X) const;
  /// Adds \p S and what follows it, up to a statement with code; returns that,
  /// or NoUnit.
  uint32_t addChain(uint32_t S, Way &Result) const;
  /// Adds the statements without code that control passes when it leaves
  /// \p From, and those around it, for \p To: the last ones in their braces.
  void addAfter(uint32_t From, uint32_t To, Turn By, Way &Result) const;

private:
  bool isDead(uint32_t U) const;
  uint32_t nextOf(uint32_t S) const;
  uint32_t nextBehind(uint32_t S) const;
  bool isPassed(uint32_t S, uint32_t To) const;
  uint32_t addWithin(uint32_t S, uint32_t U, Way &Result) const;

  const StatementMap &Map;
  llvm::DenseMap<uint32_t, bool> Conditions;
  SwitchWays Switches;
  llvm::DenseSet<uint32_t> WithCode;
  /// What leadsToCode() has found out: of a thousand labels in a row each asks.
  mutable llvm::DenseMap<uint32_t, bool> Leads;
};

} // namespace lineprof

#endif
