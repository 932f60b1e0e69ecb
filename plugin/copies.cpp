/// \file copies.cpp
/// Goes through a function's code in order, from one copy of an included file
/// to the next.
#include "plugin/copies.h"

#include "plugin/llvm_compat.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace lineprof {

Copies::Copies(const StatementMap &Map)
    : Map(Map), MayHave(any_of(Map.Files, [](const SourceFile &File) {
        return File.IsRepeated;
      })) {
  for (const auto &[U, At] : Map.Calls)
    if (Map.Files[Map.Units[U].File].IsRepeated)
      Calls[{U, At}]++;
}

bool Copies::enter(const Function &F, uint32_t NewBody) {
  Body = NewBody;
  Files.clear();
  Found.clear();
  WithCode.clear();
  Passed.clear();
  begin(NoUnit, nullptr);
  Next = 0;
  Handler = NoUnit;
  if (!MayHave || Body == NoUnit)
    return false;
  for (uint32_t U = Body; U < Map.Units[Body].SubtreeEnd; U++) {
    const Unit &Inside = Map.Units[U];
    if (!Map.Files[Inside.File].IsRepeated)
      continue;
    std::vector<Copy> &All = Files[Inside.File];
    // Most often it is the last one.
    const auto Known = find_if(reverse(All), [&Inside](const Copy &C) {
      return C.Number == Inside.Copy;
    });
    if (Known != All.rend())
      Known->Units.push_back(U);
    else
      All.push_back({Inside.Copy, {U}});
  }
  SmallVector<uint32_t, 4> Single;
  for (auto &[File, All] : Files) {
    if (All.size() < 2)
      Single.push_back(File);
    for (Copy &C : All)
      std::stable_sort(C.Units.begin(), C.Units.end(),
                       [this](uint32_t A, uint32_t B) {
                         return Map.Units[A].Begin < Map.Units[B].Begin;
                       });
  }
  for (const uint32_t File : Single)
    Files.erase(File);
  if (Files.empty())
    return false;
  Order.recalculate(const_cast<Function &>(F));
  return true;
}

/// The innermost unit around \p At of each copy of \p File, or the only one, in
/// the order of the source; without what makes no code.
Copies::Candidates Copies::unitsAt(uint32_t File, Position At) const {
  Candidates All;
  const auto Several = Files.find(File);
  if (Several == Files.end()) {
    const uint32_t U = Map.unitAt(File, At, Body);
    if (U != NoUnit && Map.isInside(U, Body))
      All.push_back(U);
    return All;
  }
  for (const Copy &C : Several->second) {
    const auto Behind = std::upper_bound(
        C.Units.begin(), C.Units.end(), At,
        [this](Position P, uint32_t U) { return P < Map.Units[U].Begin; });
    if (Behind == C.Units.begin())
      continue;
    uint32_t U = *std::prev(Behind);
    while (U != NoUnit && (Map.Units[U].File != File || Map.Units[U].End < At))
      U = Map.Units[U].Parent;
    // A file that includes itself is around its copies.
    if (U != NoUnit && Map.Units[U].Copy == C.Number && Map.isInside(U, Body) &&
        !Map.isDead(U))
      All.push_back(U);
  }
  return All;
}

/// Whether the last code was of a statement expression in \p U.
bool Copies::isWithinExpressionOf(uint32_t U) const {
  for (uint32_t E = Last; E != NoUnit && E > U; E = Map.Units[E].Parent)
    if (Map.Units[E].Parent == U)
      return Map.Units[E].Kind == UnitKind::Expression;
  return false;
}

/// Whether \p U is a loop, or a macro that may end with the head of one.
bool Copies::isLoop(uint32_t U) const {
  return Map.Units[U].Kind == UnitKind::Loop || Map.Units[U].HasLoop;
}

/// Whether \p U, the last one, is a loop whose body is over: it goes on by what
/// turns it only.
bool Copies::isOver(uint32_t U) const {
  return isLoop(U) && Next == Map.Units[U].SubtreeEnd;
}

/// Whether control comes to \p I by what the last one began with.
bool Copies::isBehindBegin(const Instruction &I) const {
  return !BeginBlock || Order.dominates(BeginBlock, I.getParent());
}

