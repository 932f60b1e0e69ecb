/// \file extremes.cpp
/// Jumps that choose one of the two that were compared.
#include "plugin/extremes.h"

#include "plugin/finder.h"
#include "plugin/llvm_compat.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <optional>

using namespace llvm;

namespace lineprof {

namespace {

/// Expressions of clang's are no deeper where they are simple.
constexpr unsigned MaxDepth = 16;

/// Whether \p A and \p B compute the same, if nothing is written in between.
bool isSame(const Value *A, const Value *B, unsigned Depth = MaxDepth) {
  if (A == B)
    return true;
  const auto *First = dyn_cast<Instruction>(A);
  const auto *Second = dyn_cast<Instruction>(B);
  if (!First || !Second || Depth == 0 || isa<PHINode, AllocaInst>(First) ||
      !First->isSameOperationAs(Second) || First->mayHaveSideEffects())
    return false;
  for (unsigned I = 0; I < First->getNumOperands(); I++)
    if (!isSame(First->getOperand(I), Second->getOperand(I), Depth - 1))
      return false;
  return true;
}

/// A jump by what is less, and what has been computed for that.
struct Comparison {
  CondBrInst *Jump;
  CmpInst *Condition;
  BasicBlock *Taken, *Not;
};

/// Whether \p BB has nothing behind \p First that writes, up to its end.
bool onlyReads(const Instruction *First) {
  for (; First; First = First->getNextNode())
    if (First->mayHaveSideEffects())
      return false;
  return true;
}

/// The first of what \p I is computed by, from arguments, constants and the
/// places of variables; nullptr if some of it is in another block: what has
/// been written since is not looked for there.
const Instruction *beginOf(const Instruction &I, unsigned Depth = MaxDepth) {
  const Instruction *Begin = &I;
  for (const Value *Operand : I.operands()) {
    const auto *Inner = dyn_cast<Instruction>(Operand);
    if (!Inner || isa<AllocaInst>(Inner))
      continue;
    if (Inner->getParent() != I.getParent() || Depth == 0)
      return nullptr;
    const Instruction *Before =
        isa<PHINode>(Inner) ? Begin : beginOf(*Inner, Depth - 1);
    if (!Before)
      return nullptr;
    if (Before->comesBefore(Begin))
      Begin = Before;
  }
  return Begin;
}

std::optional<Comparison> comparisonAt(BasicBlock &BB) {
  auto *Jump = dyn_cast<CondBrInst>(BB.getTerminator());
  if (!Jump || Jump->getMetadata(LLVMContext::MD_prof) ||
      Jump->getMetadata(LLVMContext::MD_unpredictable))
    return std::nullopt;
  auto *Condition = dyn_cast<CmpInst>(Jump->getCondition());
  if (!Condition || Condition->getParent() != &BB || !Condition->isRelational())
    return std::nullopt;
  const Instruction *Begin = beginOf(*Condition);
  if (!Begin || !onlyReads(Begin))
    return std::nullopt;
  return Comparison{Jump, Condition, Jump->getSuccessor(0),
                    Jump->getSuccessor(1)};
}

/// Whether control comes to \p Way from \p C only, and reads until it goes on.
bool isWayOf(const BasicBlock &Way, const Comparison &C) {
  return Way.getSinglePredecessor() == C.Jump->getParent() &&
         isa<UncondBrInst>(Way.getTerminator()) && onlyReads(&Way.front());
}

/// What \p C has compared, if \p Value is computed like it, or its address;
/// nullptr if it is neither. \p Which: of the two.
Value *comparedAs(const Value *Chosen, const Comparison &C, unsigned Which) {
  Value *const Operand = C.Condition->getOperand(Which);
  if (isSame(Chosen, Operand))
    return Operand;
  auto *Load = dyn_cast<LoadInst>(Operand);
  return Load && isSame(Chosen, Load->getPointerOperand())
             ? Load->getPointerOperand()
             : nullptr;
}

/// The one of the two that are compared that is the greater, or the less, if \p
/// Taken and \p Not are they; nullptr if not.
Value *extreme(const Comparison &C, const Value *Taken, const Value *Not) {
  for (const unsigned First : {0, 1}) {
    Value *const IfTaken = comparedAs(Taken, C, First);
    Value *const IfNot = comparedAs(Not, C, 1 - First);
    if (!IfTaken || !IfNot)
      continue;
    IRBuilder<> B(C.Jump);
    return B.CreateSelect(C.Condition, IfTaken, IfNot);
  }
  return nullptr;
}

/// Leaves out the ways of \p C, which meet at \p Meeting.
void goTo(const Comparison &C, BasicBlock &Meeting) {
  BasicBlock &From = *C.Jump->getParent();
  BasicBlock *const Ways[] = {C.Taken, C.Not};
  IRBuilder<>(C.Jump).CreateBr(&Meeting);
  C.Jump->eraseFromParent();
  for (BasicBlock *Way : Ways)
    if (Way != &Meeting)
      DeleteDeadBlock(Way);
  MergeBlockIntoPredecessor(From.getSingleSuccessor());
}

/// `a < b ? a : b`.
bool foldChoice(const Comparison &C) {
  if (!isWayOf(*C.Taken, C) || !isWayOf(*C.Not, C))
    return false;
  BasicBlock *const Meeting = C.Taken->getSingleSuccessor();
  if (C.Not->getSingleSuccessor() != Meeting || !Meeting->hasNPredecessors(2))
    return false;
  auto *Phi = dyn_cast<PHINode>(&Meeting->front());
  if (!Phi || isa<PHINode>(Phi->getNextNode()))
    return false;
  Value *const Chosen = extreme(C, Phi->getIncomingValueForBlock(C.Taken),
                                Phi->getIncomingValueForBlock(C.Not));
  if (!Chosen)
    return false;
  Phi->replaceAllUsesWith(Chosen);
  Phi->eraseFromParent();
  goTo(C, *Meeting);
  return true;
}

/// The store that \p Way ends with, if it writes a variable of the function's
/// that nobody else can see, and only reads before; nullptr if not.
StoreInst *onlyStore(BasicBlock &Way) {
  auto *Store = dyn_cast_or_null<StoreInst>(Way.getTerminator()->getPrevNode());
  if (!Store || !Store->isSimple() || !onlyReads(Store->getNextNode()))
    return nullptr;
  const auto *Variable = dyn_cast<AllocaInst>(Store->getPointerOperand());
  if (!Variable || !isAllocaPromotable(Variable))
    return nullptr;
  for (const Instruction &I : Way)
    if (&I != Store && I.mayHaveSideEffects())
      return nullptr;
  return Store;
}

class Extremes {
public:
  Extremes(StatementFinder &Finder, const StatementMap &Map)
      : Finder(Finder), Map(Map) {}
  bool foldAll(Function &F) const;

private:
  bool foldStore(const Comparison &C) const;
  bool isOnOneLine(const DILocation *Jump, const DILocation *Store) const;

