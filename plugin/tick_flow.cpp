/// \file tick_flow.cpp
/// Solves the flow of a function whose counters come from many.
///
/// The counters of one function are few by themselves, see flow.cpp; but where
/// it is inlined, its entry is a place whose count the caller's counters know
/// too. Each segment is an edge here, from the point in front of it to the one
/// behind it; points that control passes without a segment between are one. On
/// the edges of a spanning tree counts follow from those of the others (Knuth,
/// Stevenson: Optimal measurement points for program frequency counts, 1973).
#include "plugin/tick_flow.h"

#include "plugin/counters.h"
#include "plugin/llvm_compat.h"
#include "plugin/union_find.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace lineprof {

namespace {

/// Larger functions are left alone: the time to compile them is worth more.
constexpr size_t MostSegments = 20000;
/// A count is the sum of so many others at most: a record of the profile each.
constexpr size_t MostSources = 32;
/// A tick is code, too: worth so much of the function's own frequency.
constexpr uint64_t ShareOfCode = 64;
/// Steps on the tree, for each segment.
constexpr size_t StepsOfSegment = 64;

/// What a place costs whose count takes a block of its own, and so a jump.
uint64_t twice(uint64_t Frequency) {
  return SaturatingAdd(Frequency, Frequency);
}

/// Points that are the same.
using Points = UnionFind;

/// Point 0 is outside of the function, and of each loop's turn.
unsigned before(unsigned Segment) { return 1 + 2 * Segment; }
unsigned behind(unsigned Segment) { return 2 + 2 * Segment; }

/// A spanning forest of the edges that may be counted.
class Forest {
public:
  Forest(Points Joined, ArrayRef<Segment> Segments,
         const std::vector<bool> &MayCount)
      : Joined(std::move(Joined)), Segments(Segments) {
    for (unsigned S = 0; S < Segments.size(); S++)
      if (!MayCount[S])
        this->Joined.join(before(S), behind(S));
    grow(MayCount);
    hang();
  }

  /// The edges outside, lightest last.
  const std::vector<unsigned> &outside() const { return Outside; }
  const std::vector<unsigned> &inside() const { return Inside; }

  /// Calls Visit(edge of the tree, whether it follows \p E's direction) for the
  /// cycle that \p E closes. Returns the number of steps.
  template <typename VisitT> size_t cycle(unsigned E, VisitT Visit) {
    // From where E ends to where it begins.
    unsigned Down = Joined.find(behind(E)), Up = Joined.find(before(E));
    size_t Steps = 0;
    for (; Down != Up; Steps++) {
      const bool IsDown = Nodes[Down].Depth >= Nodes[Up].Depth;
      unsigned &At = IsDown ? Down : Up;
      const Node &N = Nodes[At];
      const bool LeavesChild = Joined.find(before(N.Edge)) == At;
      Visit(N.Edge, LeavesChild == IsDown);
      At = N.Parent;
    }
    return Steps;
  }

private:
  struct Node {
    unsigned Parent = 0, Edge = 0, Depth = 0;
    bool IsHung = false;
  };

  void grow(const std::vector<bool> &MayCount) {
    std::vector<unsigned> Order;
    for (unsigned S = 0; S < Segments.size(); S++)
      if (MayCount[S])
        Order.push_back(S);
    llvm::stable_sort(Order, [this](unsigned A, unsigned B) {
      return Segments[A].Weight > Segments[B].Weight;
    });
    Points Grown = Joined;
    for (const unsigned S : Order)
      (Grown.join(before(S), behind(S)) ? Inside : Outside).push_back(S);
  }

  void hang() {
    DenseMap<unsigned, SmallVector<unsigned, 4>> EdgesOf;
    for (const unsigned S : Inside) {
      EdgesOf[Joined.find(before(S))].push_back(S);
      EdgesOf[Joined.find(behind(S))].push_back(S);
    }
    SmallVector<unsigned, 32> Open;
    for (const unsigned S : Inside) {
      const unsigned Root = Joined.find(before(S));
      if (Nodes[Root].IsHung)
        continue;
      Nodes[Root].IsHung = true;
      Open.push_back(Root);
      while (!Open.empty()) {
        const unsigned At = Open.pop_back_val();
        for (const unsigned E : EdgesOf[At]) {
          const unsigned From = Joined.find(before(E));
          const unsigned To = From == At ? Joined.find(behind(E)) : From;
          Node &Child = Nodes[To];
          if (Child.IsHung)
            continue;
          Child = {At, E, Nodes[At].Depth + 1, true};
          Open.push_back(To);
        }
      }
    }
  }