/// The block in which \p U begins, whose first code is \p I but for branches.
const BasicBlock *Copies::beginOf(uint32_t U, const Instruction &I) const {
  const BasicBlock *Begin = I.getParent();
  while (Order.isReachableFromEntry(Begin)) { // else it may come before itself
    const BasicBlock *Before = Begin->getSinglePredecessor();
    if (!Before || unitOf(*Before->getTerminator()) != U)
      break;
    Begin = Before;
  }
  return Begin;
}

/// Whether \p I calls what the last one has called before, at the same place
/// and as often as it does: the next copy does the same again.
bool Copies::callsAgain(const Instruction &I) const {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  const Position At = positionOf(*I.getDebugLoc());
  const auto Of = Calls.find({Last, At});
  const auto Done = Made.find({Call->getCalledFunction(), At});
  return Of != Calls.end() && Done != Made.end() && Done->second >= Of->second;
}

/// Whether \p I, which comes next, may be of \p U: that goes on, to where
/// control comes by what it began with, or is new.
bool Copies::mayBeOf(const Instruction &I, uint32_t U) const {
  if (U != Last)
    return U >= Next;
  return !isOver(U) && isBehindBegin(I) && !callsAgain(I);
}

/// The loop of \p All that begins with the block of \p I, to which code leads
/// back that comes later; NoUnit if there is none.
uint32_t Copies::loopFrom(const Instruction &I, const Candidates &All) const {
  const bool LeadsBack =
      any_of(predecessors(I.getParent()),
             [this](const BasicBlock *From) { return !Passed.contains(From); });
  const auto Loop =
      find_if(All, [&](uint32_t U) { return isLoop(U) && mayBeOf(I, U); });
  return LeadsBack && Loop != All.end() ? *Loop : NoUnit;
}

/// Which one of \p All, \p I's, comes next, or goes on.
uint32_t Copies::choose(const Instruction &I, const Candidates &All) const {
  for (const uint32_t U : All)
    if (mayBeOf(I, U) || isWithinExpressionOf(U))
      return U;
  if (is_contained(All, Last) && !isOver(Last))
    return Last;
  // Clang has put it elsewhere, as it may do with a handler.
  const auto Free =
      find_if(All, [this](uint32_t U) { return !WithCode.contains(U); });
  return Free != All.end() ? *Free : All.back();
}

/// Which one of \p All \p I, a branch, is of that is no jump of the source: it
/// stands at a loop that ends, or where clang was.
uint32_t Copies::leftOver(const Instruction &I, const Candidates &All) const {
  if (Last != NoUnit) {
    for (const uint32_t U : reverse(All))
      if (Map.isInside(Last, U) && (U != Last || isBehindBegin(I)))
        return U;
    for (const uint32_t U : All)
      if (Map.Units[U].Copy == Map.Units[Last].Copy)
        return U;
  }
  return choose(I, All);
}

void Copies::begin(uint32_t U, const BasicBlock *Block) {
  Last = U;
  BeginBlock = Block;
  Made.clear();
}

/// Clang puts a handler between later code, as behind the head of a loop: that
/// goes on where it was.
void Copies::enterHandler(uint32_t U) {
  Handler = Map.handlerAround(U);
  Behind = Next;
}

/// Goes on behind the handler if none of \p All, where code comes next, is in
/// it.
void Copies::leaveHandler(const Candidates &All) {
  if (Handler == NoUnit ||
      any_of(All, [this](uint32_t U) { return Map.isInside(U, Handler); }))
    return;
  Handler = NoUnit;
  Next = Behind;
}

/// Notes that \p I, which is of \p U, came next.
void Copies::moveTo(uint32_t U, const Instruction &I) {
  WithCode.insert(U);
  const uint32_t Whole = Map.loopIncreasedBy(U);
  const bool IsAround = Last != NoUnit && Last != U &&
                        Map.isInside(Last, Whole != NoUnit ? Whole : U);
  const bool EndsBody = IsAround && isLoop(U) && !isWithinExpressionOf(U);
  if (EndsBody)
    Next = Map.Units[Whole != NoUnit ? Whole : U].SubtreeEnd;
  else if (!IsAround && Last != U) {
    if (U < Next && Handler == NoUnit)
      enterHandler(U);
    Next = U;
  }
  if (Last != U && (EndsBody || !IsAround))
    begin(U, beginOf(U, I));
  const auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Last == U)
    Made[{Call->getCalledFunction(), positionOf(*I.getDebugLoc())}]++;
}

