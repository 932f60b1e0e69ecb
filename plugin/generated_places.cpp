/// \file generated_places.cpp
#include "plugin/generated_places.h"

#include "plugin/finder.h"
#include "plugin/statements.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// In the scope of \p Was, on the line that \p U is counted on.
static DILocation *ownPlace(const DILocation &Was, const Unit &U,
                            const StatementMap &Map) {
  LLVMContext &Context = Was.getContext();
  auto *const File = DIFile::get(Context, Map.Files[U.LineFile].DebugPath,
                                 Was.getScope()->getFile()->getDirectory());
  auto *const Scope = DILexicalBlockFile::get(Context, Was.getScope(), File,
                                              /*Discriminator=*/0);
  return DILocation::get(Context, U.Line, /*Column=*/0, Scope);
}

void placeGeneratedCode(Function &F, StatementFinder &Finder,
                        const StatementMap &Map) {
  if (!Map.HasGenerated)
    return;
  for (Instruction &I : instructions(F)) {
    const DILocation *const Loc = I.getDebugLoc();
    if (!Loc || Loc->getLine() == 0 || Loc->getInlinedAt())
      continue;
    const uint32_t U = Finder.unitOf(I);
    if (U != NoUnit && Map.Units[U].LineFile != Map.Units[U].File)
      I.setDebugLoc(ownPlace(*Loc, Map.Units[U], Map));
  }
}

} // namespace lineprof
