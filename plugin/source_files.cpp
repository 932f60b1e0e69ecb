/// \file source_files.cpp
/// Finds out what a file is when the first place in it comes.
#include "plugin/source_files.h"

#include "plugin/system_headers.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/FrontendOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace clang;

namespace lineprof {

static std::string workingDirectory(const SourceManager &SM) {
  const std::string &Dir = SM.getFileManager().getFileSystemOpts().WorkingDir;
  if (!Dir.empty())
    return Dir;
  llvm::SmallString<256> Current;
  llvm::sys::fs::current_path(Current);
  return std::string(Current);
}

SourceFiles::SourceFiles(SourceManager &SM, StatementMap &Map,
                         const DebugPaths &Debug, bool WithSystem)
    : SM(SM), Map(Map), Debug(Debug), WithSystem(WithSystem) {
  Map.Directory = workingDirectory(SM);
}

/// As debug information has it: of a preprocessed unit it is the one that the
/// first line names.
StringRef SourceFiles::mainName() const {
  const FileID Main = SM.getMainFileID();
  const StringRef Name = SM.getFilename(SM.getLocForStartOfFile(Main));
  const StringRef Extension = llvm::sys::path::extension(Name).drop_front(
      llvm::sys::path::has_extension(Name));
  if (!FrontendOptions::getInputKindForExtension(Extension).isPreprocessed())
    return Name;
  const PresumedLoc Behind = SM.getPresumedLoc(SM.translateLineCol(Main, 2, 1));
  return Behind.isValid() ? StringRef(Behind.getFilename()) : Name;
}

/// What `#line 1 ""` says clang's debug information puts into the main file.
StringRef SourceFiles::nameAt(const PresumedLoc &At) const {
  const StringRef Name = At.getFilename();
  return Name.empty() ? mainName() : Name;
}

/// Whether `#line` has \p Loc, which is presumed to be at \p At, in another
/// file than the one at hand. Its name alone does not tell: a file that comes
/// out of a precompiled header may have two.
bool SourceFiles::isMoved(SourceLocation Loc, const PresumedLoc &At) const {
  const PresumedLoc Itself =
      SM.getPresumedLoc(Loc, /*UseLineDirectives=*/false);
  return Itself.isInvalid() || nameAt(At) != Itself.getFilename();
}

Position SourceFiles::position(SourceLocation Loc) const {
  const PresumedLoc At = SM.getPresumedLoc(Loc);
  return At.isValid()
             ? Position{At.getLine(), std::min(At.getColumn(), FarColumn)}
             : Position();
}

Position SourceFiles::lastPosition(SourceLocation Begin,
                                   SourceLocation End) const {
  const PresumedLoc First = SM.getPresumedLoc(Begin);
  const Position Last = position(End);
  const FileID ID = SM.getFileID(Begin);
  if (First.isInvalid() || SM.getFileID(End) != ID ||
      (nameAt(SM.getPresumedLoc(End)) == nameAt(First) &&
       !(Last < position(Begin))))
    return Last;
  Position Found = {First.getLine(), UINT32_MAX};
  const unsigned EndLine = SM.getSpellingLineNumber(End);
  for (unsigned Line = SM.getSpellingLineNumber(Begin) + 1; Line <= EndLine;
       Line++) {
    const PresumedLoc At = SM.getPresumedLoc(SM.translateLineCol(ID, Line, 1));
    if (At.isValid() && nameAt(At) == nameAt(First))
      Found = std::max(Found, Position{At.getLine(), UINT32_MAX});
  }
  return Found;
}

uint32_t SourceFiles::file(SourceLocation Begin) {
  const PresumedLoc At = SM.getPresumedLoc(Begin);
  if (At.isInvalid())
    return NoUnit;
  const FileID ID = SM.getFileID(Begin);
  if (ID == LastID && nameAt(At) == LastName)
    return LastFile;
  const std::string Named = absolutePath(Map.Directory, nameAt(At));
  const std::string Path = pathOf(Named, Begin, At);
  const auto [Entry, IsNew] = Map.FileIndex.insert({Path, Map.Files.size()});
  if (IsNew)
    addFile(Path, Begin, At);
  else if (FirstIDs[Entry->second] != ID)
    Map.Files[Entry->second].IsRepeated = true;
  LastID = ID;
  LastName = nameAt(At);
  LastFile = Entry->second;
  if (Path != Named)
    Map.FileIndex.insert({debugPath(nameAt(At)), LastFile});
  return LastFile;
}

/// The file \p Named, which the directive `#line` may name from the folder of
/// the file that it stands in: generated code that is built elsewhere has that.
std::string SourceFiles::pathOf(const std::string &Named, SourceLocation Begin,
                                const PresumedLoc &At) {
  if (!isMoved(Begin, At) || llvm::sys::path::is_absolute(nameAt(At)))
    return Named;
  const auto [Known, IsNew] = NamedByLine.insert({Named, Named});
  if (IsNew && !llvm::sys::fs::exists(Named)) {
    llvm::SmallString<256> Beside(
        llvm::sys::path::parent_path(SM.getFilename(Begin)));
    llvm::sys::path::append(Beside, nameAt(At));
    if (llvm::sys::fs::exists(Beside))
      Known->second = absolutePath(Map.Directory, Beside);
  }
  return Known->second;
}

/// Whether it is called as files are that a compiler of C or C++ reads.
static bool isOfC(StringRef Name) {
  static constexpr llvm::StringLiteral Extensions[] = {
      ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",  ".cu",  ".m",   ".mm",
      ".h",   ".hh",  ".hpp", ".hxx", ".h++", ".H",  ".cuh", ".inc", ".inl",
      ".ipp", ".tpp", ".tcc", ".def", ".i",   ".ii", ""};
  return llvm::is_contained(Extensions, llvm::sys::path::extension(Name));
}

/// The word that \p Text begins with.
static StringRef firstWord(StringRef Text) {
  return Text.take_while(
      [](char C) { return C == '_' || llvm::isAlnum(C) || C == '$'; });
}

const SourceFiles::Text &SourceFiles::textOf(const std::string &Path) {
  const auto [Entry, IsNew] = Texts.try_emplace(Path);
  Text &Found = Entry->second;
  if (!IsNew)
    return Found;
  if (auto Read = llvm::MemoryBuffer::getFile(Path)) {
    Found.Buffer = std::move(*Read);
    Found.Buffer->getBuffer().split(Found.Lines, '\n');
  }
  return Found;
}

bool SourceFiles::isInText(SourceLocation Loc) {
  const PresumedLoc At = SM.getPresumedLoc(Loc);
  if (At.isInvalid() || !isMoved(Loc, At) || isOfC(nameAt(At)))
    return true;
  const uint32_t File = file(Loc);
  if (File == NoUnit)
    return true;
  const Text &Named = textOf(Map.Files[File].Path);
  const StringRef Word = firstWord(SM.getCharacterData(Loc));
  if (Named.Lines.empty() || Word.empty())
    return true;
  const unsigned Line = At.getLine() - 1;
  return Line < Named.Lines.size() &&
         Named.Lines[Line].find(Word) != StringRef::npos;
}

uint32_t SourceFiles::fileItself(SourceLocation Loc) {
  return file(SM.getLocForStartOfFile(SM.getFileID(Loc)));
}

/// Its templates will be code of this unit: the file must be known for what
/// it is. A preprocessed unit has all headers in one file.
void SourceFiles::noteSystem(SourceLocation Loc) {
  const FileID ID = SM.getFileID(Loc);
  if (!SystemFiles.insert(ID).second && ID != SM.getMainFileID())
    return;
  const uint32_t File = file(Loc);
  if (File != NoUnit)
    Map.Files[File].IsSystem = true;
}

void SourceFiles::addFile(const std::string &Path, SourceLocation Begin,
                          const PresumedLoc &At) {
  SourceFile File;
  File.Path = Path;
  File.DebugPath = debugPath(nameAt(At));
  File.JoinedPath = joinedPath(nameAt(At));
  File.IsSystem = isInSystemHeader(SM, Begin);
  if (!isMoved(Begin, At) && (WithSystem || !File.IsSystem)) {
    const StringRef Text = SM.getBufferData(SM.getFileID(Begin));
    llvm::MD5 Hash;
    llvm::MD5::MD5Result Digest;
    Hash.update(Text);
    Hash.final(Digest);
    File.DigestLow = Digest.low();
    File.DigestHigh = Digest.high();
  }
  Map.Files.push_back(File);
  FirstIDs.push_back(SM.getFileID(Begin));
}

/// The file \p Name as debug locations have it: what had an absolute name is in
/// no folder, though that may have become relative.
std::string SourceFiles::debugPath(StringRef Name) const {
  return llvm::sys::path::is_absolute(Name) ? absolutePath("", renamed(Name))
                                            : joinedPath(Name);
}

/// \p Name in the folder that debug information names.
std::string SourceFiles::joinedPath(StringRef Name) const {
  const std::string &Directory =
      Debug.Directory.empty() ? Map.Directory : Debug.Directory;
  return absolutePath(renamed(Directory), renamed(Name));
}

/// What clang makes of \p Path in debug locations.
std::string SourceFiles::renamed(StringRef Path) const {
  llvm::SmallString<256> Result(Path);
  for (const auto &[From, To] : Debug.Renamed)
    if (llvm::sys::path::replace_path_prefix(Result, From, To))
      break;
  return std::string(Result);
}

} // namespace lineprof
