/// \file tick_flow.h
/// Which counts of a function follow from others, once all is inlined.
#ifndef LINEPROF_PLUGIN_TICK_FLOW_H
#define LINEPROF_PLUGIN_TICK_FLOW_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace llvm {
class BasicBlock;
class BlockFrequencyInfo;
class BranchProbabilityInfo;
class Function;
class Instruction;
} // namespace llvm

namespace lineprof {

/// What is run to its end whenever it is begun, and can be counted: a piece of
/// a block, or an edge between two that belongs to neither.
struct Segment {
  llvm::Instruction *First; ///< nullptr for an edge
  llvm::Instruction *Last;
  llvm::BasicBlock *To; ///< the end of an edge, or nullptr
  uint64_t Weight;      ///< what a count costs: how often it is estimated to
                        ///< run, twice that if it takes a block of its own
};

/// The segments of \p F, those of each block in order, then the edges.
std::vector<Segment> findSegments(llvm::Function &F,
                                  const llvm::BlockFrequencyInfo &Frequencies,
                                  const llvm::BranchProbabilityInfo &Odds);

/// Where in \p S a tick may stand. Makes a block of an edge.
llvm::Instruction *placeIn(const Segment &S);

/// For each segment: those whose counts add up to its own. It alone: it is to
/// be counted. None: nobody asks for it.
using TickPlan = std::vector<llvm::SmallVector<unsigned, 2>>;

/// Counts of the segments that are \p Wanted as sums of as few and as rare ones
/// as can be found: in a run without loops and ways out, as many come in as go
/// out. There are no differences: a count is never below what is done.
TickPlan planTicks(llvm::Function &F, llvm::ArrayRef<Segment> Segments,
                   const std::vector<bool> &Wanted);

} // namespace lineprof

#endif
