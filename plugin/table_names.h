/// \file table_names.h
/// What functions are called in their tables, besides their linkage names.
#ifndef LINEPROF_PLUGIN_TABLE_NAMES_H
#define LINEPROF_PLUGIN_TABLE_NAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace lineprof {

/// \p Source, the name in the source without parameters. If \p Linkage, the
/// linkage name, has what demanglers of before 2024 do not know, as the
/// viewer's is on a stable distribution: all that LLVM's own makes of it.
std::string tableName(llvm::StringRef Linkage, llvm::StringRef Source);

/// What LLVM's demangler makes of \p Linkage; "" if that is not mangled, or
/// a name too long for people.
std::string fullName(llvm::StringRef Linkage);

} // namespace lineprof

#endif
