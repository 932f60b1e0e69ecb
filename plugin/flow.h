/// \file flow.h
/// A function's flow graph as it is counted: blocks cut behind calls that may
/// not return, a maximum spanning tree, and counters on the edges off the tree.
#ifndef LINEPROF_PLUGIN_FLOW_H
#define LINEPROF_PLUGIN_FLOW_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace llvm {
class BasicBlock;
class BlockFrequencyInfo;
class BranchProbabilityInfo;
class CallBase;
class Function;
class Instruction;
class LoopInfo;
class Module;
class SwitchInst;
class TargetLibraryInfo;
} // namespace llvm

namespace lineprof {

/// Which functions of a module may be left by something else than a return:
/// exit, longjmp, throw, thread cancellation.
class AbandonInfo {
public:
  AbandonInfo(llvm::Module &M, const llvm::TargetLibraryInfo &TLI);
  /// Whether control may never come back behind \p Call.
  bool mayAbandon(const llvm::CallBase &Call) const;

private:
  void solve(llvm::Module &M);
  llvm::DenseSet<const llvm::Function *> Returning;
};

/// Code that runs from its first instruction to its last once it is entered.
/// Node 0 is the outside and has no instructions.
struct FlowNode {
  llvm::Instruction *First = nullptr;
  llvm::Instruction *Last = nullptr; ///< a call that may not return, or the end
  llvm::SmallVector<unsigned, 2> In; ///< edges
  llvm::SmallVector<unsigned, 2> Out; ///< edges
};

struct FlowEdge {
  unsigned From = 0;
  unsigned To = 0;
  uint32_t Flags = 0; ///< LP_EDGE_*
  uint64_t Weight = 0;
  /// Of From's terminator, if the edge is one of the CFG; several of a switch.
  llvm::SmallVector<unsigned, 1> Successors;
  uint32_t Label = UINT32_MAX; ///< unit of the label that a switch jumps to
  bool Placeable = true;
  /// Control may come over it from a call in tail position.
  bool IsBehindTailCall = false;
  /// Takes a loop of the source around again, none that clang has made.
  bool Turns = false;
  /// Takes a loop around again that clang has made.
  bool isMadeTurn() const;
};

/// The unit of the label that the successor of a terminator stands for;
/// UINT32_MAX if it is none of a switch. Cases below one another lead to one
/// block; those on different lines are told apart.
using LabelOf =
    llvm::function_ref<uint32_t(const llvm::Instruction &, unsigned)>;

class FlowGraph {
public:
  FlowGraph(llvm::Function &F, const AbandonInfo &Abandon,
            llvm::BlockFrequencyInfo &Frequencies,
            llvm::BranchProbabilityInfo &Probabilities, llvm::LoopInfo &Loops,
            LabelOf Label);

  std::vector<FlowNode> Nodes;
  std::vector<FlowEdge> Edges;

  /// Gives each edge off a maximum spanning tree LP_EDGE_COUNTED. Returns false
  /// if one of these has no place for a counter (asm goto); it is then
  /// unusable.
  bool chooseCounters();

  /// The edge by which control leaves \p Node, unless it leaves it for good;
  /// -1 if there are several. A loop that clang has made is left at its end.
  int wayOut(unsigned Node) const;
  /// Whether control leaves a coroutine over \p Edge where that waits: it will
  /// go on there, or be destroyed.
  bool suspends(unsigned Edge) const;
  /// Whether a coroutine goes on over \p Edge, or is destroyed, after it waited
  /// at the node before: what comes to that node has left over the edge that
  /// suspends, and this is an edge from outside.
  bool resumes(unsigned Edge) const;

  /// Where the counter of \p Edge has to stand; splits the edge if it must.
  /// Never behind a call in tail position.
  llvm::Instruction *counterPoint(unsigned Edge);

private:
  /// How a coroutine goes on that waits at the end of \p Node; null: it does
  /// not wait there.
  const llvm::SwitchInst *waitAt(unsigned Node) const;
  bool noteIfTailCall(const llvm::CallBase &Call);
  void addNodes(llvm::Function &F, const AbandonInfo &Abandon);
  void addEdges(llvm::Function &F, llvm::BlockFrequencyInfo &Frequencies,
                llvm::BranchProbabilityInfo &Probabilities, LabelOf Label);
  void addInnerEdges(llvm::BasicBlock &BB, uint64_t Frequency);
  void addBranchEdges(llvm::BasicBlock &BB, uint64_t Frequency,
                      llvm::BranchProbabilityInfo &Probabilities,
                      LabelOf Label);
  unsigned addEdge(unsigned From, unsigned To, uint32_t Flags, uint64_t Weight);
  bool isTrivialReturn(unsigned Node) const;
  bool isOnlyWayOut(unsigned Edge) const;
  uint64_t priceOf(unsigned Edge) const;
  void countEntry();
  void markEnding(unsigned Node, std::vector<bool> &Ends) const;
  void keepCallsOfLoops(const llvm::Function &F);
  void preferEntry(const llvm::Function &F);
  void preferTurns(llvm::LoopInfo &Loops);

  llvm::DenseMap<const llvm::BasicBlock *, unsigned> FirstNode;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> LastNode;
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      BackEdges;
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      BehindTailCalls; ///< ways from block to block
};

} // namespace lineprof

#endif
