/// \file short_ways.h
/// Ways that meet again so soon that SimplifyCFG may make them one.
#ifndef LINEPROF_PLUGIN_SHORT_WAYS_H
#define LINEPROF_PLUGIN_SHORT_WAYS_H

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace lineprof {

/// Two ways from a branch to where they meet.
struct ShortWays {
  llvm::BasicBlock *Branch = nullptr; ///< nullptr: there are none
  llvm::BasicBlock *Meeting = nullptr;
  bool IsAlone = false; ///< nobody else comes to the meeting
};

/// The ways one of which is \p Way, when they may be made one without a jump:
/// nothing is done on them but a little that may be done unasked. Counting is
/// no work.
ShortWays findShortWays(llvm::BasicBlock &Way);

} // namespace lineprof

#endif
