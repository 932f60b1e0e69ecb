/// \file links.cpp
/// Counts once where code of several counters is reached together.
///
/// Each inlined function brings its counters along. Behind the inliner a block
/// may have a dozen of them, each in the array of its function, whose addresses
/// would fill all registers. So here a function gets counters of its own, one
/// for each set that is reached together, and the profile says which ones a
/// shared counter counts for.
#include "plugin/links.h"

#include "plugin/counters.h"
#include "plugin/emit.h"
#include "plugin/llvm_compat.h"
#include "plugin/passes.h"
#include "plugin/tick_flow.h"

#include "format/leb128.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

#include <map>
#include <vector>

using namespace llvm;

namespace lineprof {

namespace {

/// On an array of shared counters: what they count for.
constexpr const char *LinksMetadata = "lineprof.links";

/// What is added to in one place, by the same amount.
struct Group {
  SmallVector<CounterId, 4> Counters;
  Value *Amount = nullptr;
  Instruction *Place = nullptr; ///< in front of it; nullptr: anywhere in
  unsigned Segment = 0;         ///< this one
};

class LinkMaker {
public:
  LinkMaker(Function &F, FunctionAnalysisManager &AM) : F(F), AM(AM) {}

  void run() {
    for (Instruction &I : instructions(F))
      if (auto *At = dyn_cast<Tick>(&I))
        if (const auto Counter = At->counter())
          Ticks.insert({At, *Counter});
    if (Ticks.size() < 2)
      return;
    findGroups();
    if (!isWorthIt())
      return;
    chooseShared();
    Emitter Emit(*F.getParent());
    GlobalVariable *Array = Emit.emitSharedCounters(F, Shared.size());
    for (unsigned G = 0; G < Groups.size(); G++)
      createTick(placeOf(Groups[G]), Array, GroupShared[G], Groups[G].Amount);
    for (const auto &Entry : Ticks)
      Entry.first->eraseFromParent();
    note(Array);
  }

private:
  /// Whether there is something to save: an increment, or an address.
  bool isWorthIt() const {
    const GlobalVariable *First = Ticks.begin()->second.first;
    return Groups.size() < Ticks.size() ||
           any_of(
               Ticks, [&](const auto &T) { return T.second.first != First; });
  }

  Instruction *placeOf(const Group &G) const {
    return G.Place ? G.Place : placeIn(Segments[G.Segment]);
  }

  /// The ticks of each segment by their amounts. Those by one make the number
  /// of its runs, which is counted where the plan says.
  void findGroups() {
    Segments = findSegments(F, AM.getResult<BlockFrequencyAnalysis>(F),
                            AM.getResult<BranchProbabilityAnalysis>(F));
    Value *One = ConstantInt::get(Type::getInt64Ty(F.getContext()), 1);
    std::vector<Group> Runs(Segments.size());
    for (unsigned S = 0; S < Segments.size(); S++) {
      MapVector<Value *, Group> ByAmount;
      if (Segments[S].To)
        continue;
      const Instruction *End = Segments[S].Last->getNextNode();
      for (Instruction *I = Segments[S].First; I != End; I = I->getNextNode()) {
        auto *At = dyn_cast<Tick>(I);
        const auto Known = Ticks.find(At);
        if (Known == Ticks.end())
          continue;
        Group &G = ByAmount[At->amount()];
        G.Counters.push_back(Known->second);
        G.Place = I; // the last one: there all of the amount is known
      }
      for (auto &[Amount, G] : ByAmount) {
        G.Amount = Amount;
        if (Amount == One)
          Runs[S] = std::move(G);
        else
          Groups.push_back(std::move(G));
      }
    }
    distribute(Runs, One);
  }

  /// Follows the plan: the counters of each run go to those that it is the sum
  /// of.
  void distribute(std::vector<Group> &Runs, Value *One) {
    std::vector<bool> Wanted;
    for (const Group &G : Runs)
      Wanted.push_back(!G.Counters.empty());
    const TickPlan Plan = planTicks(F, Segments, Wanted);
    std::vector<Group> Counted(Segments.size());
    for (unsigned S = 0; S < Segments.size(); S++)
      for (const unsigned Source : Plan[S])
        Counted[Source].Counters.append(Runs[S].Counters);
    for (unsigned S = 0; S < Segments.size(); S++) {
      if (!llvm::is_contained(Plan[S], S))
        continue;
      Counted[S].Amount = One;
      Counted[S].Place = Runs[S].Place;
      Counted[S].Segment = S;
      Groups.push_back(std::move(Counted[S]));
    }
  }

