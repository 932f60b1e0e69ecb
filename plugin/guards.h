/// \file guards.h
/// What initialises a global variable that several units may define: of a
/// template, or `inline`. Behind a guard (Itanium C++ ABI, 3.3.3), and where
/// the variable is a thread's own, the guard is asked at each access.
#ifndef LINEPROF_PLUGIN_GUARDS_H
#define LINEPROF_PLUGIN_GUARDS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
class Value;
} // namespace llvm

namespace lineprof {

/// How clang names, for debuggers, what initialises a global variable.
inline constexpr llvm::StringLiteral GlobalSetUp = "__cxx_global_var_init";

/// Whether \p V is a guard.
bool isGuard(const llvm::Value *V);

/// Makes the guards of \p M functions of their own, which no source has lines
/// for: the functions behind them are called as often as they initialise.
/// Before anything is counted.
void splitGuards(llvm::Module &M);

} // namespace lineprof

#endif
