/// \file copies.h
/// Tells the copies apart of a file that one function includes several times.
#ifndef LINEPROF_PLUGIN_COPIES_H
#define LINEPROF_PLUGIN_COPIES_H

#include "plugin/statements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"

#include <map>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class DIFile;
class Function;
class Instruction;
} // namespace llvm

namespace lineprof {

/// Which copy of a file an instruction is of, where its function includes the
/// file several times, as for what is made of a list of X(...). All copies have
/// the same places, and where line tables are all that is asked for, the same
/// scopes. What tells them apart is that clang makes code in the order of the
/// source.
class Copies {
public:
  using FileOf = llvm::function_ref<uint32_t(const llvm::DIFile *)>;

  explicit Copies(const StatementMap &Map);
  /// What comes next is of \p F, a function with \p Body, or with none that is
  /// known. Returns whether there are copies in it; if not, nothing is to be
  /// noted.
  bool enter(const llvm::Function &F, uint32_t Body);
  /// \p I, a statement's code, comes next in the order of the code.
  void note(const llvm::Instruction &I, FileOf File);
  /// All code of \p BB has been noted.
  void leave(const llvm::BasicBlock &BB);
  /// What comes next is behind \p Label, a case.
  void noteLabel(uint32_t Label);
  /// The innermost unit around \p I that was noted; NoUnit if there is one at
  /// most at its place.
  uint32_t unitOf(const llvm::Instruction &I) const;

private:
  struct Copy {
    uint32_t Number; ///< Unit::Copy
    std::vector<uint32_t> Units;
  };
  using Candidates = llvm::SmallVector<uint32_t, 4>;

  Candidates unitsAt(uint32_t File, Position At) const;
  uint32_t loopFrom(const llvm::Instruction &I, const Candidates &All) const;
  bool isLoop(uint32_t U) const;
  bool isOver(uint32_t U) const;
  bool isBehindBegin(const llvm::Instruction &I) const;
  const llvm::BasicBlock *beginOf(uint32_t U, const llvm::Instruction &I) const;
  bool callsAgain(const llvm::Instruction &I) const;
  bool mayBeOf(const llvm::Instruction &I, uint32_t U) const;
  uint32_t choose(const llvm::Instruction &I, const Candidates &All) const;
  uint32_t leftOver(const llvm::Instruction &I, const Candidates &All) const;
  bool areIncreasedBy(const Candidates &Loops,
                      const Candidates &Increments) const;
  uint32_t loopAround(uint32_t U, const Candidates &All) const;
  uint32_t turnOf(const llvm::Instruction &I, const Candidates &All,
                  FileOf File) const;
  void begin(uint32_t U, const llvm::BasicBlock *Block);
  void enterHandler(uint32_t U);
  void leaveHandler(const Candidates &All);
  void moveTo(uint32_t U, const llvm::Instruction &I);
  bool isWithinExpressionOf(uint32_t U) const;

  const StatementMap &Map;
  bool MayHave = false; ///< some file is included several times
  /// How often a unit calls something at a place: several times by a macro.
  std::map<std::pair<uint32_t, Position>, unsigned> Calls;
  uint32_t Body = NoUnit;
  /// The copies in the body, of files that have several there.
  llvm::DenseMap<uint32_t, std::vector<Copy>> Files;
  llvm::DenseMap<const llvm::Instruction *, uint32_t> Found;
  llvm::DenseSet<uint32_t> WithCode;
  llvm::DenseSet<const llvm::BasicBlock *> Passed;
  llvm::DominatorTree Order;
  uint32_t Last = NoUnit; ///< of which code was noted last
  /// Where that begins; null if it is not known.
  const llvm::BasicBlock *BeginBlock = nullptr;
  /// What it has called, null if by a pointer, and where: how often.
  std::map<std::pair<const llvm::Function *, Position>, unsigned> Made;
  uint32_t Next = 0; ///< the first unit that new code may be of
  /// The handler that is between later code; NoUnit if none is.
  uint32_t Handler = NoUnit;
  uint32_t Behind = 0; ///< that: Next, when it is over
};

} // namespace lineprof

#endif