  Points Joined;
  ArrayRef<Segment> Segments;
  std::vector<unsigned> Inside, Outside;
  DenseMap<unsigned, Node> Nodes;
};

/// One choice of what is counted, and its cost.
class Planner {
public:
  Planner(ArrayRef<Segment> Segments, const std::vector<bool> &Wanted)
      : Segments(Segments), Wanted(Wanted), Plan(Segments.size()) {}

  /// With the segments of \p MayCount for counters. False: too long a work.
  bool run(const Points &Joined, const std::vector<bool> &MayCount) {
    Forest Tree(Joined, Segments, MayCount);
    std::vector<bool> IsDifference(Segments.size());
    size_t Steps = 0;
    for (const unsigned E : Tree.outside()) {
      Steps += Tree.cycle(E, [&](unsigned Of, bool IsAlong) {
        if (!IsAlong || Plan[Of].size() == MostSources)
          IsDifference[Of] = true;
        else
          Plan[Of].push_back(E);
      });
      if (Steps > Segments.size() * StepsOfSegment)
        return false;
    }
    std::vector<bool> IsCounted(Segments.size());
    for (const unsigned E : Tree.outside())
      if (Wanted[E])
        count(E, IsCounted);
    for (const unsigned E : Tree.inside()) // the heaviest first
      if (Wanted[E] && (IsDifference[E] || !derive(E, IsCounted)))
        count(E, IsCounted);
    for (unsigned S = 0; S < Segments.size(); S++)
      if (IsCounted[S])
        Plan[S] = {S};
      else if (!Wanted[S])
        Plan[S].clear();
    return true;
  }

  uint64_t cost() const { return Cost; }
  TickPlan take() { return std::move(Plan); }

private:
  uint64_t price(unsigned S) const {
    return SaturatingAdd(Segments[S].Weight,
                         Segments.front().Weight / ShareOfCode);
  }

  void count(unsigned S, std::vector<bool> &IsCounted) {
    if (!IsCounted[S])
      Cost = SaturatingAdd(Cost, price(S));
    IsCounted[S] = true;
  }

  /// Takes the sum for \p E where that is cheaper than to count it. There is
  /// none where control comes in and never leaves.
  bool derive(unsigned E, std::vector<bool> &IsCounted) {
    if (Plan[E].empty())
      return false;
    uint64_t More = 0;
    for (const unsigned Source : Plan[E])
      if (!IsCounted[Source])
        More = SaturatingAdd(More, price(Source));
    if (More >= price(E))
      return false;
    for (const unsigned Source : Plan[E])
      count(Source, IsCounted);
    return true;
  }

