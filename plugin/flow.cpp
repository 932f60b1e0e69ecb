/// \file flow.cpp
/// Builds the flow graph and chooses where counters stand.
#include "plugin/flow.h"

#include "format/table.h"
#include "plugin/llvm_compat.h"
#include "plugin/union_find.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace lineprof {

namespace {

constexpr uint64_t Unplaceable = UINT64_MAX;

/// Whether \p F is of C++'s runtime and comes back, which LLVM does not know:
/// it gives memory back, or serves exceptions, casts and variables in
/// functions.
bool isReturningOfRuntime(const Function &F, const TargetLibraryInfo &TLI) {
  static constexpr StringLiteral Names[] = {
      "__cxa_allocate_exception", "__cxa_atexit",
      "__cxa_begin_catch",        "__cxa_free_exception",
      "__cxa_get_exception_ptr",  "__cxa_guard_abort",
      "__cxa_guard_release",      "__dynamic_cast"};
  LibFunc Known;
  return is_contained(Names, F.getName()) ||
         (TLI.getLibFunc(F, Known) && isLibFreeFunction(&F, Known));
}

/// What the C library is known to do is asked of LLVM; the rest must say so.
bool isReturningDeclaration(Function &F, const TargetLibraryInfo &TLI) {
  if (F.isIntrinsic())
    return F.getIntrinsicID() != Intrinsic::eh_sjlj_longjmp &&
           F.getIntrinsicID() != Intrinsic::trap &&
           F.getIntrinsicID() != Intrinsic::ubsantrap;
  compat::inferLibraryAttributes(F, TLI);
  if (isReturningOfRuntime(F, TLI)) {
    F.addFnAttr(Attribute::WillReturn);
    F.addFnAttr(Attribute::NoUnwind);
  }
  return F.hasFnAttribute(Attribute::WillReturn) &&
         F.hasFnAttribute(Attribute::NoUnwind);
}

} // namespace

AbandonInfo::AbandonInfo(Module &M, const TargetLibraryInfo &TLI) {
  // All definitions are taken to return until one of their calls shows
  // otherwise; but nobody knows what assembler alone does.
  for (Function &F : M)
    if (F.isDeclaration()
            ? isReturningDeclaration(F, TLI)
            : F.hasExactDefinition() && !F.hasFnAttribute(Attribute::Naked))
      Returning.insert(&F);
  solve(M);
}

void AbandonInfo::solve(Module &M) {
  SmallVector<Function *, 16> Abandoning;
  auto MayAbandon = [this](Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return isa<ResumeInst>(I) || (Call && mayAbandon(*Call));
  };
  for (Function &F : M)
    if (!F.isDeclaration() && Returning.count(&F) &&
        any_of(instructions(F), MayAbandon)) {
      Returning.erase(&F);
      Abandoning.push_back(&F);
    }
  while (!Abandoning.empty()) {
    Function *Callee = Abandoning.pop_back_val();
    for (User *U : Callee->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      Function *Caller = Call ? Call->getFunction() : nullptr;
      if (Caller && mayAbandon(*Call) && Returning.erase(Caller))
        Abandoning.push_back(Caller);
    }
  }
}

bool AbandonInfo::mayAbandon(const CallBase &Call) const {
  if (Call.isInlineAsm())
    return false;
  const Function *Callee = Call.getCalledFunction();
  return !Callee || !Returning.count(Callee);
}

/// Whether \p I does nothing that would have to happen between a call and the
/// return that follows it: handing its result on, ends of lifetimes, and that
/// of a coroutine's part, where control goes on in another one.
static bool isTrivialBeforeReturn(const Instruction &I) {
  if (isa<DbgInfoIntrinsic>(I))
    return true;
  if (const auto *II = dyn_cast<IntrinsicInst>(&I))
    return II->isLifetimeStartOrEnd() ||
           II->getIntrinsicID() == Intrinsic::coro_end;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return isa<AllocaInst>(Store->getPointerOperand()->stripPointerCasts());
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return isa<AllocaInst>(Load->getPointerOperand()->stripPointerCasts());
  return isa<PHINode, CastInst, ReturnInst, UncondBrInst, ExtractValueInst,
             InsertValueInst>(I);
}

