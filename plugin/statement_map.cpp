/// \file statement_map.cpp
/// Looks places up in the statement map.
#include "plugin/statements.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
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

StringRef linkageNameOf(const GlobalValue &F) {
  const StringRef Name = F.getName();
  return Name.take_front(Name.find(".__uniq."));
}

Position positionOf(const DILocation &Loc) {
  return {Loc.getLine(), Loc.getColumn() ? Loc.getColumn() : FarColumn};
}

uint32_t StatementMap::file(StringRef AbsolutePath) const {
  const auto Entry = FileIndex.find(AbsolutePath);
  return Entry == FileIndex.end() ? NoUnit : Entry->second;
}

uint32_t StatementMap::pointerType(const Function &F,
                                   const SourcePlace &At) const {
  const auto Known = PointerCalls.find(At);
  if (Known != PointerCalls.end())
    return Known->second;
  const auto Calls = OwnPointerCalls.find(linkageNameOf(F));
  if (Calls == OwnPointerCalls.end())
    return 0;
  const auto Own = Calls->second.find(At);
  return Own == Calls->second.end() ? 0 : Own->second;
}

const OperandMap::mapped_type *
StatementMap::operandsAt(const Function &F, const SourcePlace &At) const {
  const auto Differs = OwnOperands.find(linkageNameOf(F));
  if (Differs != OwnOperands.end())
    if (const auto Own = Differs->second.find(At); Own != Differs->second.end())
      return &Own->second;
  const auto Known = Operands.find(At);
  return Known == Operands.end() ? nullptr : &Known->second;
}

/// Of the units of \p File up to \p Last, the last one of \p Body that stands
/// at its place or, if the file is included several times, before it; else the
/// last one of the copy that the body is in, as what initialises members is.
uint32_t StatementMap::ownUnit(const SourceFile &File, UnitIterator Last,
                               uint32_t Body) const {
  const Position Begin = Units[*Last].Begin;
  uint32_t OfCopy = NoUnit;
  for (auto U = std::make_reverse_iterator(std::next(Last));
       U != File.Units.rend(); ++U) {
    if (!File.IsRepeated && Units[*U].Begin < Begin)
      break;
    if (File.IsRepeated ? isInside(*U, Body) : bodyAround(*U) == Body)
      return *U;
    if (OfCopy == NoUnit && Units[*U].Copy == Units[Body].Copy)
      OfCopy = *U;
  }
  return OfCopy == NoUnit ? *Last : OfCopy;
}

/// Behind the last unit of \p File that begins up to \p At.
StatementMap::UnitIterator StatementMap::behind(const SourceFile &File,
                                                Position At) const {
  return std::upper_bound(
      File.Units.begin(), File.Units.end(), At,
      [this](Position P, uint32_t U) { return P < Units[U].Begin; });
}

uint32_t StatementMap::unitAt(uint32_t File, Position At, uint32_t Body) const {
  const std::vector<uint32_t> &Sorted = Files[File].Units;
  UnitIterator After = behind(Files[File], At);
  if (After == Sorted.begin())
    return NoUnit;
  uint32_t U = *--After;
  // A label that `#line` puts where other code is has none itself.
  while (Units[U].Kind == UnitKind::Case && Units[U].LineFile != File &&
         After != Sorted.begin() &&
         !(Units[*std::prev(After)].Begin < Units[U].Begin))
    U = *--After;
  if (Body != NoUnit)
    U = ownUnit(Files[File], After, Body);
  while (U != NoUnit && (Units[U].File != File || Units[U].End < At))
    U = Units[U].Parent;
  return atOnceWith(U);
}

/// The statement that has the code of all that is done at once with \p U; or
/// that itself.
uint32_t StatementMap::atOnceWith(uint32_t U) const {
  uint32_t Braces = U;
  while (Braces != NoUnit && !Units[Braces].isBody() &&
         Units[Braces].Kind != UnitKind::Atomic)
    Braces = Units[Braces].Parent;
  return Braces != NoUnit && Units[Braces].Kind == UnitKind::Atomic
             ? lastIn(Braces)
             : U;
}

uint32_t StatementMap::bodyAround(uint32_t U) const {
  return U == NoUnit ? NoUnit : Units[U].Body;
}

uint32_t StatementMap::handlerAround(uint32_t U) const {
  while (U != NoUnit && Units[U].Kind != UnitKind::Handler)
    U = Units[U].Parent;
  return U;
}