  /// One shared counter for each set of counters, wherever it is reached.
  void chooseShared() {
    std::map<std::vector<CounterId>, unsigned> Known;
    for (const Group &G : Groups) {
      std::vector<CounterId> Sorted(G.Counters.begin(), G.Counters.end());
      llvm::sort(Sorted);
      // In the order of the code, not of addresses: each build is the same.
      const auto [At, IsNew] = Known.insert({Sorted, Shared.size()});
      if (IsNew)
        Shared.push_back(G.Counters);
      GroupShared.push_back(At->second);
    }
  }

  /// For emitLinks(): the fields of CounterLinks for each array counted for.
  void note(GlobalVariable *Array) const {
    struct Pairs {
      unsigned Last = 0, Count = 0;
      SmallString<64> Bytes;
    };
    MapVector<GlobalVariable *, Pairs> ByTarget;
    for (unsigned S = 0; S < Shared.size(); S++)
      for (const auto &[Target, Index] : Shared[S]) {
        Pairs &P = ByTarget[Target];
        for (const unsigned Number : {S - P.Last, Index}) {
          unsigned char Bytes[10];
          P.Bytes.append(Bytes, Bytes + lp_leb128_write(Bytes, Number));
        }
        P.Last = S;
        P.Count++;
      }
    LLVMContext &C = F.getContext();
    Type *I32 = Type::getInt32Ty(C);
    SmallVector<Metadata *, 32> Fields;
    for (const auto &[Target, P] : ByTarget) {
      Fields.push_back(ConstantAsMetadata::get(Target));
      Fields.push_back(ConstantAsMetadata::get(ConstantInt::get(I32, P.Count)));
      Fields.push_back(MDString::get(C, P.Bytes));
    }
    Array->setMetadata(LinksMetadata, MDNode::get(C, Fields));
  }

  Function &F;
  FunctionAnalysisManager &AM;
  MapVector<Tick *, CounterId> Ticks;
  std::vector<Segment> Segments;
  SmallVector<Group, 32> Groups;
  SmallVector<unsigned, 32> GroupShared;
  SmallVector<SmallVector<CounterId, 4>, 32> Shared;
};

} // namespace

/// What is noted of \p Array, from then on in \p Links only.
static void takeLinks(GlobalVariable *Array,
                      SmallVectorImpl<CounterLinks> &Links) {
  const MDNode *Node = Array->getMetadata(LinksMetadata);
  for (unsigned I = 0; I + 2 < Node->getNumOperands(); I += 3)
    Links.push_back(
        {Array, mdconst::extract<GlobalVariable>(Node->getOperand(I)),
         unsigned(mdconst::extract<ConstantInt>(Node->getOperand(I + 1))
                      ->getZExtValue()),
         cast<MDString>(Node->getOperand(I + 2))->getString()});
  Array->setMetadata(LinksMetadata, nullptr);
}

/// A variable of its own has a section of its own, as the linker is to keep it,
/// which takes time: so all that is in no group is one.
void emitLinks(Module &M, Emitter &Emit) {
  MapVector<Comdat *, SmallVector<CounterLinks, 32>> ByGroup;
  for (GlobalVariable &G : M.globals())
    if (G.getMetadata(LinksMetadata))
      takeLinks(&G, ByGroup[G.getComdat()]);
  for (const auto &[Group, Links] : ByGroup)
    Emit.emitLinks(Group, Links);
}

PreservedAnalyses LinksPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!F.getParent()->getModuleFlag(ModuleFlag))
    return PreservedAnalyses::all();
  const size_t Blocks = F.size();
  if (!F.hasOptNone() && !F.hasAvailableExternallyLinkage() &&
      !F.isPresplitCoroutine())
    LinkMaker(F, AM).run();
  if (F.size() != Blocks)
    return PreservedAnalyses::none();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace lineprof