namespace {

/// Follows the result of a call to the return.
class ResultOfCall {
public:
  /// \p Call may be null: then any value will do.
  explicit ResultOfCall(const Instruction *Call) : Any(!Call) {
    Holders.insert(Call);
  }
  /// Whether \p I, which is trivial, hands on nothing else. With another value
  /// it is no tail call, and has lines to visit behind it.
  bool isHandedOnBy(const Instruction &I) {
    const auto *Return = dyn_cast<ReturnInst>(&I);
    if (Any || (Return && !Return->getReturnValue()))
      return true;
    if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      if (noteWay(*Store))
        return true;
      Holders.insert(Store->getPointerOperand()->stripPointerCasts());
      return holds(Store->getValueOperand());
    }
    const bool Holds = any_of(I.operands(), [this](const Use &Operand) {
      return holds(Operand.get());
    });
    if (Holds)
      Holders.insert(&I);
    return Holds || !Return;
  }

  /// Where \p End leads to; null if that is not certain.
  const BasicBlock *next(const Instruction &End) const {
    if (const auto *Branch = dyn_cast<UncondBrInst>(&End))
      return Branch->getSuccessor(0);
    const auto *Switch = dyn_cast<SwitchInst>(&End);
    const auto *Which =
        Switch ? dyn_cast<LoadInst>(Switch->getCondition()) : nullptr;
    const auto Way = Which ? Ways.find(Which->getPointerOperand()) : Ways.end();
    return Way == Ways.end()
               ? nullptr
               : Switch->findCaseValue(Way->second)->getCaseSuccessor();
  }

private:
  bool holds(const Value *V) const {
    return Holders.count(V->stripPointerCasts());
  }

  /// Where variables end, clang notes for what stands behind them that this is
  /// a return: a number, without a place in the source.
  bool noteWay(const StoreInst &Store) {
    const auto *Number = dyn_cast<ConstantInt>(Store.getValueOperand());
    const Value *Where = Store.getPointerOperand();
    if (!Number || Store.getDebugLoc() || Holders.count(Where))
      return false;
    Ways[Where] = Number;
    return true;
  }

  const bool Any;
  SmallPtrSet<const Value *, 8> Holders; ///< values, and variables
  SmallDenseMap<const Value *, const ConstantInt *, 2> Ways;
};

} // namespace

/// Whether nothing but the return follows from \p First on, through branches
/// too, with the result of \p Call. \p Way: the blocks behind that of \p First.
static bool leadsToReturn(const Instruction *First, const Instruction *Call,
                          SmallVectorImpl<const BasicBlock *> &Way) {
  ResultOfCall Result(Call);
  for (unsigned Blocks = 0; Blocks < 8; Blocks++) {
    const Instruction *I = First;
    for (; isTrivialBeforeReturn(*I) && Result.isHandedOnBy(*I);
         I = I->getNextNode())
      if (I->isTerminator())
        break;
    if (isa<ReturnInst>(I))
      return Result.isHandedOnBy(*I);
    const BasicBlock *Next = Result.next(*I);
    if (!Next)
      return false;
    Way.push_back(Next);
    First = &Next->front();
  }
  return false;
}

/// Whether the optimiser may make a tail call of \p Call. Then nothing of ours
/// may stand behind it: the return is counted with the call, before it, and not
/// where others come together with it on their way.
bool FlowGraph::noteIfTailCall(const CallBase &Call) {
  SmallVector<const BasicBlock *, 8> Way;
  if (Call.isTerminator() || !leadsToReturn(Call.getNextNode(), &Call, Way))
    return false;
  for (size_t I = 1; I < Way.size(); I++)
    BehindTailCalls.insert({Way[I - 1], Way[I]});
  return true;
}