/// A body that begins where \p U does, on \p Line.
uint32_t StatementMap::bodyBeside(uint32_t U, uint32_t Line) const {
  const std::vector<uint32_t> &Sorted = Files[Units[U].File].Units;
  const Position At = Units[U].Begin;
  const auto [First, Last] = std::equal_range(
      Sorted.begin(), Sorted.end(), U, [this](uint32_t A, uint32_t B) {
        return Units[A].Begin < Units[B].Begin;
      });
  const auto Found = std::find_if(First, Last, [&](uint32_t B) {
    return Units[B].Kind == UnitKind::Body && At.Line == Line;
  });
  return Found == Last ? NoUnit : *Found;
}

uint32_t StatementMap::bodyFrom(uint32_t U, uint32_t Line,
                                bool IsLambda) const {
  if (U == NoUnit)
    return NoUnit;
  const uint32_t Beside = bodyBeside(U, Line);
  if (IsLambda && Beside != NoUnit)
    return Beside;
  const uint32_t Innermost = bodyAround(U);
  for (uint32_t B = Innermost; B != NoUnit; B = bodyAround(Units[B].Parent))
    if (Units[B].Line == Line)
      return B;
  return Beside != NoUnit ? Beside : Innermost;
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

uint32_t StatementMap::loopIncreasedBy(uint32_t U) const {
  const uint32_t Loop = Units[U].Parent;
  const bool IsFirst = Units[U].Kind == UnitKind::Loop && Loop != NoUnit &&
                       Units[Loop].IsEndless && U == Loop + 1;
  const auto Body = IsFirst ? LoopBodies.find(Loop) : LoopBodies.end();
  return IsFirst && (Body == LoopBodies.end() || Body->second != U) ? Loop
                                                                    : NoUnit;
}

bool StatementMap::isGoto(uint32_t U) const {
  return Units[U].Kind == UnitKind::Jump && Units[U].Target == NoUnit;
}

bool StatementMap::isDoCondition(uint32_t U) const {
  const uint32_t Loop = Units[U].Parent;
  return Loop != NoUnit && Units[Loop].DoCondition == U;
}

bool StatementMap::isTriedWith(uint32_t U, uint32_t Thrown) const {
  for (uint32_t B = Thrown; B != NoUnit && !Units[B].isBody();
       B = Units[B].Parent) {
    const uint32_t Behind = Units[B].SubtreeEnd;
    if (Units[B].Kind == UnitKind::Compound && Behind < Units.size() &&
        Units[Behind].Kind == UnitKind::Handler)
      return isInside(U, B);
  }
  return false;
}

bool StatementMap::isHandlerOf(uint32_t U, uint32_t Tried) const {
  for (; U != NoUnit && !Units[U].isBody(); U = Units[U].Parent)
    if (Units[U].Kind == UnitKind::Handler && Tried < U &&
        isInside(Tried, Units[U].Parent))
      return true;
  return false;
}

bool StatementMap::makes(uint32_t Maker, uint32_t Made,
                         llvm::SmallSet<uint32_t, 2> &Seen) const {
  const auto All = Makes.find(Maker);
  return All != Makes.end() && Seen.insert(Maker).second &&
         (All->second.count(Made) || llvm::any_of(All->second, [&](uint32_t C) {
            return makes(C, Made, Seen);
          }));
}

bool StatementMap::interrupts(uint32_t U, uint32_t To) const {
  const Unit &Inner = Units[U];
  if (Inner.Class != 0) {
    const uint32_t Outer = Units[To].Class;
    llvm::SmallSet<uint32_t, 2> Above, Below;
    return Inner.Class != Outer && (!makes(Inner.Class, Outer, Above) ||
                                    makes(Outer, Inner.Class, Below));
  }
  for (; U != NoUnit && U > To; U = Units[U].Parent)
    if (Units[U].Kind == UnitKind::Expression && Units[U].Parent == To)
      return true;
  return false;
}

uint32_t StatementMap::begunBy(uint32_t U) const {
  uint32_t Around = Units[U].Parent;
  for (; Around != NoUnit && Around + 1 == U; Around = Units[U].Parent) {
    if (Units[Around].Kind == UnitKind::Expression)
      return Units[Around].Parent;
    if (Units[Around].Kind != UnitKind::Compound)
      return NoUnit;
    U = Around;
  }
  return NoUnit;
}

uint32_t StatementMap::lastIn(uint32_t Braces) const {
  uint32_t Last = Braces + 1;
  if (Last >= Units[Braces].SubtreeEnd)
    return NoUnit;
  while (Units[Last].Sibling != NoUnit)
    Last = Units[Last].Sibling;
  while (Units[Last].Kind == UnitKind::Label &&
         Last + 1 < Units[Last].SubtreeEnd)
    Last++;
  return Last;
}

StatementMap &statementMap() {
  static StatementMap Map;
  return Map;
}

} // namespace lineprof
