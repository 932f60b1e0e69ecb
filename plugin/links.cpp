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

#include "format/abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

#include <map>
#include <vector>

using namespace llvm;

namespace lineprof {

namespace {

/// On an array of shared counters: what they count for.
constexpr const char *LinksMetadata = "lineprof.links";

/// A tick of one counter.
struct Tick {
  CounterId Counter;
  Value *Amount;
  AtomicRMWInst *Code;
};

/// Ticks by the same amount that no way out separates.
using Group = SmallVector<Tick, 4>;

class LinkMaker {
public:
  LinkMaker(Function &F, GlobalVariable *Delta) : F(F), Delta(Delta) {}

  void run() {
    for (BasicBlock &BB : F)
      findGroups(BB);
    if (!isWorthIt())
      return;
    chooseShared();
    Emitter Emit(*F.getParent());
    GlobalVariable *Array = Emit.emitSharedCounters(F, Shared.size());
    CounterTags Tags;
    Value *Base = createCounterBase(F, Array, Delta, Tags);
    for (unsigned G = 0; G < Groups.size(); G++)
      replace(Groups[G], Base, GroupShared[G]);
    note(Array);
  }

private:
  void findGroups(BasicBlock &BB) {
    MapVector<Value *, Group> Open; // by amount
    auto Close = [&] {
      for (auto &Entry : Open)
        Groups.push_back(std::move(Entry.second));
      Open.clear();
    };
    for (Instruction &I : BB) {
      if (AtomicRMWInst *Code = asTick(I)) {
        Value *Amount = Code->getValOperand();
        if (const auto Counter = counterAt(Code->getPointerOperand(), Delta))
          Open[Amount].push_back({*Counter, Amount, Code});
      } else if (!isGuaranteedToTransferExecutionToSuccessor(&I)) {
        Close();
      }
    }
    Close();
  }

  /// Whether there is something to save: an increment, or an address.
  bool isWorthIt() const {
    SmallSet<GlobalVariable *, 4> Arrays;
    for (const Group &G : Groups) {
      if (G.size() > 1)
        return true;
      Arrays.insert(G.front().Counter.first);
    }
    return Arrays.size() > 1;
  }

  /// One shared counter for each set of counters, wherever it is reached.
  void chooseShared() {
    std::map<std::vector<CounterId>, unsigned> Known;
    for (const Group &G : Groups) {
      std::vector<CounterId> Set;
      for (const Tick &T : G)
        Set.push_back(T.Counter);
      std::vector<CounterId> Sorted = Set;
      llvm::sort(Sorted);
      // In the order of the code, not of addresses: each build is the same.
      const auto [At, IsNew] = Known.insert({Sorted, Shared.size()});
      if (IsNew)
        Shared.push_back(Set);
      GroupShared.push_back(At->second);
    }
  }

  /// Where the last tick of the group is, all of its amount is known.
  static void replace(const Group &G, Value *Base, unsigned Index) {
    AtomicRMWInst *Last = G.back().Code;
    createTick(Last, Base, uint64_t(Index) * 8, G.back().Amount,
               Last->getMetadata(LLVMContext::MD_tbaa));
    for (const Tick &T : G)
      T.Code->eraseFromParent();
  }

  /// For emitLinks(): index, array and offset of each link.
  void note(GlobalVariable *Array) const {
    LLVMContext &C = F.getContext();
    Type *I64 = Type::getInt64Ty(C);
    SmallVector<Metadata *, 32> Parts;
    for (unsigned S = 0; S < Shared.size(); S++)
      for (const auto &[Target, Offset] : Shared[S]) {
        Parts.push_back(ConstantAsMetadata::get(ConstantInt::get(I64, S)));
        Parts.push_back(ConstantAsMetadata::get(Target));
        Parts.push_back(ConstantAsMetadata::get(ConstantInt::get(I64, Offset)));
      }
    Array->setMetadata(LinksMetadata, MDNode::get(C, Parts));
  }

  Function &F;
  GlobalVariable *Delta;
  SmallVector<Group, 32> Groups;
  SmallVector<unsigned, 32> GroupShared;
  SmallVector<std::vector<CounterId>, 32> Shared;
};

} // namespace

void emitLinks(Module &M, Emitter &Emit) {
  SmallVector<GlobalVariable *, 32> Arrays;
  for (GlobalVariable &G : M.globals())
    if (G.getMetadata(LinksMetadata))
      Arrays.push_back(&G);
  for (GlobalVariable *Array : Arrays) {
    const MDNode *Node = Array->getMetadata(LinksMetadata);
    SmallVector<CounterLink, 32> Links;
    for (unsigned I = 0; I + 2 < Node->getNumOperands(); I += 3) {
      auto Number = [&](unsigned K) {
        return mdconst::extract<ConstantInt>(Node->getOperand(K))
            ->getZExtValue();
      };
      auto *Target = mdconst::extract<GlobalVariable>(Node->getOperand(I + 1));
      Links.push_back({unsigned(Number(I)), {Target, Number(I + 2)}});
    }
    Array->setMetadata(LinksMetadata, nullptr);
    Emit.emitLinks(Array, Links);
  }
}

void lowerTicks(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (AtomicRMWInst *Tick = asTick(I))
      lowerTick(Tick);
}

PreservedAnalyses LinksPass::run(Function &F, FunctionAnalysisManager &) {
  GlobalVariable *Delta = F.getParent()->getNamedGlobal(LP_SYMBOL_DELTA);
  if (!Delta)
    return PreservedAnalyses::all();
  if (!F.hasOptNone() && !F.hasAvailableExternallyLinkage() &&
      !F.isPresplitCoroutine())
    LinkMaker(F, Delta).run();
  lowerTicks(F);
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace lineprof