FlowGraph::FlowGraph(Function &F, const AbandonInfo &Abandon,
                     BlockFrequencyInfo &Frequencies,
                     BranchProbabilityInfo &Probabilities, LoopInfo &Loops,
                     LabelOf Label) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> Back;
  FindFunctionBackedges(F, Back);
  BackEdges.insert(Back.begin(), Back.end());
  addNodes(F, Abandon);
  addEdges(F, Frequencies, Probabilities, Label);
  keepCallsOfLoops(F);
  preferEntry(F);
  if (!F.hasOptNone())
    preferTurns(Loops);
}

void FlowGraph::countEntry() {
  for (const unsigned E : Nodes[0].Out)
    if (Edges[E].Flags & LP_EDGE_ENTRY)
      Edges[E].Weight = 0;
}

/// Marks in \p Ends the nodes from which \p Node is reached.
void FlowGraph::markEnding(unsigned Node, std::vector<bool> &Ends) const {
  SmallVector<unsigned, 16> Work = {Node};
  Ends[Node] = true;
  while (!Work.empty())
    for (const unsigned E : Nodes[Work.pop_back_val()].In)
      if (!Ends[Edges[E].From]) {
        Ends[Edges[E].From] = true;
        Work.push_back(Edges[E].From);
      }
}

/// A loop can be left in the middle, by a signal's handler or with the process.
/// So in functions with loops it is the entry that is counted, and what follows
/// from it is the return; and a loop without a way out has one to the outside,
/// be it entered at one place or at several.
void FlowGraph::keepCallsOfLoops(const Function &F) {
  if (BackEdges.empty())
    return;
  countEntry();
  SmallPtrSet<const BasicBlock *, 8> Heads;
  for (const auto &[From, To] : BackEdges)
    Heads.insert(To);
  std::vector<bool> Ends(Nodes.size());
  markEnding(0, Ends);
  for (const BasicBlock &BB : F) {
    if (!Heads.count(&BB) || Ends[FirstNode[&BB]])
      continue;
    addEdge(FirstNode[&BB], 0, LP_EDGE_ABANDON, Unplaceable);
    markEnding(FirstNode[&BB], Ends);
  }
}

/// Where a function is inlined, its entry is a place that the caller counts
/// already, see LinksPass; then it is one branch less to be counted.
void FlowGraph::preferEntry(const Function &F) {
  if (F.hasLocalLinkage() || F.hasLinkOnceLinkage() ||
      F.hasFnAttribute(Attribute::InlineHint) ||
      F.hasFnAttribute(Attribute::AlwaysInline))
    countEntry();
}

/// A count of a loop's turns costs nothing where it is kept in a register: the
/// optimiser computes it behind the loop. So it is taken before that of a
/// branch inside, which has to be made in each turn.
void FlowGraph::preferTurns(LoopInfo &Loops) {
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    const bool Calls = any_of(L->blocks(), [](const BasicBlock *BB) {
      return any_of(*BB, [](const Instruction &I) {
        return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
      });
    });
    const BasicBlock *Latch = L->getLoopLatch();
    if (Calls || !Latch)
      continue;
    for (const unsigned E : Nodes[LastNode[Latch]].Out)
      if (Edges[E].To == FirstNode[L->getHeader()] && Edges[E].Placeable)
        Edges[E].Weight = 0;
  }
}

void FlowGraph::addNodes(Function &F, const AbandonInfo &Abandon) {
  Nodes.emplace_back();
  for (BasicBlock &BB : F) {
    FirstNode[&BB] = Nodes.size();
    Instruction *First = &BB.front();
    for (Instruction &I : BB) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const bool Cuts = Call && !I.isTerminator() &&
                        (Abandon.mayAbandon(*Call) ||
                         Call->hasFnAttr(Attribute::ReturnsTwice)) &&
                        !noteIfTailCall(*Call);
      if (!Cuts && !I.isTerminator())
        continue;
      FlowNode Node;
      Node.First = First;
      Node.Last = &I;
      Nodes.push_back(Node);
      First = I.getNextNode();
    }
    LastNode[&BB] = Nodes.size() - 1;
  }
}

