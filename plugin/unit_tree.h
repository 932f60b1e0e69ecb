/// \file unit_tree.h
/// Adds units to a statement map: where they stand, and what they are in.
#ifndef LINEPROF_PLUGIN_UNIT_TREE_H
#define LINEPROF_PLUGIN_UNIT_TREE_H

#include "plugin/source_files.h"
#include "plugin/statements.h"

#include "clang/Basic/SourceLocation.h"

namespace lineprof {

class UnitTree {
protected:
  /// \p Debug, \p WithSystem: as for buildStatementMap().
  UnitTree(clang::SourceManager &SM, StatementMap &Map, const DebugPaths &Debug,
           bool WithSystem)
      : SM(SM), Map(Map), Sources(SM, Map, Debug, WithSystem) {}

  /// Makes a unit the parent of what is added while it lives.
  struct Scope {
    Scope(UnitTree &Tree, uint32_t U) : Tree(Tree), U(U), Saved(Tree.Parent) {
      if (U != NoUnit)
        Tree.Parent = U;
    }
    ~Scope() {
      Tree.Parent = Saved;
      if (U != NoUnit)
        Tree.Map.Units[U].SubtreeEnd = Tree.Map.Units.size();
    }
    UnitTree &Tree;
    uint32_t U;
    uint32_t Saved;
  };

  /// The unit of what is in \p Range; NoUnit if that is in no file. All that a
  /// macro makes is at the place of its name: one statement. So is what stands
  /// too far behind in its line to have a column.
  uint32_t addUnit(clang::SourceRange Range, UnitKind Kind);
  /// Notes that the unit at hand calls something \p Loc there.
  void noteCall(clang::SourceLocation Loc);
  /// Notes that control goes from \p From to \p To.
  void linkNext(uint32_t From, uint32_t To);
  /// What is added next is of no statement that was added before.
  void beginApart() { Apart = Map.Units.size(); }

  clang::SourceManager &SM;
  StatementMap &Map;
  SourceFiles Sources;

private:
  uint32_t lastAtPlaceOf(const Unit &U) const;

  uint32_t Parent = NoUnit;
  uint32_t Apart = 0; ///< the units before are none of those that come
};

} // namespace lineprof

#endif
