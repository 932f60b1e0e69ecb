/// \file remark_places.h
/// From an optimised instruction or a remark to a line that reports can show.
#ifndef LINEPROF_PLUGIN_REMARK_PLACES_H
#define LINEPROF_PLUGIN_REMARK_PLACES_H

#include "plugin/emit.h"
#include "plugin/remark_table.h"
#include "plugin/statements.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DiagnosticInfo.h"

namespace lineprof {

class RemarkPlaces {
public:
  /// Borrows both.
  RemarkPlaces(const StatementMap &Map, const Emitter &Emit)
      : Map(Map), Emit(Emit) {}

  /// The line of the statement at a place, if functions of its file are
  /// counted.
  RemarkPlace at(llvm::StringRef Path, uint32_t Line, uint32_t Column);
  /// The same for code: the innermost of the functions that it was inlined
  /// into.
  RemarkPlace of(const llvm::DILocation *Loc);
  /// Whether \p Loc itself has such a line, not only a function that its code
  /// was inlined into.
  bool isAt(const llvm::DILocation &Loc) { return at(Loc).PathHash != 0; }
  /// The same for a remark. Of what is in headers of the system, as far as its
  /// block tells.
  RemarkPlace of(const llvm::DiagnosticInfoOptimizationBase &DI);

private:
  /// A file and its path_hash, 0 if nothing of it is counted.
  struct File {
    uint32_t Index;
    uint64_t PathHash;
  };
  File fileOf(llvm::StringRef Path);
  RemarkPlace at(const llvm::DILocation &Loc);

  const StatementMap &Map;
  const Emitter &Emit;
  llvm::StringMap<File> Files;
};

} // namespace lineprof

#endif