unsigned FlowGraph::addEdge(unsigned From, unsigned To, uint32_t Flags,
                            uint64_t Weight) {
  FlowEdge Edge;
  Edge.From = From;
  Edge.To = To;
  Edge.Flags = Flags;
  Edge.Weight = Weight;
  Edge.Placeable = Weight != Unplaceable;
  Nodes[From].Out.push_back(Edges.size());
  Nodes[To].In.push_back(Edges.size());
  Edges.push_back(Edge);
  return Edges.size() - 1;
}

/// How often \p BB is estimated to run. The estimate saturates where one part
/// of a function is very rare; it must not be taken for Unplaceable then.
static uint64_t frequencyOf(const BasicBlock &BB,
                            const BlockFrequencyInfo &Frequencies) {
  return std::min(Frequencies.getBlockFreq(&BB).getFrequency(),
                  Unplaceable / 2);
}

void FlowGraph::addEdges(Function &F, BlockFrequencyInfo &Frequencies,
                         BranchProbabilityInfo &Probabilities, LabelOf Label) {
  addEdge(0, FirstNode[&F.getEntryBlock()], LP_EDGE_ENTRY,
          frequencyOf(F.getEntryBlock(), Frequencies));
  for (BasicBlock &BB : F) {
    const uint64_t Frequency = frequencyOf(BB, Frequencies);
    addInnerEdges(BB, Frequency);
    addBranchEdges(BB, Frequency, Probabilities, Label);
  }
}

/// The edges into and between the nodes of \p BB that are none of the CFG.
void FlowGraph::addInnerEdges(BasicBlock &BB, uint64_t Frequency) {
  const unsigned Last = LastNode[&BB];
  if (BB.isEHPad())
    addEdge(0, FirstNode[&BB], LP_EDGE_RESUME, Frequency);
  for (unsigned Node = FirstNode[&BB]; Node < Last; Node++) {
    addEdge(Node, 0, LP_EDGE_ABANDON, Unplaceable);
    // setjmp returns more often than it is called.
    const auto *Call = cast<CallBase>(Nodes[Node].Last);
    if (Call->hasFnAttr(Attribute::ReturnsTwice))
      addEdge(0, Node + 1, LP_EDGE_RESUME, Frequency);
    else
      addEdge(Node, Node + 1, 0, Frequency);
  }
}

/// Whether \p V is computed from \p Phi in a few steps.
static bool isMadeOf(const Value *V, const PHINode *Phi, unsigned Steps = 3) {
  const auto *I = dyn_cast<Instruction>(V);
  return V == Phi || (I && !isa<PHINode>(I) && Steps != 0 &&
                      any_of(I->operands(), [&](const Use &Operand) {
                        return isMadeOf(Operand.get(), Phi, Steps - 1);
                      }));
}

/// Whether \p Latch leads back to \p Header from element to element of an
/// array: it hands a value on from turn to turn. All loops of the source have
/// variables.
static bool isArrayLoop(const BasicBlock &Header, const BasicBlock &Latch) {
  return any_of(Header.phis(), [&](const PHINode &Phi) {
    return isMadeOf(Phi.getIncomingValueForBlock(&Latch), &Phi);
  });
}

/// Whether \p Latch leads back to \p Header to try an atomic change again: it
/// goes by what a compare-and-swap says as it is. A source that asks one has a
/// variable for the answer; or, if a function of the library gives it, a `do`,
/// the only loop of a source whose condition leads back, which clang notes.
static bool isRetry(const BasicBlock &Header, const BasicBlock &Latch) {
  const auto *Branch = dyn_cast<CondBrInst>(Latch.getTerminator());
  if (!Branch || Branch->getSuccessor(1) != &Header ||
      Branch->hasMetadata(LLVMContext::MD_loop))
    return false;
  const Value *Succeeds = Branch->getCondition();
  if (const auto *Part = dyn_cast<ExtractValueInst>(Succeeds))
    return isa<AtomicCmpXchgInst>(Part->getAggregateOperand());
  const auto *Call = dyn_cast<CallBase>(Succeeds);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "__atomic_compare_exchange";
}