  StatementFinder &Finder;
  const StatementMap &Map;
};

/// Whether the `if` of \p Jump, in which \p Store is, has nothing on another
/// line than its own: the hits of that are counted, code or none.
bool Extremes::isOnOneLine(const DILocation *Jump,
                           const DILocation *Store) const {
  if (!Jump || !Store || Jump->getLine() != Store->getLine() ||
      Jump->getFile() != Store->getFile())
    return false;
  const uint32_t File = Finder.fileOf(Jump->getFile());
  if (Map.Files[File].Units.empty())
    return true;
  uint32_t If = Map.unitAt(File, positionOf(*Jump));
  const uint32_t Stored = Map.unitAt(File, positionOf(*Store));
  while (If != NoUnit && !Map.isInside(Stored, If))
    If = Map.Units[If].Parent;
  if (If == NoUnit)
    return false;
  for (uint32_t U = If + 1; U < Map.Units[If].SubtreeEnd; U++)
    if (Map.Units[U].isStatement() && Map.lineOf(U) != Map.lineOf(If))
      return false;
  return true;
}

/// `if (m < a) m = a;`
bool Extremes::foldStore(const Comparison &C) const {
  if (C.Taken->getSinglePredecessor() != C.Jump->getParent() ||
      C.Taken->getSingleSuccessor() != C.Not)
    return false;
  StoreInst *const Store = onlyStore(*C.Taken);
  if (!Store || !isOnOneLine(C.Jump->getDebugLoc(), Store->getDebugLoc()) ||
      isa<PHINode>(C.Not->front()))
    return false;
  for (const unsigned Which : {0, 1}) {
    auto *const Kept = dyn_cast<LoadInst>(C.Condition->getOperand(Which));
    Value *const Other = C.Condition->getOperand(1 - Which);
    if (!Kept || Kept->getPointerOperand() != Store->getPointerOperand() ||
        !isSame(Store->getValueOperand(), Other))
      continue;
    IRBuilder<> B(C.Jump);
    Store->setOperand(0, B.CreateSelect(C.Condition, Other, Kept));
    Store->moveBefore(C.Jump);
    goTo(C, *C.Not);
    return true;
  }
  return false;
}

bool Extremes::foldAll(Function &F) const {
  bool IsChanged = false;
  for (auto BB = F.begin(); BB != F.end();) {
    const std::optional<Comparison> C = comparisonAt(*BB);
    const bool IsFolded = C && (foldChoice(*C) || foldStore(*C));
    IsChanged |= IsFolded;
    if (!IsFolded) // else what was behind it may be one more
      ++BB;
  }
  return IsChanged;
}

} // namespace

void foldExtremes(Function &F, StatementFinder &Finder,
                  const StatementMap &Map) {
  if (F.hasOptNone())
    return;
  const Extremes All(Finder, Map);
  // One may be a way of another, as of MAX(a, MAX(b, c)).
  while (All.foldAll(F))
    ;
}

} // namespace lineprof
