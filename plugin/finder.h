/// \file finder.h
/// From an instruction to the statement that it belongs to.
#ifndef LINEPROF_PLUGIN_FINDER_H
#define LINEPROF_PLUGIN_FINDER_H

#include "plugin/copies.h"
#include "plugin/statements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>
#include <optional>
#include <utility>

namespace llvm {
class BasicBlock;
class DIFile;
class DILocation;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace lineprof {

/// Finds the statements that instructions belong to.
class StatementFinder {
public:
  /// \p Map gets a unit for each line of files that it does not know.
  explicit StatementFinder(StatementMap &Map);
  /// What is asked for next is code of \p F.
  void enter(const llvm::Function &F);
  /// The statement whose visit \p I takes part in; NoUnit for clean-up code,
  /// allocas and other code that no statement asked for.
  uint32_t unitOf(const llvm::Instruction &I);
  /// The line of that, or of \p I where no statement is; none if it has none.
  std::optional<LineKey> lineOf(const llvm::Instruction &I);
  /// The file of the map for \p File; adds it if it is new.
  uint32_t fileOf(const llvm::DIFile *File);
  /// A unit that stands for \p Line where there is no statement; of the copy
  /// of \p File that the function is in.
  uint32_t lineUnit(uint32_t File, uint32_t Line);
  /// Where \p F is defined: the place of its name, or, of what sets up a global
  /// variable and has no name in the source, that of the variable.
  Definition definitionOf(const llvm::Function &F);
  /// The label behind \p Successor of a switch; NoUnit if not known.
  uint32_t label(const llvm::Instruction &Terminator, unsigned Successor);
  /// The loop that \p I, a branch, takes around again; NoUnit if not known.
  uint32_t loopTurnedBy(const llvm::Instruction &I);
  /// The body of the function that \p I, a return, ends; NoUnit if not known.
  uint32_t bodyOf(const llvm::Instruction &I);
  /// Whether \p I throws what a handler has caught: `throw;`, or the end of one
  /// of all of a constructor or destructor (C++ [except.handle]).
  static bool throwsAgain(const llvm::Instruction &I);
  /// The handler that \p I ends, if by throwing again, which has caught
  /// something; NoUnit if it does not.
  uint32_t handlerEndedBy(const llvm::Instruction &I);
  /// Whether the body of \p F is known by its name (StatementMap::OwnBodies).
  bool isKnownByName(const llvm::Function &F) const;
  /// Whether \p F sets members up as their class says.
  bool initialisesMembers(const llvm::Function &F);
  /// Whether \p I is for a call of OpenMP's runtime (findUpkeep()).
  bool isUpkeep(const llvm::Instruction &I) const {
    return Upkeep.contains(&I);
  }
  /// Whether some line was found by its code alone, without the AST.
  bool Approximate = false;

private:
  void tellCopiesApart(const llvm::Function &F);
  /// As StatementMap::unitAt(), where \p I stands; of the copy that it is of.
  uint32_t unitAt(const llvm::Instruction &I, uint32_t File, Position At,
                  uint32_t Body) const;
  bool isForCaptured(const llvm::Instruction &I) const;
  bool isKeptByDirective(const llvm::Instruction &I, uint32_t U);
  bool beginsDirective(const llvm::Instruction &I, uint32_t U) const;
  bool isBesideStatements(const llvm::Instruction &I);
  bool isForDestruction(const llvm::Instruction &I) const;
  /// What stands where \p I does, in \p Body, a statement or what is around
  /// some.
  uint32_t placeOf(const llvm::Instruction &I, uint32_t Body = NoUnit);
  /// The same at \p Loc, a place that \p I names, or null.
  uint32_t placeAt(const llvm::DILocation *Loc, const llvm::Instruction &I,
                   uint32_t Body);
  /// Whether \p BB is the first of a handler if control comes \p From there.
  bool beginsCatch(const llvm::BasicBlock &BB, const llvm::BasicBlock &From);
  /// Where the statement begins that \p Loc is in.
  Definition statementAround(const llvm::DILocation &Loc);
  uint32_t valueKeptBy(const llvm::Instruction &I);
  /// The label of \p Switch that \p Value goes to; NoUnit if not known.
  uint32_t caseOf(uint32_t Switch, int64_t Value) const;
  uint32_t bodyAt(const llvm::Instruction &I);
  bool isInBody(uint32_t U) const;
  /// Whether \p U is in a body inside that of the function: of another one.
  bool isElsewhere(uint32_t U) const;
  bool isOfConstructor(uint32_t U) const;

  StatementMap &Map;
  const bool HasAST;
  Copies Included;
  bool InStructor = false;   ///< in a constructor or destructor
  uint32_t OwnBody = NoUnit; ///< of the function; NoUnit if not known
  /// Of the function, as an instance of a template; null if it has none.
  const CaseMap *OwnCases = nullptr;
  /// What a coroutine does before it may suspend for the first time. Its
  /// parameters are moved to its frame at the place of its first co_await.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> Prologue;
  llvm::DenseSet<const llvm::BasicBlock *> Unwinding; ///< to no statement
  /// Destroy arrays, at the place where clang was.
  llvm::DenseSet<const llvm::BasicBlock *> Destroying;
  /// Variables that hold where control goes on behind clean-up code. What
  /// stores there stands where clang was before, or nowhere.
  llvm::SmallPtrSet<const llvm::Value *, 4> WaysOut;
  /// Variables of a function that OpenMP's threads run which hold what it got
  /// from around it. Where it begins, clang reads them for its statement.
  llvm::SmallPtrSet<const llvm::Value *, 4> Captured;
  llvm::SmallPtrSet<const llvm::Instruction *, 8> Upkeep; ///< for OpenMP
  /// valueKeptBy(), by the variable.
  llvm::DenseMap<const llvm::Value *, uint32_t> Values;
  llvm::DenseMap<const llvm::DIFile *, uint32_t> Files;
  std::map<LineCopy, uint32_t> LineUnits;
};

} // namespace lineprof

#endif
