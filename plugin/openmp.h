/// \file openmp.h
/// What clang makes of OpenMP's directives: calls of its runtime, and functions
/// of the statements behind them.
#ifndef LINEPROF_PLUGIN_OPENMP_H
#define LINEPROF_PLUGIN_OPENMP_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace lineprof {

/// The function of OpenMP's runtime that \p I calls; or "".
llvm::StringRef openmpCall(const llvm::Instruction &I);

/// Whether OpenMP's function \p Name, or "", may wait for other threads: at a
/// barrier, for what one at a time does, for tasks, at the end of a region.
bool mayWaitForOthers(llvm::StringRef Name);

/// Whether a directive's own code begins with \p I what it stands in front of:
/// a team, a task, what one thread at a time does, what is for a device. Its
/// loops are counted by themselves.
bool entersDirective(const llvm::Instruction &I);

/// Whether \p I asks for a thread's part of a loop, or of sections.
bool asksForPart(const llvm::Instruction &I);

/// Whether \p I tests, or goes by, whether a statement is this thread's to do.
bool choosesThread(const llvm::Instruction &I);

/// Whether \p I sets the variable of one of several loops that a directive made
/// one: to what it computes of the only one that is counted up.
bool setsCollapsed(const llvm::Instruction &I);

using InstructionSet = llvm::SmallPtrSetImpl<const llvm::Instruction *>;

/// If \p I is a call for which clang computes something where statements are,
/// notes that in \p Found: which round of a loop it is about, or how far the
/// loops go, where rounds wait for each other (`ordered` with `depend`); where
/// the variables of `copyprivate` are; with which part an `untied` task goes
/// on.
void findUpkeep(const llvm::Instruction &I, InstructionSet &Found);

/// Whether \p Name is that of a function which clang made of a statement behind
/// a directive. No name in the source is such.
bool isOutlined(llvm::StringRef Name);

/// What to call \p F, which is outlined: `main.omp_outlined`, by the function
/// of the source that has the directive, whichever way clang calls it.
std::string outlinedName(const llvm::Function &F);

/// Whether \p F, which is outlined, has nothing of the statement: it calls the
/// function that has, or deals a loop out to teams whose threads run it.
bool isOutlinedGlue(const llvm::Function &F);

} // namespace lineprof

#endif
