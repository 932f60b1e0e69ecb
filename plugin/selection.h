/// \file selection.h
/// What is counted and clocked: the user's patterns and annotations.
#ifndef LINEPROF_PLUGIN_SELECTION_H
#define LINEPROF_PLUGIN_SELECTION_H

#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace lineprof {

class StatementFinder;
class StatementMap;

/// The module has functions that annotate("lineprof") selects: no others are
/// clocked. On these, an attribute of that name.
constexpr const char *SelectedMark = "lineprof.selected";
/// A function of a system header's that is not counted has an attribute of this
/// name.
constexpr const char *SystemMark = "lineprof.system";

/// What became of a unit's functions: struct lp_abi_unit.
struct SelectionTally {
  uint32_t Counted = 0;
  uint32_t Excluded = 0; ///< by patterns
  uint32_t Skipped = 0;  ///< as they are unwanted
  uint32_t System = 0;   ///< in system headers
  uint64_t Matched = 0;  ///< bit n: pattern n of Patterns matched something
  std::string Patterns;  ///< "include=GLOB", "exclude=GLOB", a zero behind each
};

class Selection {
public:
  /// Borrows \p Finder and \p Map. Marks the selected functions of \p M.
  Selection(llvm::Module &M, StatementFinder &Finder, const StatementMap &Map);

  /// Whether \p F, a function of the user's with a place, is to be counted.
  /// Asks once for each function, for the tally. Marks those of the system's.
  bool isCounted(llvm::Function &F);

  SelectionTally Tally;

private:
  void readAttributes(const llvm::Module &M);
  void readAnnotations(llvm::Module &M);

  StatementFinder &Finder;
  const StatementMap &Map;
  llvm::DenseSet<const llvm::Function *> Annotated; ///< "lineprof"
  /// "no_lineprof", or attribute no_profile_instrument_function.
  llvm::DenseSet<const llvm::Function *> Unwanted;
};

} // namespace lineprof

#endif
