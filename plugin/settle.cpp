/// \file settle.cpp
/// The addresses of counters in the calling thread.
///
/// Up to here a counter is named by its array and index: no pass has to carry a
/// base along, in registers, through inlined code or in the frame of a
/// coroutine, which goes on in any thread.
#include "plugin/settle.h"

#include "plugin/counters.h"
#include "plugin/emit.h"
#include "plugin/llvm_compat.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace lineprof {

/// Has the code generator compute \p Base once: it would add its two parts at
/// each use, and keep both in registers all the time.
static Value *inOneRegister(IRBuilder<> &B, Value *Base) {
  auto *Ty = FunctionType::get(Base->getType(), {Base->getType()}, false);
  return B.CreateCall(InlineAsm::get(Ty, "", "=r,0", false), {Base});
}

static Value *asBytes(IRBuilder<> &B, Value *Pointer) {
  Type *Bytes = compat::ptrTy(B.getContext());
  return Pointer->getType() == Bytes ? Pointer
                                     : B.CreateBitCast(Pointer, Bytes);
}

/// array + \p Anchor + delta, in one register. The first sum is known to the
/// linker: the code generator, left alone, would rather add it at run time.
static Value *createBase(IRBuilder<> &B, GlobalVariable *Array, uint64_t Anchor,
                         Value *Delta) {
  Value *Static = asBytes(B, Array);
  if (Anchor)
    Static =
        inOneRegister(B, B.CreateConstGEP1_64(B.getInt8Ty(), Static, Anchor));
  return inOneRegister(B, B.CreateGEP(B.getInt8Ty(), Static, Delta));
}

/// Where in its array the base of a function's \p Accesses to it stands: x86
/// has a short form for what lies within 128 bytes of a register, so in the
/// middle of the most accesses; elsewhere at the first.
static uint64_t anchorOf(std::vector<uint64_t> Offsets, const Triple &Target) {
  constexpr uint64_t Reach = 128;
  if (Offsets.empty())
    return 0;
  llvm::sort(Offsets);
  if (!Target.isX86() || Offsets.back() - Offsets.front() < Reach)
    return Offsets.front();
  size_t Best = 0, BestCount = 0;
  for (size_t First = 0, Last = 0; First < Offsets.size(); First++) {
    while (Last < Offsets.size() && Offsets[Last] - Offsets[First] < 2 * Reach)
      Last++;
    if (Last - First > BestCount) {
      Best = First;
      BestCount = Last - First;
    }
  }
  return Offsets[Best] + Reach;
}

Ticks findTicks(Function &F) {
  Ticks Found;
  for (Instruction &I : instructions(F))
    if (auto *At = dyn_cast<Tick>(&I))
      Found.push_back(At);
  return Found;
}

namespace {

/// The bases of one function.
class Bases {
public:
  /// Computes them with \p Top, for \p All.
  Bases(IRBuilder<> &Top, const Ticks &All, Value *Delta) : Delta(Delta) {
    MapVector<GlobalVariable *, std::vector<uint64_t>> Offsets;
    for (const Tick *At : All)
      if (GlobalVariable *Array = At->variable()) {
        std::vector<uint64_t> &Used = Offsets[Array];
        if (const auto Id = At->counter())
          Used.push_back(Id->second * CounterSize);
      }
    const Function &F = *Top.GetInsertBlock()->getParent();
    const Triple Target = compat::targetTriple(*F.getParent());
    for (const auto &[Array, Used] : Offsets) {
      const uint64_t Anchor = anchorOf(Used, Target);
      Known[Array] = {createBase(Top, Array, Anchor, Delta), Anchor};
    }
  }

  /// Where \p At counts, a pointer to bytes.
  Value *address(const Tick &At, IRBuilder<> &B) {
    Value *Offset = B.CreateMul(B.CreateZExt(At.index(), B.getInt64Ty()),
                                B.getInt64(CounterSize));
    GlobalVariable *Array = At.variable();
    if (!Array) // one of several, as the program chooses
      return B.CreateGEP(B.getInt8Ty(),
                         B.CreateGEP(B.getInt8Ty(), At.array(), Offset), Delta);
    const auto [Base, Anchor] = Known[Array];
    return B.CreateGEP(B.getInt8Ty(), Base,
                       B.CreateSub(Offset, B.getInt64(Anchor)));
  }

private:
  Value *Delta;
  DenseMap<GlobalVariable *, std::pair<Value *, uint64_t>> Known;
};

} // namespace

/// The blocks of \p F that come to an end of it. From all others nothing leads
/// on that LLVM knows of, so nobody would see what is stored there: with -flto
/// it takes the stores out of such a loop, which a handler's siglongjmp() or
/// exit() leaves.
static df_iterator_default_set<BasicBlock *> findEnding(Function &F) {
  df_iterator_default_set<BasicBlock *> Found;
  for (BasicBlock &End : F)
    if (succ_empty(&End))
      for (BasicBlock *Block : inverse_depth_first_ext(&End, Found))
        (void)Block;
  return Found;
}

/// The place of \p Tick's first instruction. What LLVM makes of a call, as of
/// sqrt(), takes over the place of what then stands behind it: not to be the
/// probe's. What is between a call and a tick may be gone by then, as what
/// counts a loop's rounds is; so whatever is in front of it is asked.
static DebugLoc startOf(const Tick &Tick, const DebugLoc &Probe) {
  const Instruction *Before = Tick.getPrevNode();
  return Before && Before->getDebugLoc() ? Before->getDebugLoc() : Probe;
}

void settle(Function &F, const Ticks &All, Value *Delta, MDNode *Tag,
            bool IsOptimised, Emitter &Emit) {
  if (All.empty())
    return;
  auto *Checked = dyn_cast_or_null<Instruction>(Delta);
  Instruction *Start = Checked ? Checked->getNextNode()
                               : &*F.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(Start))
    Start = Start->getNextNode();
  const DebugLoc Probe = Emit.probeLocation(F);
  IRBuilder<> Top(Start);
  Top.SetCurrentDebugLocation(Probe);
  if (!Delta)
    Delta = Top.CreateLoad(Top.getInt64Ty(), Emit.delta());
  Bases InThread(Top, All, Delta);
  const auto Ending = findEnding(F);
  const bool MakesAdditions = (!IsOptimised || F.hasOptNone()) &&
                              compat::targetTriple(*F.getParent()).isX86();
  for (Tick *At : All) {
    IRBuilder<> B(At);
    B.SetCurrentDebugLocation(startOf(*At, Probe));
    Value *Address = InThread.address(*At, B);
    At->setDebugLoc(Probe);
    if (MakesAdditions)
      lowerTickToAddition(At, Address);
    else
      lowerTick(At, Address, Tag, !Ending.count(At->getParent()));
  }
}

} // namespace lineprof