/// Whether \p I may be at the place of \p U because clang was there: a branch
/// that is no jump of the source, what makes a truth value for one, or code at
/// braces.
static bool mayBeLeftOver(const Instruction &I, const Unit &U) {
  const auto *Branch = dyn_cast<CondBrInst>(I.getParent()->getTerminator());
  const bool IsBranch = isa<CondBrInst, UncondBrInst>(I) ||
                        (Branch && Branch->getCondition() == &I &&
                         Branch->getDebugLoc() == I.getDebugLoc());
  return !U.isStatement() || (IsBranch && U.Kind != UnitKind::Jump);
}

/// Whether \p Increments are units of their own, of these \p Loops.
bool Copies::areIncreasedBy(const Candidates &Loops,
                            const Candidates &Increments) const {
  return equal(Loops, map_range(Increments, [this](uint32_t U) {
                 return Map.loopIncreasedBy(U);
               }));
}

/// The one of \p All that is a loop around \p U, or the increment of one that
/// has no condition; NoUnit if there is none.
uint32_t Copies::loopAround(uint32_t U, const Candidates &All) const {
  const auto Loop = find_if(All, [&](uint32_t Turned) {
    const uint32_t Whole = Map.loopIncreasedBy(Turned);
    return U != NoUnit && Map.isInside(U, Whole != NoUnit ? Whole : Turned);
  });
  return Loop != All.end() ? *Loop : NoUnit;
}

/// The one of \p All that nothing but code at its place leads back to from \p
/// I, as from a loop's increment to its condition, or to its body if it has
/// none; NoUnit if there is none.
uint32_t Copies::turnOf(const Instruction &I, const Candidates &All,
                        FileOf File) const {
  if (!isLoop(All.front()))
    return NoUnit;
  constexpr unsigned MostBlocks = 16;
  SmallVector<const Instruction *, 4> Work = {&I};
  SmallPtrSet<const BasicBlock *, 8> Seen;
  uint32_t Turn = NoUnit;
  while (!Work.empty() && Seen.size() < MostBlocks) {
    const Instruction *At = Work.pop_back_val();
    const Instruction *End = At->getParent()->getTerminator();
    if (!Seen.insert(At->getParent()).second)
      continue;
    uint32_t Begun = NoUnit;
    for (; At && Begun == NoUnit; At = At->getNextNode()) {
      const DILocation *Loc = At->getDebugLoc();
      if (!Loc || Loc->getLine() == 0)
        continue;
      const uint32_t U = unitOf(*At);
      const Candidates There = unitsAt(File(Loc->getFile()), positionOf(*Loc));
      if (There != All && !areIncreasedBy(There, All))
        return loopAround(There.size() == 1 ? There.front() : U, All);
      Begun = is_contained(All, U) ? U : NoUnit;
    }
    if (Begun != NoUnit) {
      Turn = Begun;
      continue;
    }
    const auto *Invoke = dyn_cast<InvokeInst>(End);
    if (Invoke)
      Work.push_back(&Invoke->getNormalDest()->front());
    else if (isa<CondBrInst, UncondBrInst>(End))
      for (const BasicBlock *To : successors(End))
        Work.push_back(&To->front());
    else
      return NoUnit;
  }
  return Turn;
}

void Copies::note(const Instruction &I, FileOf File) {
  const DILocation &Loc = *I.getDebugLoc();
  Candidates All = unitsAt(File(Loc.getFile()), positionOf(Loc));
  if (All.empty())
    return;
  leaveHandler(All);
  const bool IsLeftOver = mayBeLeftOver(I, Map.Units[All.front()]);
  uint32_t U = turnOf(I, All, File);
  if (U == NoUnit)
    U = loopFrom(I, All);
  if (U == NoUnit)
    U = IsLeftOver ? leftOver(I, All) : choose(I, All);
  if (Files.count(Map.Units[U].File))
    Found[&I] = U;
  if (IsLeftOver) // the next copy's code may not have come yet
    return;
  moveTo(U, I);
}

void Copies::leave(const BasicBlock &BB) { Passed.insert(&BB); }

void Copies::noteLabel(uint32_t Label) {
  begin(Label, nullptr);
  Next = Label;
}

uint32_t Copies::unitOf(const Instruction &I) const {
  const auto Known = Found.find(&I);
  return Known == Found.end() ? NoUnit : Known->second;
}

} // namespace lineprof
