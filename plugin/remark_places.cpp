/// \file remark_places.cpp
/// Lines of remarks.
#include "plugin/remark_places.h"

#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace lineprof {

RemarkPlaces::File RemarkPlaces::fileOf(StringRef Path) {
  const auto Known = Files.find(Path);
  if (Known != Files.end())
    return Known->second;
  File Found = {Map.file(absolutePath("", Path)), 0};
  if (Found.Index != NoUnit)
    Found.PathHash = Emit.recordedFile(Map.Files[Found.Index]);
  Files[Path] = Found;
  return Found;
}

RemarkPlace RemarkPlaces::at(StringRef Path, uint32_t Line, uint32_t Column) {
  const File Of = Line ? fileOf(Path) : File{NoUnit, 0};
  if (!Of.PathHash)
    return {};
  const uint32_t U = Map.Files[Of.Index].Units.empty()
                         ? NoUnit
                         : Map.unitAt(Of.Index, {Line, Column});
  if (U != NoUnit && Map.Units[U].isStatement())
    Line = Map.Units[U].Line;
  return {Of.PathHash, Line};
}

RemarkPlace RemarkPlaces::at(const DILocation &Loc) {
  return at(absolutePath(Loc.getDirectory(), Loc.getFilename()), Loc.getLine(),
            Loc.getColumn());
}

RemarkPlace RemarkPlaces::of(const DILocation *Loc) {
  for (; Loc; Loc = Loc->getInlinedAt()) {
    const RemarkPlace Place = at(*Loc);
    if (Place.PathHash)
      return Place;
  }
  return {};
}

/// None of a remark of the code generator's.
static const BasicBlock *blockOf(const DiagnosticInfoOptimizationBase &DI) {
  const auto *OfOptimiser = dyn_cast<DiagnosticInfoIROptimization>(&DI);
  return OfOptimiser ? dyn_cast_or_null<BasicBlock>(static_cast<const Value *>(
                           OfOptimiser->getCodeRegion()))
                     : nullptr;
}

RemarkPlace RemarkPlaces::of(const DiagnosticInfoOptimizationBase &DI) {
  const DiagnosticLocation Loc = DI.getLocation();
  if (!Loc.isValid())
    return {};
  const RemarkPlace Place =
      at(Loc.getAbsolutePath(), Loc.getLine(), Loc.getColumn());
  const BasicBlock *Block = blockOf(DI);
  if (Place.PathHash || !Block)
    return Place;
  for (const Instruction &I : *Block)
    if (const DILocation *Here = I.getDebugLoc())
      if (Here->getLine() == Loc.getLine() &&
          Here->getFilename() == Loc.getRelativePath())
        return of(Here);
  return {};
}

} // namespace lineprof
