/// \file statement_map.cpp
/// Looks places up in the statement map.
#include "plugin/statements.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace lineprof {

std::string absolutePath(StringRef Directory, StringRef Path) {
  llvm::SmallString<256> Result(Path);
  if (!llvm::sys::path::is_absolute(Path)) {
    Result = Directory;
    llvm::sys::path::append(Result, Path);
  }
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return std::string(Result);
}

uint32_t StatementMap::file(StringRef AbsolutePath) const {
  const auto Entry = FileIndex.find(AbsolutePath);
  return Entry == FileIndex.end() ? NoUnit : Entry->second;
}

uint32_t StatementMap::unitAt(uint32_t File, Position At, uint32_t Body) const {
  const std::vector<uint32_t> &Sorted = Files[File].Units;
  auto After = std::upper_bound(
      Sorted.begin(), Sorted.end(), At,
      [this](Position P, uint32_t U) { return P < Units[U].Begin; });
  if (After == Sorted.begin())
    return NoUnit;
  uint32_t U = *--After;
  if (Files[File].IsRepeated && Body != NoUnit) {
    const auto Copy = std::find_if(
        std::make_reverse_iterator(std::next(After)), Sorted.rend(),
        [&](uint32_t C) { return isInside(C, Body); });
    U = Copy == Sorted.rend() ? U : *Copy;
  }
  while (U != NoUnit && (Units[U].File != File || Units[U].End < At))
    U = Units[U].Parent;
  return U;
}

uint32_t StatementMap::bodyAround(uint32_t U) const {
  while (U != NoUnit && Units[U].Kind != UnitKind::Body)
    U = Units[U].Parent;
  return U;
}

bool StatementMap::isDead(uint32_t U) const {
  const uint32_t Body = bodyAround(U);
  const auto Ranges = Body == NoUnit ? Dead.end() : Dead.find(Body);
  return Ranges != Dead.end() &&
         std::any_of(Ranges->second.begin(), Ranges->second.end(),
                     [U](const std::pair<uint32_t, uint32_t> &Range) {
                       return U >= Range.first && U < Range.second;
                     });
}

StatementMap &statementMap() {
  static StatementMap Map;
  return Map;
}

} // namespace lineprof
