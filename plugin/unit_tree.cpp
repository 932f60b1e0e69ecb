/// \file unit_tree.cpp
/// Adds units to a statement map.
#include "plugin/unit_tree.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

using namespace clang;

namespace lineprof {

/// What scanner generators write behind a rule's action, where `#line` still
/// names the rules' file: labels, jumps and macros.
static bool mayBeGenerated(SourceLocation Begin, UnitKind Kind) {
  return Kind == UnitKind::Case || Kind == UnitKind::Label ||
         Kind == UnitKind::Jump || Begin.isMacroID();
}

/// Where what ends at \p End ends in the file \p In that it begins in: at the
/// `#include` of another one, or, where it begins in that, at its end.
static SourceLocation endIn(FileID In, SourceLocation End,
                            const SourceManager &SM) {
  while (End.isValid() && SM.getFileID(End) != In)
    End = SM.getIncludeLoc(SM.getFileID(End));
  return End.isValid() ? End : SM.getLocForEndOfFile(In);
}

uint32_t UnitTree::addUnit(SourceRange Range, UnitKind Kind) {
  const SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
  SourceLocation End = SM.getExpansionRange(Range.getEnd()).getEnd();
  if (Begin.isInvalid() || End.isInvalid())
    return NoUnit;
  End = endIn(SM.getFileID(Begin), End, SM);
  Unit U;
  U.File = Sources.file(Begin);
  if (U.File == NoUnit)
    return NoUnit;
  U.Begin = Sources.position(Begin);
  U.End = Sources.lastPosition(Begin, End);
  U.Parent = Parent;
  U.Kind = Kind;
  U.Copy = SM.getFileID(Begin).getHashValue();
  U.HasLoop = U.Begin.isFar(); // there may be one
  const bool SharesPlace = Range.getBegin().isMacroID() || U.Begin.isFar();
  const uint32_t Same = SharesPlace ? lastAtPlaceOf(U) : NoUnit;
  if (Same != NoUnit) {
    Map.Units[Same].End = std::max(Map.Units[Same].End, U.End);
    return Same;
  }
  U.Line = U.Begin.Line;
  U.LineFile = U.File;
  if (mayBeGenerated(Range.getBegin(), Kind) && !Sources.isInText(Begin)) {
    U.Line = SM.getExpansionLineNumber(Begin);
    U.LineFile = Sources.fileItself(Begin);
    Map.HasGenerated = true;
  }
  const uint32_t Index = Map.Units.size();
  U.SubtreeEnd = Index + 1;
  // Labels are in each other, thousands of them.
  U.Body = U.isBody()         ? Index
           : Parent == NoUnit ? NoUnit
                              : Map.Units[Parent].Body;
  Map.Units.push_back(U);
  Map.Files[U.File].Units.push_back(Index);
  return Index;
}

/// Whether \p A and \p B begin at one place.
static bool areAtOnePlace(const Unit &A, const Unit &B) {
  return A.File == B.File && A.Copy == B.Copy && !(A.Begin < B.Begin) &&
         !(B.Begin < A.Begin);
}

/// The statement that was added last, in the same body as \p U, if it is where
/// \p U is; else NoUnit.
uint32_t UnitTree::lastAtPlaceOf(const Unit &U) const {
  if (Map.Units.size() <= Apart || U.isBody() ||
      !areAtOnePlace(Map.Units.back(), U))
    return NoUnit;
  uint32_t Last = Map.Units.size() - 1;
  const uint32_t Body = Map.bodyAround(U.Parent);
  for (uint32_t B = Map.bodyAround(Last); B != Body; B = Map.bodyAround(Last)) {
    Last = B == NoUnit ? NoUnit : Map.Units[B].Parent; // out of a lambda
    if (Last == NoUnit)
      return NoUnit;
  }
  return Map.Units[Last].isStatement() && areAtOnePlace(Map.Units[Last], U)
             ? Last
             : NoUnit;
}

void UnitTree::noteCall(SourceLocation Loc) {
  if (Parent != NoUnit)
    Map.Calls.push_back({Parent, Sources.position(SM.getExpansionLoc(Loc))});
}

void UnitTree::linkNext(uint32_t From, uint32_t To) {
  if (From == NoUnit || To == NoUnit || From == To)
    return;
  Map.Units[From].Next = To;
  Map.Before[To].push_back(From);
}

} // namespace lineprof
