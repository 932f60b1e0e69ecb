/// \file source_files.h
/// From places in the source to files and positions of the statement map.
#ifndef LINEPROF_PLUGIN_SOURCE_FILES_H
#define LINEPROF_PLUGIN_SOURCE_FILES_H

#include "plugin/statements.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace clang {
class PresumedLoc;
class SourceManager;
} // namespace clang

namespace lineprof {

/// Adds the files that places are in to a map.
class SourceFiles {
public:
  /// \p Debug, \p WithSystem: as for buildStatementMap().
  SourceFiles(clang::SourceManager &SM, StatementMap &Map,
              const DebugPaths &Debug, bool WithSystem);

  /// As debug locations have it.
  Position position(clang::SourceLocation Loc) const;
  /// The last position of what is from \p Begin to \p End in the file, and
  /// behind the line, where it begins: `#line` may have the end elsewhere.
  Position lastPosition(clang::SourceLocation Begin,
                        clang::SourceLocation End) const;
  /// The map's index of the file that \p Begin is in; NoUnit if it is in none.
  uint32_t file(clang::SourceLocation Begin);
  /// Whether the word at \p Loc is in the line that `#line` says it is on: flex
  /// says so of what it writes behind a rule's action, too. True where that is
  /// no question: without `#line`, or where it names a file of C or C++, which
  /// may be a preprocessor's doing.
  bool isInText(clang::SourceLocation Loc);
  /// The map's index of the file that \p Loc is in, whatever `#line` says.
  uint32_t fileItself(clang::SourceLocation Loc);
  /// Notes that \p Loc is in a system header, of which no statements are read.
  void noteSystem(clang::SourceLocation Loc);

private:
  void addFile(const std::string &Path, clang::SourceLocation Begin,
               const clang::PresumedLoc &At);
  bool isMoved(clang::SourceLocation Loc, const clang::PresumedLoc &At) const;
  std::string pathOf(const std::string &Named, clang::SourceLocation Begin,
                     const clang::PresumedLoc &At);
  llvm::StringRef mainName() const;
  llvm::StringRef nameAt(const clang::PresumedLoc &At) const;
  std::string debugPath(llvm::StringRef Name) const;
  std::string joinedPath(llvm::StringRef Name) const;
  std::string renamed(llvm::StringRef Path) const;

  clang::SourceManager &SM;
  StatementMap &Map;
  const DebugPaths &Debug;
  const bool WithSystem;
  llvm::DenseSet<clang::FileID> SystemFiles; ///< noted already
  /// A file that `#line` names; without lines if it cannot be read.
  struct Text {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    llvm::SmallVector<llvm::StringRef, 0> Lines;
  };
  const Text &textOf(const std::string &Path);

  llvm::StringMap<Text> Texts;
  llvm::StringMap<std::string> NamedByLine;  ///< by `#line`, to what exists
  std::vector<clang::FileID> FirstIDs; ///< of each file, where it came first
  clang::FileID LastID;
  std::string LastName;
  uint32_t LastFile = NoUnit;
};

} // namespace lineprof

#endif