/// Whether \p Latch leads back in a loop that clang has made by itself: to
/// make, copy or destroy an array, to try an atomic change again.
static bool isMadeLoop(const BasicBlock &Header, const BasicBlock &Latch) {
  return isArrayLoop(Header, Latch) || isRetry(Header, Latch);
}

/// The edges that leave \p BB.
void FlowGraph::addBranchEdges(BasicBlock &BB, uint64_t Frequency,
                               BranchProbabilityInfo &Probabilities,
                               LabelOf Label) {
  const unsigned Last = LastNode[&BB];
  Instruction *End = BB.getTerminator();
  if (isa<ReturnInst>(End)) {
    // A counter there would stand between a tail call and its return.
    const bool Trivial = isTrivialReturn(Last);
    addEdge(Last, 0, LP_EDGE_RETURN, Trivial ? Unplaceable : Frequency);
    return;
  }
  if (isa<InvokeInst>(End) || !End->getNumSuccessors())
    addEdge(Last, 0, LP_EDGE_ABANDON,
            End->getNumSuccessors() ? Unplaceable : Frequency);
  const bool Splits = !isa<IndirectBrInst>(End);
  SmallDenseMap<std::pair<BasicBlock *, uint32_t>, unsigned, 8> Seen;
  for (unsigned I = 0; I < End->getNumSuccessors(); I++) {
    BasicBlock *To = End->getSuccessor(I);
    const uint64_t Weight =
        Probabilities.getEdgeProbability(&BB, I).scale(Frequency);
    if (To->isEHPad())
      continue; // unwinding leaves by ABANDON and comes back by RESUME
    const uint32_t Case = Label(*End, I);
    // To suspend is one edge, whatever else leads there.
    const uint32_t Way = I == 0 && waitAt(Last) ? UINT32_MAX - 1 : Case;
    const auto [Entry, IsNew] =
        Seen.insert({{To, Way}, static_cast<unsigned>(Edges.size())});
    if (IsNew) {
      const bool Placeable =
          !isTrivialReturn(Last) && (Splits || To->getUniquePredecessor());
      const bool IsBack = BackEdges.count({&BB, To});
      addEdge(Last, FirstNode[To], IsBack ? LP_EDGE_BACK : 0,
              Placeable ? 0 : Unplaceable);
      Edges.back().Turns = IsBack && !isMadeLoop(*To, BB);
      Edges.back().IsBehindTailCall = BehindTailCalls.contains({&BB, To});
      Edges.back().Label = Case;
    }
    FlowEdge &Edge = Edges[Entry->second];
    Edge.Successors.push_back(I);
    Edge.Weight += Edge.Placeable ? Weight : 0;
  }
}

/// Whether \p Node only carries a result to the return.
bool FlowGraph::isTrivialReturn(unsigned Node) const {
  const Instruction *First = Nodes[Node].First;
  SmallVector<const BasicBlock *, 8> Way;
  return First == &First->getParent()->front() &&
         First->getParent() != &First->getFunction()->getEntryBlock() &&
         leadsToReturn(First, nullptr, Way);
}

bool FlowEdge::isMadeTurn() const { return (Flags & LP_EDGE_BACK) && !Turns; }

int FlowGraph::wayOut(unsigned Node) const {
  int Way = -1;
  for (const unsigned E : Nodes[Node].Out) {
    if ((Edges[E].Flags & LP_EDGE_ABANDON) || Edges[E].isMadeTurn())
      continue;
    if (Way >= 0)
      return -1;
    Way = int(E);
  }
  return Way;
}

const SwitchInst *FlowGraph::waitAt(unsigned Node) const {
  const auto *Switch =
      Node == 0 ? nullptr : dyn_cast<SwitchInst>(Nodes[Node].Last);
  const auto *Wait =
      Switch ? dyn_cast<IntrinsicInst>(Switch->getCondition()) : nullptr;
  return Wait && Wait->getIntrinsicID() == Intrinsic::coro_suspend ? Switch
                                                                   : nullptr;
}