  ArrayRef<Segment> Segments;
  const std::vector<bool> &Wanted;
  TickPlan Plan;
  uint64_t Cost = 0;
};

/// The points that control passes without a segment between.
Points joinPoints(Function &F, ArrayRef<Segment> Segments) {
  DenseMap<const BasicBlock *, unsigned> FirstOf, LastOf;
  DenseMap<std::pair<const BasicBlock *, const BasicBlock *>, unsigned> EdgeOf;
  for (unsigned S = 0; S < Segments.size(); S++) {
    const BasicBlock *BB = Segments[S].Last->getParent();
    if (Segments[S].To) {
      EdgeOf[{BB, Segments[S].To}] = S;
      continue;
    }
    FirstOf.insert({BB, S});
    LastOf[BB] = S;
  }
  Points Joined(1 + 2 * Segments.size());
  Joined.join(before(0), 0);
  for (unsigned S = 0; S < Segments.size(); S++) {
    if (Segments[S].To)
      continue;
    if (!isGuaranteedToTransferExecutionToSuccessor(Segments[S].Last))
      Joined.join(behind(S), 0);
    if (!Segments[S].Last->isTerminator())
      Joined.join(behind(S), before(S + 1));
  }
  for (const BasicBlock &BB : F) {
    for (const BasicBlock *To : successors(&BB)) {
      const auto Edge = EdgeOf.find({&BB, To});
      unsigned From = LastOf[&BB];
      if (Edge != EdgeOf.end()) {
        Joined.join(behind(From), before(Edge->second));
        From = Edge->second;
      }
      Joined.join(behind(From), before(FirstOf[To]));
    }
    if (BB.isEHPad())
      Joined.join(before(FirstOf[&BB]), 0);
  }
  // A loop may be left in the middle: by a handler, or with the process.
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> Back;
  FindFunctionBackedges(F, Back);
  for (const auto &Edge : Back)
    Joined.join(before(FirstOf[Edge.second]), 0);
  return Joined;
}

/// Whether \p BB is there for counters on an edge: without them it goes, and
/// with it a jump.
bool isForTicks(const BasicBlock &BB) {
  const BasicBlock *From = BB.getUniquePredecessor();
  const BasicBlock *To = BB.getUniqueSuccessor();
  return From && To && !From->getUniqueSuccessor() &&
         !To->getUniquePredecessor() && all_of(BB, [](const Instruction &I) {
           return isa<Tick>(I) || I.isTerminator();
         });
}

/// The edges that are neither all that leaves a block nor all that comes to
/// one.
void addEdges(BasicBlock &BB, uint64_t Weight,
              const BranchProbabilityInfo &Odds,
              std::vector<Segment> &Segments) {
  Instruction *End = BB.getTerminator();
  if (!isa<CondBrInst, SwitchInst>(End))
    return;
  SmallPtrSet<const BasicBlock *, 8> Seen;
  if (BB.getUniqueSuccessor())
    return;
  for (BasicBlock *To : successors(&BB))
    if (Seen.insert(To).second && !To->getUniquePredecessor())
      Segments.push_back(
          {nullptr, End, To, Odds.getEdgeProbability(&BB, To).scale(Weight)});
}

} // namespace

std::vector<Segment> findSegments(Function &F,
                                  const BlockFrequencyInfo &Frequencies,
                                  const BranchProbabilityInfo &Odds) {
  std::vector<Segment> Segments;
  auto FrequencyOf = [&](const BasicBlock &BB) {
    return Frequencies.getBlockFreq(&BB).getFrequency();
  };
  for (BasicBlock &BB : F) {
    Instruction *First = &BB.front();
    const uint64_t Weight =
        isForTicks(BB) ? twice(FrequencyOf(BB)) : FrequencyOf(BB);
    for (Instruction &I : BB)
      if (I.isTerminator() || !isGuaranteedToTransferExecutionToSuccessor(&I)) {
        Segments.push_back({First, &I, nullptr, Weight});
        First = I.getNextNode();
      }
  }
  for (BasicBlock &BB : F)
    addEdges(BB, twice(FrequencyOf(BB)), Odds, Segments);
  return Segments;
}

Instruction *placeIn(const Segment &S) {
  if (S.To)
    return SplitCriticalEdge(
               S.Last, GetSuccessorNumber(S.Last->getParent(), S.To),
               CriticalEdgeSplittingOptions().setMergeIdenticalEdges())
        ->getTerminator();
  BasicBlock *BB = S.First->getParent();
  return S.First == &BB->front() ? &*BB->getFirstInsertionPt() : S.First;
}

TickPlan planTicks(Function &F, ArrayRef<Segment> Segments,
                   const std::vector<bool> &Wanted) {
  TickPlan Best(Segments.size());
  for (unsigned S = 0; S < Segments.size(); S++)
    if (Wanted[S])
      Best[S] = {S};
  if (Segments.size() > MostSegments)
    return Best;
  const Points Joined = joinPoints(F, Segments);
  std::vector<bool> MayCount(Segments.size()), Tried;
  uint64_t Cost = UINT64_MAX;
  // What stands where nobody asks may be counted too: not at all, if it is
  // rare, always.
  const uint64_t Entry = Segments.front().Weight;
  for (const uint64_t Limit : {uint64_t(0), Entry / 16, Entry, UINT64_MAX}) {
    for (unsigned S = 0; S < Segments.size(); S++)
      MayCount[S] =
          Wanted[S] || (Limit && Segments[S].Weight <= Limit &&
                        (Segments[S].To || !Segments[S].First->isEHPad()));
    if (MayCount == Tried)
      continue;
    Tried = MayCount;
    Planner P(Segments, Wanted);
    if (P.run(Joined, MayCount) && P.cost() < Cost) {
      Cost = P.cost();
      Best = P.take();
    }
  }
  return Best;
}

} // namespace lineprof
