/// \file system_headers.cpp
/// Tells the user's headers from the system's where clang does not.
#include "plugin/system_headers.h"

#include "plugin/llvm_compat.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Path.h"

#include <string>
#include <vector>

using namespace clang;

namespace lineprof {

static std::vector<std::string> &systemFolders() {
  static std::vector<std::string> Folders;
  return Folders;
}

void noteSystemFolders(const HeaderSearchOptions &Opts) {
  for (const HeaderSearchOptions::Entry &Entry : Opts.UserEntries)
    if (Entry.Group >= frontend::System)
      systemFolders().push_back(StringRef(Entry.Path).rtrim('/').str() + "/");
}

/// Whether CMake made the header \p Name, of those that it precompiles.
static bool isMadeByCMake(StringRef Name) {
  return llvm::sys::path::stem(Name) == "cmake_pch";
}

static bool isInSystemFolder(StringRef Name) {
  for (const std::string &Folder : systemFolders())
    if (compat::startsWith(Name, Folder))
      return true;
  return false;
}

/// Whether the user owns the file \p ID although clang says otherwise: neither
/// it nor what included it, up to CMake's header, is in a system folder.
static bool isBehindCMake(const SourceManager &SM, FileID ID) {
  SourceLocation At = SM.getLocForStartOfFile(ID);
  while (At.isValid()) {
    const StringRef Name = SM.getFilename(At);
    if (isMadeByCMake(Name))
      return true;
    if (isInSystemFolder(Name))
      return false;
    At = SM.getIncludeLoc(SM.getFileID(At));
  }
  return false;
}

// Sources are in /usr/src or /usr/local/src (Filesystem Hierarchy Standard 3.0,
// 4.12, 4.9).
bool isOfSystem(const SourceManager &SM, SourceLocation Loc) {
  if (isInSystemHeader(SM, Loc))
    return true;
  const StringRef Name = SM.getFilename(SM.getExpansionLoc(Loc));
  if (!llvm::sys::path::is_absolute(Name))
    return false;
  return isInSystemFolder(Name) ||
         (compat::startsWith(Name, "/usr/") && !Name.contains("/src/"));
}

bool isInSystemHeader(const SourceManager &SM, SourceLocation Loc) {
  static llvm::DenseMap<FileID, bool> Known;
  if (!SM.isInSystemHeader(Loc))
    return false;
  const FileID ID = SM.getFileID(SM.getExpansionLoc(Loc));
  const auto [Entry, IsNew] = Known.insert({ID, true});
  if (IsNew)
    Entry->second = !isBehindCMake(SM, ID);
  return Entry->second;
}

} // namespace lineprof