bool FlowGraph::suspends(unsigned Edge) const {
  const SwitchInst *Switch = waitAt(Edges[Edge].From);
  if (!Switch)
    return false;
  // With 0 it goes on.
  const auto *Resumed =
      ConstantInt::get(cast<IntegerType>(Switch->getCondition()->getType()), 0);
  return !is_contained(Edges[Edge].Successors,
                       Switch->findCaseValue(Resumed)->getSuccessorIndex());
}

bool FlowGraph::resumes(unsigned Edge) const {
  return waitAt(Edges[Edge].From) &&
         !is_contained(Edges[Edge].Successors, 0U); // the default
}

/// Whether what comes to the node before \p Edge leaves that over it.
bool FlowGraph::isOnlyWayOut(unsigned Edge) const {
  const unsigned From = Edges[Edge].From;
  return Nodes[From].Out.size() == 1 || (waitAt(From) && !resumes(Edge));
}

/// What a count of \p Edge costs. Twice as much where that takes a block of its
/// own, as then it takes a jump, too. Behind a call in tail position only what
/// has no place at all is dearer.
uint64_t FlowGraph::priceOf(unsigned Index) const {
  const FlowEdge &Edge = Edges[Index];
  if (Edge.Placeable && Edge.IsBehindTailCall)
    return Unplaceable - 1;
  const bool Splits = Edge.From != 0 && !isOnlyWayOut(Index) &&
                      (Edge.To == 0 || Nodes[Edge.To].In.size() > 1);
  return Edge.Placeable && Splits ? 2 * Edge.Weight : Edge.Weight;
}

bool FlowGraph::chooseCounters() {
  std::vector<unsigned> Order(Edges.size());
  UnionFind Joined(Nodes.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::stable_sort(Order.begin(), Order.end(), [this](unsigned A, unsigned B) {
    return priceOf(A) > priceOf(B);
  });
  for (unsigned E : Order) {
    if (Joined.join(resumes(E) ? 0 : Edges[E].From, Edges[E].To))
      continue;
    if (!Edges[E].Placeable)
      return false;
    Edges[E].Flags |= LP_EDGE_COUNTED;
  }
  return true;
}

/// The first place in \p Node where a counter may stand.
static Instruction *startOf(const FlowNode &Node) {
  BasicBlock *BB = Node.First->getParent();
  if (Node.First != &BB->front())
    return Node.First;
  BasicBlock::iterator At = BB->getFirstInsertionPt();
  while (isa<AllocaInst>(*At)) // keep allocas together: they stay static
    ++At;
  return &*At;
}

/// Puts a block between \p Terminator and \p To for some of its successors.
static Instruction *split(Instruction &Terminator, BasicBlock *To,
                          ArrayRef<unsigned> Successors) {
  BasicBlock *From = Terminator.getParent();
  BasicBlock *New =
      BasicBlock::Create(From->getContext(), "", From->getParent(), To);
  Instruction *Branch = UncondBrInst::Create(To, New);
  Branch->setDebugLoc(Terminator.getDebugLoc());
  for (PHINode &Phi : To->phis()) {
    Phi.addIncoming(Phi.getIncomingValueForBlock(From), New);
    for (size_t I = 0; I < Successors.size(); I++)
      Phi.removeIncomingValue(From, /*DeletePHIIfEmpty=*/false);
  }
  for (const unsigned Successor : Successors)
    Terminator.setSuccessor(Successor, New);
  return Branch;
}

Instruction *FlowGraph::counterPoint(unsigned Index) {
  const FlowEdge &Edge = Edges[Index];
  if (Edge.From == 0)
    return startOf(Nodes[Edge.To]);
  const FlowNode &From = Nodes[Edge.From];
  if (isOnlyWayOut(Index))
    return startOf(From); // before a tail call in it
  if (Edge.To != 0 && Nodes[Edge.To].In.size() == 1)
    return startOf(Nodes[Edge.To]);
  return split(*From.Last, Nodes[Edge.To].First->getParent(), Edge.Successors);
}

} // namespace lineprof
