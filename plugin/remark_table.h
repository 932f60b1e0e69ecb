/// \file remark_table.h
/// The remarks as they are kept: one for each thing that is said of a line.
#ifndef LINEPROF_PLUGIN_REMARK_TABLE_H
#define LINEPROF_PLUGIN_REMARK_TABLE_H

#include "format/remarks.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace lineprof {

/// A place that reports can show.
struct RemarkPlace {
  uint64_t PathHash = 0; ///< 0: there is none
  uint32_t Line = 0;
};

/// What is said.
struct RemarkText {
  lp_remark_kind Kind;
  uint64_t Value = 0;
  std::string Subject = {}; ///< linkage name of a function
  std::string Detail = {};

  bool operator<(const RemarkText &O) const {
    return std::tie(Kind, Value, Subject, Detail) <
           std::tie(O.Kind, O.Value, O.Subject, O.Detail);
  }
};

/// Keeps each remark once, with how often it was made, and no more of them
/// than format/remarks.h allows.
class RemarkTable {
public:
  void add(const RemarkPlace &Place, RemarkText Text);
  /// Hands each file's chunk to \p Keep, and forgets the remarks, but not how
  /// many there were.
  void emit(llvm::function_ref<void(llvm::ArrayRef<unsigned char> Chunk)> Keep);

private:
  using Line = std::map<RemarkText, uint32_t>; ///< how often
  struct File {
    std::map<uint32_t, Line> Lines;
    uint64_t LeftOut = 0;
  };
  std::map<uint64_t, File> Files;
  unsigned Count = 0;
};

} // namespace lineprof

#endif
