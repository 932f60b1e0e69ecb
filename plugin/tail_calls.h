/// \file tail_calls.h
/// `return size_of(p, n);` is a jump to the optimiser: the function is gone
/// from the stack while size_of() runs. Its line and the function have no time
/// with what they call, and time in a library is found on the line that called
/// the function. So calls return to the line that makes them, where that
/// cannot make a stack grow that did not: functions may call each other without
/// end, as states of a machine.
#ifndef LINEPROF_PLUGIN_TAIL_CALLS_H
#define LINEPROF_PLUGIN_TAIL_CALLS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
}

namespace lineprof {

/// Whether \p I is something that is said between a call and a return, not
/// done: a variable's end, or what debuggers want to know.
bool isNoCode(const llvm::Instruction &I);

/// Gives each call in tail position of \p F that leads to a return which
/// others share one of its own, as LLVM does behind us: a clock's end at the
/// shared one would hinder that.
void giveReturns(llvm::Function &F);

/// Behind the optimiser, which marks tail calls.
class TailCalls {
public:
  TailCalls(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

  /// Makes no tail calls of those that \p F has of libraries, and of functions
  /// from which no further tail calls lead without end.
  void keep(llvm::Function &F) const;

private:
  bool returns(const llvm::CallInst &Call) const;
  void findEnding(llvm::Module &M);

  llvm::FunctionAnalysisManager &FAM;
  /// Functions whose tail calls, and those of what they call so, are all known
  /// and come to an end.
  llvm::DenseSet<const llvm::Function *> Ending;
};

} // namespace lineprof

#endif
